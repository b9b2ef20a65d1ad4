"""One hand: `score`, `is_complete`, `waits`, `distance`, and the `Score` that says what counts and why.

The work is done by the core on the bytes of a hand; what a `Score` shows beyond the total is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .. import _core
from .. import rules as rule_sets
from ..errors import InvalidHand, NotComplete
from ..hands.hand import Hand
from ..hands.notations import kinds_of
from ..hands.tiles import LETTERS, tile_kinds
from ..hands.validation import check_hand
from ..rules import catalogue
from ..rules.catalogue import Fan
from ..rules.ruleset import RuleSet
from ..rules.settings import HONOR_WORDS
from .sets import HandSet, sets_of

if TYPE_CHECKING:
    from typing import Unpack

    from ..hands.hand import Situations

__all__ = ["ExcludedFan", "FanScore", "Score", "distance", "is_complete", "score", "useful", "waits"]

WAITS = (None, "edge", "closed", "single")


class FanScore(NamedTuple):
    """A fan that counts: how often, its value (of one), and for each time it counts which of `Score.sets` make it."""

    fan: Fan
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks a fan for
    value: int
    sets: tuple[tuple[int, ...], ...]


class ExcludedFan(NamedTuple):
    """A fan that matches but does not count, and the dearest counting fan that takes it away, or "account_once"."""

    fan: Fan
    by: Fan | str


class Score:
    """What a winning hand is worth in a rule set (rulebook 3-5). Comparable, hashable, picklable.

    `total` after a cap on it, `raw` before, `points` after a cap on points; `hand` and `rules` as they were scored;
    `wait` 'edge' | 'closed' | 'single' | None: a sole wait, before exclusions. Settlement multipliers are in none.
    """

    __slots__ = ("_fans", "_outcome", "_sets", "hand", "rules")

    def __init__(self, hand: Hand, rules: RuleSet, outcome: tuple[Any, ...]) -> None:
        self.hand = hand
        self.rules = rules
        self._outcome = outcome
        self._fans: tuple[FanScore, ...] | None = None
        self._sets: tuple[HandSet, ...] | None = None

    @property
    def raw(self) -> int:
        return int(self._outcome[1])

    @property
    def total(self) -> int:
        return int(self._outcome[2])

    @property
    def points(self) -> int:
        cap = self.rules.scoring["cap_points"]
        return min(self.total, cap) if cap else self.total

    @property
    def steps(self) -> int | None:
        """Doubling steps after the cap where the rule set counts in steps (`dongbei136`), else None."""
        return self.total if self.rules.scoring["unit"] == "steps" else None

    @property
    def enough(self) -> bool:
        """Whether the rule set's minimum is met: pattern fans, flowers aside."""
        flowers = sum(one.count * one.value for one in self.fans if one.fan.bonus)
        return self.raw - flowers >= int(self.rules.scoring["minimum"])

    @property
    def wait(self) -> str | None:
        return WAITS[self._outcome[6]]

    @property
    def hand_as_read(self) -> Hand:
        """The hand with the tile that a treasure, or the fourth of a pung, stands for in its place; else the hand."""
        stands_for = self._outcome[9]
        return self.hand if stands_for is None else self.hand.replace(win=stands_for)

    @property
    def sets(self) -> tuple[HandSet, ...]:
        """The split used: melds and concealed sets by kind, the pair last; or seven pairs, or the single tiles."""
        if self._sets is None:
            self._sets = sets_of(self.hand_as_read, self.rules.nsuits, self._outcome[7], self._outcome[8])
        return self._sets

    @property
    def fans(self) -> tuple[FanScore, ...]:
        """The fans that count, dearest first, then in the order of the table."""
        if self._fans is None:
            from .attribution import sets_of_fan

            values, counts = self.rules.values, self._counts()
            fans = sorted((catalogue.FANS[bit] for bit in counts), key=lambda fan: (-values[fan.id], fan.index))
            times = {fan.id: counts[fan.index] for fan in fans}
            sets, hand = self.sets, self.hand_as_read
            self._fans = tuple(
                FanScore(fan, counts[fan.index], values[fan.id], sets_of_fan(fan.id, times, sets, hand, self.rules))
                for fan in fans
            )
        return self._fans

    @property
    def excluded(self) -> tuple[ExcludedFan, ...]:
        """Matching fans that do not count, in the order of the table, with what takes each away."""
        low, high = _core.matched_fans(_record(self.hand, self.rules), self.rules.packed)
        low, high = low & ~self._outcome[3], high & ~self._outcome[4]
        matched = [fan for fan in catalogue.FANS if (low | high << 64) >> fan.index & 1]
        counting = [one.fan for one in self.fans]
        found = []
        for fan in matched:
            takers = {taker for taker, _ in self.rules.fans[fan].excluded_by}
            found.append(ExcludedFan(fan, next((one for one in counting if one in takers), "account_once")))
        return tuple(found)

    def _counts(self) -> dict[int, int]:
        """Bit of each counting fan -> how often."""
        fans, repeats = self._outcome[3] | self._outcome[4] << 64, self._outcome[5]
        counts = {}
        while fans:
            bit = (fans & -fans).bit_length() - 1
            fans &= fans - 1
            counts[bit] = repeats >> 4 * REPEATERS[bit] & 15 if bit in REPEATERS else 1
        return counts

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "total": self.total,
            "raw": self.raw,
            "points": self.points,
            "steps": self.steps,
            "enough": self.enough,
            "wait": self.wait,
            "sets": [str(one) for one in self.sets],
            "fans": [
                {
                    "id": one.fan.id,
                    "zh": one.fan.zh,
                    "en": one.fan.en,
                    "count": one.count,
                    "value": one.value,
                    "sets": [list(group) for group in one.sets],
                }
                for one in self.fans
            ],
            "excluded": [
                {"id": e.fan.id, "by": e.by if isinstance(e.by, str) else e.by.id} for e in self.excluded
            ],
        }

    def __str__(self) -> str:
        from .display import score_table

        return score_table(self)

    def _repr_html_(self) -> str:
        from .display import score_html

        return score_html(self)

    def __repr__(self) -> str:
        fans = ", ".join(f"{one.fan.zh}×{one.count}" if one.count > 1 else one.fan.zh for one in self.fans)
        return f"<Score {self.total}: {fans}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return (self._outcome, self.hand, self.rules) == (other._outcome, other.hand, other.rules)

    def __hash__(self) -> int:
        return hash((self._outcome, self.hand))

    def __lt__(self, other: Score) -> bool:
        return (self.points, self.raw) < (other.points, other.raw) if isinstance(other, Score) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.hand, self.rules, self._outcome)


REPEATERS = {fan.index: at for at, fan in enumerate(fan for fan in catalogue.FANS if fan.repeats)}


def _hand(hand: Hand | str, situations: Situations) -> Hand:
    if not isinstance(hand, Hand):
        hand = Hand.parse(hand)
    return hand.replace(**situations) if situations else hand


def _record(hand: Hand, rules: RuleSet) -> bytes:
    try:
        return hand.to_record(rules.nsuits, rules.flowers == "each", rules.name)
    except InvalidHand:
        check_for(hand, rules)  # the first thing wrong, not the one that kept it out of a record
        raise


def check_for(hand: Hand, rules: RuleSet, sizes: tuple[int, ...] = (14,)) -> None:
    """Raise the InvalidHand that says why the rule set does not take the hand."""
    check_hand(
        hand,
        nsuits=rules.nsuits,
        flowers=rules.flowers,
        max_flowers=rules.tiles["flowers_max"],
        name=rules.name,
        sizes=sizes,
        dealer_is_east=rules.tiles["dealer_is_east"],
        special_melds=rules.tiles["special_melds"],
        honors=HONOR_WORDS[rules.tiles["honors"]],
    )


def score(hand: Hand | str, rules: str | RuleSet = "duel64", **situations: Unpack[Situations]) -> Score:
    """The best reading of a complete hand (rulebook 3). `hand`: a text or a `Hand`; situations also as keywords.

    Raises InvalidHand where it is none, NotComplete where it does not win, RuleSetError for the rules.
    """
    if situations or not isinstance(hand, Hand):
        hand = _hand(hand, situations)
    rules = rule_sets.get(rules)
    outcome = _core.score_one(_record(hand, rules), rules.packed)
    if outcome[0] == 0:
        return Score(hand, rules, outcome)
    if outcome[0] != 1:
        check_for(hand, rules)
        raise InvalidHand(f"{hand} is no hand of {rules.name} (status {outcome[0]})", "situation")
    needed = distance(hand, rules)
    completing = tuple(waits(hand, rules))
    tiles = "tiles" if needed else "tile"
    said = f"{needed + 1} more {tiles} of a complete hand needed" if needed < 127 else "it cannot win"
    if completing:
        said += f"; in place of {LETTERS[hand.win or 0]}, {', '.join(completing)} would complete it"
    raise NotComplete(f"{hand.format('gb').split('|')[0]} is not complete in {rules.name}: {said}", needed, completing)


def is_complete(hand: Hand | str, rules: str | RuleSet = "duel64") -> bool:
    """Whether the hand wins. Raises InvalidHand where it is none (rulebook 2)."""
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    status = _core.score_one(_record(hand, rules), rules.packed)[0]
    if status > 1:
        check_for(hand, rules)
    return bool(status == 0)


class _Tiles(NamedTuple):
    """Concealed counts of the rule set's kinds, copies in melds, number of melds and of chows among them."""

    counts: bytearray
    melded: bytearray
    n_melds: int
    n_chows: int


def _tiles(hand: Hand, rules: RuleSet, with_win: bool) -> _Tiles:
    kinds = tile_kinds(rules.nsuits)
    place = {kind: at for at, kind in enumerate(kinds)}
    counts, melded = bytearray(len(kinds)), bytearray(len(kinds))
    for kind in hand.concealed:
        counts[place[kind]] += 1
    if with_win and hand.win is not None:
        counts[place[hand.win]] += 1
    for meld in hand.melds:
        for kind in meld.kinds:
            melded[place[kind]] += 1
    return _Tiles(counts, melded, len(hand.melds), sum(meld.type == 0 for meld in hand.melds))


def _letters(mask: int, rules: RuleSet) -> list[str]:
    return [LETTERS[kind] for at, kind in enumerate(tile_kinds(rules.nsuits)) if mask >> at & 1]


def _live(tiles: _Tiles, rules: RuleSet, seen: str | Iterable[str] | Mapping[str, int]) -> dict[str, int]:
    """Copies of each kind that are neither one's own nor seen; InvalidHand where more than four are accounted for."""
    gone = {LETTERS[kind]: 0 for kind in tile_kinds(rules.nsuits)}
    for letter, own, melded in zip(gone, tiles.counts, tiles.melded, strict=True):
        gone[letter] = own + melded
    if isinstance(seen, Mapping):
        listed = [(kind, times) for tile, times in seen.items() for kind in kinds_of(tile)]
    else:
        listed = [(kind, 1) for kind in kinds_of(seen)]
    for kind, times in listed:
        letter = LETTERS[kind]
        if letter not in gone:
            raise InvalidHand(f"{letter} has been seen, but {rules.name} has no such tile", "tiles")
        gone[letter] += times
        if times < 0:
            raise InvalidHand(f"{letter} cannot have been seen {times} times", "copies")
        if gone[letter] > 4:
            raise InvalidHand(f"{letter}: more than four copies are held and seen together", "copies")
    return {letter: 4 - times for letter, times in gone.items()}


def waits(
    hand: Hand | str, rules: str | RuleSet = "duel64", seen: str | Iterable[str] | Mapping[str, int] = ""
) -> dict[str, int]:
    """The kinds (rulebook 2 "Wait") that complete 13 - 3 x melds tiles -> copies still to come.

    A dead wait, a kind of which none is left, is listed with 0. Waits all four of which the player holds do not make a
    hand ready: its distance is above 0. `seen`: tiles lying open elsewhere, as text, one by one, or counted. A wait is
    what completes the tiles before the winning one: of 14 - 3 x melds tiles the last is left out. Raises InvalidHand
    for other numbers of tiles, for what is no hand, and where more than four of a kind are held and seen.
    """
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    check_for(hand, rules, (13, 14))
    tiles = _tiles(hand, rules, with_win=False)
    mask = _core.waits_one(bytes(tiles.counts), bytes(meld.code for meld in hand.melds), rules.packed)
    live = _live(tiles, rules, seen)
    return {letter: live[letter] for letter in _letters(mask, rules)}


def _cannot_win(tiles: _Tiles, rules: RuleSet) -> bool:
    """Four melds with a chow, where only 碰碰和 may lay all four sets down (rulebook 11)."""
    return rules.scoring["four_melds"] == "all_pungs" and tiles.n_melds == 4 and tiles.n_chows > 0


SEVEN_PAIRS, NO_SETS = 1, 16  # bits of the core's forms


def _forms(form: str | None, rules: RuleSet) -> int:
    """The forms asked for, as the core has them."""
    if form is None:
        return rules.forms
    if form == "sets":
        return 0
    if form != "pairs":
        raise ValueError(f"the form {form!r} is neither 'sets' nor 'pairs'")
    if not rules.forms & SEVEN_PAIRS:
        raise ValueError(f"form 'pairs': {rules.name} has no seven pairs")
    return SEVEN_PAIRS | NO_SETS


def distance(hand: Hand | str, rules: str | RuleSet = "duel64", form: Literal["sets", "pairs"] | None = None) -> int:
    """Tiles still needed, less one: 0 ready, -1 complete (向听). 13 or 14 - 3 x melds tiles; 127: it cannot win at all.

    form: "sets", four sets and a pair alone; "pairs", seven pairs alone; None, all forms of the rule set. At most four
    of a kind, those in one's own melds counted. All tiles count, so of 14 it is the distance after the best discard.
    The form alone decides: in `suihua112` a hand at 0 may lack what else a win needs, and then `waits` is empty.
    Raises InvalidHand for other numbers of tiles, and for what is no hand.
    """
    return _distance_and_useful(hand, rules, form)[0]


def useful(
    hand: Hand | str,
    rules: str | RuleSet = "duel64",
    seen: str | Iterable[str] | Mapping[str, int] = "",
    form: Literal["sets", "pairs"] | None = None,
) -> dict[str, int]:
    """The kinds one more of which lowers `distance`, of the same tiles and form -> copies still to come.

    A kind of which none is left is listed with 0; `seen` as for `waits`. Of 14 tiles all count, as for `distance`:
    those that the best discard leaves are helped. The form alone decides, as for `distance`.
    """
    _, mask, tiles, rules = _distance_and_useful(hand, rules, form)
    live = _live(tiles, rules, seen)
    return {letter: live[letter] for letter in _letters(mask, rules)}


def _distance_and_useful(
    hand: Hand | str, rules: str | RuleSet, form: str | None
) -> tuple[int, int, _Tiles, RuleSet]:
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    forms = _forms(form, rules)
    check_for(hand, rules, (13, 14))
    tiles = _tiles(hand, rules, with_win=True)
    if _cannot_win(tiles, rules):
        return 127, 0, tiles, rules
    # a kind that the rule set has no tiles of is never used
    limits = bytes(4 - copies if kind in rules.kinds else 0 for kind, copies in enumerate(tiles.melded))
    return *_core.useful_one(bytes(tiles.counts), limits, tiles.n_melds, forms), tiles, rules
