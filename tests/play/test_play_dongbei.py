"""Scripted walls and hands for the rules of `dongbei136` (rulebook 11). Seat 0 deals, where nothing else is said."""

import pytest
from script import at_wall, do, game, ids, names, play_out

from mj2p import Phase

WAITS = "123m456s789pEEEC"  # for the second C
NOTHING = "147m258s369pNNPFC"


def account(g):
    return [line[:4] for line in g.result.items]


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "steps"),
    [
        # as dealt; on the first draw; on the first discard, for which there is nothing; later
        ((WAITS + "C", ""), "", "", ["0 win"], "heavenly_hand self_drawn dealer_won concealed_hand single_wait"),
        ((NOTHING, WAITS), "C", "", ["0 discard P", "1 win"],
         "earthly_hand self_drawn dealer_lost concealed_hand single_wait"),
        ((NOTHING, WAITS), "", "", ["0 discard C", "1 win"], "discarder_lost dealer_lost concealed_hand single_wait"),
        ((NOTHING, WAITS), "9s9sC", "", ["0 discard P", "1 discard 9s", "0 discard 9s", "1 win"],
         "self_drawn dealer_lost concealed_hand single_wait"),
        ((WAITS + "P", ""), "C", "", ["0 discard P", "1 discard C", "0 win"],
         "discarder_lost dealer_won concealed_hand single_wait"),
        # 边胡, 夹胡; two kinds are waited for: neither
        (("12m456s789pEEECCP", ""), "3m", "", ["0 discard P", "1 discard 3m", "0 win"],
         "discarder_lost dealer_won concealed_hand edge_wait"),
        (("13m456s789pEEECCP", ""), "2m", "", ["0 discard P", "1 discard 2m", "0 win"],
         "discarder_lost dealer_won concealed_hand closed_wait"),
        (("23m456s789pEEECCP", ""), "4m", "", ["0 discard P", "1 discard 4m", "0 win"],
         "discarder_lost dealer_won concealed_hand"),
        # a kong ends 门前清; 杠上开花; 杠上炮, which it is only right after the kong
        (("123m456s789pEEEEC", ""), "", "C", ["0 concealed_kong E", "0 win"],
         "out_with_replacement self_drawn dealer_won single_wait"),
        (("FFFF147m258s36pCN", WAITS), "", "P", ["0 concealed_kong F", "0 discard C", "1 win"],
         "kong_discard discarder_lost dealer_lost concealed_hand single_wait"),
        (("FFFF147m258s36pCN", WAITS), "9s9s", "P",
         ["0 concealed_kong F", "0 discard P", "1 discard 9s", "0 discard C", "1 win"],
         "discarder_lost dealer_lost concealed_hand single_wait"),
        # 旋风杠 is no kong for either
        (("ESWN147m258s36pCN", "123m456s789pFFFC"), "", "P", ["0 dealt_winds", "0 discard C", "1 win"],
         "discarder_lost dealer_lost concealed_hand single_wait"),
        (("ESWN456m789sFFFC", ""), "C", "1p", ["0 dealt_winds", "0 discard 1p", "1 discard C", "0 win"],
         "discarder_lost dealer_won single_wait"),
        # 飘胡, also with a meld of dealt tiles
        (("111m222s333pEEECP", ""), "C", "", ["0 discard P", "1 discard C", "0 win"],
         "all_pungs discarder_lost dealer_won concealed_hand single_wait"),
        (("1m1s1p999mFFFEEECP", ""), "C", "", ["0 dealt_ones", "0 discard P", "1 discard C", "0 win"],
         "all_pungs discarder_lost dealer_won single_wait"),
    ],
)  # fmt: skip
def test_steps(hands, wall, end, words, steps):
    g = game("dongbei136", hands, wall=wall, end=end, base=10)
    r = do(g, *words).result
    assert ids(r).keys() == set(steps.split())
    total = min(5, sum(one.count * one.value for one in r.score.fans))
    assert (r.total, r.score.steps, r.multiplier) == (total, total, 2**total)
    won = ("win", 1 - r.winner, r.winner, 10 * 2**total)
    assert account(g)[0] == won


def test_no_seven_pairs():
    assert "win" not in names(game("dongbei136", ("1133m55s77pEECCFF", "")))


@pytest.mark.parametrize(("hand", "claim", "wins"), [("11", "pung", True), ("23", "chow_low", False)])
def test_only_all_pungs_may_be_won_with_four_sets_laid_down(hand, claim, wins):
    """[111m][222m][333m][444m] 9s wins on 9s, and [123m][222m][333m][444m] 9s does not."""
    g = game("dongbei136", ("1m2m3m4m9sEESSWWNNP", hand + "223344m9sESWN"), wall="5p6p7p8p")
    do(g, "0 discard 1m", f"1 {claim}", "1 discard E")
    for tile, thrown in (("2m", "S"), ("3m", "W"), ("4m", "N")):
        do(g, f"0 discard {tile}", "1 pung", f"1 discard {thrown}")
    do(g, "0 discard 9s")
    assert (g.seat == 1 and "win" in names(g)) == wins
    if wins:
        assert ids(do(g, "1 win").result) == {
            "all_pungs": 1, "discarder_lost": 1, "dealer_lost": 1, "single_wait": 1,
        }  # fmt: skip


# ---- kongs and melds of dealt tiles --------------------------------------------------------------------------------

DEAR = ("1s", "1p", "C", "F", "P")


@pytest.mark.parametrize("tile", ["9m", "1m", "E", "9s", *DEAR])
def test_kongs_are_paid_at_the_end_of_a_drawn_hand(tile):
    """Melded 1, concealed 2; of 一条, 一饼 and the dragons twice as much."""
    rest = "258m47s36p"
    dear = 1 + (tile in DEAR)
    g = do(game("dongbei136", (tile * 4 + rest + "SWN", ""), base=10), f"0 concealed_kong {tile}")
    assert account(play_out(g)) == [("concealed_kong", 1, 0, 20 * dear)]
    assert (g.result.by, g.result.deltas) == ("draw", (20 * dear, -20 * dear))
    g = game("dongbei136", (rest + "5m8s9pSWN" + tile, tile * 3 + "47m258s3pWWWN"), base=10)
    assert account(play_out(do(g, f"0 discard {tile}", "1 kong"))) == [("melded_kong", 0, 1, 10 * dear)]
    g = game("dongbei136", (rest + "5m8s9pSWN" + tile, tile * 2 + "47m258s36pWWWN"), wall="7s" + tile, base=10)
    do(g, f"0 discard {tile}", "1 pung", "1 discard N", "0 discard 7s", f"1 added_kong {tile}")
    assert account(play_out(g)) == [("melded_kong", 0, 1, 10 * dear)]


def test_a_robbed_kong_is_a_discard_and_is_not_paid():
    """Seat 1 adds the fourth 7p to its pung, and seat 0 wins 89p + 7p."""
    g = game("dongbei136", ("123m456s89pEEECC7p", "77p258m47s36pSSWN"), wall="2s7p", base=1)
    do(g, "0 discard 7p", "1 pung", "1 discard N", "0 discard 2s", "1 added_kong 7p")
    assert (g.seat, names(g)) == (0, {"pass", "win"})
    kept = do(g.copy(), "0 pass")
    assert [line[0] for line in play_out(kept).result.items] == ["melded_kong"]
    r = do(g, "0 win").result
    assert (r.by, ids(r).keys()) == (
        "robbed_kong", {"robbing_the_kong", "discarder_lost", "dealer_won", "concealed_hand", "edge_wait"},
    )  # fmt: skip
    assert account(g) == [("win", 1, 0, 32)]


def test_the_win_is_paid_first_then_the_kongs_in_their_order():
    """The winner's (FFFF) and the loser's: the loser gets its own back from what it has just paid."""
    g = game("dongbei136", ("FFFF123m456s78pCC", "EEEE147m258s369p"), wall="9p", end="CP9pC")
    do(g, "0 concealed_kong F", "0 discard C", "1 concealed_kong E", "1 discard 9p", "0 win")
    assert account(g)[1:] == [("concealed_kong", 1, 0, 4 * g.base), ("concealed_kong", 0, 1, 2 * g.base)]
    assert account(g)[0][:3] == ("win", 1, 0)
    assert g.result.deltas[0] == account(g)[0][3] + 2 * g.base


def test_melds_of_dealt_tiles_and_what_they_pay():
    """E S W N and 1m 1s 1p among the dealt tiles: melds of the first turn; a replacement for the winds alone."""
    g = game("dongbei136", ("ESWN1m1s1p99m55s77pC", ""), end="C", base=10)
    assert {"dealt_winds", "dealt_ones"} <= names(g) and "dealt_nines" not in names(g)
    do(g, "0 dealt_winds")
    assert g.observation(0).drawn == "C" and "dealt_winds" not in names(g)
    do(g, "0 dealt_ones")
    assert g.observation(1).melds[0] == ("(ESWN)", "(1m1s1p)")
    assert len(g.observation(0).hand) == 8
    do(g, "0 discard C")
    assert account(play_out(g)) == [("dealt_meld", 1, 0, 10)] * 2


@pytest.mark.parametrize(
    ("hand", "name", "words", "offered"),
    [
        ("9m9s9p147m258s36pCN", "dealt_nines", [], True),
        ("9m9s9p147m258s36pCN", "dealt_nines", ["0 discard N", "1 discard 5p"], False),  # on the first turn only
        ("9m9s147m258s36pCNFF", "dealt_nines", [], False),
        ("ESWN147m258s36pCF", "dealt_winds", [], True),
        ("ESW147m258s369pCF", "dealt_winds", [], False),
    ],
)
def test_melds_of_dealt_tiles_on_the_first_turn(hand, name, words, offered):
    g = do(game("dongbei136", (hand, ""), wall="5p"), *words)
    assert (g.seat, name in names(g)) == (0, offered)


def test_the_drawn_tile_is_no_dealt_one():
    """Seat 1 holds E S W and draws N: no 旋风杠."""
    g = game("dongbei136", ("147m258s369pCCFFP", "ESW147m258s369pP"), wall="N")
    do(g, "0 discard F")
    assert (g.observation(1).drawn, "dealt_winds" in names(g)) == ("N", False)


def test_a_win_on_the_replacement_of_dealt_winds_is_no_kong_win():
    """(ESWN) with C from the end, (1m1s1p), then 789m 456s CC is complete: not 门前清, 杠上开花 or 天胡."""
    g = game("dongbei136", ("ESWN1m1s1p789m456sC", ""), end="C", base=1)
    do(g, "0 dealt_winds")
    assert "win" not in names(g)
    do(g, "0 dealt_ones", "0 win")
    assert ids(g.result) == {"self_drawn": 1, "dealer_won": 1, "single_wait": 1}
    assert account(g) == [("win", 1, 0, 8), ("dealt_meld", 1, 0, 1), ("dealt_meld", 1, 0, 1)]


# ---- the last twelve tiles -------------------------------------------------------------------------------------------

# 109 tiles are left at the dealer's first turn, so that seat 1 has the turn that begins with twelve
TEN = "1m2m3m4m5m6m7m8m9m1s"


def test_with_twelve_left_each_draws_one_tile_to_win_by():
    """Seat 0 draws the first, seat 1 the second of the last twelve, and nobody throws any more."""
    for end, winner in (("CP", 0), ("PC", 1)):
        hands = (WAITS + "P", "") if winner == 0 else ("", WAITS)
        g = game("dongbei136", hands, end=end + TEN, base=1)
        do(g, *(["0 discard P"] if winner == 0 else []))
        at_wall(g, 12)
        assert g.seat == 1
        thrown = len(g.observation(0).discards)
        do(g, f"1 discard {g.observation(1).drawn}")
        while g.state["phase"] == Phase.RESPONSE:
            do(g, "pass")
        assert (g.seat, names(g), g.observation(winner).drawn) == (winner, {"pass", "win"}, "C")
        passed = do(g.copy(), "pass")
        seen = passed.observation(0)
        assert (passed.result.by, seen.hand_sizes, seen.wall) == ("draw", (14, 14), 10)
        r = do(g, "win").result
        assert (r.by, r.winner, len(g.observation(0).discards)) == ("self_draw", winner, thrown + 1)
        assert "self_drawn" in ids(r)


def test_the_last_discard_before_may_be_claimed_but_not_for_a_kong():
    """Seat 1 throws 5p with twelve tiles left: 555p 46p may pung and chow it."""
    g = game("dongbei136", ("555p46p147s19mSWNP", ""), end="5p" + "CP" + TEN)
    do(at_wall(do(g, "0 discard P"), 12), "1 discard 5p")
    assert (g.seat, names(g)) == (0, {"pass", "pung", "chow_middle"})
    do(g, "0 pung", "0 discard S")
    assert g.over or g.state["phase"] == Phase.LAST


@pytest.mark.parametrize(("left", "offered"), [(13, True), (12, False)])
def test_no_concealed_kong_once_twelve_tiles_are_left(left, offered):
    hand = "EEEE147m258s369p"
    g = at_wall(game("dongbei136", (hand, "") if left == 13 else ("", hand)), left)
    assert (g.seat, "concealed_kong" in names(g)) == (left == 12, offered)


@pytest.mark.parametrize(
    ("hands", "words", "end", "left", "offered"),
    [
        (("5p147m258s36pFFPSS", "55p147m258s36pNNW"), ["0 discard 5p", "1 pung", "1 discard N"], "5pCPN", 13, True),
        (("55p147m258s36pFFPN", "5p147m258s369pNNW"), ["0 discard F", "1 discard 5p", "0 pung", "0 discard N"],
         "5pPN", 12, False),
    ],
)  # fmt: skip
def test_no_added_kong_once_twelve_tiles_are_left(hands, words, end, left, offered):
    """The fourth 5p comes with so many tiles left."""
    g = at_wall(do(game("dongbei136", hands, wall="9m", end=end + TEN), *words), left)
    assert (g.observation(g.seat).drawn, "added_kong" in names(g)) == ("5p", offered)
