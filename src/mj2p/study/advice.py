"""Ready advice: for each discard that leaves a ready hand, what it waits for, how many are left, and what they pay.

    for option in ready_advice(game):        # or an Observation, or a hand's text with what has been seen
        print(option)

What a wait pays is counted as if it were won now, on a discard and by self-draw, flowers and 听牌 included (by who may
declare it), without the multipliers of the settlement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from .. import rules as rule_sets
from ..arguments import shown
from ..codes import Situation
from ..errors import InvalidHand, NotComplete
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.tiles import LETTERS
from ..play.action import actions
from ..play.game import Game
from ..play.observation import Observation
from ..rules.ruleset import RuleSet
from ..scoring.asking import distance, score, waits
from ..scoring.checking import Seen, counted
from ..scoring.result import Score

__all__ = ["ReadyOption", "Wait", "ready_advice"]


class Wait(NamedTuple):
    """A kind waited for: copies that have not been seen, and the score of a win on it; None where none can come."""

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


class _Table(NamedTuple):
    """What there is to count with: tiles by letter."""

    rules: RuleSet
    seen: Mapping[str, int]  # outside of the own hand and melds
    face_up: Mapping[str, int] | None  # of all of them, as 和绝张 counts; None: not known
    indicators: tuple[str, ...]
    discards: frozenset[str] | None  # that may be thrown; None: any
    declared: frozenset[str]  # with which ready may be declared
    heavenly: bool


def ready_advice(
    on: Game | Observation | Hand | str,
    rules: str | RuleSet | None = None,
    *,
    seen: Seen = "",
) -> tuple[ReadyOption, ...]:
    """The options of who is on turn (rulebook 6 "Ready"), the most live copies first; empty where none is left ready.

    `on`: a Game (for the seat that is asked), an Observation, or a hand of 14 - 3 x melds tiles, a text or a Hand, with
    flowers, winds and `ready` as it says. `rules`: of a hand, `duel64` where nothing is said; of an Observation, the
    built-in ones of its name; a Game has its own. `seen`, of a hand: tiles lying open elsewhere, as in `waits`. A game
    knows which three copies lie face up (和绝张) and whether ready may be declared; of a hand it is what the text says.

    InvalidHand for what is no hand, for other numbers of tiles, and where more than four of a kind are held and seen;
    ValueError where a game is given other rules than its own, or something seen that it knows by itself.
    """
    if seen and isinstance(on, Game | Observation):
        raise ValueError("a game knows itself what has been seen: say seen of a hand alone")
    if isinstance(on, Game):
        if rules is not None and rule_sets.get(rules) != on.rules:
            raise ValueError(f"a game of {on.rules.name} has its own rules: say rules of a hand or an Observation")
        rules, on = on.rules, on.observation(on.seat or 0)
    rules = rule_sets.get(rules if rules is not None else on.rules if isinstance(on, Observation) else "duel64")
    if isinstance(on, Observation):
        hand, table = _table(on, rules)
        if not table.discards:
            return ()
    else:
        if not isinstance(on, Hand | str):
            raise TypeError(f"on must be a Game, an Observation or a hand, not {shown(on)}")
        hand = Hand.parse(on)
        ready = frozenset(LETTERS if hand.situation & Situation.READY else ())
        table = _Table(rules, counted(seen), None, (), None, ready, False)
    tiles = [LETTERS[kind] for kind in hand.concealed] + ([] if hand.win is None else [LETTERS[hand.win]])
    if len(tiles) + 3 * len(hand.melds) != 14:
        wanted = 14 - 3 * len(hand.melds)
        raise InvalidHand(f"advice is for the {wanted} tiles of a turn, with {len(hand.melds)} melds, not {len(tiles)}",
                          "tiles")
    if distance(hand, rules) > 0:
        return ()
    options = [_option(hand, tiles, tile, table) for tile in dict.fromkeys(tiles)]
    return tuple(sorted([one for one in options if one], key=lambda option: (-option.live, option.discard)))


def _table(on: Observation, rules: RuleSet) -> tuple[Hand, _Table]:
    """The hand of an observation, and what else it shows."""
    may = [action for action in map(actions(rules).__getitem__, on.actions) if action.name in ("discard", "ready")]
    melds = [[Meld.parse(text) for text in laid if "?" not in text] for laid in on.melds]
    face_up, kongs = [Counter[str]() for _ in melds], Counter[str]()  # kongs: concealed ones, of another that are seen
    for seat, laid in enumerate(melds):
        for meld in laid:
            if not meld.concealed or meld.special:
                face_up[seat].update(LETTERS[kind] for kind in meld.kinds)
            elif seat != on.seat:
                kongs.update(LETTERS[kind] for kind in meld.kinds)
    own = face_up.pop(on.seat)
    shown = sum(face_up, Counter(tile for _, tile, taken in on.discards if not taken) + Counter(on.indicators))
    place = (on.seat - on.dealer) % len(melds)
    hand = Hand.of(
        "".join(on.hand), melds="".join(on.melds[on.seat]), flowers=on.flowers[on.seat],
        seat_wind=2 if place and len(melds) == 2 else place,  # the only other player is 西
    )
    first = on.seat == on.dealer and not on.discards and not on.melds[on.seat]
    return hand, _Table(
        rules, shown + kongs + Counter(on.opponent or ()), shown + own, on.indicators,
        frozenset(str(action.tile) for action in may),
        frozenset(str(action.tile) for action in may if action.name == "ready"),
        bool(rules.play["heavenly_ready"] and first),
    )  # fmt: skip


def _option(hand: Hand, tiles: list[str], tile: str, table: _Table) -> ReadyOption | None:
    """The discard of a tile, where it leaves a hand that waits for a kind not wholly in the own hand and melds."""
    if table.discards is not None and tile not in table.discards:
        return None
    left = list(tiles)
    left.remove(tile)
    left_hand = hand.replace(concealed="".join(left), win=None)
    own = Counter(left) + Counter(LETTERS[kind] for meld in hand.melds for kind in meld.kinds)
    seen = {**table.seen, tile: table.seen.get(tile, 0) + 1}
    found = []
    for wait, live in waits(left_hand, table.rules, seen).items():
        won = [_score(left_hand, wait, drawn, tile, own, table) if live else None for drawn in (False, True)]
        found.append(Wait(wait, live, *won))
    if all(own[wait.tile] >= 4 for wait in found):
        return None
    return ReadyOption(tile, tuple(found), sum(wait.live for wait in found))


def _score(hand: Hand, wait: str, drawn: bool, thrown: str, own: Counter[str], table: _Table) -> Score | None:
    ready = thrown in table.declared
    if table.indicators:
        hand = hand.replace(flowers=sum(own[one] + (one == wait) for one in table.indicators))
    last = table.face_up is not None and table.face_up.get(wait, 0) + (wait == thrown) == 3
    try:
        return score(
            hand.replace(
                win=wait, self_draw=drawn, last_of_kind=last, ready=ready, heavenly_ready=ready and table.heavenly
            ),
            table.rules,
        )
    except NotComplete:
        return None
