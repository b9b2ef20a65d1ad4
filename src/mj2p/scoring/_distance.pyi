"""What the compiled distance gives; `_distance.pyx` says what each part does."""

from typing import Any

import numpy as np
import numpy.typing as npt

__test__: dict[str, str]  # Cython's
__pyx_capi__: dict[str, Any]  # what other extensions call

_Bytes = npt.NDArray[np.uint8]
_Buffer = bytes | bytearray | memoryview | _Bytes

def useful_one(counts: _Buffer, limits: _Buffer, n_melds: int, forms: int) -> tuple[int, int]: ...

# ---- Many hands: rows of u1, C-contiguous ----

def distance_batch(counts: _Bytes, out: npt.NDArray[np.int8], forms: int) -> None: ...
def useful_batch(counts: _Bytes, out: npt.NDArray[np.int8], kinds: npt.NDArray[np.uint64], forms: int) -> None: ...
