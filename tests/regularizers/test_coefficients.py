from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import _coefficients as coefficients


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), np.array(2.0)])
def test_one_number_is_a_float(value: Any) -> None:
    weight = coefficients.as_weight("lam", value)
    assert type(weight) is float
    assert weight == 2.0


@pytest.mark.parametrize("value", [[2, 0], (2.0, 0.0), np.array([2, 0], np.float32)])
def test_one_for_each_is_a_read_only_copy(value: Any) -> None:
    weight = coefficients.as_weight("lam", value)
    assert isinstance(weight, np.ndarray)
    assert weight.dtype == np.float64
    assert not weight.flags.writeable
    assert not np.shares_memory(weight, np.asarray(value))
    np.testing.assert_array_equal(weight, [2.0, 0.0])


def test_zeros_have_no_sign() -> None:
    weight = coefficients.as_weight("lam", [-0.0, 1.0])
    assert not np.signbit(weight).any()
    assert str(coefficients.as_bounds(-0.0, -0.0)) == "(0.0, 0.0)"


def test_switches_are_one_or_zero() -> None:
    assert coefficients.as_switch("weight", 0.3) == 1.0
    np.testing.assert_array_equal(coefficients.as_switch("weight", [0, 5e-324, 7]), [0, 1, 1])


def test_a_switch_lets_a_bound_through() -> None:
    inf = np.inf
    assert coefficients.switched(1.0, 3.0, inf) == 3.0
    assert coefficients.switched(0.0, 3.0, inf) == inf
    each = coefficients.switched(np.array([1.0, 0.0]), 3.0, inf)
    np.testing.assert_array_equal(each, [3.0, inf])
    np.testing.assert_array_equal(coefficients.switched(0.0, np.ones(2), inf), [inf, inf])


def test_bounds() -> None:
    low, high = coefficients.as_bounds([-np.inf, 0], 0)
    np.testing.assert_array_equal(low, [-np.inf, 0.0])
    assert high == 0.0


def test_lengths() -> None:
    two, three = np.ones(2), np.ones(3)
    coefficients.check_lengths({"a": two, "b": 1.0, "c": two})
    coefficients.check_lengths({"a": two}, 2)
    with pytest.raises(InvalidInputError, match="b has 3 entries where there are 2 coordinates"):
        coefficients.check_lengths({"a": two, "b": three})
    with pytest.raises(InvalidInputError, match="give one number for all of them, or 5"):
        coefficients.check_lengths({"a": two}, 5)
