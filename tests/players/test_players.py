"""The graded players: what they may not see, that they play every rule set, and that each beats the one before."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest
from rule_sets import FOR_TWO, PLAYED, SEATS, with_seats

import mj2p
from mj2p import Game
from mj2p import rules as rule_sets
from mj2p.play import _engine
from mj2p.play.batchgame import planes
from mj2p.play.compiled import PLAYERS
from mj2p.play.gamerows import GAME_DTYPE, game_dtype
from mj2p.play.state import flow_of
from mj2p.players import BuiltIn, get, names


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("rules", PLAYED)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, rules: str) -> None:
    """Hidden tiles dealt anew, so that the seat sees the same, leave every choice what it was."""
    rng, asked = random.Random(3), 0
    while asked < (60 if name == "search" else 300):
        game = Game(rules, seed=3, index=rng.randrange(10_000))
        players = [BuiltIn("speed"), *(BuiltIn("random", index=rng.randrange(100)) for _ in range(SEATS[rules] - 1))]
        rng.shuffle(players)
        mine = BuiltIn(name, seed=1)
        while not game.over:
            seat = game.seat
            assert seat is not None
            if rng.random() < 0.2:
                asked += 1
                other = game.determinize(seat, rng)
                assert other.observation(seat) == game.observation(seat)
                assert mine.choose(other) == mine.choose(game)
            game.step(players[seat].choose(game))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("rules", PLAYED)
def test_choices_are_legal_and_games_end(name: str, rules: str) -> None:
    for index in range(3):
        game = Game(rules, seed=8, index=index)
        player = BuiltIn(name)
        while not game.over:
            before = game.copy()
            action = player.choose(game)
            assert game == before
            assert action in game.actions
            game.step(action)


#: What those who play at random do where they can, so that rare states are met.
BENT = (
    (), ("win",), ("ready",), ("ready", "chow_ready", "push_out"), ("chow", "pung", "kong"), ("kong", "double", "open"),
)


@pytest.mark.parametrize("rules", PLAYED)
def test_every_answer_is_legal_wherever_others_have_led(rules: str) -> None:
    """States are reached by players that choose at random, not by the player who is asked then."""
    rng, phases, must_ready = random.Random(rules), set(), 0
    for index in range(60):
        game, bent = Game(rules, seed=5, index=index), rng.choice(BENT)
        while not game.over:
            state = game.state
            phases.add(state["phase"])
            must_ready += state["must_ready"]
            legal = game.position.legal()
            for name, number in PLAYERS.items():
                if name != "search" or rng.random() < 0.01:
                    assert game.position.choose(number, 1, index) in legal, (name, index, game.history)
            liked = [one for one in game.actions if any(word in one.name for word in bent)]
            game.step(rng.choice(liked or game.actions))
    assert {mj2p.Phase.TURN, mj2p.Phase.RESPONSE} <= phases
    if rules == "suihua112":
        assert mj2p.Phase.PUSH_OUT in phases and must_ready


def test_speed_throws_a_tile_that_leaves_it_ready_after_a_chow_for_that() -> None:
    hands = (
        "7m1s4s7s1p4p7p2m5m8m9s9p3pC", "8m9m1s2s3s5p6p7p2p2p2p9s9s", "1m4m8s2s5s8s9p6p8p3m6m9mC",
        "1m4m8s2s6s8s9p6p8p3m6m9mC",
    )  # fmt: skip
    game = Game("suihua112", seed=1, dealer=0, hands=hands)
    game.step(next(one for one in game.actions if (one.name, one.tile) == ("discard", "7m")))
    game.step(149)
    while game.seat != 1:
        game.step(0)
    assert all(one.name == "ready" for one in game.actions)
    for name in ("speed", "value", "search"):
        assert BuiltIn(name).choose(game) in game.actions


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rules", FOR_TWO)
def test_players_take_any_number_of_seats(rules: str, seats: int) -> None:
    """Games of three and four, simulated and stepped together, end and are paid for by the players at the table."""
    flow = with_seats(rules, seats)
    out, balances = np.zeros(8, game_dtype(seats)), (10_000,) * seats
    sits = tuple(range(seats))
    flow.simulate(sits, 1, 0, 8, out.view(np.uint8).reshape(8, -1), balances=balances)
    assert (out["deltas"].sum(1) + out["house"] == 0).all()
    assert (out["winner"] >= 0).any()
    batch = _engine.Batch(flow, 4, 1, 0, balances, 25)
    assert batch.planes == len(planes(seats))
    seen, taken = np.zeros((4, batch.planes, flow.kinds), np.uint8), np.zeros(4, np.int64)
    marks, rewards = np.zeros((2, 4), np.uint8), np.zeros((4, seats), np.int64)
    rows, ended = np.zeros((4, out.dtype.itemsize), np.uint8), 0
    while ended < 4:
        batch.observe(seen)
        assert seen[:, : seats * 6 + 5].max() <= 60 and (seen[:, 3] <= 4).all()
        batch.choose(1, taken, 0, 4)
        assert batch.step(taken, marks[0], marks[1], rewards, rows) == 0
        ended += int(marks[1].sum())


def play(rules: str, hands: list[str | None], script: str, wall: str | None = None, dealer: int = 0) -> Game:
    """A game stepped through named actions."""
    game = Game(rules, seed=1, dealer=dealer, hands=hands, wall=wall)
    for said in script.split(";"):
        if said.strip():
            found = [action for action in game.actions if action.en == said.strip()]
            assert found, (said, [action.en for action in game.actions])
            game.step(found[0])
    return game


# hands of seat 0 (the dealer) and 1, what has been done, and what `speed` does then
@pytest.mark.parametrize(
    ("hands", "script", "does"),
    [
        (["123456789mEEESS", None], "pass;pass;pass;pass", "win"),
        # ready for 1m and 4m rather than for the pair of S alone
        (["23m456m789mEEESSW", None], "pass;pass;pass;pass", "ready, discard W"),
        # the pung of C makes 123m 456m CC E W ready
        (["147mESWNFPP C 258m", "123456mCCEE 99m W"], "pass;pass;pass;pass;discard C", "pung"),
        # ... and a chow that takes a whole one apart does not come nearer
        (["147mESWNFPP 6m 25m C", "456789mEEECC WN"], "pass;pass;pass;pass;discard 6m", "pass"),
    ],
)
def test_speed(hands: list[str | None], script: str, does: str) -> None:
    assert BuiltIn("speed").choose(play("duel64", hands, script)).en == does


def duel(one: str, other: str, pairs: int, rules: str = "duel64") -> Any:
    """The advantage of one over the other in each pair of games: wins, and totals capped at 100."""
    codes = tuple(PLAYERS[name] for name in (one, other))
    wins = np.zeros((2, pairs))
    totals = np.zeros((2, pairs))
    for swap in range(2):
        out = np.zeros(pairs, GAME_DTYPE)
        rows = out.view(np.uint8).reshape(pairs, -1)
        flow_of(rule_sets.get(rules)).simulate(codes, 4, 0, pairs, rows, swap=bool(swap))
        wins[swap] = np.where(out["winner"] == swap, 1, 0) - np.where(out["winner"] == 1 - swap, 1, 0)
        totals[swap] = wins[swap] * np.minimum(out["total"], 100)
    return wins.mean(0), totals.mean(0)


@pytest.mark.long
@pytest.mark.skipif(float(os.environ.get("MJ2P_SOAK", "1")) < 1, reason="far too long for a checked build")
@pytest.mark.parametrize(("better", "pairs"), [("speed", 500), ("value", 500), ("search", 1500)])
def test_each_player_beats_the_one_before(better: str, pairs: int) -> None:
    before = names()[names().index(better) - 1]
    sure = []
    for advantage in duel(better, before, pairs):
        sure.append(advantage.mean() - 1.96 * advantage.std(ddof=1) / pairs**0.5)
    assert max(sure) > 0


# what `value` does where `speed` does something else: (hands, script, value, speed)
@pytest.mark.parametrize(
    ("hands", "script", "value", "speed"),
    [
        # a claim of E or C would open three concealed pungs
        (["147mESWNFPP 6m 25m C", "111333555m EEC 9m"], "pass;pass;pass;pass;discard E", "pass", "pung"),
        (["3m ESWNFPP 47m 258m C", "111333555m CC EW"], "pass;pass;pass;pass;discard C", "pass", "pung"),
        # 七对, by one of three C, is worth more than four sets by 1m, 4m or 6m
        (["1122334466m EEE C", None], "pass;pass;pass;pass", "ready, discard E", "ready, discard C"),
    ],
)
def test_value(hands: list[str | None], script: str, value: str, speed: str) -> None:
    game = play("duel64", hands, script)
    assert (BuiltIn("value").choose(game).en, BuiltIn("speed").choose(game).en) == (value, speed)


def test_value_asks_of_a_win_what_the_rule_set_asks() -> None:
    """The minimum is one of fans before the cap: 七对 has 20 and is worth 10 here, by 1m, 4m or 6m there are fewer."""
    rules = mj2p.rules.get("duel64").derive("duel64m", minimum=20, cap_total=10)
    game = Game(rules, seed=1, dealer=0, hands=["1122334466m EEE C", None])
    for _ in range(4):
        game.step(0)
    assert BuiltIn("value").choose(game).en == "ready, discard E"
    assert BuiltIn("speed").choose(game).en == "ready, discard C"


def test_unknown_players() -> None:
    with pytest.raises(ValueError, match="did you mean 'speed'"):
        get("sped")
    with pytest.raises(ValueError, match="seed"):
        get("speed", seed=-1)
    with pytest.raises(ValueError, match="no built-in player is called 'sped': did you mean 'speed'"):
        BuiltIn("sped")
    with pytest.raises(TypeError, match="choose"):
        get(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="choose"):
        get(BuiltIn)  # type: ignore[arg-type]
    game = Game(seed=1)
    while not game.over:
        game.step(get("random").choose(game))
    with pytest.raises(ValueError, match="over"):
        get("random").choose(game)


def test_a_player_of_ones_own() -> None:
    class First:
        def choose(self, game: Game) -> int:
            return int(game.actions[0])

    assert get(First()).choose(Game(seed=1)) == 0
    assert isinstance(First(), mj2p.Player)
