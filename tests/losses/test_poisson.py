from decimal import Decimal
from typing import ClassVar

import numpy as np

from compadagrad.losses import Poisson
from losses.conformance import LossConformance


class TestPoisson(LossConformance):
    reach: ClassVar[float] = 30.0

    def make(self) -> Poisson:
        return Poisson()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        return p.exp() - y * p

    def rounding(self, p: float, y: float) -> float:
        return 1e-15 * y * abs(p)  # of a difference

    def slope_rounding(self, y: float) -> float:
        return 1e-15 * y


def test_the_logarithm_of_the_mean_minimises() -> None:
    y = np.array([0.0, 3.0, 1.0, 4.0])
    slopes = np.asarray(Poisson().slope(np.full(4, np.log(2.0)), y))
    assert slopes.sum() == 0.0


def test_beyond_float64_it_is_infinite_and_says_so_without_a_warning() -> None:
    p = np.array([709.0, 710.0, 1e308])
    for found in (Poisson().value(p, 3.0), Poisson().slope(p, 3.0)):
        np.testing.assert_array_equal(np.isinf(found), [False, True, True])
    assert Poisson().gradient([1.0, -2.0], 710.0, 3.0).tolist() == [np.inf, -np.inf]
