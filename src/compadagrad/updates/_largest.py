"""The largest entry of a vector, by its bits."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from compadagrad._jit import Array, kernel

__all__ = ["largest", "magnitudes"]


def magnitudes(x: Array) -> Array:
    """The bits of ``x`` as integers: without their signs they are in the order of ``abs(x)``."""
    return x.view(np.uint32 if x.dtype == np.float32 else np.uint64)


def _narrow(x: Array) -> Array:
    return x.view(np.uint32)


def _wide(x: Array) -> Array:
    return x.view(np.uint64)


def _compiled_magnitudes(x: Array) -> Any:
    return _narrow if x.dtype == types.float32 else _wide


overload(magnitudes)(_compiled_magnitudes)


@kernel
def largest(x: Array) -> float:
    """``max |x_i|``, or NaN where there is a NaN, which is larger than any number in this order."""
    bits = magnitudes(x)
    top = np.zeros(1, x.dtype)
    mask = bits.dtype.type(~bits.dtype.type(0)) >> bits.dtype.type(1)
    most = bits.dtype.type(0)
    for i in range(bits.size):
        most = max(most, bits[i] & mask)
    magnitudes(top)[0] = most
    return float(top[0])
