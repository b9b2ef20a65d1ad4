"""A `Score`: what it says of a hand, and how it is shown, kept and compared."""

import json
import pickle

import pytest
from rule_sets import NAMES

import mj2p
from mj2p.rules.catalogue import find

# ---- The facts of rulebook 14, and others that are often got wrong ---------------------------------------------------

# hand · total · the fans that count. duel64.
FACTS = """
1112345678999m9m               106  九莲宝灯 清龙 四归一
1111234567899m9m                45  清一色 清龙 门前清 四归一 幺九刻
(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000   305  大四喜 四杠 字一色 四暗刻 自摸
1122334455667m7m                88  连七对
1122233334444m2m                76  一色四同顺 清一色 平和 门前清
1234444mEEESSS1m                28  三暗刻 混一色 门前清 四归一 幺九刻 幺九刻
223344mEE77779m8m               11  混一色 门前清 四归一 一般高
123456789m123mEE                26  清龙 混一色 门前清 一般高 单钓将
1155mEESSWWNNCC|EE1000          31  七对 混一色 自摸
(EEEE)[2222m,2][456m,1]78mCC9m  11  混一色 暗杠 连六 幺九刻 明杠
"""
#  1234444m EEE SSS waits for 1m and 4m (all four held): 1m is no 单钓将.
#  223344m EE 77779m waits for 8m, and for 9m by seven pairs: 8m is no 坎张.


@pytest.mark.parametrize("fact", FACTS.strip().splitlines())
def test_fact(fact):
    hand, total, *fans = fact.split()
    score = mj2p.score(hand)
    assert score.total == score.raw == score.points == int(total)
    assert sorted(one.fan.zh for one in score.fans for _ in range(one.count)) == sorted(fans)


@pytest.mark.parametrize(
    ("hand", "rules", "fans"),
    [
        # 不求人 is taken away by 七对, 四暗刻, 九莲宝灯, 连七对, and 自摸 counts with each
        ("1112345678999m5m|EE1000", "duel64", "九莲宝灯 双暗刻 幺九刻 自摸"),
        ("2233445566778m8m|EE1000", "duel64", "连七对 断幺 自摸"),
        # 妙手回春 with 杠上开花, neither takes 不求人
        ("(EEEE)12345678mCC9m|EE1011", "duel64", "清龙 妙手回春 杠上开花 混一色 不求人 暗杠 幺九刻"),
        ("[123m,1][456m,1]78mEEECC9m|EE0011", "duel64", "清龙 海底捞月 抢杠和 混一色 幺九刻"),
        # 双暗杠 takes 双暗刻, not 三暗刻
        ("(EEEE)(2222m)55578mCC9m", "duel64", "三暗刻 混一色 双暗杠 门前清 幺九刻"),
        # 天听 with 人胡; 听牌 where 地胡 removed 天听
        ("12345678mEEECC9m|EW0000||humanly_hand,heavenly_ready", "table72", "人胡 清龙 天听 混一色 幺九刻"),
        ("12345678mEEECC9m|EW1000||earthly_hand,heavenly_ready", "table72", "地胡 清龙 混一色 听牌 幺九刻"),
        # 大于五 with 清一色; 99 678 678, not 66 789 789, for the pair of 9
        ("[678m,1][789m,1]6677899m8m", "table72", "清一色 一色三同顺 大于五 平和 四归一 四归一 幺九头"),
        # three dragon pungs, three concealed kongs: whole fans are taken away, however often they match
        ("[CCC,2][FFF,2]234m88mPPP", "three144", "混一色 双箭刻"),
        ("(EEEE)(2222m)(5555m)78mCC9m|EW0000", "three144", "混一色 双暗杠 圈风刻 门前清"),
        # one suit and honours, 1 and 9 only: with three suits 混一色 counts beside 混幺九
        ("[111m,2][999m,2]EESSSCCE|WW0000", "mcr", "混幺九 混一色"),
        # 无番和, flowers aside
        ("[345m,1][678s,1][123p,1]22mNN2m|EE0000|2", "mcr", "无番和 花牌 花牌"),
    ],
)
def test_often_got_wrong(hand, rules, fans):
    score = mj2p.score(hand, rules)
    assert sorted(one.fan.zh for one in score.fans for _ in range(one.count)) == sorted(fans.split())


def test_the_dearest_hand_of_64_tiles():
    score = mj2p.score("(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1011|12|ready")
    assert score.total == 88 + 88 + 64 + 64 + 8 + 8 + 12


# ---- What else a score says ------------------------------------------------------------------------------------------


def test_wait_is_told_before_exclusions():
    assert mj2p.score("[123m,1][567m,1][EEE,2][CCC,2]9m9m").wait == "single"  # 全求人 takes 单钓将 away
    assert mj2p.score("[456m,1][EEE,2]12888mCC3m").wait == "edge"
    assert mj2p.score("[456m,1][EEE,2]13888mCC2m").wait == "closed"
    assert mj2p.score("[456m,1][EEE,2]23888mCC1m").wait is None
    assert mj2p.score("1155mEESSWWNNCC").wait == "single"
    assert mj2p.score("19m19s19pESWNCFP1m", "mcr").wait is None


def test_of_readings_of_one_wait_the_dearest_counts():
    """1233m waits for 3m alone: as the third of 12 beside 33, or as the second of the pair beside 123."""
    score = mj2p.score("[456m,1][EEE,2][SSS,2]1233m3m")
    assert score.wait == "edge"
    dear = mj2p.rules.get("duel64").derive("dear", values={"single_wait": 9})
    again = mj2p.score("[456m,1][EEE,2][SSS,2]1233m3m", dear)
    assert (again.wait, again.total - score.total) == ("single", 8)


@pytest.mark.parametrize(
    ("hand", "rules", "excluded"),
    [
        ("1155mEESSWWNNCC|EE1000", "duel64", {"不求人": "七对", "单钓将": "七对"}),
        ("[EEE,2][SSS,2][WWW,2]NN55mN", "duel64", {"三风刻": "大四喜", "碰碰和": "大四喜", "幺九刻": "大四喜"}),
        ("12345678mEEECC9m|EE1000", "duel64", {"连六": "清龙", "老少副": "清龙", "自摸": "不求人"}),
        ("[123m,1][456m,1]78mEEECC9m|EE0101", "duel64", {"连六": "清龙", "老少副": "清龙", "和绝张": "抢杠和"}),
        # 三色三同顺 with a fourth chow: one link of 喜相逢 or 一般高 at most, whichever is higher
        (
            "[345m,1][345m,1][345s,1]35p88m4p",
            "mcr",
            {"喜相逢": "account_once", "无字": "平和"},
        ),
        ("[123m,1][123m,1]4477899m8m", "duel64", {}),
        # the dearest of two that take it away: 四杠, not 三杠, which does not count
        (
            "[EEEE,2][2222m,2](9999m)[7777m,2]66m",
            "duel64",
            dict.fromkeys(["三杠", "双明杠", "明杠", "暗杠", "碰碰和", "单钓将"], "四杠"),
        ),
    ],
)
def test_excluded(hand, rules, excluded):
    found = {one.fan.zh: one.by if one.by == "account_once" else one.by.zh for one in mj2p.score(hand, rules).excluded}
    assert found == excluded


def test_totals_and_caps():
    """table72 counts 200 at most, three144 pays 13 points at most, dongbei136 doubles 5 times at most."""
    hand = "(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000||dealer"
    score = mj2p.score(hand, "table72")
    assert (score.raw, score.total, score.points, score.steps) == (305, 200, 200, None)
    score = mj2p.score("123m456s78pEEENN9p", "three144")
    assert (score.raw, score.total, score.points, score.steps) == (14, 14, 13, None)
    score = mj2p.score("123m456s78pNNNCC9p|EE1000||dealer,heavenly_hand", "dongbei136")
    assert (score.raw, score.total, score.points, score.steps) == (7, 5, 5, 5)
    assert mj2p.score(hand).total == 305


def test_enough():
    """A minimum of pattern fans: flowers do not count towards it, nor does a cap take from it."""
    eight = mj2p.rules.get("mcr").derive("eight", minimum=8)
    hand = "[345m,1][678s,1]88m34pWWW5p"  # 喜相逢 1, 幺九刻 1
    assert mj2p.score(hand, "mcr").enough
    assert not mj2p.score(hand, eight).enough
    assert not mj2p.score(f"{hand}|EE0000|8", eight).enough
    assert mj2p.score(f"{hand}|EE0000|8", eight).total == 10
    assert mj2p.score(f"{hand}|EE0010", eight).enough  # 海底捞月 8
    assert mj2p.score("[345m,1][678s,1][123p,1]22mNN2m", eight).enough  # 无番和 8
    seven = mj2p.rules.get("table72").derive("seven", minimum=7)
    assert mj2p.score("[123m,1][EEE,2]23678mCC1m", seven).enough  # 混一色 一般高 幺九刻
    assert not mj2p.score("[123m,1][EEE,2]23678mCC1m|EE0000|aefgh", seven.derive(minimum=9)).enough  # 季花, 梅兰竹菊
    capped = mj2p.rules.get("duel64").derive("capped", cap_total=5, minimum=6)
    assert mj2p.score("[123m,1][EEE,2]23678mCC1m", capped).enough


# ---- Showing, keeping, comparing -------------------------------------------------------------------------------------

HAND = "[EEE,2]12345678mCC9m|EE1000|2"


def test_str_is_a_table():
    lines = str(mj2p.score(HAND)).splitlines()
    assert lines[0].split() == ["[EEE,2]12345678mCC9m|EE1000|2|", "duel64"]
    assert lines[1] == "123m 456m 789m [EEE] CC"
    assert [line.split() for line in lines[2:-2]] == [
        ["清龙", "Pure", "Straight", "16", "123m", "456m", "789m"],
        ["混一色", "Half", "Flush", "6"],
        ["幺九刻", "Pung", "of", "Terminals", "or", "Honors", "1", "[EEE]"],
        ["自摸", "Self-Drawn", "1"],
        ["花牌", "Flower", "Tiles", "1", "x", "2", "=", "2"],
    ]
    assert lines[-2:] == ["  26 fan", "  not counted: 连六 (清龙), 老少副 (清龙)"]


def test_str_says_what_a_cap_took():
    assert "  200 fan (capped, 305 before)" in str(mj2p.score("(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000", "table72"))
    assert "  14 fan, 13 points (capped)" in str(mj2p.score("123m456s78pEEENN9p", "three144"))
    assert str(mj2p.score("123m456s78pNNNCC9p|EE1000||dealer", "dongbei136")).splitlines()[-1] == "  3 steps"
    assert "(account_once)" in str(mj2p.score("[345m,1][345m,1][345s,1]35p88m4p", "mcr"))


def test_repr_and_html():
    score = mj2p.score(HAND)
    assert repr(score) == "<Score 26: 清龙, 混一色, 幺九刻, 自摸, 花牌×2>"
    html = score._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == 1 + len(score.fans) + 1
    for said in ("清龙", "Pure Straight", "26 fan", "123m 456m 789m", "duel64"):
        assert said in html
    odd = mj2p.rules.get("duel64").derive("<b>&")
    assert "&lt;b&gt;&amp;" in mj2p.score(HAND, odd)._repr_html_()


@pytest.mark.parametrize("rules", NAMES)
def test_to_dict_is_json(rules):
    own = {"mcr": "147m258s39pESWNCF", "three144": "123m456s78pEEENN9p", "suihua112": "[123m,1]456m78m555sCC9m|EE1000"}
    hand = own.get(rules, HAND.replace("|2", "|"))
    score = mj2p.score(hand, rules)
    said = score.to_dict()
    assert json.loads(json.dumps(said)) == said
    assert json.loads(json.dumps(said, ensure_ascii=False)) == said
    assert list(said) == [
        "hand", "rules", "fingerprint", "total", "raw", "points", "steps", "enough", "wait", "sets", "fans", "excluded"
    ]  # fmt: skip
    assert mj2p.score(said["hand"], said["rules"]) == score
    assert said["fingerprint"] == score.rules.fingerprint
    assert [(one["id"], one["count"], one["value"]) for one in said["fans"]] == [
        (one.fan.id, one.count, one.value) for one in score.fans
    ]
    assert sum(one["count"] * one["value"] for one in said["fans"]) == said["raw"]


def test_a_dict_in_full():
    assert mj2p.score("[123m,1][EEE,2]23678mCC1m").to_dict() == {
        "hand": "[123m,1][EEE,2]23678mCC1m|EE0000||",
        "rules": "duel64",
        "fingerprint": mj2p.rules.get("duel64").fingerprint,
        "total": 8,
        "raw": 8,
        "points": 8,
        "steps": None,
        "enough": True,
        "wait": None,
        "sets": ["[123m]", "123m", "678m", "[EEE]", "CC"],
        "fans": [
            {
                "id": "half_flush",
                "zh": "混一色",
                "en": "Half Flush",
                "count": 1,
                "value": 6,
                "sets": [[0, 1, 2, 3, 4]],
            },
            {
                "id": "pure_double_chow",
                "zh": "一般高",
                "en": "Pure Double Chow",
                "count": 1,
                "value": 1,
                "sets": [[0, 1]],
            },
            {
                "id": "pung_of_terminals_or_honors",
                "zh": "幺九刻",
                "en": "Pung of Terminals or Honors",
                "count": 1,
                "value": 1,
                "sets": [[3]],
            },
        ],
        "excluded": [],
    }


def test_equal_scores():
    score, again = mj2p.score(HAND), mj2p.score(mj2p.Hand.parse(HAND))
    assert score == again
    assert hash(score) == hash(again)
    assert score != mj2p.score(HAND, "duel72")
    assert score != mj2p.score(HAND.replace("1000", "0000"))
    assert score != HAND
    assert len({score, again, mj2p.score(HAND, "duel72")}) == 2


def test_scores_are_ordered_by_what_is_paid():
    low, high = mj2p.score("[123m,1][EEE,2]23678mCC1m"), mj2p.score(HAND)
    assert low < high
    assert not high < low
    assert max(low, high) is high
    a, b = mj2p.score("123m456s78pEEENN9p", "three144"), mj2p.score("123m456s78pEEENN9p|EE0010", "three144")
    assert (a.points, b.points) == (13, 13)
    assert a < b  # the same points, a higher total
    with pytest.raises(TypeError):
        _ = low < 7


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_scores(protocol):
    for rules in ("duel64", mj2p.rules.get("mcr").derive("mine", values={"half_flush": 7})):
        score = mj2p.score(HAND, rules)
        again = pickle.loads(pickle.dumps(score, protocol))
        assert again == score
        assert again.to_dict() == score.to_dict()
        assert again.fans[0].fan is score.fans[0].fan  # fans are the catalogue's


def test_fans_in_their_order():
    """Dearest first, then as in the table."""
    score = mj2p.score("(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000")
    assert [one.fan.zh for one in score.fans] == ["大四喜", "四杠", "字一色", "四暗刻", "自摸"]
    assert score.fans is score.fans
    cheap = mj2p.rules.get("duel64").derive("cheap", values={"big_four_winds": 0})
    assert [one.fan.zh for one in mj2p.score(score.hand, cheap).fans] == ["四杠", "字一色", "四暗刻", "自摸", "大四喜"]


# ---- Calling it ------------------------------------------------------------------------------------------------------


def test_situations_as_keywords():
    score = mj2p.score("12345678mEEECC9m", self_draw=True, last_tile=True, seat_wind="W", flowers=3)
    assert str(score.hand) == "12345678mEEECC9m|EW1010|3|"
    assert score == mj2p.score("12345678mEEECC9m|EW1010|3|")
    hand = mj2p.Hand.of("12345678mEEECC", win="9m")
    assert mj2p.score(hand, rules="table72", flowers="ab", ready=True).hand.flowers == "ab"
    assert hand.flowers == 0
    assert mj2p.score("[EEE,2]12345678mCC9m|EE1000", self_draw=False).fans[-1].fan.zh == "幺九刻"
    with pytest.raises(TypeError, match="blessed"):
        mj2p.score("12345678mEEECC9m", blessed=True)


def test_what_cannot_be_scored():
    with pytest.raises(TypeError, match="a hand is read from a str, not from int"):
        mj2p.score(7)
    with pytest.raises(TypeError, match="rules must be a name or a RuleSet, not int"):
        mj2p.score(HAND, 7)
    with pytest.raises(mj2p.RuleSetError, match="no rule set is called 'riichi'; there are duel64, duel72"):
        mj2p.score(HAND, "riichi")
    with pytest.raises(mj2p.RuleSetError, match=r"dongbei136, suihua112; mj2p.rules.load\(path\) reads a file"):
        mj2p.score(HAND, "house.toml")
    with pytest.raises(TypeError, match=r"situation is a mj2p.Situation, or its number, not 'ready'"):
        mj2p.score(HAND, situation="ready")
    with pytest.raises(mj2p.InvalidHand, match=r"no winning tile: 13 concealed tiles, where duel64 wants 14") as error:
        mj2p.score("12345678mEEECC")
    assert error.value.kind == "tiles"


@pytest.mark.parametrize(
    ("hand", "rules", "distance", "completing", "said"),
    [
        ("12345678mEEECCF", "duel64", 0, ("3m", "6m", "9m"), "1 more tile of a complete hand needed; in place of F,"),
        ("135m24mEESSWWNNC", "duel64", 2, (), "3 more tiles of a complete hand needed"),
        ("[123m,1][222s,2][333p,2][456m,1]CC", "dongbei136", 127, (), "it cannot win"),
    ],
)
def test_not_complete_says_what_is_missing(hand, rules, distance, completing, said):
    with pytest.raises(mj2p.NotComplete) as error:
        mj2p.score(hand, rules)
    assert (error.value.distance, error.value.completing) == (distance, completing)
    assert f"is not complete in {rules}: {said}" in str(error.value)


def test_find_is_forgiving_of_case_only():
    assert mj2p.rules.get("mcr").fans["pure straight"].fan is find("清龙")


def test_eight_flowers_alone_leave_nothing_out():
    score = mj2p.score("1357m2468mEESWNC|EE1000|abcdefgh|dealer,flower_win", "table72")
    assert (score.total, score.sets, score.excluded, score.wait) == (88, (), (), None)
    assert "\n\n" not in str(score)


def test_the_first_kind_of_error_where_flowers_fit_no_record():
    with pytest.raises(mj2p.InvalidHand) as caught:
        mj2p.score("11123456789m|EE0000|aa|")
    assert caught.value.kind == "tiles"
