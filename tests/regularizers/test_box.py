import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import Box
from regularizers.conformance import N, WeightedConformance


class TestBox(WeightedConformance):
    weight_name = "weight"
    lower, upper = -0.375, 1.25

    def make(self, weight: Any) -> Box:
        return Box(self.lower, self.upper, weight)

    def phi(self, x: Fraction, weight: Fraction) -> Fraction | float:
        inside = weight == 0 or self.lower <= x <= self.upper
        return Fraction(0) if inside else math.inf

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return [self.lower, self.upper] if weight else []


class TestBoxWithoutZero(TestBox):
    lower, upper = 0.5, 0.75


class TestBoxWithOneEnd(TestBox):
    lower, upper = -math.inf, -0.25

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return [self.upper] if weight else []


def test_bounds_for_each_coordinate() -> None:
    r = Box([-1.0, 2.0, -np.inf], [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(r.prox([-5.0, 5.0, -5.0], 1.0), [-1.0, 2.0, -5.0])
    np.testing.assert_array_equal(r.nearest([-5.0, 5.0, 5.0]), [-1.0, 2.0, 3.0])
    assert r.value([0.0, 2.0, 3.0]) == 0.0
    assert r.value([0.0, 2.0, 3.5]) == np.inf


def test_equal_bounds_fix_a_coordinate() -> None:
    r = Box(0.5, 0.5)
    c = np.array([-3.0, 0.5, 7.0])
    np.testing.assert_array_equal(r.prox(c, 1.0), 0.5)
    np.testing.assert_array_equal(r.prox_derivative(c, 1.0), 0)
    np.testing.assert_array_equal(r.distance(np.full(3, 0.5), c), 0)
    np.testing.assert_array_equal(
        r.distance(np.full(3, 0.5), [np.nan, np.inf, 0]), [np.inf] * 2 + [0]
    )


def test_at_a_bound_only_the_inward_push_counts() -> None:
    r = Box(-1.0, 2.0)
    x = np.array([-1.0, -1.0, 2.0, 2.0, 0.0, 2.5])
    q = np.array([3.0, -3.0, 3.0, -3.0, -3.0, 0.0])
    np.testing.assert_array_equal(r.distance(x, q), [0.0, 3.0, 3.0, 0.0, 3.0, np.inf])


def test_bounds_without_an_end_are_none() -> None:
    assert Box(-np.inf, np.inf).terms(N, 2 * N, float).uniform
    assert not Box(-np.inf, np.inf).terms(N, N, float).bounded


def test_any_positive_weight_is_one() -> None:
    assert Box(0, 1, weight=7.5) == Box(0, 1)
    assert Box(0, 1, weight=0.0) != Box(0, 1)
    assert repr(Box(-0.0, 1, [3, 0])) == "Box(lower=0.0, upper=1.0, weight=[1., 0.])"


def test_a_bound_rounds_to_the_dtype() -> None:
    x = np.array([0.1], np.float32)
    assert Box(0.1, 0.1).value(x) == 0.0
    assert Box(-1e300, 1e300).prox(x, 1.0) == x
    for low, high, kind in ((1e300, 2e300, "a lower"), (-2e300, -1e300, "an upper")):
        with pytest.raises(InvalidInputError, match=f"{kind} bound of .* of float32"):
            Box(low, high).value(x)


@pytest.mark.parametrize(
    ("lower", "upper", "message"),
    [
        (1.0, 0.5, r"upper must be at or above lower, got 0\.5$"),
        ([0, 0], [1, -1], r"upper must be at or above lower, got -1\.0 for coordinate 1"),
        (0.0, [1, -1], r"upper must be at or above lower, got -1\.0 for coordinate 1"),
        (np.nan, 1.0, "lower must be a number or -inf, got nan"),
        (np.inf, np.inf, "lower must be a number or -inf, got inf"),
        (0.0, [1.0, np.nan], "upper must be a number or inf, got nan for coordinate 1"),
        (-np.inf, -np.inf, "upper must be a number or inf, got -inf"),
        ([0.0, 0.0], [1.0, 1.0, 1.0], "upper has 3 entries where there are 2 coordinates"),
        ("low", 1.0, "lower must hold float32, float64 or integer numbers"),
        (0.0, [[1.0]], r"upper must be one number or .* got shape \(1, 1\)"),
    ],
)
def test_bad_bounds(lower: Any, upper: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Box(lower, upper)


def test_weights_and_bounds_of_two_lengths() -> None:
    with pytest.raises(InvalidInputError, match="weight has 3 entries where there are 2"):
        Box([0.0, 0.0], 1.0, [1.0, 1.0, 0.0])
