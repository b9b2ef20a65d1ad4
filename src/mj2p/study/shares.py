"""Exact shares and probabilities, as JSON has them and as people read them: `in_json`, `percent`, `one_in`."""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = ["in_json", "one_in", "percent"]


def in_json(name: str, share: Fraction) -> dict[str, str | float]:
    """The share twice: exact under its name, as "a/b", and beside it, ending in _float, as a number."""
    return {name: f"{share.numerator}/{share.denominator}", f"{name}_float": float(share)}


def percent(share: Fraction) -> str:
    """A share to three figures, 0.00000492 % too; a dash for none."""
    return f"{100 * float(share):.{max(0, -math.floor(math.log10(share)))}f} %" if share else "-"


def one_in(share: Fraction) -> str:
    """A small probability as 'one in 4,313'."""
    return f"one in {round(1 / share):,}" if share else "none of the"
