"""One hand of play: `Game("duel64", seed=7)`, its decisions, its `Result`.

    g = Game("duel64", seed=7)
    while not g.over:
        g.step(g.actions[0])
    print(g.result)

The engine asks a seat only when it has a choice. Everything about money is worked out once, at the end, by `settle`.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import MOST_SEED, key_of, whole
from ..errors import IllegalAction
from ..hands.hand import Hand, Meld
from ..hands.tiles import FLOWER, ONE_SUIT
from ..rules import ruleset
from ..rules.ruleset import RuleSet
from ..rules.settings import MOST_BASE
from ..scoring.asking import Score, score
from . import _engine
from .action import DOUBLE, KINDS, KONG, OPEN, PASS, READY, WIN, Action, actions
from .deck import build, write_tile
from .observation import Observation, observe, sees_hand
from .settlement import Item, Line, balances_of, settle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .log import Log

__all__ = ["Game", "Result"]

BY = ("draw", "self_draw", "discard", "robbed_kong", "flowers", "left", "treasure", "big_wind")
#: What players carry where nothing is said; as many as a rule set has seats.
STAKES = (10_000, 10_000)
#: What a flower win of section 9 is worth, and nothing else with it.
FLOWER_WIN = 8
#: Draws of hidden tiles after which a waiting hand of a ready opponent is given up.
MOST_TRIES = 50_000_000


class Result(NamedTuple):
    """How a hand ended, and what was paid; `sum(deltas) + house` is 0."""

    winner: int | None  # a seat; None: a draw
    by: str  # 'self_draw', 'discard', 'robbed_kong', 'flowers', 'left' (the other forfeits) or 'draw'
    score: Score | None  # of `hand`; None where no hand is shown
    hand: Hand | None  # the winner's, with how it was won
    multiplier: int  # all factors beside the fans; for steps 2^steps
    deltas: tuple[int, ...]  # beans a seat
    house: int  # beans
    items: tuple[Line, ...]  # the account, in the order of payment
    win_tile: str | None  # a letter; None for a draw, and where flowers win
    total: int  # points after every cap (steps in dongbei136); of a forfeit its points; 0 for a draw

    def __str__(self) -> str:
        if self.winner is None:
            return f"流局 draw; {self.deltas}"
        tile = f" on {self.win_tile}" if self.win_tile else ""
        worth = f"{self.total} x {self.multiplier}"
        if self.score is not None and self.score.steps is not None:  # 2^steps is the multiplier
            worth = f"{self.total} steps, x {self.multiplier}"
        return f"seat {self.winner} wins by {self.by}{tile}: {worth}; {self.deltas}"


@functools.lru_cache(maxsize=64)
def flow_of(rules: RuleSet) -> _engine.PackedFlow:
    """The flow of a rule set as the engine reads it."""
    if not rules.play["players"]:
        raise ValueError(f"{rules.name} only scores: it is not played")
    more = {"kinds": rules.kinds, "immortals": "eight_immortals" in rules.members}
    return _engine.PackedFlow(rules.packed, {**rules.play, **rules.settlement, **rules.scoring, **more})


class Game:
    """A hand of play, from the deck to the last bean (rulebook 6-12). Copies cheaply, pickles, replays."""

    __slots__ = ("_history", "_position", "_result", "_start", "balances", "base", "rules")

    def __init__(
        self,
        rules: str | RuleSet = "duel64",
        seed: int = 0,
        dealer: int | None = None,
        balances: Sequence[int] = STAKES,
        base: int | None = None,
        wall: str | Iterable[str | int] | None = None,
        hands: Sequence[str | Iterable[str | int] | None] | None = None,
        *,
        index: int = 0,
    ) -> None:
        """`rules`: a name or a RuleSet that is played. `seed`, `index`: of deck and dice, and where it is None of the
        dealer; from 0 to 2^64 - 1. `balances`: beans a seat, at most 2^53; `base`: beans a unit, at most 2^31; None:
        the room of the rule set, else the smallest balance divided by 400, at least 1. `wall`, `hands`: `deck.build`.

        ValueError (InvalidHand for wall and hands) that says what is wrong; TypeError for what is no whole number.
        """
        rules = ruleset.get(rules)
        flow = flow_of(rules)
        seed, index = whole("seed", seed, 0, MOST_SEED), whole("index", index, 0, MOST_SEED)
        seats = rules.play["players"]
        balances = balances_of(STAKES[:1] * seats if balances is STAKES else balances)
        if len(balances) != seats:
            raise ValueError(f"{seats} players have {seats} balances, not {len(balances)}")
        if dealer is not None:
            dealer = seat_of(dealer, seats, "dealer")
        if base is None:
            base = rules.settlement["room"] or min(max(1, min(balances) // 400), MOST_BASE)
        base = whole("base", base, 0, MOST_BASE)
        shuffled, first, dice = flow.shuffled(seed, index)
        dealer = first if dealer is None else dealer
        self._setup(rules, build(rules, shuffled, dealer, wall, hands), dealer, dice, balances, base)

    def _setup(
        self, rules: RuleSet, deck: bytes, dealer: int, dice: tuple[int, int], balances: tuple[int, ...], base: int
    ) -> None:
        self.rules = rules
        self.balances = balances
        self.base = base
        self._start = deck, dealer, dice
        self._position = _engine.Position(flow_of(rules))
        self._position.begin(deck, dealer, dice)
        self._history: Any = None  # (what was before, action), so that copies share it
        self._result: Result | None = None

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self._position.seat

    @property
    def over(self) -> bool:
        """Whether the hand has ended; then there is a `result`."""
        return self._position.over

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self._start[1]

    @property
    def dice(self) -> tuple[int, int]:
        """What the two dice show, 1-6 each; they are recorded and decide nothing."""
        return self._start[2]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of `seat`, in the order of the table."""
        table = actions(self.rules)
        return tuple([table[number] for number in self._position.legal()])

    @property
    def mask(self) -> npt.NDArray[np.uint8]:
        """Legal actions over the table `actions(rules)`: u1, shape (77,) or (149,), 1 or 0; all 0 when over."""
        import numpy as np

        out = np.zeros(len(actions(self.rules)), np.uint8)
        self._position.mask_into(out)
        return out

    @property
    def state(self) -> dict[str, Any]:
        """Everything, both hands and the wall too, by name; kinds as the rule set numbers them."""
        return self._position.read()

    @property
    def history(self) -> tuple[int, ...]:
        """The actions taken, by number; -1 - seat where that seat left."""
        taken, link = [], self._history
        while link is not None:
            link, action = link
            taken.append(action)
        return tuple(reversed(taken))

    def observation(self, seat: int) -> Observation:
        """What that player may see, and no more: an `Observation`. ValueError where there is no such seat."""
        seat = seat_of(seat, len(self.balances))
        return observe(self._position.read(), self.rules, seat, self._position.legal())

    view = observation

    def verify(self, action: int | Action) -> str | None:
        """Why the action is not legal now; None where it is."""
        number, table = _number(action, self.rules), actions(self.rules)
        if number is None:
            known = f"they are 0 to {len(table) - 1}, or an Action of mj2p.actions"
            return f"{_shown(action)} is no action of {self.rules.name}: {known}"
        if self.over:
            return "the game is over"
        if number in self._position.legal():
            return None
        return f"{table[number].en}: {_reason(number, self.state, self.rules)}"

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def step(self, action: int | Action) -> None:
        """Take an action of `seat`; IllegalAction where there is no such one now, and then nothing has changed."""
        number = _number(action, self.rules)
        if number is None or not self._position.step(number):
            raise IllegalAction(self.verify(action) or "no action")
        self._history = self._history, number

    def leave(self, seat: int) -> None:
        """The player leaves: the caretaker (托管) plays on, or where the rule set says so the hand is forfeited.

        ValueError where there is no such seat, IllegalAction when the game is over.
        """
        seat = seat_of(seat, len(self.balances))
        if self.over:
            raise IllegalAction("the game is over")
        if self.rules.play["leaving"] == "forfeit":
            self._position.forfeit(seat)
        else:
            self._position.leave(seat)
        self._history = self._history, -1 - seat

    def time_out(self, seat: int | None = None) -> Action:
        """The time of the seat (who is asked, where it is not given) has run out: what is done instead, and given back.

        The caretaker answers for this decision, and where the rule set says so wins. IllegalAction where the game is
        over or another seat is asked: the answer came in time.
        """
        if seat is not None and seat_of(seat, len(self.balances)) != self.seat and not self.over:
            raise IllegalAction(f"seat {self.seat} is asked, not seat {seat}")
        number = self._position.caretaker()
        if number is None:
            raise IllegalAction("the game is over")
        if self.rules.play["time_out"] == "win" and WIN in self._position.legal():
            number = WIN
        self.step(number)
        return actions(self.rules)[number]

    def copy(self) -> Game:
        """The same game, going on by itself."""
        other = Game.__new__(Game)
        other.rules = self.rules
        other.balances = self.balances
        other.base = self.base
        other._start = self._start
        other._position = self._position.copy()
        other._history = self._history
        other._result = self._result
        return other

    __copy__ = copy

    def determinize(self, seat: int, rng: Any) -> Game:
        """A game drawn from all that look like this one to the seat; `rng`: random.Random or numpy's Generator.

        Every arrangement of the hidden tiles (wall, other hands, of what their concealed kongs are) is as likely as any
        other, of those in which a ready player is waiting. That a player passed, or is asked now, says nothing; who
        would not have been asked has one action then. The game plays on, copies and pickles; its past is not known, so
        `log` and `states()` are TypeErrors.
        """
        seat = seat_of(seat, len(self.balances))
        key = key_of(rng)
        other, state = self.copy(), self.state
        sees = sum(1 << at for at in range(len(self.balances)) if sees_hand(state, self.rules, seat, at))
        if not other._position.determinize(seat, sees, key, MOST_TRIES):
            raise RuntimeError(f"no hand that waits was found in {MOST_TRIES} draws")
        other._start, other._history = (b"", *self._start[1:]), None  # in them stand the others' passes and kongs
        return other

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, its = (self.rules, self.balances, self.base), (other.rules, other.balances, other.base)
        return mine == its and self._position.raw() == other._position.raw()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._start[0]:
            raw = self._position.raw()
            return _thaw, (self.rules, raw, _check(raw), self._start, self.balances, self.base, self.history)
        return _restore, (self.rules, *self._start, self.balances, self.base, self.history)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.seat} to act"
        return f"<Game {self.rules.name}: {now}, {len(self.history)} actions taken>"

    # ---- The end -----------------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """How it ended; None before."""
        if self._result is None and self.over:
            self._result = _result(self._position.read(), self.rules, self.balances, self.base)
        return self._result

    @property
    def log(self) -> Log:
        """The record so far: JSON lines from which `replay` rebuilds every state."""
        from .log import log_of

        return log_of(self)

    def states(self) -> Iterator[Game]:
        """Every state of the game at its decisions, from the first to this one, each a game of its own."""
        if not self._start[0]:
            raise TypeError("a determinized game has no past")
        game = _restore(self.rules, *self._start, self.balances, self.base, ())
        yield game.copy()
        for action in self.history:
            game.take(action)
            yield game.copy()

    def take(self, action: int) -> None:
        """An entry of `history`: an action, or -1 - seat for a player who leaves."""
        if action < 0:
            self.leave(-1 - action)
        else:
            self.step(action)

    @property
    def next_dealer(self) -> int:
        """Who deals the next hand: the same after a win of the dealer or a draw (or never, by the rule set)."""
        result = self.result
        if result is None:
            raise ValueError("the game is not over")
        stays = result.winner in (None, self.dealer) and self.rules.play["next_dealer"] == "winner"
        return self.dealer if stays else (self.dealer + 1) % len(self.balances)


def _restore(
    rules: RuleSet,
    deck: bytes,
    dealer: int,
    dice: tuple[int, int],
    balances: tuple[int, ...],
    base: int,
    history: tuple[int, ...],
) -> Game:
    game = Game.__new__(Game)
    game._setup(rules, deck, dealer, dice, balances, base)
    for action in history:
        game.take(action)
    return game


def _thaw(
    rules: RuleSet, raw: bytes, check: int, start: Any, balances: tuple[int, ...], base: int, history: tuple[int, ...]
) -> Game:
    """A determinized game, which has no past to be played again, from the bytes of its state."""
    if check != _check(raw):
        raise ValueError("a determinized game was pickled by another version, or is damaged")
    game = Game.__new__(Game)
    game.rules, game.balances, game.base = rules, balances, base
    game._start, game._result, game._history = start, None, None
    game._position = _engine.Position(flow_of(rules))
    game._position.load(raw)
    for action in history:
        game._history = game._history, action
    return game


def _check(raw: bytes) -> int:
    import zlib

    from .._version import __version__

    return zlib.crc32(raw, zlib.crc32(__version__.encode()))


def seat_of(seat: int, seats: int, name: str = "seat") -> int:
    """A seat by its number; ValueError where there is none such."""
    if isinstance(seat, bool) or not hasattr(seat, "__index__") or not 0 <= seat.__index__() < seats:
        raise ValueError(f"{name} must be {', '.join(map(str, range(seats - 1)))} or {seats - 1}, not {seat!r}")
    return seat.__index__()


def _number(action: int | Action, rules: RuleSet) -> int | None:
    """The number of an action in the table of the rule set; None for what is none, as the 3s of a three-suit table."""
    table = actions(rules)
    try:
        number = operator.index(action)
    except TypeError:
        return None
    if isinstance(action, bool) or not 0 <= number < len(table):
        return None
    return None if isinstance(action, Action) and action != table[number] else number


def _shown(action: object) -> str:
    """For a message; whole numbers of thousands of digits are not written out."""
    if isinstance(action, int) and abs(action) >= 10**9:
        return "a number of that size"
    return repr(action)[:80]


def melds_of(state: dict[str, Any], seat: int, rules: RuleSet) -> tuple[Meld, ...]:
    """The melds of a seat with the digits of a text."""
    melds = []
    for code, digit in zip(state["melds"][seat], state["digits"][seat], strict=True):
        kind = (code & 63) - 1
        kind = ONE_SUIT[kind] if rules.nsuits == 1 else kind
        if code >> 6 == 0:
            melds.append(Meld.chow((kind, kind + 1, kind + 2), claimed=digit))
        elif code >> 6 == 1:
            melds.append(Meld.pung(kind))
        elif kind >= 34:
            melds.append(Meld.dealt(("ESWN", "1m1s1p", "9m9s9p")[kind - 35]))
        else:
            melds.append(Meld.kong(kind, concealed=code >> 6 == 3, added=digit == 6))
    return tuple(melds)


def _hand(state: dict[str, Any], rules: RuleSet, seat: int) -> Hand:
    """The winner's hand; all that a text says of how it was won comes from the engine's row."""
    row, kinds = state["row"], 9 * rules.nsuits + 7
    won = Hand.from_record(row, rules.nsuits, rules.flowers == "each")
    assert won.melds == tuple(Meld.of_code(meld.code) for meld in melds_of(state, seat, rules)), row[kinds : kinds + 4]
    return won.replace(melds=melds_of(state, seat, rules))


def _result(state: dict[str, Any], rules: RuleSet, balances: tuple[int, ...], base: int) -> Result:
    winner, by, paid = state["winner"], BY[state["by"]], rules.settlement
    items: list[Item] = []
    scored: Score | None = None
    hand: Hand | None = None
    total, multiplier = 0, 1
    if winner is not None:
        if by == "left":
            total = paid["forfeit"]
            items += [Item("forfeit", other, winner, total, (("points", total),)) for other in _others(winner, state)]
        else:
            if any(state["row"]):
                hand = _hand(state, rules, winner)
                scored = score(hand, rules)
            total = scored.points if scored else _flower_total(rules)
            factors = _factors(state, rules, winner, by)
            steps = rules.scoring["unit"] == "steps"
            for _, factor in factors:
                multiplier *= factor
            if steps:
                multiplier *= 2**total
            units = multiplier if steps else total * multiplier
            named = ("steps", 2**total) if steps else ("fans", total)
            for other in _others(winner, state):
                own = _payer_factors(state, rules, winner, other, by, scored)
                due = units
                for _, factor in own:
                    due *= factor
                items.append(Item("win", other, winner, due, (named, *factors, *own)))
    if paid["kong_payments"]:
        items += [
            _kong_item(seat, other, meld, rules) for seat, meld in state["kongs"] for other in _others(seat, state)
        ]
    limits = {"fee": paid["fee"], "rake": paid["rake"], "limit": paid["limit"]}
    settled = settle(items, balances, base=base, **limits)
    tile = state["win_tile"]
    return Result(
        winner, by, scored, hand, multiplier, settled.deltas, settled.house, settled.lines,
        None if tile is None else write_tile(tile, rules), total,
    )


def _flower_total(rules: RuleSet) -> int:
    """八仙过海 before the first draw, or a flower win where that is no fan: no hand is shown."""
    fan = rules.play["flower_wins"] == "eight" and "eight_immortals" in rules.members
    caps = [int(cap) for cap in (rules.scoring["cap_total"], rules.scoring["cap_points"]) if cap]
    return min([rules.values["eight_immortals"] if fan else FLOWER_WIN, *caps])


def _factors(state: dict[str, Any], rules: RuleSet, winner: int, by: str) -> tuple[tuple[str, int], ...]:
    """The multipliers of a win, each by its name; those that are 1 are left out."""
    paid = rules.settlement
    robbed = by == "flowers" and state["win_tile"] is not None and state["win_tile"] >= FLOWER  # 七抢一
    drawn = by in ("self_draw", "flowers") and not robbed
    factors = (
        ("open", paid["open_factor"] ** sum(state["open"])),
        ("double", paid["doubling_factor"] ** sum(state["doubled"])),
        ("ready", paid["ready_factor"] if state["ready"][winner] else 1),
        ("declined", paid["declining_factor"] ** state["declined"][winner]),
        ("self_draw", paid["self_draw_factor"] if drawn else 1),
    )
    return tuple(factor for factor in factors if factor[1] != 1)


def _others(seat: int, state: dict[str, Any]) -> list[int]:
    """The other seats in the order of play."""
    seats = len(state["ready"])
    return [(seat + after) % seats for after in range(1, seats)]


def _payer_factors(
    state: dict[str, Any], rules: RuleSet, winner: int, payer: int, by: str, scored: Score | None
) -> tuple[tuple[str, int], ...]:
    """What one payer pays more: to or as the dealer, and as a discarder who is not ready (rulebook 12); 天胡 none."""
    if scored and any(one.fan.id == "heavenly_hand" for one in scored.fans):
        return ()
    fed = by in ("discard", "robbed_kong") and payer == state["turn"] and not state["ready"][payer]
    factors = (
        ("dealer", rules.settlement["dealer_factor"] if state["dealer"] in (winner, payer) else 1),
        ("discarder", rules.settlement["discarder_factor"] if fed else 1),
    )
    return tuple(factor for factor in factors if factor[1] != 1)


def _kong_item(seat: int, payer: int, meld: int, rules: RuleSet) -> Item:
    """A kong payment of section 11, in bases: dearer of 一条, 一饼 and the dragons."""
    kind, concealed = (meld & 63) - 1, meld >> 6 == 3
    if kind >= 35:
        return Item("dealt_meld", payer, seat, 1)
    dear = kind in ((9, 18, 31, 32, 33) if rules.nsuits == 3 else (13, 14, 15))
    return Item("concealed_kong" if concealed else "melded_kong", payer, seat, (1 + concealed) * (1 + dear))


def _reason(number: int, state: dict[str, Any], rules: RuleSet) -> str:
    """Why an action of the table cannot be taken now, for people."""
    seat, kinds = state["seat"], 9 * rules.nsuits + 7
    on_turn, claimed = state["phase"] == 3, state["drawn"] is None
    if number == PASS:
        return "there is nothing to pass on one's own turn: discard"
    if number == WIN:
        return "after a claim comes a discard" if on_turn and claimed else "the hand does not win now"
    if number <= KONG:
        if on_turn or state["tile"] is None or state["tile"] >= FLOWER:
            return "there is no discard to claim"
        if state["ready"][seat]:
            return "a ready hand is fixed: no claims, no kongs"
        return "the hand lacks the tiles for it, or the wall is too short"
    if number in (DOUBLE, OPEN, READY):
        return "it is not the time for it"
    if not on_turn:
        return "it is an answer that is asked for, not a turn"
    sort, kind = divmod(number - KINDS, kinds)
    if sort >= 4 and number >= KINDS + 4 * kinds + 3:
        return "it is an answer that is not asked for now"
    counts = state["counts"][seat]
    if state["ready"][seat]:
        return "a ready hand is fixed: win, or discard the tile drawn"
    if sort < 2 and counts[kind] == 0:
        return "there is no such tile in the hand"
    if sort == 1:
        return "the hand would not be waiting, or ready cannot be declared now"
    if claimed:
        return "after a claim comes a discard"
    if sort == 2:
        return "the hand does not have all four" if counts[kind] < 4 else "the wall is too short for a kong"
    if sort == 3:
        return "there is no pung to add it to, no tile to add, or the wall is too short"
    return "it needs its dealt tiles on the first turn"
