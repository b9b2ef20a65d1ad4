"""Rows of simulated games: their layout, and that every field is what `Game` says of the same decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from probes import ENGINE
from rule_sets import FOR_TWO

from mj2p import Act, Game, Phase, distance_batch
from mj2p import rules as rule_sets
from mj2p.play.codes import Turn
from mj2p.play.gamerows import GAME_DTYPE, game_dtype
from mj2p.play.result import BY
from mj2p.play.state import flow_of

SEED = 5


def simulate(rules: str, first: int, n: int, players: tuple[int, int] = (0, 0), **more: Any) -> npt.NDArray[Any]:
    out = np.zeros(n, GAME_DTYPE)
    flow_of(rule_sets.get(rules)).simulate(players, SEED, first, n, out.view(np.uint8).reshape(n, -1), **more)
    return out


def test_layout_is_the_cores() -> None:
    offsets, size = ENGINE.game_layout()
    assert GAME_DTYPE.names is not None and GAME_DTYPE.fields is not None
    fields = [(name, GAME_DTYPE.fields[name][1]) for name in GAME_DTYPE.names]
    assert fields[: len(offsets)] == list(offsets)
    assert size == GAME_DTYPE.itemsize == 88
    assert game_dtype(4).itemsize == 112


def becomes_ready(game: Game, seat: int, action: int, rules: str) -> bool:
    """Whether the action is a discard after which the seat needs one tile."""
    sort, kind = divmod(action - Act.OF_KINDS, game.position.flow.kinds)
    if sort not in (Turn.DISCARD, Turn.READY) or game.state["phase"] != Phase.TURN:
        return False
    counts = np.frombuffer(game.state["counts"][seat], np.uint8).copy()
    counts[kind] -= 1
    return int(distance_batch(counts[None], rules)[0]) == 0


def played(rules: str, index: int, players: tuple[int, int] = (0, 0), **more: Any) -> tuple[Game, list[int]]:
    """The same game, a decision at a time, and the own discards after which each hand was first ready."""
    game = Game(rules, seed=SEED, index=index, **more)
    ready = [-1, -1]
    while not game.over:
        seat = game.seat
        assert seat is not None
        action = game.position.choose(players[seat], SEED, index)
        assert action is not None
        if ready[seat] < 0 and becomes_ready(game, seat, action, rules):
            ready[seat] = sum(1 for who, _, _ in game.state["river"] if who == seat) + 1
        game.step(action)
    return game, ready


def compare(row: npt.NDArray[Any], game: Game, ready: list[int]) -> None:
    result, state = game.result, game.state
    assert result is not None
    assert row["winner"] == (-1 if result.winner is None else result.winner)
    assert BY[row["by"]] == result.by
    assert tuple(row["deltas"]) == result.deltas
    assert (row["house"], row["multiplier"], row["points"]) == (result.house, result.multiplier, result.total)
    assert (row["decisions"], row["turns"]) == (len(game.history), len(state["river"]))
    assert row["dealer"] == game.dealer
    assert tuple(row["first_ready"]) == tuple(ready)
    assert tuple(row["ready"]) == state["ready"]
    assert tuple(row["melds"]) == tuple(len(melds) for melds in state["melds"])
    assert (row["wall"], row["kongs"]) == (len(state["wall"]), len(state["kongs"]))
    assert (row["open"], row["doubled"]) == (sum(state["open"]), sum(state["doubled"]))
    if result.score is not None:
        assert row["total"] == result.score.total
        fans = {i for i in range(128) if int(row["fans"][i // 64]) >> (i % 64) & 1}
        assert fans == {one.fan.index for one in result.score.fans}
    elif result.winner is None:
        assert row["total"] == 0 and not row["fans"].any()


@pytest.mark.parametrize("rules", FOR_TWO)
def test_rows_are_the_games(rules: str) -> None:
    for row in simulate(rules, 1000, 150):
        compare(row, *played(rules, int(row["game"])))


@pytest.mark.parametrize("rules", FOR_TWO)
def test_what_cannot_be_paid_or_received_is_not(rules: str) -> None:
    """One has next to nothing, and the other next to the most that there can be."""
    more: dict[str, Any] = {"balances": (2**53 - 40, 90), "base": 7}
    for row in simulate(rules, 0, 60, **more):
        compare(row, *played(rules, int(row["game"]), **more))


@pytest.mark.parametrize("rules", FOR_TWO)
@pytest.mark.parametrize(("balances", "base"), [((300, 40), 7), ((2**53, 2**53 - 1), 2**31), ((0, 5000), 1)])
def test_money_is_that_of_settle(rules: str, balances: tuple[int, int], base: int) -> None:
    """Limits, fee and rake of the compiled account, where the payers have little and where the amounts are large."""
    for row in simulate(rules, 0, 40, (1, 1), balances=balances, base=base):
        game = Game(rules, seed=SEED, index=int(row["game"]), balances=balances, base=base)
        while not game.over:
            action = game.position.choose(1, SEED, int(row["game"]))
            assert action is not None
            game.step(action)
        assert game.result is not None
        assert (tuple(row["deltas"]), row["house"]) == (game.result.deltas, game.result.house)


def test_rows_do_not_depend_on_how_the_work_is_split() -> None:
    whole = simulate("duel64", 0, 100)
    parts = [simulate("duel64", first, 10) for first in range(0, 100, 10)]
    assert whole.tobytes() == b"".join(part.tobytes() for part in parts)


def test_swapped_players_get_the_same_deals() -> None:
    one, other = simulate("duel64", 0, 50), simulate("duel64", 0, 50, swap=True)
    assert np.array_equal(one["dealer"], other["dealer"])
    assert other["swapped"].all() and not one["swapped"].any()


@pytest.mark.parametrize(
    ("players", "shape", "more"),
    [((0,), (2, 88), {}), ((0, 99), (2, 88), {}), ((0, 0), (2, 87), {}), ((0, 0), (3, 88), {}),
     ((0, 0), (2, 88), {"balances": (1,)})],
)  # fmt: skip
def test_wrong_arguments(players: tuple[int, ...], shape: tuple[int, int], more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seats|player|places"):
        flow_of(rule_sets.get("duel64")).simulate(players, 0, 0, 2, np.zeros(shape, np.uint8), **more)
