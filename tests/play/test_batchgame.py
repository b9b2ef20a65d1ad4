"""`BatchGame`: the games of `simulate` and `Game`, what is observed, illegal actions, arrays that stay in place."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from rule_sets import FOR_TWO

from mj2p import Act, Game, Phase
from mj2p import rules as rule_sets
from mj2p.hands.tiles import LETTERS
from mj2p.play.batchgame import BatchGame, planes
from mj2p.play.codes import Turn
from mj2p.play.compiled import PLAYERS
from mj2p.play.deck import write_tile
from mj2p.play.gamerows import GAME_DTYPE
from mj2p.play.state import flow_of, melds_of

#: The first concealed kong of a one-suit table.
KONGS = Act.OF_KINDS + 16 * Turn.CONCEALED_KONG
SORTS = ("chows", "pungs", "kongs", "kongs")


@pytest.mark.parametrize("player", ["random", "speed", "value"])
@pytest.mark.parametrize("rules", FOR_TWO)
def test_games_are_those_of_simulate(rules: str, player: str) -> None:
    """Games of the same decisions have the same rows, whatever order they end in."""
    n, each = 16, 3
    batch, rows = BatchGame(n, rules, seed=6, first=100), []
    while len(rows) < 4 * n * each:
        assert batch.step(batch.choose(player)) == 0
        rows.extend(batch.rows[batch.done])
    by_game = {int(row["game"]): row.tobytes() for row in rows}
    assert len(by_game) == len(rows)
    out = np.zeros(n * each, GAME_DTYPE)
    codes = (PLAYERS[player],) * 2
    flow_of(rule_sets.get(rules)).simulate(codes, 6, 100, n * each, out.view(np.uint8).reshape(n * each, -1))
    assert [by_game[100 + i] for i in range(n * each)] == [row.tobytes() for row in out]


@pytest.mark.parametrize("rules", FOR_TWO)
def test_a_row_is_a_game(rules: str) -> None:
    """Seat, mask, planes, rewards and rows beside `Game` taking the same actions."""
    rng = np.random.default_rng(4)
    batch = BatchGame(3, rules, seed=9)
    games = [Game(rules, seed=9, index=i) for i in range(3)]
    for _ in range(400):
        sampled = batch.sample(rng)
        assert np.array_equal(batch.seat, [game.seat for game in games])
        assert np.array_equal(batch.mask, [game.mask for game in games])
        seen = batch.observe()
        for row, game in enumerate(games):
            assert batch.game(row).position.raw() == game.position.raw()
            for name, plane, expected in zip(planes()[:-2], seen[row][:-2], observed(game), strict=True):
                assert np.array_equal(plane, expected), name
        batch.step(sampled)
        for row, game in enumerate(games):
            game.step(int(sampled[row]))
            assert batch.done[row] == game.over
            if game.over:
                result = game.result
                assert result is not None
                assert tuple(batch.rewards[row]) == result.deltas
                assert batch.rows[row]["winner"] == (-1 if result.winner is None else result.winner)
                games[row] = Game(rules, seed=9, index=int(batch.games[row]))
            else:
                assert not batch.rewards[row].any()


def observed(game: Game) -> list[npt.NDArray[np.uint8]]:
    """The planes, told anew from what `Game.observation` says in texts."""
    seat = game.seat
    assert seat is not None
    seen, kinds = game.observation(seat), game.position.flow.kinds
    number = {write_tile(kind, game.rules): kind for kind in range(kinds)}

    def plane(tiles: Any = ()) -> npt.NDArray[np.uint8]:
        out = np.zeros(kinds, np.uint8)
        for tile in tiles:
            if tile in number:
                out[number[tile]] += 1
        return out

    def melded(who: int, sort: str) -> npt.NDArray[np.uint8]:
        tiles: list[str] = []
        for text, meld in zip(seen.melds[who], melds_of(game.state, who, game.rules), strict=True):
            if "?" not in text and sort == SORTS[meld.type]:
                tiles += [LETTERS[kind] for kind in meld.kinds]
        return plane(tiles)

    order = (seat, seat ^ 1)
    held = {seat: seen.hand, seat ^ 1: seen.opponent or ()}
    live = np.full(kinds, 4, np.uint8) - plane(seen.hand) - plane(seen.indicators)
    live -= plane(tile for _, tile, taken in seen.discards if not taken)
    for who in order:
        for sort in ("chows", "pungs", "kongs"):
            live -= melded(who, sort)
    live -= plane(held[seat ^ 1])
    on_turn = game.state["phase"] in (Phase.TURN, Phase.LAST)
    out = [plane(seen.hand), plane([seen.drawn] if seen.drawn and on_turn else ()),
           plane([seen.tile] if seen.tile else ()), live, plane(seen.indicators)]
    for who in order:
        thrown = [tile for actor, tile, _ in seen.discards if actor == who]
        latest = plane()
        for at, tile in enumerate(thrown, 1):
            latest[number[tile]] = at
        out += [plane(thrown), latest, *(melded(who, sort) for sort in ("chows", "pungs", "kongs"))]
        out.append(plane(held[who]))
    facts: list[int] = []
    for who in order:
        facts += [seen.dealer == who, seen.ready[who], seen.open[who], seen.doubled[who], seen.declined[who],
                  len(seen.flowers[who]), len(seen.melds[who]), sum("?" in text for text in seen.melds[who]),
                  sum(actor == who for actor, _, _ in seen.discards)]
    facts += [seen.wall, game.state["phase"]]
    return out + [np.full(kinds, fact, np.uint8) for fact in facts]


def test_what_is_drawn_after_a_kong_and_thrown_then() -> None:
    """Concealed kongs wherever there is one: then the drawn tile is a replacement, then the discard follows it."""
    rng, batch = np.random.default_rng(1), BatchGame(400, seed=5)
    seen, kongs = [0, 0], slice(KONGS, KONGS + 16)
    before, last, wall = np.zeros(400, int), np.zeros(400, int), np.zeros(400, int)
    for _ in range(120):
        mask = batch.mask
        facts = batch.observe()[:, :, 0]
        phase, draw, thrown = facts[:, -3], facts[:, -2].astype(bool), facts[:, -1].astype(bool)
        assert (draw[last == 1] == (phase == 3)[last == 1]).all()
        follows = (before == 1) & (last == 2) & (facts[:, -4] == wall)  # nobody has drawn since
        wall = facts[:, -4].copy()
        assert thrown[follows].all()
        assert not draw[(before == 0) & (last == 0)].any()
        assert not thrown[phase != Phase.RESPONSE].any()  # claimed, or passed and the next tile drawn
        seen[0] += draw.sum()
        seen[1] += follows.sum()
        action = batch.sample(rng).copy()
        kong = mask[:, kongs].any(1)
        action[kong] = KONGS + mask[kong, kongs].argmax(1)
        discards = (action >= Act.OF_KINDS) & (action < KONGS)
        batch.step(action)
        before, last = last, np.select([kong, discards, action == 1], [1, 2, 3], 0)
        last[batch.done] = before[batch.done] = 0
        last[(action == Act.KONG) | (action >= KONGS + 16)] = 4
    assert min(seen) > 20


def test_illegal_actions_leave_their_row(rules: str = "duel64") -> None:
    rng = np.random.default_rng(1)
    one, other = BatchGame(50, rules, seed=2), BatchGame(50, rules, seed=2)
    for _ in range(100):
        good = one.sample(rng).copy()
        bad = good.copy()
        rows = rng.random(50) < 0.3
        illegal = [-1, 10**9, -(2**63), 2**63 - 1, 200, 77]
        bad[rows] = rng.choice(illegal, rows.sum())
        before = [one._batch.position(row).raw() for row in range(50)]
        assert one.step(bad) == rows.sum()
        assert np.array_equal(one.illegal, rows)
        assert all(one._batch.position(row).raw() == before[row] for row in np.flatnonzero(rows))
        assert not one.done[rows].any() and not one.rewards[rows].any()
        other.step(bad)
        # nothing is lost: the rows left behind go on as if nothing had been said
        assert one.step(np.where(rows, good, -1)) == 50 - rows.sum()
        other.step(np.where(rows, good, -1))
        assert np.array_equal(one.rewards, other.rewards)


@pytest.mark.parametrize(
    "wrong", [np.zeros(3, int), np.zeros((4, 1), int), np.zeros(4), ["pass"] * 4, None, np.zeros(4, bool)]
)
def test_actions_that_are_none(wrong: Any) -> None:
    batch = BatchGame(4)
    before = [batch._batch.position(row).raw() for row in range(4)]
    with pytest.raises(ValueError, match="4 whole numbers"):
        batch.step(wrong)
    assert before == [batch._batch.position(row).raw() for row in range(4)]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_actions_of_every_whole_type(kind: Any) -> None:
    batch = BatchGame(4)
    assert batch.step(batch.mask.argmax(1).astype(kind)) == 0
    assert batch.step(list(map(int, batch.mask.argmax(1)))) == 0
    assert batch.step(np.full(4, 2**64 - 1, np.uint64)) == 4


def test_arrays_stay_where_they_are() -> None:
    batch, rng = BatchGame(8, seed=3), random.Random(1)
    names = ("done", "rewards", "rows", "illegal", "seat", "mask", "games")
    where = {name: getattr(batch, name).__array_interface__["data"] for name in names}
    seen, sampled = batch.observe(), batch.sample(rng)
    for _ in range(200):
        batch.step(batch.sample(rng))
        assert batch.observe() is seen and batch.sample(rng) is sampled
    assert where == {name: getattr(batch, name).__array_interface__["data"] for name in names}
    out = np.zeros(seen.shape, np.uint8)
    assert np.array_equal(batch.observe(out), seen)
    with pytest.raises(ValueError, match="shape"):
        batch.observe(out[:4])
    with pytest.raises(ValueError, match="shape"):
        batch.choose("speed", np.zeros(8, np.int32))


def test_a_seed_is_no_source_of_samples() -> None:
    with pytest.raises(TypeError, match="a numpy Generator, not 5"):
        BatchGame(2).sample(5)


def test_samples_are_legal_uniform_and_seeded() -> None:
    batch = BatchGame(5000, seed=3)
    for _ in range(3):
        batch.step(batch.sample(np.random.default_rng(1)))
    mask = batch.mask.astype(bool)
    drawn = np.zeros(mask.shape)
    rng = np.random.default_rng(2)
    for _ in range(40):
        drawn[np.arange(5000), batch.sample(rng)] += 1
    assert not drawn[~mask].any()
    expected = np.repeat(40 / mask.sum(1)[:, None], mask.shape[1], 1)[mask]
    chi = ((drawn[mask] - expected) ** 2 / expected).sum()
    free = mask.sum() - len(mask)
    assert abs(chi - free) < 5 * (2 * free) ** 0.5
    one, other = batch.sample(np.random.default_rng(8)).copy(), batch.sample(np.random.default_rng(8))
    assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": 0}, "1 or more"), ({"n": -3}, "1 or more"), ({"n": 2, "rules": "mcr"}, "only scores"),
        ({"n": 2, "seed": -1}, "seed"), ({"n": 2, "first": 2**64}, "index"), ({"n": 2, "balances": (1,)}, "balances"),
    ],
)  # fmt: skip
def test_wrong_arguments(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        BatchGame(**arguments)
    with pytest.raises(TypeError, match="not pickled"):
        BatchGame(2)._batch.__reduce__()
    with pytest.raises(IndexError, match="no row 2"):
        BatchGame(2).game(2)


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")  # numpy 2.5 on: still possible
@pytest.mark.parametrize("name", ["done", "rewards", "rows", "illegal", "seat", "mask", "games"])
def test_arrays_are_not_replaced(name: str) -> None:
    """A smaller array in the place of `rewards` was written past its end."""
    batch = BatchGame(4)
    with pytest.raises(AttributeError):
        setattr(batch, name, np.zeros((2, 2), np.int64))
    with pytest.raises(ValueError, match=r"own its data|own data|refcheck"):
        batch.rows.resize(0)
    batch.rewards.shape = (2, 4)
    with pytest.raises(ValueError, match="rewards must have 4 places, not 2"):
        batch.step(batch.sample(random.Random(1)))


@pytest.mark.parametrize("n", [True, 2.5, "3", None, np.float64(3), np.True_])
def test_what_is_no_number_of_games(n: Any) -> None:
    with pytest.raises(TypeError, match="n must be a whole number"):
        BatchGame(n)


def test_whole_numbers_of_every_kind_are_numbers_of_games() -> None:
    assert BatchGame(np.int64(3)).n == 3
    for n in (2**31, 2**63, 10**30):
        with pytest.raises(ValueError, match=r"n is .*; it must be 1 or more, 2147483647 at most"):
            BatchGame(n)


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
@pytest.mark.parametrize("above", [2**8, 2**32, 2**40])
def test_actions_are_not_cut_short(kind: Any, above: int) -> None:
    """2^32 and a legal action is none."""
    batch = BatchGame(4, seed=1)
    before = batch.mask.copy()
    legal = before.argmax(1)
    assert batch.step(legal.astype(kind) + kind(above)) == 4
    assert np.array_equal(batch.mask, before)
    assert batch.step(legal.astype(kind)) == 0


def test_masked_actions_are_refused() -> None:
    batch = BatchGame(4, seed=1)
    with pytest.raises(ValueError, match="none can be masked"):
        batch.step(np.ma.masked_array(batch.mask.argmax(1), [0, 1, 0, 0]))
