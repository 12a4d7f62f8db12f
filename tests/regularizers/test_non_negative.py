import math
from fractions import Fraction
from typing import Any

import numpy as np

from compadagrad.regularizers import Box, NonNegative
from regularizers.conformance import WeightedConformance


class TestNonNegative(WeightedConformance):
    weight_name = "weight"

    def make(self, weight: Any) -> NonNegative:
        return NonNegative(weight)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction | float:
        return Fraction(0) if weight == 0 or x >= 0 else math.inf

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return [0.0] if weight else []


def test_by_hand() -> None:
    r = NonNegative([1.0, 1.0, 0.0])
    c = np.array([-2.0, 3.0, -4.0])
    np.testing.assert_array_equal(r.prox(c, 5.0), [0.0, 3.0, -4.0])
    np.testing.assert_array_equal(r.prox_derivative(c, 5.0), [0.0, 1.0, 1.0])
    np.testing.assert_array_equal(r.distance(np.zeros(3), [2.0, -2.0, 2.0]), [0.0, 2.0, 2.0])
    assert r.value(c) == np.inf
    assert r.value([0.0, 3.0, -4.0]) == 0.0


def test_it_is_a_box_by_another_name() -> None:
    c = np.linspace(-1, 1, 7)
    np.testing.assert_array_equal(NonNegative().prox(c, 1.0), Box(0.0, np.inf).prox(c, 1.0))
    assert NonNegative() != Box(0.0, np.inf)
