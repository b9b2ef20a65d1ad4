"""Which sets make each fan of a score: on hands worked by hand, and what must hold on any."""

import itertools
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import complete_hand
from rule_sets import BY_FORM

import mj2p
from mj2p.scoring.sets import HandSet

WORKED = (Path(__file__).parents[1] / "cases/sets.txt").read_text(encoding="utf-8").split("\n> ")[1:]


@pytest.mark.parametrize("block", WORKED, ids=lambda block: block.splitlines()[0])
def test_which_sets_make_a_fan(block):
    head, *lines = [line for line in block.splitlines() if line and not line.startswith("#")]
    hand, rules, sets = (part.strip() for part in f"{head} ".split("·"))
    fans, sets = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in lines), sets.split()
    score = mj2p.score(hand, rules)
    assert [str(one) for one in score.sets] == sets
    found = {one.fan.zh: one for one in score.fans}
    for fan, said in fans.items():
        groups = [[] if part == "-" else sets if part == "all" else part.split() for part in said.split(" · ")]
        assert [[sets[at] for at in group] for group in found[fan].sets] == groups, fan
        assert found[fan].count == len(groups)


def in_a_row(sets, step):
    ranks = sorted(one.kinds[0] % 9 for one in sets)
    return all(b - a == step for a, b in itertools.pairwise(ranks))


def one_suit(sets):
    return len({one.kinds[0] // 9 for one in sets}) == 1


def suits_differ(sets):
    return len({one.kinds[0] // 9 for one in sets}) == len(sets)


# fan -> chow or pung, how many, which steps, which suits
IN_A_ROW = {
    "一色四同顺": ("chow", 4, (0,), one_suit),
    "一色四步高": ("chow", 4, (1, 2), one_suit),
    "一色三同顺": ("chow", 3, (0,), one_suit),
    "清龙": ("chow", 3, (3,), one_suit),
    "一色三步高": ("chow", 3, (1, 2), one_suit),
    "花龙": ("chow", 3, (3,), suits_differ),
    "三色三同顺": ("chow", 3, (0,), suits_differ),
    "三色三步高": ("chow", 3, (1,), suits_differ),
    "一般高": ("chow", 2, (0,), one_suit),
    "喜相逢": ("chow", 2, (0,), suits_differ),
    "连六": ("chow", 2, (3,), one_suit),
    "老少副": ("chow", 2, (6,), one_suit),
    "一色四节高": ("pung", 4, (1,), one_suit),
    "一色三节高": ("pung", 3, (1,), one_suit),
    "三色三节高": ("pung", 3, (1,), suits_differ),
    "三同刻": ("pung", 3, (0,), suits_differ),
    "双同刻": ("pung", 2, (0,), suits_differ),
}
TWO_CHOWS = ("一般高", "喜相逢", "连六", "老少副")


@given(st.integers(0, 2**32), st.sampled_from(BY_FORM))
@settings(max_examples=1000)
def test_sets_of_random_hands(seed, rules):
    """The sets are the hand's, and each group is one that makes its fan; linked chows form a forest."""
    hand = complete_hand(Random(seed), rules)
    score = mj2p.score(hand, rules)
    tiles = Counter(kind for one in score.sets for kind in one.kinds)
    assert tiles == Counter([*hand.concealed, hand.win, *(kind for meld in hand.melds for kind in meld.kinds)])
    assert sum(one.melded for one in score.sets) == sum(meld.type < 3 for meld in hand.melds)
    links = []
    for fan, count, value, groups in score.fans:
        assert len(groups) == count
        assert value == score.rules.fans[fan].value
        assert len({*groups}) == count or groups == ((),) * count or fan.zh == "四归一", fan
        for group in groups:
            assert len({*group}) == len(group)
            check_group(fan.zh, [score.sets[at] for at in group], score)
        chows = [group for group in groups if IN_A_ROW.get(fan.zh, ("",))[0] == "chow"]
        links += chows
        if fan.zh in TWO_CHOWS:  # no same again: 123 123 789 is one 老少副
            used = [at for group in chows for at in group]
            assert len({*used}) == len(used)
    # a forest: joining the groups one by one, each must bring together sets that were apart
    tree = {at: {at} for group in links for at in group}
    for group in sorted(links, key=len, reverse=True):
        parts = {id(tree[at]): tree[at] for at in group}
        assert len(parts) == len(group), (score, links)
        whole = set().union(*parts.values())
        tree.update(dict.fromkeys(whole, whole))


def check_group(fan, sets, score):
    if fan in IN_A_ROW:
        type_, size, steps, suits = IN_A_ROW[fan]
        assert len(sets) == size
        assert {("pung" if one.type == "kong" else one.type) for one in sets} == {type_}
        assert suits(sets)
        assert any(in_a_row(sets, step) for step in steps)
    elif fan in ("三暗刻", "双暗刻", "四暗刻"):
        least = {"双": 2, "三": 3, "四": 4}[fan[0]]
        assert len(sets) == least or (len(sets) > least and "三暗刻" not in score.rules.fans)
        assert not any(one.melded for one in sets)
        assert all(one.type in ("pung", "kong") for one in sets)
    elif fan in ("箭刻", "圈风刻", "门风刻", "幺九刻"):
        (pung,) = sets
        kind = pung.kinds[0]
        assert pung.type in ("pung", "kong")
        winds = {"圈风刻": [27 + score.hand.round_wind], "门风刻": [27 + score.hand.seat_wind]}
        own = {"箭刻": [31, 32, 33], "幺九刻": [0, 8, 9, 17, 18, 26, 27, 28, 29, 30], **winds}[fan]
        assert kind in own
    elif fan == "四归一":
        assert Counter(kind for one in sets for kind in one.kinds).most_common(1)[0][1] == 4
    elif fan in ("边张", "坎张", "单钓将"):
        (one,) = sets
        win = score.hand.win
        assert not one.melded
        assert one.kinds.count(win) == (2 if fan == "单钓将" else 1)
        assert score.wait == {"边": "edge", "坎": "closed", "单": "single"}[fan[0]]
        if one.type == "chow":
            assert (one.kinds[1] == win) == (fan == "坎张")
    elif fan in ("三杠", "四杠", "双明杠", "双暗杠", "明杠", "暗杠"):
        assert {one.type for one in sets} == {"kong"}


def test_a_rule_set_may_leave_a_wind_s_pung_with_itself():
    """圈风刻 takes its 幺九刻 only where the rule set says so: the pung that is left is found again."""
    kind = mj2p.rules.get("mcr").derive("kind", exclusions={"圈风刻": ["not 幺九刻"], "小四喜": ["not 幺九刻"]})
    score = mj2p.score("[EEE,2][345m,1][678s,1]88m34p2p|ES0000", kind)
    assert [(one.fan.zh, one.sets) for one in score.fans] == [("圈风刻", ((3,),)), ("幺九刻", ((3,),))]
    score = mj2p.score("[EEE,2][SSS,2]567mWWNNW|NN0000", kind)
    assert {one.fan.zh: one.sets for one in score.fans}["幺九刻"] == ((1,), (2,), (3,))


def test_sets_without_the_principle():
    """Every pair of chows counts where sets may be used again: 123 123 456 456 has four 连六."""
    free = mj2p.rules.get("duel64").derive("free", principle="none")
    score = mj2p.score("[123m,1][123m,1]44556mEE6m", free)
    found = {one.fan.zh: (one.count, one.sets) for one in score.fans}
    assert found["一般高"] == (2, ((0, 1), (2, 3)))
    assert found["连六"] == (4, ((0, 2), (0, 3), (1, 2), (1, 3)))
    assert score.total == 6 + 2 + 4


def test_sets_as_text():
    assert str(HandSet("chow", (0, 1, 2), True)) == "[123m]"
    assert str(HandSet("pung", (27, 27, 27), False)) == "EEE"
    assert str(HandSet("kong", (31, 31, 31, 31), False)) == "(CCCC)"
    assert str(HandSet("dealt", (0, 9, 18), False)) == "(1m1s1p)"
