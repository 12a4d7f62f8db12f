"""A problem for the trimmed and sparse kernels, and every tile length that they can take."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.hadamard._numba.registers import LOG_RADIX, VECTOR_BYTES

M = 16
N = 1 << M

Signs = NDArray[np.int8] | None


def tiles(dtype: Any) -> list[int]:
    lanes = VECTOR_BYTES // np.dtype(dtype).itemsize
    return list(range(lanes.bit_length() - 1 + LOG_RADIX, M - 1))


CASES = [(dtype, t) for dtype in (np.float32, np.float64) for t in tiles(dtype)]


def problem(signed: bool) -> tuple[np.random.Generator, NDArray[np.intp], Signs]:
    rng = np.random.default_rng(5)
    rows = rng.choice(N, 37, replace=False)
    return rng, rows, rng.choice(np.array([-1, 1], np.int8), N) if signed else None
