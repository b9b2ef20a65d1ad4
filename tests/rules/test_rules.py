"""Rule sets as values: found, derived at run time, told apart by their fingerprints, kept and shared."""

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import complete_hand
from rule_sets import BY_FORM

import mj2p
from mj2p.rules.catalogue import BY_ID, find
from mj2p.rules.settings import BY_NAME

RULES = mj2p.rules.names()
DUEL64 = mj2p.rules.get("duel64")

# 清龙 16 混一色 6 门前清 2 幺九刻 1
CLOSED = "12345678mEEECC9m"


def fans(hand, rules):
    return {one.fan.zh: one.count for one in mj2p.score(hand, rules).fans}


# ---- Finding ---------------------------------------------------------------------------------------------------------


def test_names_and_get():
    assert RULES[0] == "duel64"  # the default
    files = {path.stem for path in Path(mj2p.rules.__file__).parent.glob("*.toml")}
    assert {*RULES} == {name for name in files if not mj2p.rules.get(name).abstract}
    places = [mj2p.rules.get(name).order for name in RULES]
    assert places == sorted(places) and len({*places}) == len(places)
    for name in RULES:
        here = mj2p.rules.get(name)
        assert here is mj2p.rules.get(name)
        assert here is mj2p.rules.get(here)
        assert here.name == name
        assert repr(here) == f"<RuleSet {name}: {len(here.members)} fans, {here.fingerprint[:8]}>"
    assert mj2p.rules.get() is DUEL64


@pytest.mark.parametrize("name", ["riichi", "DUEL64", "duel64.toml", "../rules/duel64", "", "duel64\0", "a" * 300])
def test_no_such_rules(name):
    with pytest.raises(mj2p.RuleSetError, match=r"no rule set is called .*; there are duel64, duel72, table72"):
        mj2p.rules.get(name)


def test_fans_are_found_by_each_name():
    here = DUEL64.fans
    assert here["清龙"] is here["pure_straight"] is here["Pure Straight"] is here[find("清龙")]
    assert (here["清龙"].value, here["清龙"].limit, here["清龙"].fan) == (16, None, find("清龙"))
    assert list(here) == [fan for fan in BY_ID if fan in DUEL64.members]
    with pytest.raises(KeyError, match="三同刻 Triple Pung is not in this rule set"):
        here["三同刻"]
    with pytest.raises(KeyError, match="no fan is called 'dragon'"):
        here["dragon"]
    assert "三同刻" not in here
    assert "清龙" in here


# ---- Deriving: each kind of difference on a hand worked by hand ------------------------------------------------------

PUNGS = "[111m,2][888m,2]EESSSCCE"  # 碰碰和 6 混一色 6 幺九刻×3
WINDS = "[EEE,2][SSS,2]567mWWCCW"  # 三风刻 12 混一色 6
HIGH = "[678m,1][789m,1]6677899m8m"  # 清一色 24 一色三同顺 24 平和 2 四归一×2
CONCEALED = "111333555mEEECC|EE1000"
KONGS = "(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000"
EITHER = "1233456778mFFF7m|EE1000"  # 混一色 6 不求人 4 箭刻 2 连六 1, and a wait


@pytest.mark.parametrize(
    ("change", "hand", "total"),
    [
        ({}, CLOSED, 25),
        ({"values": {"清龙": 20, "Half Flush": 7}}, CLOSED, 30),
        # fans in, with the value that the standard gives them or a new one
        ({}, HIGH, 54),
        ({"add": ["大于五"]}, HIGH, 66),
        ({"add": ["upper_four"], "values": {"upper_four": 2}}, HIGH, 56),
        ({"add": ["点炮"], "values": {"点炮": 3}}, CLOSED, 28),
        # fans out: without 清龙 its chows are linked as 连六 (once: 456 may not be used again) and 老少副
        ({"remove": ["清龙"]}, CLOSED, 6 + 2 + 1 + 1 + 1),
        ({"remove": ["幺九刻"]}, CLOSED, 24),
        # exclusions added and taken back
        ({"exclusions": {"清龙": ["混一色"]}}, CLOSED, 19),
        ({"exclusions": {"清龙": ["混一色"], "混一色": ["幺九刻"]}}, CLOSED, 19),  # what is excluded excludes nothing
        ({"exclusions": {"混一色": ["幺九刻"]}}, CLOSED, 24),
        ({"exclusions": {"混一色": ["one 幺九刻"]}}, CLOSED, 24),
        ({}, PUNGS, 15),
        ({"exclusions": {"混一色": ["one 幺九刻"]}}, PUNGS, 14),
        ({"exclusions": {"混一色": ["one 幺九刻"], "碰碰和": ["one 幺九刻"]}}, PUNGS, 13),
        ({"exclusions": {"混一色": ["幺九刻"]}}, PUNGS, 12),
        ({}, WINDS, 18),
        ({"exclusions": {"三风刻": ["not 幺九刻"]}}, WINDS, 21),
        ({"exclusions": {"三风刻": ["one 幺九刻"]}}, WINDS, 20),  # instead of "its"
        ({"exclusions": {"三风刻": ["幺九刻"]}}, WINDS, 18),
        ({"exclusions": {"清龙": ["not 连六", "not 老少副"]}}, CLOSED, 25),  # linked once already
        ({"exclusions": {"不求人": ["not 自摸"]}}, f"{CLOSED}|EE1000", 16 + 6 + 4 + 1 + 1),
        # 四暗刻 takes fans of other families: 74 is 四暗刻 混一色 幺九刻×2 单钓将 自摸
        ({}, CONCEALED, 74),
        ({"exclusions": {"四暗刻": ["not 碰碰和"]}}, CONCEALED, 80),
        ({"exclusions": {"四暗刻": ["not 不求人"]}}, CONCEALED, 77),
        ({"exclusions": {"混一色": ["四暗刻"]}}, CONCEALED, 35),  # then 三暗刻, 碰碰和 and 不求人 count
        ({}, KONGS, 305),
        ({"exclusions": {"四杠": ["四暗刻"]}}, KONGS, 260),  # 大四喜 四杠 字一色 三暗刻 不求人
        # 7m is the middle of 678 or the pair: it counts as the other where one is taken away
        ({}, EITHER, 14),
        ({"exclusions": {"不求人": ["坎张"]}}, EITHER, 14),
        ({"exclusions": {"不求人": ["单钓将"]}}, EITHER, 14),
        ({"exclusions": {"不求人": ["坎张", "单钓将"]}}, EITHER, 13),
        # limits
        ({"limits": {"幺九刻": 1}}, PUNGS, 13),
        ({"limits": {"幺九刻": 2}}, PUNGS, 14),
        ({"limits": {"幺九刻": 15}}, PUNGS, 15),
        ({"limits": {"四归一": 1}}, HIGH, 52),
        ({"limits": {"花牌": 3}}, f"{CLOSED}|EE0000|5", 28),
        # a limit on what an exclusion has left
        ({"limits": {"幺九刻": 2}, "exclusions": {"混一色": ["one 幺九刻"]}}, PUNGS, 14),
        # settings
        ({"cap_total": 20}, CLOSED, 20),
        ({"cap_total": 25}, CLOSED, 25),
        ({"cap_points": 13}, CLOSED, 25),
        ({"concealed_hand": "no_melds"}, "(EEEE)12345678mCC9m", 25),  # 清龙 混一色 暗杠 幺九刻
        ({}, "(EEEE)12345678mCC9m", 27),
        ({"principle": "none"}, "[123m,1][123m,1]44556mEE6m", 12),
        ({}, "[123m,1][123m,1]44556mEE6m", 9),  # 混一色 一般高×2 连六
        ({"principle": "none", "limits": {"连六": 2}}, "[123m,1][123m,1]44556mEE6m", 10),
        ({"flowers": "each", "flowers_max": 8}, f"{CLOSED}|EE0000|abh", 28),
        # 223344m EE 77779m waits for 8m and, by seven pairs, for 9m: without that form 8m is a 坎张
        ({}, "223344mEE77779m8m", 11),
        ({"forms": ["four_sets"], "remove": ["七对", "连七对"]}, "223344mEE77779m8m", 12),
    ],
)
def test_derived(change, hand, total):
    mine = DUEL64.derive("mine", **change)
    score = mj2p.score(hand, mine)
    assert score.total == total
    assert mj2p.score_batch(mj2p.encode([hand], mine), mine)["total"][0] == total
    assert sum(one.count * one.value for one in score.fans) == score.raw


def test_derived_caps():
    score = mj2p.score(CLOSED, DUEL64.derive(cap_total=20, cap_points=13))
    assert (score.raw, score.total, score.points) == (25, 20, 13)
    score = mj2p.score(CLOSED, DUEL64.derive(unit="steps", cap_total=5))
    assert (score.raw, score.total, score.steps) == (25, 5, 5)


def test_derived_forms_and_tiles():
    no_pairs = DUEL64.derive(forms=["four_sets"], remove=["七对", "连七对"])
    assert mj2p.is_complete("1155mEESSWWNNCC")
    assert not mj2p.is_complete("1155mEESSWWNNCC", no_pairs)
    assert mj2p.waits("1155mEESSWWNNC", no_pairs) == {}
    four = DUEL64.derive(four_melds="all_pungs")
    assert not mj2p.is_complete("[123m,1][456m,1][789m,1][EEE,2]CC", four)
    assert mj2p.is_complete("[111m,2][999m,2][SSS,2][EEE,2]CC", four)
    east = DUEL64.derive(dealer_is_east=True)
    with pytest.raises(mj2p.InvalidHand, match="seat wind"):
        mj2p.score(f"{CLOSED}|EW0000||dealer", east)
    knitted = mj2p.rules.get("three144").derive(forms=["four_sets", "knitted"])
    assert mj2p.is_complete("147m258s39pESWNCF", knitted)
    assert not mj2p.is_complete("147m258s39pESWNCF", "three144")
    special = mj2p.rules.get("mcr").derive(special_melds=True)
    assert mj2p.is_complete("(ESWN)(1m1s1p)(9m9s9p)234p4p4p", special)
    with pytest.raises(mj2p.InvalidHand, match="mcr does not have"):
        mj2p.score("(ESWN)(1m1s1p)(9m9s9p)234p4p4p", "mcr")


def test_deriving_leaves_the_parent_alone():
    before = DUEL64.fingerprint
    mine = DUEL64.derive(values={"清龙": 99}, remove=["平和"], exclusions={"清龙": ["幺九刻"]}, cap_total=3)
    assert (mine.name, mine.parent, mine.title) == ("duel64*", "duel64", DUEL64.title)
    assert mj2p.score(CLOSED).total == 25
    assert DUEL64.derive().fingerprint == before == DUEL64.fingerprint
    again = mine.derive("again", values={"清龙": 16}, add=["平和"], exclusions={"清龙": ["not 幺九刻"]}, cap_total=0)
    assert again.fingerprint == before
    assert again.parent == "duel64*"


def test_deriving_lists_every_problem():
    with pytest.raises(mj2p.RuleSetError) as error:
        DUEL64.derive("odd", speed=3, cap_total=-1, add=["dragon"], values={"清龙": 2**31}, limits={"清龙": 1})
    assert error.value.problems == [
        f"odd: speed: no such setting; there are {', '.join(BY_NAME)}",
        "odd: [scoring] cap_total: must be a whole number from 0 to 2147483647, not -1",
        "odd: [values] 清龙: 2147483648 does not fit in 32 bits",
        "odd: [fans] with: no fan is called 'dragon' in this version; did you mean dragon_pung?",
        "odd: [limits] 清龙: the fan does not repeat",
    ]


def test_totals_at_the_edge_of_32_bits():
    """The dearest total that a rule set may have is told as it is, alone and in a batch; one more is refused."""
    spare = sum(DUEL64.values[fan] for fan in DUEL64.members if not BY_ID[fan].repeats) - 16
    most = {"flower_tile": 15, "pung_of_terminals_or_honors": 4, "dragon_pung": 3, "tile_hog": 3}
    spare += sum(
        DUEL64.values[fan] * most.get(fan, 2)
        for fan in DUEL64.members
        if BY_ID[fan].repeats
    )
    most = 2**31 - 1 - spare
    rich = DUEL64.derive(values={"清龙": most})
    score = mj2p.score(CLOSED, rich)
    assert score.total == most + 9
    assert mj2p.score_batch(mj2p.encode([CLOSED], rich), rich)["total"][0] == most + 9
    with pytest.raises(mj2p.RuleSetError, match="add up to 2147483648; a total must fit in 32 bits"):
        DUEL64.derive(values={"清龙": most + 1})


def test_pairs_of_chows_that_all_count_fit_in_32_bits():
    """Without the principle four equal chows are six 一般高: 3 x 600 million would fit, 6 x does not."""
    change = {"remove": ["一色四同顺", "一色三同顺"], "values": {"一般高": 600_000_000}}
    with pytest.raises(mj2p.RuleSetError, match="fit in 32 bits"):
        DUEL64.derive(principle="none", **change)
    change["values"] = {"一般高": 300_000_000}
    free = DUEL64.derive(principle="none", **change)
    hand = "[234m,1][234m,1]2233499m4m"  # 清一色 平和 四归一×3
    assert mj2p.score(hand, free).total == 6 * 300_000_000 + 32
    assert mj2p.score_batch(mj2p.encode([hand], free), free)["total"][0] == 6 * 300_000_000 + 32


# ---- Fingerprints ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"values": {"清龙": 17}},
        {"remove": ["清龙"]},
        {"add": ["大于五"]},
        {"exclusions": {"清龙": ["平和"]}},
        {"exclusions": {"清龙": ["not 连六"]}},
        {"exclusions": {"清龙": ["连六"]}},  # whole, where it was "its"
        {"exclusions": {"大四喜": ["one 幺九刻"]}},
        {"limits": {"花牌": 3}},
        {"cap_total": 1},
        {"cap_points": 1},
        {"minimum": 1},
        {"principle": "none"},
        {"unit": "steps"},
        {"concealed_hand": "no_melds"},
        {"four_melds": "all_pungs"},
        {"flowers_max": 11},
        {"dealer_is_east": True},
    ],
    ids=str,
)
def test_a_fingerprint_changes_with_anything_that_can_change_a_score(change):
    mine = DUEL64.derive("duel64", **change)
    assert mine.fingerprint != DUEL64.fingerprint
    assert mine != DUEL64
    assert len(mine.fingerprint) == 32
    assert int(mine.fingerprint, 16) >= 0


def test_a_fingerprint_does_not_change_with_anything_else():
    same = DUEL64.derive("other", values={"三同刻": 17, "清龙": 16})  # not in; no change
    assert same.fingerprint == DUEL64.fingerprint
    assert same != DUEL64  # another name
    assert DUEL64.derive("duel64") == DUEL64
    assert hash(DUEL64.derive("duel64")) == hash(DUEL64)
    assert DUEL64 != "duel64"
    prints = {mj2p.rules.get(name).fingerprint for name in RULES}
    assert len(prints) == len(RULES)


def test_how_a_hand_is_played_has_a_fingerprint_of_its_own():
    """A fee changes no score: the scores of both rule sets have one fingerprint, the games do not."""
    mine = DUEL64.derive("duel64", fee=5)
    assert mine.fingerprint == DUEL64.fingerprint
    assert mine.play_fingerprint != DUEL64.play_fingerprint
    assert mine != DUEL64
    assert DUEL64.derive("duel64", values={"清龙": 17}).play_fingerprint != DUEL64.play_fingerprint


def test_fingerprints_are_the_same_in_another_process():
    script = "import mj2p; print(*[mj2p.rules.get(name).fingerprint for name in mj2p.rules.names()])"
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        said = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
        assert said.stdout.split() == [mj2p.rules.get(name).fingerprint for name in RULES]


# ---- Kept and shared -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*RULES, "derived"])
def test_pickled(name):
    change = {"values": {"清龙": 17}, "limits": {"花牌": 2}, "exclusions": {"清龙": ["平和"]}, "cap_total": 30}
    here = DUEL64.derive("derived", **change) if name == "derived" else mj2p.rules.get(name)
    hand = f"[123m,1]456m78m{'555s' if name == 'suihua112' else 'NNN'}CC9m|EE1000"
    score = mj2p.score(hand, here)  # packed before it is pickled
    for again in (pickle.loads(pickle.dumps(here)), copy.copy(here), copy.deepcopy(here)):
        assert again == here
        assert dataclasses.replace(again) == here
        for field in dataclasses.fields(here):
            assert getattr(again, field.name) == getattr(here, field.name)
        assert again.edges == here.edges
        assert dict(again.fans) == dict(here.fans)
        assert mj2p.score(hand, again).to_dict() == score.to_dict()
    with pytest.raises(TypeError, match="pickle its RuleSet"):
        pickle.dumps(here.packed)


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        DUEL64.name = "mine"
    for part in (DUEL64.scoring, DUEL64.tiles, DUEL64.values, DUEL64.exclusions, DUEL64.limits):
        with pytest.raises(TypeError):
            part["清龙"] = 1
    with pytest.raises(AttributeError):
        DUEL64.packed.nsuits = 3


@pytest.mark.parametrize("parent", ["duel64", "mcr"])
def test_shared_by_threads(parent):
    """Twelve threads pack and use one new rule set at once: the same answers as one alone."""
    rng = Random(5)
    hands = [complete_hand(rng, parent) for _ in range(200)]
    wanted = [mj2p.score(hand, mj2p.rules.get(parent).derive(values={"自摸": 5})).to_dict() for hand in hands]
    mine = mj2p.rules.get(parent).derive(values={"自摸": 5})
    start, found = threading.Barrier(12), {}

    def work(number):
        start.wait()
        found[number] = [mj2p.score(hand, mine).to_dict() for hand in hands]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] == wanted for number in range(12)] == [True] * 12


# ---- What holds in any rule set --------------------------------------------------------------------------------------


@given(
    st.integers(0, 2**32),
    st.sampled_from(BY_FORM),
    st.lists(st.sampled_from(sorted(BY_ID)), max_size=30),
    st.dictionaries(st.sampled_from(sorted(BY_ID)), st.integers(0, 99), max_size=10),
    st.booleans(),
)
@settings(max_examples=300)
def test_exclusions_of_derived_rules(seed, parent, without, values, free):
    """No fan counts beside one that takes it away; what is excluded says by whom, and whoever it is does count."""
    here = mj2p.rules.get(parent)
    mine = here.derive(
        "mine",
        remove=[fan for fan in without if fan in here.members],
        values=values,
        **({"principle": "none"} if free else {}),
    )
    whole = {(source, target) for source, target, kind in mine.edges if kind == "whole"}
    rng = Random(seed)
    for _ in range(5):
        hand = complete_hand(rng, here)
        score = mj2p.score(hand, mine)
        counting = {one.fan.id for one in score.fans}
        assert not {(a, b) for a, b in whole if a in counting and b in counting}
        assert score.raw == sum(one.count * one.value for one in score.fans)
        assert [one.value for one in score.fans] == sorted((one.value for one in score.fans), reverse=True)
        for fan, by in score.excluded:
            assert fan.id not in counting
            assert fan.id in mine.members
            if by == "account_once":
                assert not free
            else:
                assert by.id in counting
                assert (by.id, fan.id) in {(a, b) for a, b, _ in mine.edges}
        for one in score.fans:
            assert len(one.sets) == one.count
            assert one.fan.repeats or one.count == 1


@pytest.mark.parametrize(
    "hand, changes, total",
    [
        # 3m for 12 and between 2 and 4: whatever takes 边张 away, or is taken by it, leaves the reading as 坎张
        ("12234555667783m", {"exclusions": {"门前清": ["边张"]}}, 30),
        ("12234555667783m", {"exclusions": {"边张": ["门前清"]}}, 30),
        ("12234555667783m", {"exclusions": {"清一色": ["边张"]}}, 30),
        # 清龙 is taken away, so it takes no chows: 清一色 24 平和 2, the forest 一般高 连六 老少副, 单钓将 1
        ("[123m,1][123m,1][456m,1]789m55m", {"exclusions": {"清一色": ["清龙"]}}, 30),
        ("[123m,1][123m,1][456m,1]789m55m", {"remove": "清龙"}, 30),
        # three equal chows are three 一般高 where nothing accounts for them and 一色三同顺 is taken away
        (
            "[789m,1][789m,1]789mECCCE|EE1000||",
            {"principle": "none", "exclusions": {"箭刻": ["一色三同顺"]}},
            17,
        ),
        # 清龙 keeps the links among its own chows, with or without the principle: 16 + 6 + 2 + 1
        ("[123m,2]456m789mCCC9m9m|EE1000||", {"principle": "none"}, 25),
    ],
)
def test_totals_of_derived_rules(hand, changes, total):
    assert mj2p.score(hand, DUEL64.derive("mine", **changes)).total == total


@pytest.mark.parametrize(
    "rules, changes, says",
    [
        ("mcr", {"exclusions": {"花牌": ["无番和"]}}, "chicken_hand counts only where nothing else does"),
        ("mcr", {"exclusions": {"无番和": ["花牌"]}}, "chicken_hand counts only where nothing else does"),
        ("duel64", {"special_melds": True}, "[tiles] special_melds: 喜杠 needs three suits"),
        ("duel64", {"limits": {"四归一": 1, "tile_hog": 2}}, "tile_hog has its limit twice"),
        ("duel64", {"values": {"清龙": 10**5000}}, "too large"),
        ("duel64", {"rooms": {"small": 5}}, "[rooms] small: must be [base, least, most] in whole numbers, not 5"),
    ],
)
def test_what_derived_rules_may_not_say(rules, changes, says):
    with pytest.raises(mj2p.RuleSetError) as caught:
        mj2p.rules.get(rules).derive("mine", **changes)
    assert says in str(caught.value)


def test_one_name_is_as_good_as_a_list():
    assert DUEL64.derive("mine", remove="清龙") == DUEL64.derive("mine", remove=["清龙"])
    edges = mj2p.rules.get("mcr").derive("mine", exclusions={"五门齐": "one voided suit"}).edges
    assert ("all_types", "one_voided_suit", "whole") in edges  # a fan called One Voided Suit, not one of a Voided Suit


def test_rooms_and_titles_of_three144():
    """Rulebook 8: beans a point, least and most carried; the highest score of a title, of the last one none."""
    assert dict(mj2p.rules.get("three144").rooms) == {
        "新手": (50, 1_000, 60_000), "普通": (200, 5_000, 80_000), "初级": (500, 10_000, 100_000),
        "中级": (2_000, 50_000, 1_000_000), "高级": (6_000, 200_000, 2_000_000_000),
    }  # fmt: skip
    titles = {
        "雀蛋": 20, "雀仔": 40, "麻雀": 80, "雀头": 150, "铜雀": 300, "银雀": 800, "金雀": 1_200, "雀王": 2_000,
        "雀霸": 3_000, "雀皇": 4_500, "雀妖": 7_000, "雀仙": 10_000, "雀魔": 20_000, "雀圣": 50_000, "雀神": 100_000,
        "自摸王": 200_000,
    }  # fmt: skip
    assert dict(mj2p.rules.get("three144").titles) == titles
    for (name, most), after in zip(titles.items(), [*[*titles][1:], "自摸王"], strict=True):
        assert (mj2p.match.title(most, "three144"), mj2p.match.title(most + 1, "three144")) == (name, after)
