"""What the compiled core gives; `_core.pyx` says what each part does."""

from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

__test__: dict[str, str]  # Cython's
__pyx_capi__: dict[str, Any]  # what other extensions call

_Bytes = npt.NDArray[np.uint8]
_Buffer = bytes | bytearray | memoryview | _Bytes

@disjoint_base
class Packed:
    """A rule set as the core reads it."""

    def __new__(cls, fields: dict[str, Any]) -> Packed: ...
    @property
    def nsuits(self) -> int: ...

# ---- One hand ----

def score_one(row: bytes, packed: Packed) -> tuple[Any, ...]: ...
def matched_fans(row: bytes, packed: Packed) -> tuple[int, int]: ...
def split_sets(number: int) -> tuple[tuple[int, ...], tuple[int, ...], int | None]: ...
def waits_one(counts: _Buffer, melds: _Buffer, packed: Packed) -> int: ...

# ---- Many hands: rows of u1, C-contiguous ----

def score_batch(rows: _Bytes, packed: Packed, out: _Bytes, counts: _Bytes | None = None) -> None: ...
def is_complete_batch(counts: _Bytes, out: _Bytes, forms: int) -> None: ...
def waits_batch(counts: _Bytes, out: npt.NDArray[np.uint64], packed: Packed) -> None: ...
