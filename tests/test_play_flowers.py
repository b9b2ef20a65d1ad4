"""Scripted walls and hands for the rules of `duel72`, `table72` and `three144` (rulebook 7-9)."""

import pytest
from script import do, game, ids, names, play_out

import mj2p
from mj2p import Game


def test_flowers_are_replaced_from_the_end_dealer_first():
    g = game("duel72", ("ab123456789mEEE", "c" + "1m9mSSSWWWCCCF"), end="1mFd2m")
    assert g.state["flowers"] == (0b1011, 0b100)  # 2m and d for the dealer's, F for d; 1m for the other's
    assert "".join(sorted(g.observation(0).hand)) == "1m2m2m3m4m5m6m7m8m9mEEEF"
    assert g.observation(1).hand.count("1m") == 2


# Seat 0 deals. Who is asked 天听 or a claim in between passes it.
DEALER = "EEEE1m5m9mSWNCFPC"
OTHER = "123456789mSSSC"
FIRST = {"heavenly_hand", "earthly_hand", "humanly_hand"}


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "fan"),
    [
        # the dealer wins as dealt; with flowers replaced, of the other player too; not with a concealed kong before
        (("123456789mEEECC", ""), "", "", ["0 win"], "heavenly_hand"),
        (("123456789mEEECa", ""), "", "C", ["0 win"], "heavenly_hand"),
        (("ab123456789mEEC", "c"), "", "PCE", ["0 win"], "heavenly_hand"),
        (("123456789mEEEEC", ""), "", "C", ["0 concealed_kong E", "0 win"], None),
        (("123456789mEEECC", ""), "PC", "", ["0 discard C", "1 discard P", "0 win"], None),
        # the other player on the first own draw, in place of a flower too; no claim and no kong before
        ((DEALER, OTHER), "C", "", ["0 discard P", "1 win"], "earthly_hand"),
        ((DEALER, OTHER), "a", "C", ["0 discard P", "1 win"], "earthly_hand"),
        ((DEALER, OTHER), "C", "P", ["0 concealed_kong E", "0 discard P", "1 win"], None),
        ((DEALER, OTHER), "P1mC", "", ["0 discard F", "1 discard P", "0 discard 1m", "1 win"], None),
        (("EEEE1m5m9mSWNFFPF", "123456mSSSWWCC"), "PC", "",
         ["0 discard W", "1 pung", "1 discard C", "0 discard P", "1 win"], None),
        # ... on the dealer's first discard; no kong before, and no other discard
        ((DEALER, OTHER), "", "", ["0 discard C", "1 win"], "humanly_hand"),
        ((DEALER, "a123456789mSSS"), "", "C", ["0 discard C", "1 win"], "humanly_hand"),
        ((DEALER, OTHER), "", "P", ["0 concealed_kong E", "0 discard C", "1 win"], None),
        ((DEALER, OTHER), "P1m", "", ["0 discard F", "1 discard P", "0 discard C", "1 win"], None),
        (("CC123456789mEEF", "CSSSWWWNNNFF5m"), "C", "", ["0 discard F", "1 discard C", "0 win"], None),
    ],
)
def test_heavenly_earthly_humanly_hand(hands, wall, end, words, fan):
    for rules in ("duel72", "table72"):
        result = do(game(rules, hands, wall=wall, end=end), *words).result
        assert FIRST & ids(result).keys() == ({fan} if fan else set())
        assert {word for word in FIRST if word in str(result.hand)} == ({fan} if fan else set())


@pytest.mark.parametrize(
    ("hands", "end", "words", "ready"),
    [
        (("123456789mEEECP", ""), "", ["0 ready P"], 2),
        (("a123456789mEECP", ""), "E", ["0 ready P"], 2),  # flowers replaced
        (("123456789mEEEEP", ""), "C", ["0 concealed_kong E", "0 ready P"], 1),  # no concealed kong before
        (("123456789mEEECP", ""), "", ["0 discard C", "1 discard P", "0 ready W"], 1),  # not at the second discard
        (("", OTHER), "", ["1 heavenly_ready"], 2),
        (("", "a123456789mSSS"), "C", ["1 heavenly_ready"], 2),
        (("FFFNNN1m5m9mWWECC", OTHER), "", ["0 discard F", "1 ready P"], 1),  # not after the dealer's discard
    ],
)
def test_heavenly_ready_at_the_first_discard_or_right_after_the_deal(hands, end, words, ready):
    for rules in ("duel72", "table72"):
        g = do(game(rules, hands, wall="PWWP", end=end), *words)
        assert g.state["ready"] == ((ready, 0) if words[-1][0] == "0" else (0, ready))


def test_heavenly_ready_by_both_and_what_a_ready_player_sees():
    g = game("duel72", ("123456789mEEECP", "SSSWWWNNNFFF1m"), wall="2m3m1m")
    assert (g.seat, names(g)) == (1, {"pass", "heavenly_ready"})
    assert g.observation(1).opponent is None
    do(g, "1 heavenly_ready")
    assert g.observation(1).opponent == g.observation(0).hand
    assert g.observation(0).opponent is None
    do(g, "0 ready P")
    assert g.state["ready"] == (2, 2)
    result = play_out(g, lambda g: "win" in names(g))
    do(result, "win")
    assert "heavenly_ready" in ids(result.result)


# ---- duel72: declining to double --------------------------------------------------------------------------------

WINS = "123456789mEEECC"  # and once more on each C


def test_declining_passes_this_win_up_and_leaves_what_else_there_is():
    g = do(game("duel72", (WINS, "")), "0 double")
    assert (g.seat, names(g) & {"win", "double"}, g.state["declined"]) == (0, set(), (1, 0))
    assert "discard" in names(g)


def test_declining_twice_and_winning_is_four_times_as_much():
    """天胡 declined, then C by seat 1's discard, then C drawn: 2 x 2."""
    g = do(game("duel72", (WINS, "SSSWWWNNNFF5mP"), wall="C9m8mC", base=1), "0 double", "0 discard C")
    do(g, "1 discard C", "0 double", "0 discard 9m", "1 discard 8m", "0 pass")
    assert {"win", "double"} <= names(g)
    r = do(g, "0 win").result
    assert (r.multiplier, r.deltas) == (4, (4 * r.total, -4 * r.total))
    assert r.total == r.score.total
    assert [line.factors for line in r.items] == [(("fans", r.total), ("declined", 4))]


def test_declining_and_never_winning_pays_nothing():
    """Seat 0 declines; nobody wins; or seat 1 wins, whom the other's doublings do not concern."""
    g = do(game("duel72", (WINS, "SSSWWWNNNFFFP"), wall="9mP", base=1), "0 double", "0 discard C", "1 discard 9m")
    drawn = play_out(g.copy())
    assert (drawn.result.by, drawn.result.deltas, drawn.result.items) == ("draw", (0, 0), ())
    r = do(g, "0 discard P", "1 win").result
    assert (r.winner, r.multiplier, r.deltas, g.state["declined"]) == (1, 1, (-r.total, r.total), (1, 0))


def test_each_kind_of_win_may_be_declined():
    """A discard, a robbed kong: the claims stay, the kong is made."""
    g = game("duel72", ("5m1mSSWWNNFFPPC9m", "555m46m123m789mEE"))
    do(g, "0 discard 5m")
    assert names(g) == {"pass", "win", "double", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    do(g, "1 double")
    assert names(g) == {"pass", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    assert "win" not in names(do(g, "1 pung"))


@pytest.mark.parametrize("rules", ["table72", "three144"])
def test_elsewhere_a_win_is_not_declined(rules):
    g = game(rules, (WINS, ""))
    if g.seat == 1:
        do(g, "1 pass")
    assert (g.seat, "win" in names(g), "double" in names(g)) == (0, True, False)


def test_nothing_of_duel64_s_in_duel72():
    """No open hands, no doubling before play, no indicators; ready multiplies nothing."""
    g = game("duel72", ("123456789mEEECP", ""), wall="9mC", base=1)
    assert (g.state["indicators"], g.state["open"], names(g) & {"open", "double"}) == (b"", (0, 0), set())
    r = do(g, "0 ready P", "1 discard 9m", "0 win").result
    assert (r.multiplier, r.deltas[0]) == (1, r.total)


def test_eight_flowers_win_alone_or_with_the_hand():
    """八仙过海: seat 0 is dealt all eight flowers, each replaced; an incomplete hand scores 88 and is not shown."""
    g = game("table72", ("abcdefgh15mEEFF", ""), end="2m8m3m9m6mSWC")
    while g.seat == 1:
        do(g, "1 pass")
    assert "win" in names(g)
    r = do(g.copy(), "0 win").result
    assert (r.by, r.total, ids(r)) == ("flowers", 88, {"eight_immortals": 1})
    later = do(g, "0 discard C")
    play_out(later, lambda g: g.seat == 0 and g.state["phase"] == 3)
    assert later.over or "win" not in names(later)  # only at once
    g = game("table72", ("abcdefgh123mEEC", ""), end="CE987654m")
    while g.seat == 1:
        do(g, "1 pass")
    r = do(g, "0 win").result
    assert {"eight_immortals", "pure_straight"} <= ids(r).keys()


def test_seven_rob_the_eighth():
    rules = mj2p.rules.get("three144").derive("three144f", flower_wins="seven_eight")
    g = game(rules, ("abcdefg1m5s9pEES", "h"), end="", base=1)
    assert (g.seat, names(g), g.observation(0).tile) == (0, {"pass", "win"}, "h")
    r = do(g.copy(), "0 win").result
    assert (r.by, r.total, r.multiplier, r.deltas, r.score) == ("flowers", 8, 1, (8, -8), None)
    do(g, "0 pass")
    assert g.state["flowers"][1] == 0x80 and g.state["phase"] == 3
    g = game(rules, ("abcdefgh1m5s9pEE", ""), base=1)
    r = do(g, "0 win").result
    assert (r.total, r.multiplier, r.deltas) == (8, 3, (24, -24))


def test_caretaker():
    """Who left throws what is drawn and claims nothing, but a ready hand wins."""
    g = game("duel72", ("123456789mEEECP", "SSSWWWNNNFF15m"), wall="9mF", end="F")
    do(g, *(("1 pass",) if g.seat == 1 else ()), "0 ready P")
    g.leave(0)
    assert g.state["left"] == (1, 0)
    play_out(g)
    assert g.over
    thrown = [t >> 6 & 3 for t in g.state["river"]]
    assert 0 in thrown
    lonely = Game("duel72", seed=1)
    lonely.leave(0)
    assert lonely.seat in (1, None)
    with pytest.raises(mj2p.IllegalAction):
        play_out(lonely).leave(1)


def test_leaving_three144_costs_thirteen_points():
    g = Game("three144", seed=1, base=50)
    g.leave(1)
    assert (g.result.by, g.result.winner, g.result.deltas) == ("left", 0, (650, -650))


def test_time_out():
    g = game("table72", ("123456789mEEECC", ""))
    while g.seat == 1:
        assert g.time_out().name == "pass"
    assert g.time_out().name == "win"
    g = game("duel72", ("123456789mEEECC", ""))
    while g.seat == 1:
        g.time_out()
    assert str(g.time_out()) == "discard C"


def test_self_draw_pays_three_sides_and_points_are_capped():
    g = game("three144", ("123m456s789pEEECC", ""), base=2)
    r = do(g, "0 win").result
    assert (r.score.raw > 13, r.total, r.multiplier) == (r.score.raw > 13, min(13, r.score.raw), 3)
    assert r.deltas == (r.total * 3 * 2, -r.total * 3 * 2)
