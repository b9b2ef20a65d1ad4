"""Scripted walls and hands for the rules of `duel64` (rulebook 6) and the options of play."""

import pytest
from script import PASS4, do, game, ids, names, play_out

import mj2p
from mj2p import Game, Phase


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
    assert (g.seat, g.state["phase"]) == (0, Phase.TURN)
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
        assert play_out(g).observation(1).melds[0] == ("(EEEE)",)  # the hand has ended


def test_out_with_replacement_and_indicator_flowers():
    """(EEEE) 123456789m C, C from the end; indicators C and C: two 花牌 for each C."""
    g = game(hands=("123456789mEEEEC", ""), end="CCC")
    do(g, *PASS4, "0 concealed_kong E", "0 win")
    assert g.observation(0).indicators == ("C", "C")
    r = g.result
    assert {"out_with_replacement": 1, "flower_tile": 4, "concealed_kong": 1}.items() <= ids(r).items()
    assert "last_of_its_kind" not in ids(r)  # one of the others is in the winner's own hand


def test_four_indicators_of_one_kind_and_no_fifth():
    """Three kongs turn the other C, which are nobody's flowers then; a fourth kong, of E, turns none."""
    kongs = (f"0 concealed_kong {rank}m" for rank in (1, 2, 3))
    g = do(game(hands=("1111m2222m3333mEE", ""), end="PCECECWC"), *PASS4, *kongs)
    assert g.observation(1).indicators == ("C", "C", "C", "C")
    left = g.observation(1).wall
    do(g, "0 concealed_kong E")
    assert (g.observation(1).indicators, g.observation(1).wall, g.observation(0).drawn) == (("C",) * 4, left - 1, "P")


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


def test_ready_needs_a_kind_not_wholly_in_melds_and_hand():
    """The same with [111m] and the fourth 1m in the hand."""
    g = game(hands=("111mEEESSSWWWCP", "1m5m9mNNNFFFPP5m"), wall="9m")
    do(g, *PASS4, "0 discard P", "1 discard 1m", "0 pung")
    assert {a.tile for a in g.actions if a.name == "ready"} == {"1m"}


def test_a_ready_hand_makes_no_claims_and_no_kongs():
    """11m 345m 78m EEE SSS: no pung of 1m, no kong of E; the drawn E is thrown without a question."""
    g = game(hands=("11m34578mEEESSSP", "1m5m9mWWNNFFPPCC"), wall="WE9m")
    do(g, *PASS4, "0 ready P", "1 discard 1m")
    assert g.observation(1).discards == ((0, "P", False), (1, "1m", False), (0, "E", False))
    assert g.state["melds"] == ((), ())
    assert names(do(g, "1 discard 9m")) == {"pass", "win"}


def test_ready_after_a_claim_and_no_win_after_one():
    """11m 234567m EEE CC passes up C to make a pung of it: four sets and a pair, but a discard comes now."""
    g = do(game(hands=("11m234567mEEECCP", ""), wall="C"), *PASS4, "0 discard P", "1 discard C")
    assert {"win", "pung"} <= names(g)
    do(g, "0 pung")
    assert names(g) == {"discard", "ready"}
    assert do(g, "0 ready 1m").state["ready"] == (1, 0)


def test_a_win_passed_up_is_no_obstacle_to_the_next():
    g = do(game(hands=("123456789mEEECP", ""), wall="C9mC"), *PASS4, "0 discard P", "1 discard C")
    assert (g.seat, "win" in names(g)) == (0, True)
    do(g, "0 pass", "0 discard 9m", "1 discard C", "0 win")
    assert (g.result.by, g.result.win_tile) == ("discard", "C")


def test_a_tile_held_since_earlier_may_be_added_to_a_pung():
    """333m makes a pung of a discard with two of them, and adds the third a turn later."""
    g = game(hands=("333m19mEEWWNNFFP", "3m1m58mSSSCCCPPF"), wall="W", end="9m8m")
    do(g, *PASS4, "0 discard P", "1 discard 3m", "0 pung", "0 discard 9m", "1 discard W")
    while g.state["phase"] != Phase.TURN:
        do(g, "0 pass")
    assert g.observation(0).drawn not in (None, "3m")
    assert [a.tile for a in g.actions if a.name == "added_kong"] == ["3m"]
    do(g, "0 added_kong 3m")
    assert g.observation(1).melds[0] == ("[3333m,6]",)


W7 = "123456m89mEEECC"  # waits for 7m alone


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "bits"),
    [
        # the winner's own discard, the other's, and the indicator; drawn, and thrown by the other
        ((W7 + "7m", ""), "7m7m", "7m", ["0 discard 7m", "1 discard 7m", "0 pass", "0 win"], "1100"),
        ((W7 + "7m", ""), "7mP7m", "7m",
         ["0 discard 7m", "1 discard 7m", "0 discard P", "1 discard 7m", "0 win"], "0100"),
        # one is still hidden
        ((W7 + "7m", ""), "P7m", "7m", ["0 discard 7m", "1 discard P", "0 win"], "1000"),
        ((W7 + "7m", "7m1m5m5mSSWWNNFFP"), "P7m", "7m", ["0 discard 7m", "1 discard P", "0 win"], "1000"),
        # a pung of the other's, of the winner's discard; a chow of it, the indicator and a discard
        ((W7 + "7m", "77m15mSSWWNNFFP"), "7m", "P", ["0 discard 7m", "1 pung", "1 discard P", "0 win"], "1100"),
        ((W7 + "7m", "68m715mSSWWNNFF"), "7m", "7m",
         ["0 discard 7m", "1 chow_middle", "1 discard 7m", "0 pass", "0 win"], "1100"),
        # a chow that took 7m from the other's hand
        ((W7 + "6m", "778m15mSSWWNNFF"), "7m", "7m",
         ["0 discard 6m", "1 chow_low", "1 discard 7m", "0 pass", "0 win"], "1100"),
        # a chow of the winner's own
        (("8899m123456mEEEP", "7m7m15mSSWWNNFFC"), "S7mP", "7m",
         ["0 discard P", "1 discard 7m", "0 chow_low", "0 discard E", "1 discard 7m", "0 discard P", "1 discard 7m",
          "0 win"], "0100"),
    ],
)  # fmt: skip
def test_last_of_its_kind(hands, wall, end, words, bits):
    """和绝张: the three others lie face up, in discards, melded sets or as indicators."""
    g = do(game(hands=hands, wall=wall, end=end), *PASS4, *words)
    assert (str(g.result.hand).split("|")[1][2:], g.result.win_tile) == (bits, "7m")
    assert ids(g.result).get("last_of_its_kind", 0) == int(bits[1])


def test_a_tile_in_an_open_hand_does_not_lie_face_up():
    """The other plays open and holds 7m; the two others are the winner's discard and the indicator."""
    g = game(hands=(W7 + "7m", "7m1m5m5mSSWWNNFFP"), wall="P7m", end="7m")
    do(g, "0 pass", "1 open", "0 pass", "1 pass", "0 discard 7m", "1 discard P")
    assert "7m" in g.observation(0).opponent
    assert "last_of_its_kind" not in ids(do(g, "0 win").result)


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "flowers"),
    [
        (("123456789mEEECP", ""), "C", "C", ["0 discard P", "1 discard C", "0 win"], 2),  # one C, won on the other
        (("123456789mEEECP", ""), "C", "E", ["0 discard P", "1 discard C", "0 win"], 3),
        (("123456789mEEECP", ""), "C", "N", ["0 discard P", "1 discard C", "0 win"], 0),
        # melds count: [CCC]; and each indicator anew: (1111m) turns a second 9m
        (("CC123456m89mEEEP", ""), "C7m", "C",
         ["0 discard P", "1 discard C", "0 pung", "0 discard E", "1 discard 7m", "0 win"], 3),
        (("1111m34578mFFFCP", ""), "9m", "9mC9m", ["0 concealed_kong 1m", "0 discard P", "1 discard 9m", "0 win"], 2),
    ],
)  # fmt: skip
def test_flowers_are_tiles_equal_to_an_indicator(hands, wall, end, words, flowers):
    g = do(game(hands=hands, wall=wall, end=end), *PASS4, *words)
    assert ids(g.result).get("flower_tile", 0) == flowers
    assert str(g.result.hand).split("|")[2] == (str(flowers) if flowers else "")


@pytest.mark.parametrize(("words", "dealer"), [(["0 win"], 0), (["0 discard P", "1 win"], 1), ([], 0)])
def test_the_dealer_stays_after_a_win_of_its_own_or_a_draw(words, dealer):
    g = game(hands=("123456789mEEEPP", "111m222m333mSSPP"))
    do(g, *PASS4, *words)
    assert play_out(g).next_dealer == dealer


def test_play_without_claims():
    flow = {"claims": "none", "discard_wins": False, "open_hands": False, "doubling": False}
    rules = mj2p.rules.get("duel64").derive("family", **flow)
    g = Game(rules, seed=1, balances=(100, 100), base=1)
    while not g.over:
        assert g.state["phase"] == Phase.TURN
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
