"""Many hands: `encode`, `decode`, `score_batch`, and the win check, waits and distance over arrays of counts.

Hands are rows of a numpy structured array (`hand_dtype`), scores rows of `SCORE_DTYPE`. The GIL is released and no
Python object is made for a hand. A bad row never raises: its `status` (`Status`) says what is wrong, and its neighbours
are scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, overload

import numpy as np

from .. import _core
from .. import rules as rule_sets
from ..arguments import each, flag, whole, word, workers
from ..codes import KINDS, MARKED, SCORE_SIZE, Status
from ..errors import InvalidHand
from ..hands.hand import Hand
from ..hands.records import DTYPES
from ..rules.catalogue import FANS
from ..rules.ruleset import RuleSet
from . import _distance
from .checking import record_of

__all__ = [
    "SCORE_DTYPE",
    "decode",
    "distance_batch",
    "encode",
    "hand_dtype",
    "is_complete_batch",
    "score_batch",
    "useful_batch",
    "waits_batch",
]

if TYPE_CHECKING:
    import numpy.typing as npt

    Records = npt.NDArray[np.void]


#: Rows between two looks at Ctrl-C: hundredths of a second, of the slowest rule set too.
BLOCK: Final = 1 << 16
#: Rows for which a thread of their own pays.
SMALLEST: Final = 1 << 12
#: A score: total (i4, after a cap on it), status (u1, `Status`) and wait (u1, `Wait`), fans (u8[2], bit i for fan i of
#: the catalogue). 24 bytes, little-endian.
SCORE_DTYPE = np.dtype(
    {
        "names": ["total", "status", "wait", "fans"],
        "formats": ["<i4", "u1", "u1", ("<u8", 2)],
        "offsets": [0, 4, 5, 8],
        "itemsize": SCORE_SIZE,
    }
)


def hand_dtype(rules: str | RuleSet = "duel64") -> np.dtype[np.void]:
    """The layout of a hand in a rule set (docs/batch.md): 32 bytes with one suit, 16 kinds; 48 with three, 34 kinds."""
    return DTYPES[rule_sets.get(rules).nsuits]


def encode(
    texts: Iterable[str | Hand], rules: str | RuleSet = "duel64", errors: Literal["raise", "mark"] = "raise"
) -> Records:
    """Hands, as texts or `Hand`s, to records of `hand_dtype(rules)`, shape (n,).

    The dtype carries as metadata what flowers are in the rule set: a number of them and a bit mask look alike, so
    records with flowers are refused by rule sets that have the other.
    A hand that cannot be read is an InvalidHand that names its row; with errors="mark" its row is marked instead, so
    that `score_batch` gives it the status of what is wrong. A hand that can be read and breaks a rule is left to
    `score_batch`, which finds it anyway, unless no record can hold it. TypeError for what is neither text nor Hand.
    """
    word("errors", errors, ("raise", "mark"))
    if isinstance(texts, str):
        raise TypeError("texts must be several hands, not one text")
    rules = rule_sets.get(rules)
    rows = []
    for number, text in enumerate(each("texts", texts)):
        try:
            rows.append(record_of(Hand.parse(text), rules, (13, 14)))
        except InvalidHand as error:
            if errors == "raise":
                raise InvalidHand(f"row {number}: {error}", error.kind) from error
            rows.append(_marked(error.status, rules.nsuits))
    dtype = np.dtype(DTYPES[rules.nsuits], metadata={"rules": rules.name, "flowers": rules.flowers})
    return np.frombuffer(bytearray().join(rows), dtype=dtype)  # a copy would leave its padding unset


def _marked(status: Status, nsuits: int) -> bytes:
    row = np.zeros((), dtype=DTYPES[nsuits])
    row["situation"] = MARKED | status
    return row.tobytes()


def decode(records: Records, rules: str | RuleSet = "duel64") -> list[str]:
    """Records of `hand_dtype(rules)`, shape (n,), or their bytes, u1 (n, 32 | 48), to canonical texts.

    InvalidHand names the row that is no hand; ValueError for arrays of another shape or dtype.
    """
    rules = rule_sets.get(rules)
    rows = _rows(records, rules)
    texts = []
    for number in range(len(rows)):
        try:
            texts.append(str(Hand.from_record(rows[number].tobytes(), rules.nsuits, rules.flowers == "each")))
        except InvalidHand as error:
            raise InvalidHand(f"row {number}: {error}", error.kind) from error
    return texts


def _array(name: str, value: npt.ArrayLike) -> npt.NDArray[Any]:
    """As an array; ValueError by its name for what numpy makes none of (a memoryview of records, lists of no shape)."""
    try:
        return np.asarray(value)
    except (RuntimeError, TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array, not {type(value).__name__}: {error}") from None


def _rows(records: npt.NDArray[Any], rules: RuleSet) -> npt.NDArray[np.uint8]:
    """The bytes of records (n, 32 | 48), without a copy where they are contiguous."""
    dtype = DTYPES[rules.nsuits]
    records = _array("records", records)
    if records.dtype == np.uint8 and records.ndim == 2 and records.shape[1] == dtype.itemsize:
        return np.ascontiguousarray(records)
    if records.dtype != dtype:
        other = "hands of three suits" if rules.nsuits == 1 else "hands of one suit"
        found = other if records.dtype == DTYPES[4 - rules.nsuits] else records.dtype
        raise ValueError(f"records must be of hand_dtype({rules.name!r}), not {found}")
    told: Mapping[str, str] = records.dtype.metadata or {}
    known = told.get("flowers", rules.flowers)
    if known != rules.flowers and records["flowers"].any():
        raise ValueError(
            f"records were encoded for {told['rules']}, where flowers are {known!r}; "
            f"in {rules.name} they are {rules.flowers!r}: encode them for it"
        )
    if records.ndim != 1:
        raise ValueError(f"records must have one dimension, not {records.ndim}")
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), dtype.itemsize)


@overload
def score_batch(
    records: Records,
    rules: str | RuleSet = ...,
    *,
    threads: int = ...,
    out: Records | None = ...,
    counts: Literal[False] = ...,
) -> Records: ...
@overload
def score_batch(
    records: Records,
    rules: str | RuleSet = ...,
    *,
    threads: int = ...,
    out: Records | None = ...,
    counts: Literal[True],
) -> tuple[Records, npt.NDArray[np.uint8]]: ...
def score_batch(
    records: Records,
    rules: str | RuleSet = "duel64",
    *,
    threads: int = 1,
    out: Records | None = None,
    counts: bool = False,
) -> Records | tuple[Records, npt.NDArray[np.uint8]]:
    """Score records of `hand_dtype(rules)`, shape (n,) -> scores of `SCORE_DTYPE`, shape (n,).

    `out`: where to write them, a contiguous array of SCORE_DTYPE; `counts=True`: also how often each fan of the
    catalogue counts, u1 (n, fans). The result is the same for any number of `threads`. The dtype of what is returned
    carries the rule set's name and fingerprint as metadata. ValueError for arrays of another shape or dtype.
    """
    rules = rule_sets.get(rules)
    rows = _rows(records, rules)
    threads, counts = whole("threads", threads, 1, None), flag("counts", counts)
    if out is None:
        known = {"rules": rules.name, "fingerprint": rules.fingerprint}
        out = np.empty(len(rows), dtype=np.dtype(SCORE_DTYPE, metadata=known))
    elif not _takes_scores(out, len(rows)):
        raise ValueError(f"out must be a writeable contiguous array of SCORE_DTYPE, shape ({len(rows)},)")
    elif np.may_share_memory(out, rows):
        raise ValueError("out must not share memory with the records")
    into = out.view(np.uint8).reshape(len(rows), SCORE_DTYPE.itemsize)
    times = np.empty((len(rows), len(FANS)), dtype=np.uint8) if counts else None
    packed = rules.packed

    def part(start: int, stop: int) -> None:
        _core.score_batch(rows[start:stop], packed, into[start:stop], None if times is None else times[start:stop])

    _in_blocks(part, len(rows), threads)
    return out if times is None else (out, times)


def _takes_scores(out: object, n: int) -> bool:
    if not isinstance(out, np.ndarray) or out.dtype != SCORE_DTYPE or out.shape != (n,):
        return False
    return out.flags.c_contiguous and out.flags.writeable


def _in_blocks(work: Callable[[int, int], None], n: int, threads: int = 1) -> None:
    """Call work(start, stop) over all of n, a block at a time, so that Ctrl-C is heard, split among threads.

    An error, and Ctrl-C too, leaves out the blocks that have not begun.
    """
    parts = workers(threads, n // SMALLEST)
    size = min(BLOCK, -(-n // parts))

    def block(start: int) -> None:
        work(start, min(start + size, n))

    starts = range(0, n, size or 1)
    if parts == 1:
        for start in starts:
            block(start)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(parts) as pool:
        list(pool.map(block, starts))  # which cancels what has not begun where one raises, and at Ctrl-C


def _counts(counts: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    array = _array("counts", counts)
    if array.ndim != 2 or array.shape[1] not in (16, 34):
        raise ValueError(f"counts must have the shape (n, 16) or (n, 34), not {array.shape}")
    if array.dtype != np.uint8:
        raise ValueError(f"counts must be u1, not {array.dtype}")
    return np.ascontiguousarray(array)


def _rules_for(rules: str | RuleSet | None, kinds: int) -> RuleSet:
    """The rule set whose forms count; by default one of so many kinds with four sets and seven pairs."""
    chosen = rule_sets.get(rules if rules is not None else "duel64" if kinds == 16 else "three144")
    if KINDS[chosen.nsuits] != kinds:
        raise ValueError(f"{chosen.name} has {KINDS[chosen.nsuits]} kinds, the counts have {kinds}")
    return chosen


def is_complete_batch(counts: npt.ArrayLike, rules: str | RuleSet | None = None) -> npt.NDArray[np.bool_]:
    """Win check of concealed counts, u1 (n, 16 | 34), winning tile included -> bool (n,). Bad rows are False.

    Melds are implied by the number of tiles. Forms: four sets and a pair, and seven pairs, or those of `rules`.
    The form alone decides: what else a hand of `suihua112` needs is not asked.
    """
    array = _counts(counts)
    out = np.empty(len(array), dtype=np.uint8)
    forms = _rules_for(rules, array.shape[1]).forms
    _in_blocks(lambda start, stop: _core.is_complete_batch(array[start:stop], out[start:stop], forms), len(array))
    return out.view(np.bool_)


def distance_batch(counts: npt.ArrayLike, rules: str | RuleSet | None = None) -> npt.NDArray[np.int8]:
    """Distance (0 ready, -1 complete) of concealed counts, u1 (n, 16 | 34) -> i1 (n,). Bad rows are 127.

    By form alone, as in `is_complete_batch`.
    """
    array = _counts(counts)
    out = np.empty(len(array), dtype=np.int8)
    forms = _rules_for(rules, array.shape[1]).forms
    _in_blocks(lambda start, stop: _distance.distance_batch(array[start:stop], out[start:stop], forms), len(array))
    return out


def waits_batch(counts: npt.ArrayLike, rules: str | RuleSet | None = None) -> npt.NDArray[Any]:
    """Kinds that complete 13 - 3 x melds concealed tiles, a bit each: u2 (n,) of 16 kinds, u8 of 34. Bad rows: 0.

    The form alone decides, as in `is_complete_batch`: `waits` of one hand asks for what `suihua112` needs as well.
    """
    array = _counts(counts)
    out = np.empty(len(array), dtype=np.uint64)
    packed = _rules_for(rules, array.shape[1]).packed
    _in_blocks(lambda start, stop: _core.waits_batch(array[start:stop], out[start:stop], packed), len(array))
    return out.astype(np.uint16) if array.shape[1] == 16 else out


def useful_batch(
    counts: npt.ArrayLike, rules: str | RuleSet | None = None
) -> tuple[npt.NDArray[np.int8], npt.NDArray[Any]]:
    """(distance, kinds that lower it) of 13 - 3 x melds concealed tiles: i1 (n,) and masks as in `waits_batch`.

    By form alone, as in `is_complete_batch`.
    """
    array = _counts(counts)
    out, kinds = np.empty(len(array), dtype=np.int8), np.empty(len(array), dtype=np.uint64)
    forms = _rules_for(rules, array.shape[1]).forms

    def part(start: int, stop: int) -> None:
        _distance.useful_batch(array[start:stop], out[start:stop], kinds[start:stop], forms)

    _in_blocks(part, len(array))
    return out, kinds.astype(np.uint16) if array.shape[1] == 16 else kinds
