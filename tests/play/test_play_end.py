"""Scripted walls and hands for the end of the wall: last tiles, last kongs, last discards (rulebook 6-8).

In `duel64` 36 tiles are left at the dealer's first turn, so seat 0 has its turns with an even number left and draws the
last tile; in `duel72`, all flowers dealt to seat 0, seat 1 draws the last.
"""

import pytest
from script import PASS4, at_wall, do, game, ids, names, play_out

WAITS_FOR_C = "123456789mEEEC"


def bits(g):
    """Of the winner's text: self-draw, last of its kind, last tile, kong."""
    return str(g.result.hand).split("|")[1][2:]


def test_wall_empty_is_a_draw_without_payment():
    g = play_out(do(game(), *PASS4))
    assert (g.result.winner, g.result.by, g.result.deltas, g.next_dealer) == (None, "draw", (0, 0), 0)
    assert g.state["wall"] == b""


def test_the_last_tile_drawn():
    """妙手回春: C is the last tile of the wall, P behind it the indicator."""
    g = do(game(hands=(WAITS_FOR_C + "P", "258m"), end="CP"), *PASS4, "0 discard P")
    do(at_wall(g, 0), "0 win")
    assert (g.result.by, bits(g), ids(g.result)["last_tile_draw"]) == ("self_draw", "1010", 1)
    assert "self_drawn" not in ids(g.result)


def test_the_last_discard():
    """海底捞月: seat 0 throws the last tile, C."""
    g = do(game(hands=("", WAITS_FOR_C), end="CP"), *PASS4)
    do(at_wall(g, 0), "0 discard C")
    assert (g.seat, names(g)) == (1, {"win", "pass"})
    passed = do(g.copy(), "1 pass").result
    assert (passed.winner, passed.by) == (None, "draw")
    do(g, "1 win")
    assert (g.result.by, bits(g), ids(g.result)["last_tile_claim"]) == ("discard", "0010", 1)


@pytest.mark.parametrize(("end", "last"), [("5mP", True), ("P", False)])
def test_the_last_discard_can_only_be_won_on(end, last):
    """123m 46m 555m 789m EE could kong, pung and chow 5m; with the wall empty it may only win."""
    g = game(hands=("", "555m46m123m789mEE"), wall="" if last else "P5m", end=end)
    do(g, *PASS4)
    if last:
        do(at_wall(g, 0), "0 discard 5m")
        assert names(g) == {"win", "pass"}
    else:
        do(at_wall(g, 34), "0 discard 5m")
        assert names(g) == {"win", "pass", "kong", "pung", "chow_low", "chow_middle", "chow_high"}


def test_the_last_tile_as_a_kong_s_replacement():
    """Seat 1 draws C with one tile left, lays down (EEEE) and takes the last C: 妙手回春 and 杠上开花, no indicator."""
    g = do(game(hands=("", "EEEE123456789m"), end="CCP"), *PASS4)
    do(at_wall(g, 1), "1 concealed_kong E")
    assert (g.state["wall"], len(g.observation(0).indicators)) == (b"", 1)
    assert "win" in names(g)
    do(g, "1 win")
    assert bits(g) == "1011"
    assert {"last_tile_draw": 1, "out_with_replacement": 1}.items() <= ids(g.result).items()
    assert "self_drawn" not in ids(g.result)


def test_the_indicator_of_a_kong_may_be_the_last_tile():
    """Two tiles left: the kong takes C, the indicator the other, so that C was the last tile that could be drawn."""
    g = do(game(hands=("EEEE12345678mCP", ""), end="9mNCW"), *PASS4, "0 discard P")
    do(at_wall(g, 2), "0 concealed_kong E")
    assert (g.state["wall"], g.observation(0).indicators) == (b"", ("W", "N"))
    do(g, "0 win")
    assert (bits(g), g.result.win_tile) == ("1011", "C")


def test_no_kong_with_an_empty_wall_nor_after_the_last_replacement():
    g = do(game(hands=("", "EEEESSSS12345m"), end="9mCP"), *PASS4)
    do(at_wall(g, 1))
    assert [a.tile for a in g.actions if a.name == "concealed_kong"] == ["E", "S"]
    do(g, "1 concealed_kong E")
    assert (g.state["wall"], g.observation(1).drawn) == (b"", "C")
    assert "concealed_kong" not in names(g)
    assert do(g, "1 discard C").result.by == "draw"
    g = do(game(hands=("EEEESSSS12345mP", ""), end="CP"), *PASS4, "0 discard P")
    assert "concealed_kong" in names(at_wall(g, 2))
    assert "concealed_kong" not in names(at_wall(g, 0))


@pytest.mark.parametrize(("end", "left", "offered"), [("1m5m8mC", 2, True), ("1mC", 0, False)])
def test_no_added_kong_with_an_empty_wall(end, left, offered):
    """After its pung of 1m, seat 1 has the turns with an even number left, and draws the fourth 1m."""
    g = game(hands=("1m9mEEESSSWWWNNF", "11m258mFFPPC47m3m6m"), end=end)
    do(g, *PASS4, "0 discard 1m", "1 pung", "1 discard C")
    at_wall(g, left)
    assert (g.seat, g.observation(1).drawn, "added_kong" in names(g)) == (1, "1m", offered)


# ---- table72: one more claim --------------------------------------------------------------------------------

FLOWERS = "abcdefgh"


def last_discard(rules, other="123m678m789mEEEC"):
    """Seat 1 throws the last tile, 5m, to 555m 46m WWW NNN S C of seat 0, which has all flowers."""
    g = game(rules, (FLOWERS + "555m46mP", other), end="5m" + "WWWNNNSC")
    do(g, "0 discard P")
    return do(at_wall(g, 0), "1 discard 5m")


def test_table72_one_more_claim_then_only_a_win():
    """No kong, and no ready after it, though 456m WWW NNN S waits; the discard after it is 海底捞月."""
    g = last_discard("table72")
    assert (g.seat, names(g)) == (0, {"pass", "pung", "chow_middle"})
    assert do(g.copy(), "0 pass").result.by == "draw"
    do(g, "0 pung")
    assert (g.seat, names(g)) == (0, {"discard"})
    do(g, "0 discard C")
    assert (g.seat, names(g)) == (1, {"pass", "win"})
    do(g, "1 win")
    assert (bits(g), ids(g.result)["last_tile_claim"]) == ("0010", 1)


def test_table72_a_second_claim_is_none():
    """Seat 1 holds SS, and seat 0 throws S after its claim."""
    g = do(last_discard("table72", "123m678m789mSSEC"), "0 chow_middle", "0 discard S")
    assert (g.over, g.result.by) == (True, "draw")


def test_duel72_has_no_such_claim():
    assert last_discard("duel72").result.by == "draw"


# ---- a flower at the end ------------------------------------------------------------------------------------

SEVEN = "abcdefg"  # dealt to seat 0, which then has its turns with an even number of tiles left


def test_a_flower_as_the_last_tile_ends_the_hand():
    """h is the last tile: it is laid down and cannot be replaced."""
    g = game("duel72", (SEVEN + "1m5m9mSWNC", ""), end="h" + "3m6m8mSWNF")
    play_out(g)
    seen = g.observation(0)
    assert (g.result.winner, g.result.by, g.result.deltas) == (None, "draw", (0, 0))
    assert (seen.flowers[0], seen.hand_sizes, seen.wall, len(seen.discards)) == (FLOWERS, (13, 13), 0, 38)


def test_the_last_tile_in_place_of_a_flower():
    """h comes to seat 1 with one tile left, C: a self-draw of the last tile, no 杠上开花."""
    g = game("duel72", (SEVEN + "1m5m9mSWNC", WAITS_FOR_C), end="hC" + "3m6m8mSWNF")
    do(at_wall(g, 0), "1 win")
    assert (bits(g), g.result.win_tile, str(g.result.hand).split("|")[2]) == ("1010", "C", "h")


def test_a_flower_as_a_kong_s_replacement():
    """(EEEE) takes h, and h is replaced by C, the last tile: 妙手回春 without 杠上开花."""
    g = game("duel72", (SEVEN + "EEEE12mP", ""), end="CCh" + "3456789m")
    do(g, "0 discard P")
    do(at_wall(g, 2), "0 concealed_kong E", "0 win")
    assert (bits(g), g.result.score.total) == ("1010", g.result.total)
    assert "out_with_replacement" not in ids(g.result)


def test_a_kong_that_cannot_replace_its_flower_ends_the_hand():
    """(SSSS) with one tile left takes it, h."""
    g = game("duel72", (SEVEN + "1m5m9mWWNC", "SSSS12345m7m8mCF"), end="9mh" + "3m6m8mWNFP")
    do(at_wall(g, 1), "1 concealed_kong S")
    assert (g.result.by, g.observation(1).flowers) == ("draw", (SEVEN, "h"))
