"""Money: `settle` turns items (who pays whom how many units, and why) into whole amounts within the limits.

Rulebook 6-11 "Settlement"; nothing here knows a rule set or a hand. Amounts are Python's whole numbers, so they never
wrap; balances stay between 0 and 2^53, and the deltas and the house add up to 0.

    >>> settle([Item("win", payer=1, payee=0, units=48)], balances=(1000, 700), base=20).deltas
    (700, -700)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ..arguments import each, shown, whole, word
from ..rules.settings import MOST_BALANCE, MOST_BASE
from .codes import Reason

__all__ = ["HOUSE", "Item", "Line", "Settlement", "balances_of", "settle"]

#: What a player carries where nothing is said, in beans.
STAKE: Final = 10_000
#: The payee of fee and rake.
HOUSE: Final = -1
#: Reasons of items that `limit` and `rake` are about; any other reason is paid as far as the payer can.
WINS: Final = (str(Reason.WIN), str(Reason.FORFEIT))


class Item(NamedTuple):
    """What is owed for one reason: `units` times the base. `factors` say where the units come from."""

    reason: str
    payer: int
    payee: int
    units: int
    factors: tuple[tuple[str, int], ...] = ()


class Line(NamedTuple):
    """A line of the account: what was due, and what was paid, less where a limit or a balance did not allow it."""

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
    items: Iterable[Item | tuple[Any, ...]],
    balances: Iterable[int],
    *,
    base: int = 1,
    fee: int = 0,
    rake: int = 0,
    limit: str = "payer",
) -> Settlement:
    """Pay in this order: everybody's fee; then the items as they stand, the win before the kongs; of a win the rake.

    `items`: `Item`s or tuples (reason, payer, payee, units, factors), the factors may be left out; `balances`: a whole
    number of beans a seat, two seats or more. No payment is more than the payer still has (what was received before
    counts), nor more than brings the payee to 2^53: what cannot be received is not paid. `limit` "both": a win is at
    most the smaller balance (stake) before the hand. `rake`: hundredths of what the winner gains, rounded down.

    ValueError where a number is out of range, TypeError where it is no whole number (numpy's are).
    """
    if balances is None:
        raise TypeError("balances are a whole number a seat, not None")
    before = balances_of(balances)
    owed = [_item(item, at, len(before)) for at, item in enumerate(each("items", items))]
    base, fee = whole("base", base, 0, MOST_BASE), whole("fee", fee, 0, None)
    rake = whole("rake", rake, 0, 100)
    word("limit", limit, ("payer", "both"))
    left = list(before)
    lines: list[Line] = []

    def pay(reason: str, payer: int, payee: int, due: int, most: int, item: Item | None = None) -> int:
        paid = min(due, most, left[payer])
        if payee != HOUSE:
            paid = min(paid, MOST_BALANCE - left[payee])
            left[payee] += paid
        left[payer] -= paid
        lines.append(Line(reason, payer, payee, due, paid, *((item.units, item.factors) if item else ())))
        return paid

    if fee:
        for seat in range(len(left)):
            pay("fee", seat, HOUSE, fee, fee)
    for item in owed:
        due = item.units * base
        won = item.reason in WINS
        most = min(before[item.payer], before[item.payee]) if won and limit == "both" else due
        paid = pay(item.reason, item.payer, item.payee, due, most, item)
        if rake and won:
            part = paid * rake // 100
            pay("rake", item.payee, HOUSE, part, part)
    deltas = tuple(now - then for now, then in zip(left, before, strict=True))
    return Settlement(deltas, -sum(deltas), tuple(lines))


def balances_of(balances: Iterable[int] | None, seats: int | None = None) -> tuple[int, ...]:
    """Balances checked: a whole number of beans from 0 to 2^53 a seat; None: as much for each as is usual."""
    if balances is None:
        return (STAKE,) * (seats or 2)
    try:
        given = tuple(balances)
    except TypeError:
        raise TypeError(f"balances are a whole number a seat, not {shown(balances)}") from None
    if len(given) < 2:
        raise ValueError(f"two players or more have balances, not {len(given)}")
    if seats is not None and len(given) != seats:
        raise ValueError(f"{seats} players have {seats} balances, not {len(given)}")
    return tuple([whole(f"the balance of seat {at}", balance, 0, MOST_BALANCE) for at, balance in enumerate(given)])


def _item(item: Item | tuple[Any, ...], at: int, seats: int) -> Item:
    """An item of whole numbers, checked; `at` is its place in the list, for the message."""
    if isinstance(item, str) or not isinstance(item, Iterable) or len(fields := tuple(item)) not in (4, 5):
        raise TypeError(f"item {at} must be (reason, payer, payee, units) and perhaps factors, not {shown(item)}")
    reason, payer, payee, units, *factors = fields
    if not isinstance(reason, str):
        raise TypeError(f"the reason of item {at} must be a text, not {reason!r}")
    payer, payee = [whole(f"a seat of {reason!r}", seat, 0, seats - 1) for seat in (payer, payee)]
    if payer == payee:
        raise ValueError(f"seat {payer} cannot pay itself ({reason!r})")
    return Item(reason, payer, payee, whole(f"units of {reason!r}", units, 0, None), *map(tuple, factors))
