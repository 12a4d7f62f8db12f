from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import L1
from regularizers.conformance import WeightedConformance


class TestL1(WeightedConformance):
    sees_padding = True
    weight_name = "lam"

    def make(self, weight: Any) -> L1:
        return L1(weight)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction:
        return weight * abs(x)

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return [step * weight, -step * weight] if weight else []


def test_by_hand() -> None:
    r = L1([2.0, 2.0, 1.0, 1.0, 0.0])
    c = np.array([3.0, 1.0, -0.5, -4.0, -0.25])
    assert r.value(c) == 12.5
    np.testing.assert_array_equal(r.prox(c, 0.5), [2.0, 0.0, 0.0, -3.5, -0.25])
    np.testing.assert_array_equal(r.prox_derivative(c, 0.5), [1.0, 0.0, 0.0, 1.0, 1.0])
    np.testing.assert_array_equal(r.distance(np.zeros(5), c), [1.0, 0.0, 0.0, 3.0, 0.25])
    np.testing.assert_array_equal(r.distance(c, -c), [1.0, 1.0, 0.5, 3.0, 0.25])


def test_a_weight_beyond_float32() -> None:
    assert L1(1e300).prox([5.0], 1.0) == 0
    with pytest.raises(
        InvalidInputError, match=r"a weight of 1e\+300 is out of the range of float32; use float64"
    ):
        L1([1.0, 1e300]).prox(np.zeros(2, np.float32), 1.0)


def test_a_step_beyond_float32() -> None:
    for step in (1e300, 1e-300):
        with pytest.raises(InvalidInputError, match="step must be positive and finite in float32"):
            L1(1.0).prox(np.zeros(2, np.float32), step)
