"""How a hand ended and what was paid: `Result`, made once, at the end, by `result_of`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final, NamedTuple

from ..hands.hand import Hand
from ..rules.ruleset import RuleSet
from ..scoring.asking import score
from ..scoring.result import Score
from ._engine import Position
from .codes import EndedBy, Factor
from .deck import write_tile
from .settlement import Item, Line, settle
from .state import State, melds_of

__all__ = ["BY", "Result", "result_of"]

#: How a hand can end, in the order of `EndedBy`.
BY: Final = tuple(map(str, EndedBy))

class Result(NamedTuple):
    """How a hand ended, and what was paid; `sum(deltas) + house` is 0."""

    winner: int | None  # a seat; None: a draw
    by: str  # the word of an `EndedBy`: 'draw', 'self_draw', 'discard', 'robbed_kong', 'flowers', 'left' (the other
    # forfeits), 'treasure' or 'big_wind'
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


def result_of(position: Position, rules: RuleSet, balances: tuple[int, ...], base: int) -> Result:
    """The result of a hand that is over, from its last position; `balances`: beans a seat before it."""
    state, paid = position.read(), rules.settlement
    winner, tile = state["winner"], state["win_tile"]
    hand = _hand(state, rules, winner) if winner is not None and any(state["row"]) else None
    points, factors, owed = position.account()
    items = [
        Item(str(reason), payer, payee, prod(_values(own)) if own else units, _named(own))
        for reason, payer, payee, units, own in owed
    ]
    settled = settle(items, balances, base=base, fee=paid["fee"], rake=paid["rake"], limit=paid["limit"])
    return Result(
        winner=winner,
        by=str(state["by"]),
        score=None if hand is None else score(hand, rules),
        hand=hand,
        multiplier=prod(_values([one for one in factors if one[0] not in (Factor.FANS, Factor.POINTS)])),
        deltas=settled.deltas,
        house=settled.house,
        items=settled.lines,
        win_tile=None if tile is None else write_tile(tile, rules),
        total=points,
    )


def _values(factors: Iterable[tuple[Factor, int, int]]) -> list[int]:
    """Each factor as a whole number, however large."""
    return [base**times for _, base, times in factors]


def _named(factors: Sequence[tuple[Factor, int, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(zip([str(factor) for factor, _, _ in factors], _values(factors), strict=True))


def _hand(state: State, rules: RuleSet, winner: int) -> Hand:
    """The winner's hand: what a text says of how it was won comes from the engine's row, the digits of its melds do
    not."""
    won = Hand.from_record(state["row"], rules.nsuits, rules.flowers == "each")
    return won.replace(melds=melds_of(state, winner, rules))
