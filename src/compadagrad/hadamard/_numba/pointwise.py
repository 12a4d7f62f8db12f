"""Few nonzeros in, few outputs out: every pair on its own."""

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.hadamard._numba import registers as reg

__all__ = ["pointwise"]


@kernel
def pointwise(
    data: Array,
    indices: Array,
    indptr: Array,
    signs: Array | None,
    rows: Array,
    scale: float,
    out: Array,
) -> None:
    """``out[b] = scale * (H diag(signs) x_b)[rows]`` for the rows ``x_b`` of a CSR matrix."""
    factor = out.dtype.type(scale)
    for b in range(indptr.size - 1):
        line = out[b]
        line[:] = 0
        for p in range(indptr[b], indptr[b + 1]):
            j = np.uint32(indices[p])
            value = data[p] * factor
            if signs is not None:
                value *= signs[indices[p]]
            for i in range(rows.size):
                line[i] += -value if reg.odd_parity(rows[i] & j) else value
