"""Separable regularizers over whole vectors, in one pass; nothing is checked.

The arguments are those of the scalars that they call, each a contiguous array with an entry for
every coordinate or one number for all. They share one type, float32 or float64.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.regularizers._scalars import (
    Real,
    at,
    distance_at,
    prox_at,
    slope_at,
    value_at,
)

__all__ = [
    "distances_into",
    "kkt_distance",
    "prox_and_slope_into",
    "prox_into",
    "slope_into",
    "value",
]


@kernel
def prox_into(
    c: Array, d: Any, w: Any, l1: Any, l2: Any, lower: Any, upper: Any, out: Array
) -> None:
    """``out = argmin_x w phi(x) + sum_i (d_i/2) (x_i - c_i)^2``; ``out`` may be ``c``."""
    for i in range(c.size):
        out[i] = prox_at(c[i], at(d, i), at(w, i), at(l1, i), at(l2, i), at(lower, i), at(upper, i))


@kernel
def slope_into(
    c: Array, d: Any, w: Any, l1: Any, l2: Any, lower: Any, upper: Any, out: Array
) -> None:
    """``out`` = the derivative of the prox in c; ``out`` may be ``c``."""
    for i in range(c.size):
        out[i] = slope_at(
            c[i], at(d, i), at(w, i), at(l1, i), at(l2, i), at(lower, i), at(upper, i)
        )


@kernel
def prox_and_slope_into(
    c: Array, d: Any, w: Any, l1: Any, l2: Any, lower: Any, upper: Any, x: Array, slope: Array
) -> None:
    """``x`` = the prox of c, and ``slope`` its derivative; either may be ``c``."""
    for i in range(c.size):
        ci, di, wi = c[i], at(d, i), at(w, i)
        l1i, l2i, low, high = at(l1, i), at(l2, i), at(lower, i), at(upper, i)
        x[i] = prox_at(ci, di, wi, l1i, l2i, low, high)
        slope[i] = slope_at(ci, di, wi, l1i, l2i, low, high)


@inlined_kernel
def _distance(x: Array, q: Array, w: Any, l1: Any, l2: Any, lower: Any, upper: Any, i: int) -> Real:
    return distance_at(x[i], q[i], at(w, i), at(l1, i), at(l2, i), at(lower, i), at(upper, i))


@kernel
def distances_into(
    x: Array, q: Array, w: Any, l1: Any, l2: Any, lower: Any, upper: Any, out: Array
) -> None:
    """``out[i]`` = the distance of ``-q[i]`` to w dphi_i(x_i); ``out`` may be ``x`` or ``q``."""
    for i in range(x.size):
        out[i] = _distance(x, q, w, l1, l2, lower, upper, i)


@kernel
def kkt_distance(x: Array, q: Array, w: Any, l1: Any, l2: Any, lower: Any, upper: Any) -> Real:
    """The largest distance of ``-q[i]`` to w dphi_i(x_i): 0 where x minimises <q, x> + w phi(x).

    Infinite where any x or q is NaN or infinite.
    """
    largest = x.dtype.type(0)
    for i in range(x.size):
        largest = max(largest, _distance(x, q, w, l1, l2, lower, upper, i))
    return largest


@kernel
def value(x: Array, l1: Any, l2: Any, lower: Any, upper: Any) -> float:
    """phi(x), added up in float64."""
    total = 0.0
    for i in range(x.size):
        xi = np.float64(x[i])
        total += value_at(
            xi,
            np.float64(at(l1, i)),
            np.float64(at(l2, i)),
            np.float64(at(lower, i)),
            np.float64(at(upper, i)),
        )
    return total
