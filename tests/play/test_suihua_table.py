"""suihua112 (rulebook 12) at the table of four: claims and robbing, the wall's end, payments, what ready allows."""

import random

import pytest
from probes import probe_of
from test_suihua import CLOSED, RULES, do, fans, names, ready, table, until

import mj2p
from mj2p import Phase

#: 456m 123s 333m 88s and 79p: 8p alone, as in CLOSED.
SECOND = "456m123s79p333m88s"


def robbed(indicator):
    """Seat 1 has a pung of 8p, seats 0 and 2 are ready and wait for the fourth, which seat 1 draws and adds."""
    game = table((CLOSED[:-2] + "8p", "88p", SECOND), "9s1s9m8p", indicator)
    do(game, "discard", "8p")
    do(until(game, 1, Phase.RESPONSE), "pung")
    until(game, 1, Phase.TURN)
    do(game, "discard", next(tile for tile in game.observation(1).hand if tile[1] == "m"))
    do(until(game, 2, Phase.TURN), "ready", "9s")
    do(until(game, 0, Phase.TURN), "ready", "9m")
    do(until(game, 1, Phase.TURN), "added_kong", "8p")
    return game


def test_of_several_who_may_rob_a_kong_the_first_after_the_adder_does():
    game = robbed("1p")
    assert (game.seat, game.state["phase"], names(game)) == (2, Phase.ROB, {"win", "pass"})
    other = game.copy()
    do(game, "win")
    assert (game.result.winner, game.result.by, fans(game)) == (2, "robbed_kong", {"closed_wait", "concealed_ready"})
    assert game.result.deltas == (-8, -8, 20, -4)  # 4 each; the dealer twice, and the adder, who is not ready
    do(other, "pass")
    assert (other.seat, names(other)) == (0, {"win", "pass"})
    last = other.copy()
    do(other, "win")
    assert (other.result.winner, other.result.deltas) == (0, (32, -16, -8, -8))
    do(last, "pass")
    assert (last.seat, last.state["phase"], len(last.state["kongs"])) == (1, Phase.TURN, 1)


def test_a_treasure_is_not_robbed():
    game = robbed("7p")
    assert (game.seat, game.state["phase"], len(game.state["kongs"])) == (1, Phase.TURN, 1)


@pytest.mark.parametrize(
    ("tile", "by", "found"),
    [
        ("8p", "self_draw", {"closed_wait", "self_drawn", "concealed_ready"}),
        ("5m", "treasure", {"closed_wait", "treasure_draw", "concealed_ready"}),
        ("2s", "big_wind", {"big_wind", "closed_wait", "concealed_ready"}),
    ],
)
def test_a_last_tile_wins_or_the_game_is_drawn(tile, by, found):
    """Seat 3 has the last of 47 draws, so the dealer gets the first last tile. 55m keeps the indicator where it is."""
    game = until(ready((CLOSED,), "", "5m", final=tile), 0, Phase.LAST)
    state = game.state
    assert (len(state["wall"]), sum(state["draws"]), game.observation(0).drawn) == (0, 49, tile)
    assert names(game) == {"win", "pass"}
    other = game.copy()
    do(game, "win")
    assert (game.result.by, fans(game)) == (by, found)
    do(other, "pass")
    assert (other.over, other.result.winner, other.result.by, other.result.deltas) == (True, None, "draw", (0,) * 4)
    assert (sum(other.state["draws"]), other.state["undrawn"]) == (52, 8)


def test_the_lower_tile_under_the_indicator_is_the_last_replacement():
    game = table(("1111m2222m3333m44m", "5555m6666m7777m1s"), "", "9p", last="4p4m4m1p2p3p6p", final="5p5p5p5p")
    for tile, replacement in zip(("1m", "2m", "3m"), ("6p", "3p", "2p"), strict=True):
        do(game, "concealed_kong", tile)
        assert game.observation(0).drawn == replacement
    do(game, "discard", "2p")
    until(game, 1, Phase.TURN)
    for tile, replacement in zip(("5m", "6m", "7m"), ("1p", "4m", "4m"), strict=True):
        do(game, "concealed_kong", tile)
        assert game.observation(1).drawn == replacement


@pytest.mark.parametrize("exchanged", [False, True])
def test_an_exchanged_indicator_leaves_six_replacements(exchanged):
    """Three 中 lie up beside the indicator, the fourth: what lies under it is shown, and draws no more."""
    hands = (CLOSED, "1111p2222p3333p1m", "7777s8888s9999s1m", "4444p1m")
    game = ready(hands, "CCC", "C")
    for seat, kinds in ((1, ("1p", "2p", "3p")), (2, ("7s", "8s", "9s"))):
        until(game, seat, Phase.TURN)
        for tile in kinds:
            do(game, "concealed_kong", tile)
        do(game, "discard", "C")
    until(game, 3, Phase.TURN)
    assert len(game.state["kongs"]) == 6 and "concealed_kong" in names(game)
    do(game, "discard", "C" if exchanged else "1m")
    assert len(game.state["indicators"]) == 1 + exchanged
    until(game, 3, Phase.TURN)
    assert ("concealed_kong" in names(game)) != exchanged


def test_the_indicator_goes_on_to_the_lower_tile_and_to_the_next_stack():
    """中 turned and three thrown; 8s under it, three 8s and four 9s thrown; then the upper tile of stack 5."""
    game = ready((CLOSED,), "CCC8s8s8s9s9s9s9s", "C", last="8s6p6p6p7p7p7p", final="3p3p4p")
    kinds, walls = [], []
    while len(game.state["indicators"]) < 3:
        state = game.state
        if len(state["indicators"]) > len(kinds):
            kinds.append(game.observation(0).treasures)
            walls.append(len(state["wall"]) + sum(state["draws"]) - 1)
        do(game, *(("pass",) if "pass" in names(game) else ("discard", game.observation(game.seat).drawn)))
    kinds.append(game.observation(0).treasures)
    walls.append(len(game.state["wall"]) + sum(game.state["draws"]) - 1)
    assert kinds == [("C",), ("8s", "9s"), ("4p", "5p")]
    # 47 draws in play, and two fewer once stacks 7 and 6 are the last tiles
    assert walls == [47, 47, 45]


def test_the_dealer_is_paid_twice_and_pays_twice():
    game = until(ready((CLOSED,), "1s1s1s8p", "1p"), 0, Phase.TURN)
    do(game, "win")
    assert fans(game) == {"closed_wait", "self_drawn", "concealed_ready"}
    assert game.result.deltas == (48, -16, -16, -16)
    game = table(("1p", "", SECOND), "1s9s1s9m1s8p", "1p")
    do(game, "discard", "1p")
    do(until(game, 2, Phase.TURN), "ready", "9s")
    do(until(game, 2, Phase.TURN), "win")
    assert game.result.deltas == (-16, -8, 32, -8)


@pytest.mark.parametrize("discarder_ready", [False, True])
def test_a_discarder_who_is_not_ready_pays_twice(discarder_ready):
    game = table(("1p", "111m456m789m34p66s", SECOND), "9s9s7s7s8p", "1p")
    do(game, "discard", "1p")
    do(until(game, 1, Phase.TURN), "ready" if discarder_ready else "discard", "9s")
    do(until(game, 2, Phase.TURN), "ready", "9s")
    if not discarder_ready:  # who is ready has no choice
        do(until(game, 1, Phase.TURN), "discard", "8p")
    do(until(game, 2, Phase.RESPONSE), "win")
    assert (game.result.by, game.state["ready"]) == ("discard", (0, int(discarder_ready), 1, 0))
    assert game.observation(1).discards[-1] == (1, "8p", True)
    assert game.result.deltas == ((-8, -4, 16, -4) if discarder_ready else (-8, -8, 20, -4))


def test_a_dealer_who_throws_it_unready_pays_both():
    game = table(("1p", "", SECOND), "1s9s1s8p", "1p")
    do(game, "discard", "1p")
    do(until(game, 2, Phase.TURN), "ready", "9s")
    do(until(game, 0, Phase.TURN), "discard", "8p")
    do(until(game, 2, Phase.RESPONSE), "win")
    assert game.result.deltas == (-16, -4, 24, -4)


@pytest.mark.parametrize(
    ("hand", "is_ready"),
    [
        ("123m456m789m22mCC9p", False),  # 222m with CC, and CCC with 22m, are one suit
        ("123m456m789s22mCC9p", True),
        ("234m456s678p34mCC9p", True),  # CC is the pung, and the 1 or 9
        ("234m456s678p34m88s9p", False),
    ],
)
def test_what_ready_needs(hand, is_ready):
    game = table((hand,), "", "1p")
    assert ("ready" in names(game) and "9p" in {one.tile for one in game.actions if one.name == "ready"}) == is_ready
    if is_ready:
        assert mj2p.waits(hand[:-2], RULES)


def test_a_pair_of_red_dragons_is_the_pung():
    game = ready(("234m456s678p34mCC9p",), "5m", "1p", "9p")
    do(until(game, 1, Phase.TURN), "discard", "5m")
    assert (game.seat, names(game)) == (0, {"win", "pass"})
    do(game, "win")
    assert fans(game) == {"concealed_ready"}
    assert game.result.deltas == (16, -8, -4, -4)


def test_the_pushed_pair_wins_for_two_more():
    game = ready(("123m456s789p22s55m9m",), "5m", "1p")
    do(game, "push_out", "5m")
    do(until(game, 1, Phase.TURN), "discard", "5m")
    do(game, "win")
    assert fans(game) == {"pushed_out", "concealed_ready"}
    assert game.result.deltas == (32, -16, -8, -8)


def test_of_two_chows_to_be_ready_the_first_after_the_discarder_goes_before():
    game = table(("3m", "", "45m123s79p333s88s1p", "12m456s79p222s55m9m"), "", "1p")
    do(game, "discard", "3m")
    do(until(game, 2, Phase.RESPONSE), "chow_ready_low")
    do(until(game, 3, Phase.RESPONSE), "chow_ready_high")
    assert [len(melds) for melds in game.state["melds"]] == [0, 0, 1, 0]
    assert game.state["ready"] == (0, 0, 1, 0)


def test_a_hand_made_ready_by_a_chow_is_not_concealed():
    game = table(("3m", "", "", "12m456s79p222s55m9m"), "8p", "1p")
    do(game, "discard", "3m")
    do(until(game, 3, Phase.RESPONSE), "chow_ready_high")
    do(until(game, 0, Phase.TURN), "discard", "8p")
    do(until(game, 3, Phase.RESPONSE), "win")
    assert fans(game) == {"closed_wait"}
    assert game.result.deltas == (-8, -2, -2, 12)  # 2; the dealer twice, and twice as a discarder


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_chow_is_for_the_next_seat_alone(seat):
    hand = "24m4m6m1p5p9p1s5s9s1s5s9s"  # far from ready
    game = table(("3m", *[""] * (seat - 1), hand), "", "1p")
    do(game, "discard", "3m")
    found = {}
    while game.state["phase"] == Phase.RESPONSE:
        found[game.seat] = names(game)
        do(game, "pass")
    assert found.get(seat, set()) == ({"chow_middle", "pass"} if seat == 1 else set())


def test_a_ready_hand_neither_claims_nor_kongs():
    """222s in the hand: the fourth thrown by another is no kong, and drawn it is the big wind or thrown."""
    game = ready((CLOSED,), "2s", "1p")
    do(until(game, 1, Phase.TURN), "discard", "2s")
    assert game.seat != 0
    game = until(ready((CLOSED,), "1s1s1s2s", "1p"), 0, Phase.TURN)
    assert {(one.name, one.tile) for one in game.actions} == {("win", None), ("discard", "2s")}


def test_distance_asks_for_the_form_alone():
    hand = "234m456s678p222s5m"  # no 1, 9 or 中
    assert (mj2p.distance(hand, RULES), mj2p.waits(hand, RULES)) == (0, {})
    assert mj2p.useful(hand, RULES).keys() == {"2m", "5m"}
    record = mj2p.encode([hand + "5m"], RULES)
    assert mj2p.is_complete_batch(record["counts"], RULES).tolist() == [True]
    assert mj2p.score_batch(record, RULES)["status"].tolist() == [mj2p.Status.NOT_COMPLETE]
    assert mj2p.waits_batch(mj2p.encode([hand], RULES)["counts"], RULES).tolist() == [1 << 1 | 1 << 4]


def test_a_last_claim_may_be_a_chow_to_be_ready():
    """With the switch of table72 on, such a chow after the last draw is still followed by its ready discard."""
    rules = RULES.derive("claimed", last_claim=True)
    for policy in range(6):
        assert probe_of(rules).play_many(11, 0, 500, policy, 1)[4] == []


def test_a_match_passes_the_deal_on_to_the_next_seat():
    """East deals first; the dealer stays after a win of his own or a draw, and the deal goes on by one else."""
    match = mj2p.Match(RULES, seed=3, balances=(1_000_000,) * 4, hands=12)
    rng, moves, dealer = random.Random(2), set(), 0
    while not match.over:
        game = match.deal()
        assert game.dealer == dealer
        while not game.over:
            game.step(rng.choice([one for one in game.actions if one.name in ("win", "ready")] or game.actions))
        match.close()
        winner = game.result.winner
        dealer = dealer if winner in (None, dealer) else (dealer + 1) % 4
        moves.add("draw" if winner is None else "dealer" if winner == game.dealer else (winner - game.dealer) % 4)
    assert {"draw", "dealer"} < moves and moves & {2, 3}  # not to the winner


@pytest.mark.parametrize("change", [{"treasures": False}, {"treasures": False, "push_out": False}], ids=str)
def test_ready_hands_play_without_treasures(change):
    """A family's game without them: 8p wins for a ready hand, nothing is turned, and the fourth 2s is thrown."""
    rules = RULES.derive("family", **change)
    for policy in range(6):
        assert probe_of(rules).play_many(11, 0, 500, policy, 1)[4] == []
    game = until(ready((CLOSED,), "1s1s1s2s1p1p1p8p", None, rules=rules), 0, Phase.TURN)
    assert (game.observation(0).drawn, game.observation(0).treasures, names(game)) == ("8p", (), {"win", "discard"})
    do(game, "win")
    assert (game.result.by, fans(game)) == ("self_draw", {"closed_wait", "self_drawn", "concealed_ready"})


def test_a_win_goes_before_a_chow_to_be_ready_and_a_pung():
    """Seat 2 throws 8p: seat 3 would be ready by 78p 8p, seat 0 has a pung of it, and seat 1, asked last, wins."""
    game = table(("1p88p", "456m123s79p333m88s", "", "67p123m456s222s5m9m"), "9s8p", "1p")
    do(game, "discard", "1p")
    do(until(game, 1, Phase.TURN), "ready", "9s")
    do(until(game, 2, Phase.TURN), "discard", "8p")
    for seat, claim in ((3, "chow_ready_high"), (0, "pung"), (1, "win")):
        assert game.seat == seat
        do(game, claim)
    assert (game.result.winner, game.result.by, game.state["melds"]) == (1, "discard", ((),) * 4)


def test_a_pushed_pair_leaves_no_big_wind_of_the_other_reading():
    """11s 456s 55s: with 11s pushed out 555s is no pung beside 46s; with 55s pushed out 5s is that pair's tile."""
    for pair, by in (("1s", None), ("5s", "self_draw")):
        game = table(("11s45556s123m789p9m",), "9p9p8m5s9s9s9s", "4p")
        do(game, "ready", "9m")
        do(game, "push_out", pair)
        until(game, 0, Phase.TURN)
        if by:
            do(game, "win")
            assert (game.result.by, fans(game)) == (by, {"self_drawn", "pushed_out", "concealed_ready"})
        else:
            assert (0, "5s", False) in game.observation(0).discards
