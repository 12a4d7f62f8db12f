"""One prediction p of one target y, for compiled loops to call.

A loss is named by a code, one of the constants here, and has at most one parameter: the width of
Huber's loss or the level of the quantile; the others do not look at it. All numbers are float64.

On a kink, where the slopes on the left and on the right differ, the slope is

- of the hinge, at y p = 1, the one for smaller margins, -y: the example still counts as a mistake;
- of the absolute and the quantile loss, at p = y, 0: an exact prediction moves nothing.

A result beyond the range of float64 is infinite, and never NaN because of it. NaN in p or y gives
NaN, and so does a code that names no loss.
"""

import math
from typing import Final

import numpy as np

from compadagrad._jit import inlined_kernel

__all__ = [
    "ABSOLUTE",
    "HINGE",
    "HUBER",
    "LARGEST_EXPONENT",
    "LOGISTIC",
    "POISSON",
    "QUANTILE",
    "SQUARED",
    "SQUARED_HINGE",
    "slope_at",
    "value_at",
]

LOGISTIC: Final = 0
HINGE: Final = 1
SQUARED: Final = 2
SQUARED_HINGE: Final = 3
ABSOLUTE: Final = 4
HUBER: Final = 5
QUANTILE: Final = 6
POISSON: Final = 7

LARGEST_EXPONENT: Final = math.log(np.finfo(np.float64).max)  # 709.78: exp of more is infinite


@inlined_kernel
def _exp(p: float) -> float:
    return math.exp(p) if p <= LARGEST_EXPONENT else math.inf


@inlined_kernel
def _times_distance(scale: float, p: float, y: float) -> float:
    """``scale * abs(p - y)``, also where the difference alone would leave the range."""
    distance = abs(p - y)
    if distance == math.inf:
        return 2.0 * (scale * abs(0.5 * p - 0.5 * y))
    return scale * distance


@inlined_kernel
def _logistic_value(margin: float) -> float:
    wrong = -margin if margin < 0.0 else 0.0
    return wrong + math.log1p(math.exp(-abs(margin)))


@inlined_kernel
def _logistic_slope(margin: float, y: float) -> float:
    small = math.exp(-abs(margin))
    share = (small if margin > 0.0 else 1.0) / (1.0 + small)  # of the probability, on -y
    return 0.0 - y * share


@inlined_kernel
def _huber_value(p: float, y: float, width: float) -> float:
    distance = abs(p - y)
    if distance <= width:
        return 0.5 * distance * distance
    if distance == math.inf:  # half the width is beyond its last digit, or the loss is infinite
        return _times_distance(width, p, y)
    return width * (distance - 0.5 * width)


@inlined_kernel
def _poisson_value(p: float, y: float) -> float:
    rate = _exp(p)
    return rate if y == 0.0 or rate == math.inf else rate - y * p


@inlined_kernel
def value_at(code: int, p: float, y: float, parameter: float) -> float:
    """The loss of predicting p where the target is y.

    >>> value_at(HINGE, -1.0, 1.0, 0.0)
    2.0
    >>> value_at(QUANTILE, 1.0, 3.0, 0.75)  # 0.75 (3 - 1)
    1.5
    """
    if p != p or y != y:
        return p + y
    if code == LOGISTIC:
        return _logistic_value(y * p)
    if code == HINGE:
        return max(0.0, 1.0 - y * p)
    if code == SQUARED:
        return 0.5 * (p - y) * (p - y)
    if code == SQUARED_HINGE:
        return max(0.0, 1.0 - y * p) ** 2
    if code == ABSOLUTE:
        return abs(p - y)
    if code == HUBER:
        return _huber_value(p, y, parameter)
    if code == QUANTILE:
        return _times_distance(1.0 - parameter if p > y else parameter, p, y)
    if code == POISSON:
        return _poisson_value(p, y)
    return math.nan


@inlined_kernel
def slope_at(code: int, p: float, y: float, parameter: float) -> float:
    """The derivative of :func:`value_at` in p; on a kink, the subgradient named above.

    >>> slope_at(HINGE, 1.0, 1.0, 0.0)
    -1.0
    >>> slope_at(QUANTILE, 1.0, 3.0, 0.75)
    -0.75
    """
    if p != p or y != y:
        return p + y
    if code == LOGISTIC:
        return _logistic_slope(y * p, y)
    if code == HINGE:
        return -y if y * p <= 1.0 else 0.0
    if code == SQUARED:
        return p - y
    if code == SQUARED_HINGE:
        return -2.0 * y * (1.0 - y * p) if y * p < 1.0 else 0.0
    if code == ABSOLUTE:
        return 1.0 if p > y else -1.0 if p < y else 0.0
    if code == HUBER:
        return min(max(p - y, -parameter), parameter)
    if code == QUANTILE:
        return 1.0 - parameter if p > y else -parameter if p < y else 0.0
    if code == POISSON:
        return _exp(p) - y
    return math.nan
