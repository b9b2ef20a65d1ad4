"""What callers hand in, checked and taken as the package wants it: `whole` numbers, `key_of` a source of chance,
`did_you_mean` for a name that nobody has.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

__all__ = ["MOST_SEED", "did_you_mean", "key_of", "whole"]

#: The largest seed, and the largest index of a game in it.
MOST_SEED = 2**64 - 1


def whole(name: str, value: object, least: int, most: int | None) -> int:
    """The value as a whole number of Python's own, which no product makes wrap; TypeError, ValueError by its name."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} is {number}; it must be {least} or more{'' if most is None else f', {most} at most'}")
    return number


def key_of(rng: Any) -> int:
    """The key of a random stream, drawn from a random.Random or numpy's Generator; TypeError for anything else."""
    if hasattr(rng, "integers"):
        return int(rng.integers(0, 2**63))
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(63))
    raise TypeError(f"rng must be a random.Random or a numpy Generator, not {rng!r}")


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """What to add where a name is unknown: ": did you mean 'speed'?" of the nearest one; nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), n=1)
    return f": did you mean {near[0]!r}?" if near else ""
