"""Exact shares and probabilities as JSON has them: `in_json`."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["in_json"]


def in_json(name: str, share: Fraction) -> dict[str, str | float]:
    """The share twice: exact under its name, as "a/b", and beside it, ending in _float, as a number."""
    return {name: f"{share.numerator}/{share.denominator}", f"{name}_float": float(share)}
