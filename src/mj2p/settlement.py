"""Money: `settle` turns items (who pays whom how many units, and why) into whole amounts within the limits.

Nothing here knows a rule set or a hand. Amounts are Python's whole numbers, so they never wrap; balances never fall
below 0, and the deltas and the house add up to 0.

    >>> settle([Item("win", payer=1, payee=0, units=48)], balances=(1000, 700), base=20).deltas
    (700, -700)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["HOUSE", "Item", "Line", "Settlement", "settle"]

#: The payee of fee and rake.
HOUSE = -1
#: Balances up to here are whole numbers in every format that records are written to.
MOST_BALANCE = 2**53
MOST_BASE = 2**31
#: Reasons of items that `limit` and `rake` are about; any other reason is paid as far as the payer can.
WINS = ("win", "forfeit")


class Item(NamedTuple):
    """What is owed for one reason: `units` times the base. `factors` say where the units come from."""

    reason: str
    payer: int
    payee: int
    units: int
    factors: tuple[tuple[str, int], ...] = ()


class Line(NamedTuple):
    """A line of the account: what was due, and what was paid, which is less where the payer had no more."""

    reason: str
    payer: int
    payee: int  # a seat, or HOUSE
    due: int
    paid: int
    units: int = 0
    factors: tuple[tuple[str, int], ...] = ()


class Settlement(NamedTuple):
    """What each seat and the house gain or lose, and the account of it; `sum(deltas) + house` is 0."""

    deltas: tuple[int, ...]
    house: int
    lines: tuple[Line, ...]


def settle(
    items: Iterable[Item | tuple[str, int, int, int]],
    balances: Sequence[int],
    *,
    base: int = 1,
    fee: int = 0,
    rake: int = 0,
    limit: str = "payer",
) -> Settlement:
    """Pay in this order: everybody's fee; then the items as they stand, the win before the kongs; of a win the rake.

    No payment is more than the payer still has (what was received before counts). `limit` "both": a win is at most the
    smaller balance (stake) before the hand. `rake`: hundredths of what the winner gains, rounded down.
    """
    owed = [item if isinstance(item, Item) else Item(*item) for item in items]
    _check(owed, balances, base, fee, rake, limit)
    left = list(balances)
    lines: list[Line] = []

    def pay(reason: str, payer: int, payee: int, due: int, most: int, item: Item | None = None) -> int:
        paid = min(due, most, left[payer])
        left[payer] -= paid
        if payee != HOUSE:
            left[payee] += paid
        lines.append(Line(reason, payer, payee, due, paid, *((item.units, item.factors) if item else ())))
        return paid

    if fee:
        for seat in range(len(left)):
            pay("fee", seat, HOUSE, fee, fee)
    for item in owed:
        due = item.units * base
        won = item.reason in WINS
        most = min(balances[item.payer], balances[item.payee]) if won and limit == "both" else due
        paid = pay(item.reason, item.payer, item.payee, due, most, item)
        if rake and won:
            part = paid * rake // 100
            pay("rake", item.payee, HOUSE, part, part)
    deltas = tuple(now - before for now, before in zip(left, balances, strict=True))
    return Settlement(deltas, -sum(deltas), tuple(lines))


def _whole(name: str, value: object, least: int, most: int | None) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if value < least or (most is not None and value > most):
        raise ValueError(f"{name} is {value}; it must be {least} or more{'' if most is None else f', {most} at most'}")


def _check(items: Sequence[Item], balances: Sequence[int], base: int, fee: int, rake: int, limit: str) -> None:
    for seat, balance in enumerate(balances):
        _whole(f"the balance of seat {seat}", balance, 0, MOST_BALANCE)
    _whole("base", base, 0, MOST_BASE)
    _whole("fee", fee, 0, None)
    _whole("rake", rake, 0, 100)
    if limit not in ("payer", "both"):
        raise ValueError(f"limit must be 'payer' or 'both', not {limit!r}")
    for item in items:
        _whole(f"units of {item.reason!r}", item.units, 0, None)
        for seat in (item.payer, item.payee):
            _whole(f"a seat of {item.reason!r}", seat, 0, len(balances) - 1)
        if item.payer == item.payee:
            raise ValueError(f"seat {item.payer} cannot pay itself ({item.reason})")
