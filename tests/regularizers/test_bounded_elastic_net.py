import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import L1, BoundedElasticNet, ElasticNet, NonNegative
from regularizers.conformance import WeightedConformance


class TestBoundedElasticNet(WeightedConformance):
    """With both weights from one, and bounds where it is positive."""

    sees_padding = True
    weight_name = "l1"
    lower, upper = -0.375, 1.25

    def make(self, weight: Any) -> BoundedElasticNet:
        try:
            half = np.asarray(weight, float) / 2
        except (TypeError, ValueError):
            half = np.array(1.0)
        bounds = (
            np.where(half > 0, b, math.copysign(math.inf, b)) for b in (self.lower, self.upper)
        )
        return BoundedElasticNet(weight, half, *bounds)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction | float:
        if weight and not self.lower <= x <= self.upper:
            return math.inf
        return weight * abs(x) + weight / 4 * x * x

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        if not weight:
            return []
        ends = [self.end(step, weight, bound) for bound in (self.lower, self.upper)]
        return [*ends, step * weight, -step * weight]

    def end(self, step: Any, weight: Any, bound: float) -> Any:
        """The number nearest to 0 whose prox is at the bound and does not move with it."""
        number = np.float64 if type(step) is float else type(step)
        r = self.make(weight)
        exact = bound * (1 + float(step) * float(weight) / 2)
        c = np.array([exact + math.copysign(float(step) * float(weight), bound)], number)
        while not r.prox_derivative(c, step)[0]:
            c = np.nextafter(c, number(0))
        while r.prox_derivative(c, step)[0]:
            c = np.nextafter(c, number(math.copysign(math.inf, bound)))
        return c[0]


def test_without_bounds_it_is_the_elastic_net() -> None:
    c = np.linspace(-2, 2, 9)
    expected = ElasticNet(0.5, 0.25).prox(c, 0.7)
    np.testing.assert_array_equal(BoundedElasticNet(0.5, 0.25).prox(c, 0.7), expected)


def test_one_part_alone() -> None:
    c = np.linspace(-2, 2, 9)
    np.testing.assert_array_equal(BoundedElasticNet(0.5, 0).prox(c, 0.7), L1(0.5).prox(c, 0.7))
    non_negative = BoundedElasticNet(0, 0, lower=0)
    np.testing.assert_array_equal(non_negative.prox(c, 0.7), NonNegative().prox(c, 0.7))


def test_one_number_and_one_for_each() -> None:
    terms = BoundedElasticNet(2.0, [1.0, 0.0], lower=[0.0, -np.inf]).terms(2, 4, np.float64)
    np.testing.assert_array_equal(terms.l1, [2.0, 2.0, 2.0, 2.0])
    np.testing.assert_array_equal(terms.l2, [1.0, 0.0, 0.0, 0.0])
    np.testing.assert_array_equal(terms.lower, [0.0, -np.inf, -np.inf, -np.inf])
    assert terms.bounded


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1.0, -1.0), r"l2 must be finite and 0 or more, got -1\.0"),
        ((1.0, 1.0, 2.0, 1.0), r"upper must be at or above lower, got 1\.0"),
        ((1.0, [1.0, 1.0], 0.0, [1.0, 1.0, 1.0]), "upper has 3 entries where there are 2"),
    ],
)
def test_bad_arguments(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        BoundedElasticNet(*arguments)
