"""What callers hand in, checked and taken as the package wants it, or an error that names the argument.

Numbers: `whole`, `real`; yes or no: `flag`; one of some words: `word`; several: `each`; threads: `workers`; a source of
chance: `key_of`. For messages: `shown`, and `did_you_mean` for a name that nobody has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf, nan
from numbers import Real
from operator import index
from typing import Any

import numpy as np

__all__ = [
    "MOST_SEED", "MOST_THREADS", "did_you_mean", "each", "flag", "key_of", "real", "shown", "whole", "word", "workers",
]  # fmt: skip

#: Yes or no, Python's and numpy's: what counts is neither.
BOOLS = (bool, np.bool_)
#: The largest seed, and the largest index of a game in it.
MOST_SEED = 2**64 - 1
#: More threads than this are not started, whatever is asked for: as many as the command line takes.
MOST_THREADS = 256


def shown(value: object) -> str:
    """A value for a message, cut where it is long; of a number that Python does not write out, how long it is."""
    try:
        said = repr(value)
    except ValueError:
        return f"a number of {value.bit_length()} bits" if isinstance(value, int) else type(value).__name__
    return said if len(said) <= 80 else f"{said[:77]}..."


def whole(name: str, value: object, least: int | None, most: int | None) -> int:
    """The value as a whole number of Python's own, which no product makes wrap; TypeError, ValueError by its name."""
    try:
        if isinstance(value, BOOLS):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {shown(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        limit = "" if most is None else f", {most} at most"
        raise ValueError(f"{name} is {shown(number)}; it must be {least} or more{limit}")
    return number


def flag(name: str, value: object) -> bool:
    """What is yes or no, as Python's own bool (numpy's is taken); TypeError by its name for anything else."""
    if value is True or value is False:
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {shown(value)}")


def real(name: str, value: object, least: float = -inf, most: float = inf) -> float:
    """The value as a float, a number that is none of nan; TypeError, ValueError by its name."""
    if isinstance(value, BOOLS) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = nan
    if not least <= number <= most:
        raise ValueError(f"{name} must be a number from {least} to {most}, not {shown(value)}")
    return number


def each(name: str, value: Iterable[Any]) -> Iterable[Any]:
    """What is given one by one; TypeError by its name for what cannot be gone through."""
    if not isinstance(value, Iterable):
        raise TypeError(f"{name} must be given one by one, not as {shown(value)}")
    return value


def word(name: str, value: object, known: Collection[str]) -> str:
    """One of these words; TypeError by its name for what is no text, ValueError for any other."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {shown(value)}")
    if value not in known:
        said = " or ".join(map(repr, known)) if len(known) < 3 else f"one of {', '.join(known)}"
        raise ValueError(f"{name} must be {said}, not {shown(value)}")
    return value


def workers(threads: object, pieces: int) -> int:
    """How many threads to start where so many are asked for and there are so many pieces of work: 1 or more."""
    return min(whole("threads", threads, 1, None), max(1, pieces), MOST_THREADS)


def key_of(rng: Any) -> int:
    """The key of a random stream, drawn from a random.Random or numpy's Generator; TypeError for anything else."""
    if hasattr(rng, "integers"):
        return int(rng.integers(0, 2**63))
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(63))
    raise TypeError(f"rng must be a random.Random or a numpy Generator, not {shown(rng)}")


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """What to add where a name is unknown: ": did you mean 'speed'?" of the nearest one; nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), n=1)
    return f": did you mean {near[0]!r}?" if near else ""
