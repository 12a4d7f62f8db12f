"""Slow and obvious: minimisers and slopes of one coordinate from its values alone, in fractions."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

__all__ = ["Coordinate", "distance", "prox"]

Coordinate: TypeAlias = Callable[[Fraction], Fraction | float]  # phi; math.inf out of bounds

STEPS = 75  # each halves the interval
SMALL = Fraction(1, 1 << 40)


def prox(phi: Coordinate, c: float, step: float) -> float:
    """argmin_x step phi(x) + (x - c)^2 / 2: half of the interval goes, with the larger value."""
    center, factor = Fraction(float(c)), Fraction(float(step))

    def objective(x: Fraction) -> Fraction | float:
        at_x = phi(x)
        return at_x if at_x == math.inf else factor * at_x + (x - center) ** 2 / 2

    inside = feasible(phi)
    low, high = -abs(center) - 10, abs(center) + 10
    for _ in range(STEPS):
        middle, h = (low + high) / 2, (high - low) / 1024
        left, right = objective(middle - h), objective(middle + h)
        if left < right or (left == right == math.inf and inside < middle):
            high = middle + h
        else:
            low = middle - h
    return float((low + high) / 2)


def distance(phi: Coordinate, x: float, q: float) -> float:
    """How far -q is from the slopes of phi on the left and on the right of x."""
    point, target = Fraction(float(x)), -Fraction(float(q))
    here = phi(point)
    assert here < math.inf
    least = (here - phi(point - SMALL)) / SMALL
    greatest = (phi(point + SMALL) - here) / SMALL
    return float(max(least - target, target - greatest, 0))


def feasible(phi: Coordinate) -> Fraction:
    """A point where phi is finite: the least in size of the sixteenths."""
    sixteenths = (Fraction(sign * i, 16) for i in range(1000) for sign in (1, -1))
    return next(x for x in sixteenths if phi(x) < math.inf)
