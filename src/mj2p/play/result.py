"""How a hand ended and what was paid: `Result`, made once, at the end, by `result_of`."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..codes import DealtMeld, EndedBy, MeldType
from ..hands.hand import Hand
from ..hands.tiles import FLOWER
from ..rules.ruleset import RuleSet
from ..scoring.asking import score
from ..scoring.result import Score
from .deck import write_tile
from .settlement import Item, Line, settle
from .state import State, melds_of, others_of

__all__ = ["BY", "Result", "result_of"]

#: How a hand can end, in the order of `EndedBy`.
BY: Final = tuple(map(str, EndedBy))

#: What a flower win of section 9 is worth, and nothing else with it.
FLOWER_WIN = 8


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


def result_of(state: State, rules: RuleSet, balances: tuple[int, ...], base: int) -> Result:
    """The result of a hand that is over, from its last state; `balances`: beans a seat before it."""
    winner, by, paid = state["winner"], state["by"], rules.settlement
    items: list[Item] = []
    scored: Score | None = None
    hand: Hand | None = None
    total, multiplier = 0, 1
    if winner is not None:
        others = others_of(winner, len(balances))
        if by == EndedBy.LEFT:
            total = paid["forfeit"]
            items += [Item("forfeit", other, winner, total, (("points", total),)) for other in others]
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
            for other in others:
                own = _payer_factors(state, rules, winner, other, by, scored)
                due = units
                for _, factor in own:
                    due *= factor
                items.append(Item("win", other, winner, due, (named, *factors, *own)))
    if paid["kong_payments"]:
        items += [
            _kong_item(seat, other, type_, kind, rules)
            for seat, type_, kind in state["kongs"]
            for other in others_of(seat, len(balances))
        ]
    limits = {"fee": paid["fee"], "rake": paid["rake"], "limit": paid["limit"]}
    settled = settle(items, balances, base=base, **limits)
    tile = state["win_tile"]
    return Result(
        winner, str(by), scored, hand, multiplier, settled.deltas, settled.house, settled.lines,
        None if tile is None else write_tile(tile, rules), total,
    )


def _hand(state: State, rules: RuleSet, winner: int) -> Hand:
    """The winner's hand: what a text says of how it was won comes from the engine's row, the digits of its melds do
    not."""
    won = Hand.from_record(state["row"], rules.nsuits, rules.flowers == "each")
    return won.replace(melds=melds_of(state, winner, rules))


def _flower_total(rules: RuleSet) -> int:
    """八仙过海 before the first draw, or a flower win where that is no fan: no hand is shown."""
    fan = rules.play["flower_wins"] == "eight" and "eight_immortals" in rules.members
    caps = [int(cap) for cap in (rules.scoring["cap_total"], rules.scoring["cap_points"]) if cap]
    return min([rules.values["eight_immortals"] if fan else FLOWER_WIN, *caps])


def _factors(state: State, rules: RuleSet, winner: int, by: EndedBy) -> tuple[tuple[str, int], ...]:
    """The multipliers of a win, each by its name; those that are 1 are left out."""
    paid = rules.settlement
    robbed = by == EndedBy.FLOWERS and state["win_tile"] is not None and state["win_tile"] >= FLOWER  # 七抢一
    drawn = by in (EndedBy.SELF_DRAW, EndedBy.FLOWERS) and not robbed
    factors = (
        ("open", paid["open_factor"] ** sum(state["open"])),
        ("double", paid["doubling_factor"] ** sum(state["doubled"])),
        ("ready", paid["ready_factor"] if state["ready"][winner] else 1),
        ("declined", paid["declining_factor"] ** state["declined"][winner]),
        ("self_draw", paid["self_draw_factor"] if drawn else 1),
    )
    return tuple(factor for factor in factors if factor[1] != 1)


def _payer_factors(
    state: State, rules: RuleSet, winner: int, payer: int, by: EndedBy, scored: Score | None
) -> tuple[tuple[str, int], ...]:
    """What one payer pays more: to or as the dealer, and as a discarder who is not ready (rulebook 12); 天胡 none."""
    if scored and any(one.fan.id == "heavenly_hand" for one in scored.fans):
        return ()
    fed = by in (EndedBy.DISCARD, EndedBy.ROBBED_KONG) and payer == state["turn"] and not state["ready"][payer]
    factors = (
        ("dealer", rules.settlement["dealer_factor"] if state["dealer"] in (winner, payer) else 1),
        ("discarder", rules.settlement["discarder_factor"] if fed else 1),
    )
    return tuple(factor for factor in factors if factor[1] != 1)


def _kong_item(seat: int, payer: int, type_: MeldType, kind: int, rules: RuleSet) -> Item:
    """A kong payment of section 11, in bases: dearer of 一条, 一饼 and the dragons."""
    concealed = type_ == MeldType.CONCEALED_KONG
    if kind >= DealtMeld.WINDS:
        return Item("dealt_meld", payer, seat, 1)
    dear = kind in ((9, 18, 31, 32, 33) if rules.nsuits == 3 else (13, 14, 15))
    return Item("concealed_kong" if concealed else "melded_kong", payer, seat, (1 + concealed) * (1 + dear))
