"""Ready advice: for each discard that leaves a ready hand, what it waits for, how many are left, and what they pay.

    for option in ready_advice(game):
        print(option)

What a wait pays is counted as if it were won now, on a discard and by self-draw, flowers included, without multipliers.
"""

from __future__ import annotations

from typing import NamedTuple

from .deck import write_tile
from .errors import NotComplete
from .game import Game, melds_of
from .hand import Hand
from .scoring import Score, score, waits
from .tiles import LETTERS

__all__ = ["ReadyOption", "Wait", "ready_advice"]


class Wait(NamedTuple):
    """A kind waited for: copies that have not been seen, and the score of a win on it; None where it does not win."""

    tile: str
    live: int
    discard: Score | None
    self_draw: Score | None


class ReadyOption(NamedTuple):
    """A discard that leaves a ready hand; `live`: copies still to come of all waits together."""

    discard: str
    waits: tuple[Wait, ...]
    live: int

    def __str__(self) -> str:
        each = ", ".join(
            f"{wait.tile} x{wait.live} ({wait.discard.total if wait.discard else '-'}"
            f"/{wait.self_draw.total if wait.self_draw else '-'})"
            for wait in self.waits
        )
        return f"discard {self.discard}: waits {each}"


def ready_advice(game: Game) -> tuple[ReadyOption, ...]:
    """The options of the seat on turn, the most live copies first; empty where no discard leaves a ready hand."""
    seat = game.seat
    if seat is None or game.state["phase"] != 3:
        return ()
    state, rules = game.state, game.rules
    seen = _seen(game, seat)
    melds = melds_of(state, seat, rules)
    tiles = [write_tile(kind, rules) for kind, n in enumerate(state["counts"][seat]) for _ in range(n)]
    flowers = game.observation(seat).flowers[seat] if rules.flowers == "each" else 0
    legal = {action.tile for action in game.actions if action.name in ("discard", "ready")}
    declared = {action.tile for action in game.actions if action.name == "ready"}
    options = []
    for tile in dict.fromkeys(tiles):
        if tile not in legal:
            continue
        left = list(tiles)
        left.remove(tile)
        hand = Hand.of("".join(left), melds=melds, flowers=flowers, seat_wind=0 if seat == state["dealer"] else 2)
        own = [LETTERS[kind] for meld in melds for kind in meld.kinds]
        found = []
        for wait in waits(hand, rules):
            live = 4 - left.count(wait) - own.count(wait) - seen.get(wait, 0) - (wait == tile)
            won = [_score(game, hand, wait, drawn, tile in declared) for drawn in (False, True)]
            found.append(Wait(wait, max(0, live), *won))
        if any(left.count(wait.tile) + own.count(wait.tile) < 4 for wait in found):
            options.append(ReadyOption(tile, tuple(found), sum(wait.live for wait in found)))
    return tuple(sorted(options, key=lambda option: (-option.live, option.discard)))


def _score(game: Game, hand: Hand, tile: str, drawn: bool, ready: bool) -> Score | None:
    kind = LETTERS.index(tile)
    if hand.concealed.count(kind) + sum(meld.kinds.count(kind) for meld in hand.melds) >= 4:
        return None
    indicators = game.observation(game.seat or 0).indicators
    if indicators:
        own = [*hand.tiles, tile, *(LETTERS[kind] for meld in hand.melds for kind in meld.kinds)]
        hand = hand.replace(flowers=sum(own.count(indicator) for indicator in indicators))
    try:
        return score(hand.replace(win=tile, self_draw=drawn, ready=ready), game.rules)
    except NotComplete:
        return None


def _seen(game: Game, seat: int) -> dict[str, int]:
    """Copies that lie where the seat can see them, its own hand and melds aside."""
    seen: dict[str, int] = {}
    shown = game.observation(seat)
    listed = [tile for _, tile, taken in shown.discards if not taken]
    listed += shown.indicators
    if shown.opponent:
        listed += shown.opponent
    for meld, text in zip(melds_of(game.state, seat ^ 1, game.rules), shown.melds[seat ^ 1], strict=True):
        if "?" not in text:
            listed += [LETTERS[kind] for kind in meld.kinds]
    for tile in listed:
        seen[tile] = seen.get(tile, 0) + 1
    return seen
