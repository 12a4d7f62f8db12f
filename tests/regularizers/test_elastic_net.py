from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import L1, ElasticNet, SquaredL2
from regularizers.conformance import WeightedConformance


class TestElasticNet(WeightedConformance):
    sees_padding = True
    weight_name = "l1"

    def make(self, weight: Any) -> ElasticNet:
        try:
            half = np.asarray(weight, float) / 2
        except (TypeError, ValueError):
            half = np.array(1.0)
        return ElasticNet(weight, half)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction:
        return weight * abs(x) + weight / 4 * x * x

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return [step * weight, -step * weight] if weight else []


def test_by_hand() -> None:
    r = ElasticNet(l1=2.0, l2=[2.0, 0.0])
    np.testing.assert_array_equal(r.prox([3.0, -3.0], 0.5), [1.0, -2.0])
    np.testing.assert_array_equal(r.prox_derivative([3.0, -3.0], 0.5), [0.5, 1.0])
    assert r.value([1.0, -2.0]) == 7.0


def test_one_weight_alone() -> None:
    c = np.linspace(-2, 2, 9)
    np.testing.assert_array_equal(ElasticNet(0.5, 0).prox(c, 0.7), L1(0.5).prox(c, 0.7))
    np.testing.assert_array_equal(ElasticNet(0, 0.5).prox(c, 0.7), SquaredL2(0.5).prox(c, 0.7))


def test_one_number_and_one_for_each() -> None:
    terms = ElasticNet(l1=2.0, l2=[1.0, 3.0]).terms(2, 4, np.float64)
    np.testing.assert_array_equal(terms.l1, [2.0, 2.0, 2.0, 2.0])
    np.testing.assert_array_equal(terms.l2, [1.0, 3.0, 0.0, 0.0])


def test_weights_of_two_lengths() -> None:
    with pytest.raises(InvalidInputError, match="l2 has 3 entries where there are 2 coordinates"):
        ElasticNet([1.0, 2.0], [1.0, 2.0, 3.0])


def test_the_second_weight_is_checked_too() -> None:
    with pytest.raises(InvalidInputError, match=r"l2 must be finite and 0 or more, got -1\.0"):
        ElasticNet(1.0, -1.0)
