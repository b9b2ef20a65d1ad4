"""Scripted walls and hands for the rules of `duel64` (rulebook 6) and the options of play."""

from script import PASS4, do, game, ids, names

import mj2p
from mj2p import Game


def test_before_play_open_deal_double():
    g = game()
    assert (g.seat, names(g), g.state["counts"]) == (0, {"pass", "open"}, (bytes(16), bytes(16)))
    assert g.observation(0).hand == () == g.observation(1).hand
    do(g, "0 open", "1 pass")
    assert names(g) == {"pass", "double"}
    assert len(g.observation(1).opponent) == 14
    assert g.observation(0).opponent is None
    assert len(g.observation(0).indicators) == 1
    do(g, "0 double", "1 double")
    assert (g.seat, g.state["phase"]) == (0, 3)
    assert g.state["doubled"] == (1, 1)


def test_every_multiplier_and_the_heavenly_hand():
    """Both open, both doubled, 123456789m EEE CC by the dealer: 清龙 16, 混一色 6, 不求人 4, 幺九刻 1; x 4 4 2 2."""
    g = game(hands=("123456789mEEECC", ""), base=1, balances=(5_000, 10_000), end="P")
    do(g, "0 open", "1 open", "0 double", "1 double", "0 win")
    r = g.result
    assert (r.winner, r.by, r.multiplier, r.win_tile) == (0, "self_draw", 64, "C")
    assert r.total == r.score.total == 28  # 单钓将 too
    assert r.deltas == (28 * 64, -28 * 64)
    assert "heavenly_hand" in str(r.hand)
    assert [line.factors for line in r.items] == [(("fans", 28), ("open", 16), ("double", 4))]
    poor = Game(hands=("123456789mEEECC", ""), dealer=0, base=100, balances=(5_000, 100_000))
    do(poor, "0 open", "1 open", "0 double", "1 double", "0 win")
    assert poor.result.deltas == (5_000, -5_000)


def test_base_is_a_four_hundredth_of_the_smaller_balance():
    assert Game(balances=(10_399, 50_000)).base == 25
    assert Game(balances=(50_000, 399)).base == 1


def test_claims_of_the_first_discard_and_no_win_after_a_claim():
    g = game(hands=("5m" + "1m9mEEESSSWWWNN", "346677m555mCCFF"), wall="P")
    do(g, *PASS4, "0 discard 5m")
    assert names(g) == {"pass", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    g2 = do(g.copy(), "1 chow_low")
    assert g2.observation(0).melds[1] == ("[567m,1]",)
    assert "win" not in names(g2) and "concealed_kong" not in names(g2)
    assert g2.observation(0).discards == ((0, "5m", True),)
    assert do(g.copy(), "1 chow_middle").observation(0).melds[1] == ("[456m,2]",)
    assert do(g.copy(), "1 chow_high").observation(0).melds[1] == ("[345m,3]",)
    assert do(g.copy(), "1 pung", "1 discard 5m").observation(0).melds[1] == ("[555m,2]",)
    kong = do(g.copy(), "1 kong")
    assert kong.observation(0).melds[1] == ("[5555m,2]",)
    assert len(kong.observation(0).indicators) == 2
    assert kong.seat == 1
    assert do(g.copy(), "1 pass").observation(1).drawn == "P"


def test_added_kong_robbed_and_not_robbed():
    g = game(hands=("33m9mEEESSSWWWNN", "312m456mCCCFFFP"), wall="PN3mE", end="9m1m")
    do(g, *PASS4, "0 discard 9m")  # seat 1 draws P
    do(g, "1 discard 3m", "0 pung", "0 discard N")  # seat 1 draws N
    do(g, "1 discard N", "0 pass") if g.seat == 1 else None
    assert g.seat == 0 and g.observation(0).drawn == "3m"
    do(g, "0 added_kong 3m")
    assert (g.seat, names(g)) == (1, {"pass", "win"})
    assert g.observation(0).actions == ()
    assert g.observation(1).tile == "3m" and g.observation(0).tile is None
    robbed = do(g.copy(), "1 win")
    r = robbed.result
    assert (r.winner, r.by, r.win_tile) == (1, "robbed_kong", "3m")
    assert "robbing_the_kong" in ids(r) and "last_of_its_kind" not in ids(r)
    assert robbed.observation(1).melds[0] == ("[333m,2]",)
    assert len(robbed.observation(1).indicators) == 1
    kept = do(g.copy(), "1 pass")
    assert kept.observation(1).melds[0] == ("[3333m,6]",)
    assert len(kept.observation(1).indicators) == 2
    assert kept.seat == 0


def test_concealed_kong_is_hidden_unless_open():
    for first, shown in (("pass", "(????)"), ("open", "(EEEE)")):
        g = game(hands=("1m9mEEEESSSWWWNN", ""))
        do(g, f"0 {first}", "1 pass", "0 pass", "1 pass", "0 concealed_kong E")
        assert g.observation(1).melds[0] == (shown,)
        assert g.observation(0).melds[0] == ("(EEEE)",)


def test_out_with_replacement_and_indicator_flowers():
    """(EEEE) 123456789m C, C from the end; indicators C and C: two 花牌 for each C."""
    g = game(hands=("123456789mEEEEC", ""), end="CCC")
    do(g, *PASS4, "0 concealed_kong E", "0 win")
    assert g.observation(0).indicators == ("C", "C")
    r = g.result
    assert {"out_with_replacement": 1, "flower_tile": 4, "concealed_kong": 1}.items() <= ids(r).items()
    assert "last_of_its_kind" not in ids(r)  # one of the others is in the winner's own hand


def test_four_indicators_of_one_kind_are_nobodys_flowers():
    g = game(hands=("1111m2222m3333mEE", ""), end="CFCPCWC")
    do(g, *PASS4, "0 concealed_kong 1m", "0 concealed_kong 2m", "0 concealed_kong 3m")
    assert g.observation(1).indicators == ("C", "C", "C", "C")


def test_ready_fixes_the_hand_and_doubles():
    """123456789m EEE C throws 5m ready; the drawn tiles are thrown by the engine until the win."""
    g = game(hands=("5m123456789mEEEC", "13579mWWWNNFFP"), wall="PWSC", base=1)
    do(g, *PASS4)
    assert {"5m", "C"} <= {a.tile for a in g.actions if a.name == "ready"}
    do(g, "0 ready 5m")
    while g.seat == 1:
        do(g, "1 pass" if "pass" in names(g) else f"1 discard {g.observation(1).hand[-1]}")
    assert (g.seat, names(g)) == (0, {"win", "discard"})
    assert {a.tile for a in g.actions} == {None, "C"}
    do(g, "0 win")
    assert g.result.multiplier == 2
    assert "ready" in str(g.result.hand)


def test_ready_needs_a_kind_not_wholly_ones_own():
    """Throwing C leaves 1111m EEE SSS WWW, which waits for a fifth 1m alone; throwing 1m leaves a wait for C."""
    g = do(game(hands=("1111mEEESSSWWWC", "")), *PASS4)
    assert mj2p.waits("1111mEEESSSWWW") == {"1m": 0}
    assert {a.tile for a in g.actions if a.name == "ready"} == {"1m"}


def test_play_without_claims():
    flow = {"claims": "none", "discard_wins": False, "open_hands": False, "doubling": False}
    rules = mj2p.rules.get("duel64").derive("family", **flow)
    g = Game(rules, seed=1, balances=(100, 100), base=1)
    while not g.over:
        assert g.state["phase"] == 3
        g.step(g.actions[0])


def test_a_minimum_counts_pattern_fans_without_flowers():
    """123456789m EEE CC with two flowers: enough at 29 of its pattern fans, not at one more than it has."""
    hands = ("123456789mEEEab", "")
    plain = game("duel72", hands, end="CC")
    while plain.seat == 1:
        do(plain, "1 pass")
    total = do(plain.copy(), "0 win").result.total
    assert plain.state["flowers"] == (3, 0)
    for minimum, wins in ((total - 2, True), (total - 1, False)):
        g = game(mj2p.rules.get("duel72").derive("duel72m", minimum=minimum), hands, end="CC")
        while g.seat == 1:
            do(g, "1 pass")
        assert ("win" in names(g)) == wins
