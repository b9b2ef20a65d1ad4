"""Many games stepped together over arrays: `BatchGame`, for training and for search.

    b = BatchGame(4096, "duel64", seed=1)
    for _ in range(1000):
        b.step(b.sample(rng))                    # or b.step(policy(b.observe(), b.mask))
        total += b.rewards[b.seat_of_player]     # rows of games that have just ended; 0 elsewhere

Row i plays the games i, i + n, i + 2n, ... of the seed: when one ends, the next begins by itself. A game depends on its
seed, its index and the actions taken in it, and on nothing else in the batch.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rules as rule_sets
from ..arguments import key_of, whole
from ..rules.ruleset import RuleSet
from . import _engine
from .action import actions
from .compiled import code_of
from .game import Game
from .gamerows import Rows, game_dtype
from .state import flow_of

__all__ = ["BatchGame", "planes"]

_COMMON = ("hand", "drawn", "tile", "live", "indicators")
_SEAT = ("discards", "latest", "chows", "pungs", "kongs", "held")
_FACTS_SEAT = ("dealer", "ready", "open", "doubled", "declined", "flowers", "melds", "hidden_kongs", "thrown")
_FACTS = ("wall", "phase", "kong_draw", "kong_discard")


def planes(seats: int = 2) -> tuple[str, ...]:
    """The names of the planes of `BatchGame.observe` in their order, at 2 to 4 seats; `own.`, `next.` say whose."""
    return _planes(whole("seats", seats, 2, 4))


@functools.cache
def _planes(seats: int) -> tuple[str, ...]:
    whose = {2: ("own", "next"), 3: ("own", "next", "before"), 4: ("own", "next", "across", "before")}[seats]
    return (
        *_COMMON, *(f"{who}.{name}" for who in whose for name in _SEAT),
        *(f"{who}.{name}" for who in whose for name in _FACTS_SEAT), *_FACTS,
    )  # fmt: skip


#: Rows of a batch that a player chooses for between two looks at Ctrl-C: of `search` one row takes some 10 ms.
_ROWS = {"search": 8}
_MOST_ROWS = 4096


class BatchGame:
    """`n` games of a rule set. All arrays are made once and filled anew, so copy what is to be kept.

    Threads may share a batch: a call waits until that of another thread has ended, so that no game is ever spoilt. The
    arrays are the batch's all the same, and hold what the call before has written, whichever thread's it was.

    `done`      bool (n,): the game of the row ended in the last step, and its next one has begun
    `rewards`   i8 (n, seats): what each seat gained in it, in beans; 0 where none ended
    `rows`      GAME_DTYPE (n,): the game that ended last in each row, as `simulate` tells it; 0 before the first
    `illegal`   bool (n,): the action of the last step was illegal, and nothing has changed in that row
    `seat`      u1 (n,): whose decision it is
    `mask`      u1 (n, actions): 1 where an action of `mj2p.actions(rules)` is legal for that seat
    `games`     u8 (n,): the index of the game of each row

    What `observe` writes for the seat that is asked, u1 (n, planes, kinds); `mj2p.batchgame.planes()` are the names:

    | plane | value of a kind |
    |---|---|
    | `hand` | copies in the own hand, the drawn tile included |
    | `drawn` | 1: the tile drawn on this turn |
    | `tile` | 1: the tile to answer to |
    | `live` | copies that can still come, as far as the seat can see |
    | `indicators` | indicators turned |
    | `own.discards`, `next.discards` | discards of the seat, claimed ones included |
    | `.latest` | which of the seat's discards the latest of this kind was, from 1; 0: none |
    | `.chows`, `.pungs`, `.kongs` | copies in melds of that sort; dealt melds are among the kongs |
    | `.held` | concealed tiles of the seat where they are seen |

    and the facts, the same value in every column:

    | plane | value |
    |---|---|
    | `own.dealer`, `next.dealer` | 1: the seat deals |
    | `.ready` | 1: ready, 2: 天听 |
    | `.open`, `.doubled` | 1: plays open, has doubled before play |
    | `.declined` | wins declined |
    | `.flowers`, `.melds`, `.hidden_kongs`, `.thrown` | flowers, melds, concealed kongs not seen, discards |
    | `wall` | tiles left in the wall |
    | `phase` | the number of the `mj2p.Phase` |
    | `kong_draw` | 1: the tile drawn replaces a kong's |
    | `kong_discard` | 1: the discard follows such a draw |
    """

    def __init__(
        self,
        n: int,
        rules: str | RuleSet = "duel64",
        seed: int = 0,
        *,
        first: int = 0,
        balances: Sequence[int] | None = None,
        base: int | None = None,
    ) -> None:
        """`first`: the game of row 0. `balances`, `base`: of every game, as in `Game`.

        ValueError for n below 1 or above 2^31 - 1, TypeError for what is no whole number.
        """
        n = whole("n", n, 1, 2**31 - 1)
        self.rules = rule_sets.get(rules)
        game = Game(self.rules, seed, index=first, balances=balances, base=base)  # says what is wrong with them
        self.n = n
        self.seed = seed
        self.balances, self.base = game.balances, game.base
        self._batch = _engine.Batch(flow_of(self.rules), n, seed, first, game.balances, game.base)
        seats = len(game.balances)
        dtype = game_dtype(seats)
        self._lock = threading.RLock()
        self._illegal, self._done = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self._rewards = np.zeros((n, seats), np.int64)
        self._rows = np.zeros((n, dtype.itemsize), np.uint8)
        self._dtype = dtype
        self._seat = np.zeros(n, np.uint8)
        self._games = np.zeros(n, np.uint64)
        self._mask = np.zeros((n, len(actions(self.rules))), np.uint8)
        self._actions, self._sampled = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._planes: npt.NDArray[np.uint8] | None = None

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return self._done.view(np.bool_)

    @property
    def illegal(self) -> npt.NDArray[np.bool_]:
        return self._illegal.view(np.bool_)

    @property
    def rewards(self) -> npt.NDArray[np.int64]:
        return self._rewards

    @property
    def rows(self) -> Rows:
        return self._rows.view(self._dtype)[:, 0]

    @property
    def seat(self) -> npt.NDArray[np.uint8]:
        with self._lock:
            self._batch.seats(self._seat)
        return self._seat

    @property
    def games(self) -> npt.NDArray[np.uint64]:
        with self._lock:
            self._batch.games(self._games)
        return self._games

    @property
    def mask(self) -> npt.NDArray[np.uint8]:
        with self._lock:
            self._batch.masks(self._mask)
        return self._mask

    def step(self, actions: npt.ArrayLike) -> int:
        """Take an action in every row, whole numbers (n,): how many were illegal (`illegal` says which).

        ValueError, and nothing has been done, where `actions` are not n whole numbers, or are masked.
        """
        if np.ma.isMaskedArray(actions):
            raise ValueError(f"actions are {self.n} whole numbers, one in every row: none can be masked")
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.n} whole numbers, not {given.dtype} {given.shape}")
        with self._lock:
            if given.dtype != np.int64 or not given.flags.c_contiguous:
                np.copyto(self._actions, given, casting="unsafe")  # u8 above 2^63 turns negative: illegal all the same
                given = self._actions
            return self._batch.step(given, self._illegal, self._done, self._rewards, self._rows)

    def sample(self, rng: Any) -> npt.NDArray[np.int64]:
        """A legal action of each row, each as likely, i8 (n,); `rng`: numpy's Generator or random.Random."""
        key = key_of(rng)
        with self._lock:
            self._batch.sample(key, self._sampled)
        return self._sampled

    def choose(self, player: str, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """What a built-in player does in each row, i8 (n,), into a new array or `out`: an opponent, or a teacher."""
        return self._choose(player, out, None)

    def _choose(
        self, player: str, out: npt.NDArray[np.int64] | None, tell: Callable[[], object] | None
    ) -> npt.NDArray[np.int64]:
        """The same; `tell` is called now and then, and may raise to stop."""
        code, some = code_of(player), _ROWS.get(player, _MOST_ROWS)
        if out is None:
            out = np.empty(self.n, np.int64)
        elif not _is_array(out, np.int64, (self.n,)):
            raise ValueError(f"out must be a writeable contiguous array of i8, shape ({self.n},)")
        with self._lock:
            for start in range(0, self.n, some):  # Python hears Ctrl-C between the calls
                self._batch.choose(code, out, start, min(start + some, self.n))
                if tell is not None:
                    tell()
        return out

    def observe(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """What the seat of each row sees, u1 (n, planes, kinds), into `out` or an array of the batch's own."""
        shape = (self.n, self._batch.planes, self._batch.flow.kinds)
        if out is None:
            if self._planes is None:
                self._planes = np.zeros(shape, np.uint8)
            out = self._planes
        elif not _is_array(out, np.uint8, shape):
            raise ValueError(f"out must be a writeable contiguous array of u1, shape {shape}")
        with self._lock:
            self._batch.observe(out)
        return out

    def game(self, row: int) -> Game:
        """The game of a row as it stands, to look at and to play on by itself; it has no log."""
        with self._lock:
            position = self._batch.position(row)
        return Game.at(self.rules, position, balances=self.balances, base=self.base)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<BatchGame of {self.n:,} games of {self.rules.name}, seed {self.seed}>"


def _is_array(out: object, dtype: npt.DTypeLike, shape: tuple[int, ...]) -> bool:
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        return False
    return out.flags.c_contiguous and out.flags.writeable
