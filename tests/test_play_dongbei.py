"""Scripted walls and hands for the rules of `dongbei136` (rulebook 11)."""

import pytest
from script import do, game, ids, names, play_out

from mj2p import Game


def test_dongbei_dealt_melds_and_what_they_pay():
    """E S W N and 1m 1s 1p among the dealt tiles: melds of the first turn; a replacement for the winds alone."""
    g = game("dongbei136", ("ESWN1m1s1p99m55s77pC", ""), end="C", base=10)
    assert {"dealt_winds", "dealt_ones"} <= names(g) and "dealt_nines" not in names(g)
    do(g, "0 dealt_winds")
    assert g.observation(0).drawn == "C" and "dealt_winds" not in names(g)
    do(g, "0 dealt_ones")
    assert g.observation(1).melds[0] == ("(ESWN)", "(1m1s1p)")
    assert sum(g.state["counts"][0]) == 8
    do(g, "0 discard C")
    play_out(g, lambda g: g.seat == 0 and g.state["phase"] == 3)
    assert "dealt_nines" not in names(g)
    play_out(g)
    paid = [(line.reason, line.payer, line.payee, line.due) for line in g.result.items]
    assert ("dealt_meld", 1, 0, 10) in paid and paid.count(("dealt_meld", 1, 0, 10)) == 2


def test_a_win_on_the_replacement_of_dealt_winds_is_no_kong_win():
    """(ESWN) with C from the end, (1m1s1p), then 789m 456s CC is complete: not 门前清, 杠上开花 or 天胡."""
    g = game("dongbei136", ("ESWN1m1s1p789m456sC", ""), end="C", base=1)
    do(g, "0 dealt_winds")
    assert "win" not in names(g)
    do(g, "0 dealt_ones", "0 win")
    assert ids(g.result) == {"self_drawn": 1, "dealer_won": 1, "single_wait": 1}
    assert [line[:4] for line in g.result.items] == [
        ("win", 1, 0, 8), ("dealt_meld", 1, 0, 1), ("dealt_meld", 1, 0, 1),
    ]


def test_the_drawn_tile_is_no_dealt_one():
    """Seat 1 holds E S W and draws N: no 旋风杠."""
    g = game("dongbei136", ("147m258s369pCCFFP", "ESW147m258s369pP"), wall="N")
    do(g, "0 discard P")
    while g.state["phase"] == 4:
        do(g, "1 pass")
    assert g.observation(1).drawn == "N" and "dealt_winds" not in names(g)


@pytest.mark.parametrize(
    ("tile", "due"), [("9m", 2), ("1s", 4), ("1p", 4), ("C", 4), ("F", 4), ("P", 4), ("1m", 2), ("E", 2)]
)
def test_concealed_kongs_are_paid_at_the_end_of_a_drawn_hand(tile, due):
    g = game("dongbei136", (tile * 4 + "258m47s36p" + "SWN", ""), base=1)
    do(g, f"0 concealed_kong {tile}")
    play_out(g)
    if g.result.winner is None:
        assert ("concealed_kong", 1, 0, due) in [line[:4] for line in g.result.items]


def test_twelve_tiles_left():
    """Each player draws one last tile and may only win by it; no kong from then on."""
    for seed in range(20):
        g = play_out(Game("dongbei136", seed=seed), lambda g: len(g.state["wall"]) <= 12)
        if not g.over:
            assert not names(g) & {"kong", "added_kong", "concealed_kong"}
        play_out(g)
        if g.result.winner is None:
            assert len(g.state["wall"]) == 10
            assert [sum(c) + 3 * len(m) for c, m in zip(g.state["counts"], g.state["melds"], strict=True)] == [14, 14]


def test_the_dealer_pays_and_steps_are_capped():
    g = game("dongbei136", ("123m456s789pEEECC", ""), base=3)
    r = do(g, "0 win").result
    assert (r.score.steps, r.multiplier, r.deltas) == (5, 32, (96, -96))  # 天胡 4, 自摸, 庄, ... : 32 at most
