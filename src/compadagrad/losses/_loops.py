"""Losses over arrays of predictions, and averages of rows, in one pass; nothing is checked."""

import math

from compadagrad._jit import Array, kernel
from compadagrad.losses._scalars import slope_at, value_at

__all__ = ["BINARY", "COUNT", "REAL", "average_into", "first_outside", "slopes_into", "values_into"]

BINARY, REAL, COUNT = range(3)


@kernel
def values_into(code: int, p: Array, y: Array, parameter: float, out: Array) -> None:
    """``out`` = the losses of predicting p; one target in ``y`` is that of all; all float64."""
    for i in range(p.size):
        out[i] = value_at(code, p[i], y[i if y.size > 1 else 0], parameter)


@kernel
def slopes_into(code: int, p: Array, y: Array, parameter: float, out: Array) -> None:
    """``out`` = the slopes in p; one target in ``y`` is that of all; all float64."""
    for i in range(p.size):
        out[i] = slope_at(code, p[i], y[i if y.size > 1 else 0], parameter)


@kernel
def average_into(weights: Array, a: Array, out: Array) -> None:
    """``out += sum_i weights[i] a[i]``, row by row; ``weights`` and ``out`` are float64."""
    for i in range(weights.size):
        for j in range(out.size):
            out[j] += weights[i] * a[i, j]


@kernel
def first_outside(labels: int, y: Array) -> int:
    """The first entry of ``y`` that no target of this sort can be, or -1."""
    for i in range(y.size):
        binary = abs(y[i]) == 1.0
        real = abs(y[i]) < math.inf
        if not (binary if labels == BINARY else real and (labels == REAL or y[i] >= 0.0)):
            return i
    return -1
