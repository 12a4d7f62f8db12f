"""One coordinate of a separable regularizer, for compiled loops to call.

Each function is about w phi for one coordinate,

    phi(x) = l1 |x| + (l2 / 2) x^2,    lower <= x <= upper,

with a factor w > 0. Its arguments are of one type, float32 or float64, and so is what it returns.
"""

import math
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import overload

from compadagrad._jit import inlined_kernel

__all__ = ["at", "distance_at", "prox_at", "slope_at", "value_at"]

Real: TypeAlias = Any  # numpy.float32 or numpy.float64


def at(a: Any, i: int) -> Real:
    """``a[i]`` of an array, and ``a`` itself where it is one number for all coordinates.

    >>> at(np.array([1.0, 2.0]), 1) == at(np.float64(2.0), 1)
    np.True_
    """
    return a[i] if isinstance(a, np.ndarray) else a


def _entry(a: Any, i: Any) -> Any:
    return a[i]


def _same(a: Any, i: Any) -> Any:
    return a


def _compiled_at(a: Any, i: Any) -> Any:
    """Which of the two it is, decided by type when a loop is compiled."""
    return _entry if isinstance(a, types.Array) else _same


overload(at)(_compiled_at)


@inlined_kernel
def _quotient(w: Real, weight: Real, d: Real) -> Real:
    """``w * weight / d``, also where ``w * weight`` alone would leave the range of the type."""
    numerator, rest = w * weight, type(d)(1)
    if numerator == np.inf:
        numerator, rest = max(w, weight), min(w, weight)
    elif numerator < np.finfo(type(d)).tiny:
        numerator, rest = min(w, weight), max(w, weight)
    return numerator / d * rest


@inlined_kernel
def _unclipped_at(c: Real, d: Real, w: Real, l1: Real, l2: Real) -> Real:
    """The prox without the bounds."""
    zero = type(c)(0)
    threshold = _quotient(w, l1, d)
    shrunk = (c - math.copysign(threshold, c)) / (type(c)(1) + _quotient(w, l2, d))
    return zero if abs(c) <= threshold else shrunk + zero  # + 0 makes 0 of -0


@inlined_kernel
def prox_at(c: Real, d: Real, w: Real, l1: Real, l2: Real, lower: Real, upper: Real) -> Real:
    """argmin_x w phi(x) + (d/2) (x - c)^2, for d > 0.

    Exactly 0, or the bound nearest to it, for ``abs(c) <= w * l1 / d``. NaN gives NaN.

    >>> prox_at(3.0, 2.0, 1.0, 2.0, 2.0, -np.inf, np.inf)  # (3 - 1) / 2
    1.0
    >>> prox_at(1.0, 2.0, 1.0, 2.0, 2.0, -np.inf, np.inf)
    0.0
    """
    x = _unclipped_at(c, d, w, l1, l2)
    if x < lower:
        return lower
    if x > upper:
        return upper
    return x


@inlined_kernel
def slope_at(c: Real, d: Real, w: Real, l1: Real, l2: Real, lower: Real, upper: Real) -> Real:
    """The derivative of :func:`prox_at` in c: d / (d + w l2) where it moves, else 0.

    At a kink, and for every c where the bounds are equal, it is 0.

    >>> slope_at(3.0, 2.0, 1.0, 2.0, 2.0, -np.inf, np.inf)  # 2 / (2 + 2)
    0.5
    >>> slope_at(1.0, 2.0, 1.0, 2.0, 2.0, -np.inf, np.inf)
    0.0
    """
    zero, one = type(c)(0), type(c)(1)
    x = _unclipped_at(c, d, w, l1, l2)
    if x <= lower or x >= upper or (l1 > zero and abs(c) <= _quotient(w, l1, d)):
        return zero
    return one / (one + _quotient(w, l2, d))


@inlined_kernel
def distance_at(x: Real, q: Real, w: Real, l1: Real, l2: Real, lower: Real, upper: Real) -> Real:
    """The distance of -q to the interval w dphi(x).

    It is 0 where x minimises q x + w phi(x), and infinite for x out of bounds and where x or q is
    NaN or infinite.

    >>> distance_at(0.0, 3.0, 1.0, 2.0, 0.0, -np.inf, np.inf)  # of -3 to [-2, 2]
    1.0
    >>> distance_at(0.0, 3.0, 1.0, 2.0, 0.0, 0.0, np.inf)  # of -3 to (-inf, 2]
    0.0
    """
    zero, infinity = type(x)(0), type(x)(np.inf)
    slope = q + w * (l2 * x)
    if not (lower <= x <= upper and abs(slope) < infinity):
        return infinity
    kink = w * l1
    least = slope + (kink if x > zero else -kink)
    greatest = slope + (-kink if x < zero else kink)
    below = least if x > lower else -infinity
    above = -greatest if x < upper else -infinity
    return max(zero, below, above)


@inlined_kernel
def value_at(x: Real, l1: Real, l2: Real, lower: Real, upper: Real) -> Real:
    """phi(x): infinite out of bounds, and NaN for NaN.

    >>> value_at(-3.0, 2.0, 2.0, -np.inf, np.inf)  # 2 * 3 + 3^2
    15.0
    >>> value_at(-3.0, 2.0, 2.0, 0.0, np.inf)
    inf
    """
    zero = type(x)(0)
    if x != x:
        return x
    if x < lower or x > upper:
        return type(x)(np.inf)
    linear = l1 * abs(x) if l1 > zero else zero
    square = (l2 * x) * x / type(x)(2) if l2 > zero else zero
    return linear + square
