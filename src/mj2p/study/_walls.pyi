"""What the compiled part of study gives; `_walls.pyx` says what each part does."""

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from .._core import Packed

__test__: dict[str, str]  # Cython's

@disjoint_base
class OutcomeTally:
    """How often each outcome comes out of the hands that were added."""

    def __new__(cls, packed: Packed) -> OutcomeTally: ...
    def add(self, counts: npt.NDArray[np.uint8]) -> None: ...
    def rows(self) -> list[tuple[int, int, int, int, int]]: ...

@disjoint_base
class LoneHand:
    """The best play of 14 - 3 x melds concealed tiles against the wall."""

    def __new__(
        cls,
        packed: Packed,
        record: bytes,
        counts: bytes,
        limits: bytes,
        wall: bytes,
        n_melds: int,
        draws: int,
        wide: int,
        for_points: int,
        scoring: dict[str, int],
        most: int,
    ) -> LoneHand: ...
    @property
    def draws(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    def chances(
        self, kind: int, ready: npt.NDArray[np.float64], won: npt.NDArray[np.float64]
    ) -> tuple[int, float, float, float]: ...
