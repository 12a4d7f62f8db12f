from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.losses import Absolute, Quantile
from losses.conformance import LossConformance


class TestQuantile(LossConformance):
    def make(self) -> Quantile:
        return Quantile(0.75)

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        level = Decimal("0.75")
        return max(level * (y - p), (1 - level) * (p - y))

    def kinks(self, y: float) -> list[tuple[float, float]]:
        return [(y, 0.0)]


def test_the_quantile_minimises() -> None:
    y = np.arange(1.0, 12.0)
    totals = {p: float(np.sum(Quantile(0.75).value(np.full(11, p), y))) for p in y}
    assert min(totals, key=totals.__getitem__) == np.quantile(y, 0.75, method="inverted_cdf") == 9


def test_half_the_absolute_loss() -> None:
    p = np.linspace(-3.0, 3.0, 13)
    for method in ("value", "slope"):
        half = getattr(Quantile(0.5), method)(p, 0.5)
        np.testing.assert_array_equal(2 * half, getattr(Absolute(), method)(p, 0.5))


@pytest.mark.parametrize("bad", [0.0, -0.5, 1.0, 1.5, np.inf, np.nan, True, "0.5", None, [0.5]])
def test_bad_levels(bad: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"level must be .*, got "):
        Quantile(bad)


def test_other_levels_are_another_loss() -> None:
    assert Quantile(0.5) != Quantile(0.25)
