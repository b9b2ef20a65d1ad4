"""One hand of play: `Game("duel64", seed=7)`, its decisions, its `Result`.

    g = Game("duel64", seed=7)
    while not g.over:
        g.step(g.actions[0])
    print(g.result)

The engine asks a seat only when it has a choice. Everything about money is worked out once, at the end, by `settle`.
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import rules as rule_sets
from .._version import __version__
from ..arguments import MOST_SEED, key_of, whole
from ..errors import IllegalAction, NotFound
from ..rules.ruleset import RuleSet
from ..rules.settings import MOST_BASE
from . import _engine
from .action import Action, actions
from .codes import Act
from .deck import build
from .log import Log, Recorder, end_of
from .observation import Observation, observe
from .reasons import reason
from .result import Result, result_of
from .settlement import balances_of
from .state import Start, State, flow_of, seat_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Game"]


class Game:
    """A hand of play, from the deck to the last bean (rulebook 6-12). Copies cheaply, pickles, replays.

    `rules`: its RuleSet; `balances`: beans a seat before the hand; `base`: beans a unit.

    Threads may share a game: what changes or copies it waits until another thread has done so, and the history stays
    one that replays. Who asks and then steps may find that another has stepped meanwhile: IllegalAction, mostly.
    """

    __slots__ = ("_history", "_lock", "_recorder", "_result", "balances", "base", "position", "rules", "start")

    rules: RuleSet
    balances: tuple[int, ...]
    base: int
    #: Deck, dealer and dice; None where what went before is not known: of `determinize`, and of a row of a BatchGame.
    start: Start | None
    #: The state as the engine has it, for whoever works with the engine.
    position: _engine.Position
    _history: Any  # (what was before, action, what the engine noted of it), so that copies share it; first the deal's
    _recorder: tuple[Recorder, Any] | None  # of the history as far as that link
    _result: Result | None
    _lock: threading.RLock  # held by what changes or copies the game

    def __init__(
        self,
        rules: str | RuleSet = "duel64",
        seed: int = 0,
        *,
        dealer: int | None = None,
        balances: Sequence[int] | None = None,
        base: int | None = None,
        wall: str | Iterable[str | int] | None = None,
        hands: Sequence[str | Iterable[str | int] | None] | None = None,
        index: int = 0,
    ) -> None:
        """`rules`: a name or a RuleSet that is played. `seed`, `index`: of deck and dice, and where it is None of the
        dealer; from 0 to 2^64 - 1. `balances`: beans a seat, at most 2^53; None: 10,000 each. `base`: beans a unit, at
        most 2^31; None: the room of the rule set, else the smallest balance divided by 400, at least 1. `wall`: the
        undealt tiles, next draw first; `hands`: tiles a seat, the dealer's fourteenth last; as letters, a text or one
        by one, or as kinds among 34. What is not given of them is filled from the seed.

        ValueError (InvalidHand for wall and hands) that says what is wrong; TypeError for what is no whole number.
        """
        rules = rule_sets.get(rules)
        flow = flow_of(rules)
        seed, index = whole("seed", seed, 0, MOST_SEED), whole("index", index, 0, MOST_SEED)
        seats = rules.play["players"]
        balances = balances_of(balances, seats)
        if dealer is not None:
            dealer = seat_of(dealer, seats, "dealer")
        if base is None:
            base = rules.settlement["room"] or min(max(1, min(balances) // 400), MOST_BASE)
        base = whole("base", base, 0, MOST_BASE)
        shuffled, first, dice = flow.shuffled(seed, index)
        dealer = first if dealer is None else dealer
        self._begin(rules, Start(build(rules, shuffled, dealer, wall, hands), dealer, dice), balances, base)

    def _begin(self, rules: RuleSet, start: Start, balances: tuple[int, ...], base: int) -> None:
        self.rules, self.balances, self.base, self.start = rules, balances, base, start
        self.position = _engine.Position(flow_of(rules))
        self._history = None, None, self.position.begin(*start)
        self._recorder = self._result = None
        self._lock = threading.RLock()

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        start: Start,
        *,
        balances: tuple[int, ...],
        base: int,
        history: Iterable[int] = (),
    ) -> Game:
        """The game of a deck, a dealer and dice, after the actions of a `history`; the arguments are known to be good.

        IllegalAction where an action of the history is not legal.
        """
        game = cls.__new__(cls)
        game._begin(rules, start, balances, base)
        for action in history:
            game.take(action)
        return game

    @classmethod
    def at(cls, rules: RuleSet, position: _engine.Position, *, balances: tuple[int, ...], base: int) -> Game:
        """The game that goes on from a position of the engine; of what went before nothing is known."""
        game = cls.__new__(cls)
        game.rules, game.balances, game.base, game.start = rules, balances, base, None
        game.position = position
        game._history = None, None, b""
        game._recorder = game._result = None
        game._lock = threading.RLock()
        return game

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self.position.seat

    @property
    def over(self) -> bool:
        """Whether the hand has ended; then there is a `result`."""
        return self.position.over

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.position.dealer

    @property
    def dice(self) -> tuple[int, int]:
        """What the two dice show, 1-6 each; they are recorded and decide nothing."""
        return self.position.dice

    @property
    def moment(self) -> tuple[int, int | None]:
        """Which decision it is: the same as long as nobody has answered it, whatever else happens."""
        return self.position.decisions, self.position.seat

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of `seat`, in the order of the table; none when over."""
        table = actions(self.rules)
        return tuple([table[number] for number in self.position.legal()])

    @property
    def mask(self) -> npt.NDArray[np.uint8]:
        """Legal actions over the table `actions(rules)`: u1, shape (77,), (149,) or (186,), 1 or 0; all 0 when over."""
        import numpy as np

        out = np.zeros(len(actions(self.rules)), np.uint8)
        self.position.mask_into(out)
        return out

    @property
    def state(self) -> State:
        """Everything, all hands and the wall too, by name; kinds as the rule set numbers them."""
        return self.position.read()

    @property
    def history(self) -> tuple[int, ...]:
        """The actions taken, by number; -1 - seat where that seat left."""
        return tuple([action for _, action, _ in self._links()[1:]])

    def _links(self, after: object = None) -> list[Any]:
        """The history, oldest first, from the link after that one on."""
        links, link = [], self._history
        while link is not after:
            links.append(link)
            link = link[0]
        return links[::-1]

    def observation(self, seat: int) -> Observation:
        """What that player may see, and no more: an `Observation`. ValueError where there is no such seat."""
        seat = seat_of(seat, len(self.balances))
        return observe(self.state, self.rules, seat, self.position.legal())

    view = observation

    def verify(self, action: int | Action) -> str | None:
        """Why the action is not legal now; None where it is."""
        number, table = _number(action, self.rules), actions(self.rules)
        if number is None:
            known = f"they are 0 to {len(table) - 1}, or an Action of mj2p.actions"
            return f"{_shown(action)} is no action of {self.rules.name}: {known}"
        if self.over:
            return "the game is over"
        if number in self.position.legal():
            return None
        return f"{table[number].en}: {reason(number, self.state, self.rules)}"

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def step(self, action: int | Action) -> None:
        """Take an action of `seat`; IllegalAction where there is no such one now, and then nothing has changed."""
        number = _number(action, self.rules)
        with self._lock:
            noted = None if number is None else self.position.step(number)
            if noted is None:
                raise IllegalAction(self.verify(action) or "no action")
            self._history = self._history, number, noted

    def leave(self, seat: int) -> None:
        """The player leaves: the caretaker (托管) plays on, or where the rule set says so the hand is forfeited.

        Who has left may leave again, which changes nothing. ValueError where there is no such seat, IllegalAction when
        the game is over (rulebook 7, 9).
        """
        seat = seat_of(seat, len(self.balances))
        forfeits = self.rules.play["leaving"] == "forfeit"
        with self._lock:
            if self.over:
                raise IllegalAction("the game is over")
            if self.state["left"][seat]:
                return
            noted = self.position.forfeit(seat) if forfeits else self.position.leave(seat)
            self._history = self._history, -1 - seat, noted

    def time_out(self, seat: int | None = None) -> Action:
        """The time of the seat (who is asked, where it is not given) has run out: what is done instead, and given back.

        The caretaker answers for this decision, and where the rule set says so wins (rulebook 8). IllegalAction where
        the game is over or another seat is asked: the answer came in time.
        """
        with self._lock:
            if seat is not None and seat_of(seat, len(self.balances)) != self.seat and not self.over:
                raise IllegalAction(f"seat {self.seat} is asked, not seat {seat}")
            number = self.position.caretaker()
            if number is None:
                raise IllegalAction("the game is over")
            if self.rules.play["time_out"] == "win" and Act.WIN in self.position.legal():
                number = Act.WIN
            self.step(number)
        return actions(self.rules)[number]

    def take(self, action: int) -> None:
        """An entry of `history`: an action, or -1 - seat for a player who leaves; errors as of those."""
        if hasattr(action, "__index__") and operator.index(action) < 0:
            self.leave(-1 - action)
        else:
            self.step(action)

    def copy(self) -> Game:
        """The same game, going on by itself."""
        other = Game.__new__(Game)
        other.rules, other.balances, other.base = self.rules, self.balances, self.base
        with self._lock:
            other.start, other._history, other._result = self.start, self._history, self._result
            other.position = self.position.copy()
        other._recorder = None
        other._lock = threading.RLock()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def determinize(self, seat: int, rng: Any) -> Game:
        """A game drawn from all that look like this one to the seat; `rng`: random.Random or numpy's Generator.

        Every arrangement of the hidden tiles (wall, other hands, of what their concealed kongs are, and of which pair
        is pushed out) is as likely as any other, of those in which every ready player is waiting. Where these are rare
        (a thousand draws have met none) it is one of 256 that are built, chosen by their weights, which is nearly as
        even. That a player passed, or is asked now, says nothing; who would not have been asked has one action then.
        The game plays on, copies and pickles; its past is not known, so `log` and `states()` are TypeErrors. NotFound
        where no waiting hand of a ready player is found.
        """
        seat = seat_of(seat, len(self.balances))
        key = key_of(rng)
        position = self.position.copy()
        if not position.determinize(seat, key):
            raise NotFound("no hands in which every ready player waits were found")
        return Game.at(self.rules, position, balances=self.balances, base=self.base)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, its = (self.rules, self.balances, self.base), (other.rules, other.balances, other.base)
        return mine == its and self.position.raw() == other.position.raw()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        if self.start is None:
            with self._lock:
                raw, history = self.position.raw(), self.history
            return _thaw, (self.rules, raw, _check(raw), self.balances, self.base, history)
        return _restore, (self.rules, self.start, self.balances, self.base, self.history)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.seat} to act"
        return f"<Game {self.rules.name}: {now}, {len(self.history)} actions taken>"

    # ---- The past, and the end ---------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """The record so far: JSON lines from which `replay` rebuilds every state. TypeError where the past is not
        known: of `determinize`, and of a row of a BatchGame."""
        start = self._known()
        with self._lock:
            recorder, link = self._recorder or (Recorder(self.rules, start, self.balances, self.base), None)
            for _, action, noted in self._links(link):
                recorder.add(action, noted)
            self._recorder = recorder, self._history
            result = self.result
            return Log([*recorder.events, *(end_of(self.state, self.rules, result) if result else ())])

    def states(self) -> Iterator[Game]:
        """Every state of the game at its decisions, from the first to this one, each a game of its own.

        TypeError as for `log`.
        """
        game = Game.of(self.rules, self._known(), balances=self.balances, base=self.base)
        yield game.copy()
        for action in self.history:
            game.take(action)
            yield game.copy()

    def _known(self) -> Start:
        if self.start is None:
            raise TypeError("the past of this game is not known: it was determinized, or is a row of a BatchGame")
        return self.start

    @property
    def result(self) -> Result | None:
        """How it ended; None before."""
        if self._result is None and self.over:
            self._result = result_of(self.position, self.rules, self.balances, self.base)
        return self._result

    @property
    def next_dealer(self) -> int:
        """Who deals the next hand: the same after a win of the dealer or a draw (or never, by the rule set).

        ValueError while the game is not over.
        """
        result = self.result
        if result is None:
            raise ValueError("the game is not over")
        stays = result.winner in (None, self.dealer) and self.rules.play["next_dealer"] == "winner"
        return self.dealer if stays else (self.dealer + 1) % len(self.balances)


def _restore(rules: RuleSet, start: Start, balances: tuple[int, ...], base: int, history: tuple[int, ...]) -> Game:
    return Game.of(rules, start, balances=balances, base=base, history=history)


def _thaw(
    rules: RuleSet, raw: bytes, check: int, balances: tuple[int, ...], base: int, history: tuple[int, ...]
) -> Game:
    """A game whose past is not known, and so cannot be played again, from the bytes of its state."""
    if check != _check(raw):
        raise ValueError("a determinized game was pickled by another version, or is damaged")
    position = _engine.Position(flow_of(rules))
    position.load(raw)
    game = Game.at(rules, position, balances=balances, base=base)
    for action in history:
        game._history = game._history, action, b""
    return game


def _check(raw: bytes) -> int:
    import zlib

    return zlib.crc32(raw, zlib.crc32(__version__.encode()))


def _number(action: int | Action, rules: RuleSet) -> int | None:
    """The number of an action in the table of the rule set; None for what is none, as the 3s of a three-suit table."""
    table = actions(rules)
    try:
        number = whole("action", action, 0, len(table) - 1)
    except (TypeError, ValueError):
        return None
    return None if isinstance(action, Action) and action != table[number] else number


def _shown(action: object) -> str:
    """For a message; whole numbers of thousands of digits are not written out."""
    if isinstance(action, int) and abs(action) >= 10**9:
        return "a number of that size"
    return repr(action)[:80]
