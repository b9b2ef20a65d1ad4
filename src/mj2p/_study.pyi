"""What the compiled part of study gives; `_study.pyx` says what each part does."""

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ._core import Packed

__test__: dict[str, str]  # Cython's

@disjoint_base
class Tally:
    """How often each outcome comes out of the hands that were added."""

    def __new__(cls, packed: Packed) -> Tally: ...
    def add(self, counts: npt.NDArray[np.uint8]) -> None: ...
    def rows(self) -> list[tuple[int, int, int, int, int]]: ...
