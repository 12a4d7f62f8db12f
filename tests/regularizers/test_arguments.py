from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers import _arguments as arguments


def test_vectors_are_contiguous_and_themselves_where_they_can_be() -> None:
    x = np.arange(6.0)
    assert arguments.as_vector("x", x) is x
    assert arguments.as_vector("x", x[::2]).flags.c_contiguous
    with pytest.raises(InvalidInputError, match=r"x must have one dimension, got shape \(1, 6\)"):
        arguments.as_vector("x", x[None])


def test_a_step_for_each_coordinate_in_the_dtype_of_the_vector() -> None:
    c = np.zeros(3, np.float32)
    for step in (0.5, [0.5] * 3, np.float64(0.5)):
        steps = arguments.as_steps(step, c)
        assert steps.dtype == np.float32
        assert steps.flags.carray
        np.testing.assert_array_equal(steps, [0.5] * 3)


@pytest.mark.parametrize("step", [0.0, -1.0, np.nan, np.inf, 1e-60, 1e60])
def test_bad_steps_are_quoted_as_given(step: float) -> None:
    with pytest.raises(InvalidInputError, match="step must be positive and finite in float32"):
        arguments.as_steps(step, np.zeros(3, np.float32))
    with pytest.raises(InvalidInputError) as error:
        arguments.as_steps([1.0, step, 1.0], np.zeros(3, np.float32))
    assert str(error.value).endswith(f"got {step}")


@pytest.mark.parametrize("dtype", [np.float32, "float64", float, np.dtype("f4")])
def test_dtypes(dtype: Any) -> None:
    assert arguments.as_float_dtype(dtype) == np.dtype(dtype)


@pytest.mark.parametrize("dtype", [int, "f2", object, "x", 3, np.longdouble, [1, 2]])
def test_other_dtypes(dtype: Any) -> None:
    with pytest.raises(InvalidInputError, match="dtype must be float32 or float64, got"):
        arguments.as_float_dtype(dtype)
