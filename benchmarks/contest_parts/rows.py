"""What the contest found out: a row for each method on each task, and paired differences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, final

from contest_parts.grids import Setting

__all__ = ["Estimate", "Row", "estimate", "paired"]


@final
class Estimate(NamedTuple):
    """A mean over permutations with its standard error."""

    mean: float
    error: float

    def percent(self, *, signed: bool = False) -> str:
        """In percent, with two decimals."""
        sign = "+" if signed else ""
        return f"{100 * self.mean:{sign}.2f} ± {100 * self.error:.2f}"


@final
@dataclass(frozen=True)
class Row:
    """A method on a task; the sequences go by permutation."""

    task: str
    method: str
    setting: Setting
    edges: list[str]
    tuning_loss: float
    loss: list[float]
    online: list[float]
    test: list[float]
    seconds: float | None
    state: int | None
    failures: int


def estimate(values: Sequence[float]) -> Estimate:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2 or not math.isfinite(mean):
        return Estimate(mean, float("nan"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, math.sqrt(variance / count))


def paired(one: Sequence[float], other: Sequence[float]) -> Estimate:
    """The mean of the differences on the same permutations."""
    return estimate([a - b for a, b in zip(one, other, strict=True)])
