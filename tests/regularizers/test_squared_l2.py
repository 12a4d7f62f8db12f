from fractions import Fraction
from typing import Any

import numpy as np

from compadagrad.regularizers import SquaredL2
from regularizers.conformance import WeightedConformance


class TestSquaredL2(WeightedConformance):
    sees_padding = True
    weight_name = "lam"

    def make(self, weight: Any) -> SquaredL2:
        return SquaredL2(weight)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction:
        return weight / 2 * x * x

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return []


def test_by_hand() -> None:
    r = SquaredL2(0.5)
    assert r.value([2.0, -4.0]) == 5.0
    np.testing.assert_array_equal(r.prox([2.0, -4.0], 2.0), [1.0, -2.0])
    np.testing.assert_array_equal(r.prox_derivative([2.0, 0.0], 2.0), [0.5, 0.5])
    np.testing.assert_array_equal(r.distance([2.0, -4.0], [-1.0, 5.0]), [0.0, 3.0])


def test_one_free_coordinate_is_known_to_the_terms() -> None:
    assert SquaredL2([0.5, 0.0, 0.5]).terms(3, 3, float).free == 1
    assert SquaredL2([0.5, 0.0, 0.5]).terms(3, 4, float).free is None
    assert SquaredL2(0.5).terms(3, 4, float).uniform
