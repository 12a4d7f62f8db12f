"""Means over seeds, with their standard errors."""

import math
from collections.abc import Sequence
from typing import NamedTuple, final

__all__ = ["Estimate", "estimate", "paired"]


@final
class Estimate(NamedTuple):
    """A mean and its standard error; that of a single number is NaN."""

    mean: float
    error: float

    def percent(self, *, signed: bool = False) -> str:
        """In percent, with two decimals."""
        sign = "+" if signed else ""
        rounded = round(100 * self.mean, 2) or 0.0  # no minus before a zero
        mean = f"{rounded:{sign}.2f}"
        return mean if math.isnan(self.error) else f"{mean} ± {100 * self.error:.2f}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values and its standard error.

    Examples
    --------
    >>> from compadagrad.experiments import estimate
    >>> estimate([0.10, 0.12, 0.14]).percent()
    '12.00 ± 1.15'
    """
    count = len(values)
    mean = sum(values) / count
    if count < 2 or not math.isfinite(mean):
        return Estimate(mean, math.nan)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, math.sqrt(variance / count))


def paired(one: Sequence[float], other: Sequence[float]) -> Estimate:
    """The mean of the differences on the same seeds."""
    return estimate([a - b for a, b in zip(one, other, strict=True)])
