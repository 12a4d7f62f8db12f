from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.regularizers._padding import Coefficients, padded_terms

F32, F64 = np.dtype(np.float32), np.dtype(np.float64)


def test_weights_that_are_numbers_stay_numbers() -> None:
    terms = padded_terms(Coefficients(l1=0.1, l2=2.0), 3, 8, F32)
    assert terms.uniform
    assert terms.l1 == np.float32(0.1)
    assert all(type(part) is np.float32 for part in terms.parts)


def test_bounds_that_are_numbers_stay_numbers_without_padding_only() -> None:
    given = Coefficients(lower=-1.0)
    assert padded_terms(given, 4, 4, F64).uniform
    padded = padded_terms(given, 3, 4, F64)
    np.testing.assert_array_equal(padded.lower, [-1, -1, -1, -np.inf])
    np.testing.assert_array_equal(padded.upper, [np.inf] * 4)


def test_what_is_for_each_leaves_the_padding_free() -> None:
    each = np.array([1.0, 2.0])
    terms = padded_terms(Coefficients(each, 0.5, -each, each), 2, 3, F32)
    np.testing.assert_array_equal(terms.l1, [1, 2, 0])
    np.testing.assert_array_equal(terms.l2, [0.5, 0.5, 0.5])
    np.testing.assert_array_equal(terms.lower, [-1, -2, -np.inf])
    np.testing.assert_array_equal(terms.upper, [1, 2, np.inf])
    for part in terms.parts:
        assert isinstance(part, np.ndarray)
        assert part.dtype == F32
        assert part.flags.c_contiguous


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Coefficients(l1=1e39), r"a weight of 1e\+39 is out of the range of float32"),
        (Coefficients(l2=np.array([1.0, 1e39])), r"a weight of 1e\+39"),
        (Coefficients(lower=1e39), r"a lower bound of 1e\+39"),
        (Coefficients(upper=-1e39), r"an upper bound of -1e\+39"),
    ],
)
def test_beyond_the_dtype(given: Coefficients, message: str) -> None:
    padded_terms(given, 2, 2, F64)
    with pytest.raises(InvalidInputError, match=message):
        padded_terms(given, 2, 2, F32)


@pytest.mark.parametrize("given", [{"lower": -1e39}, {"upper": 1e39}])
def test_a_bound_that_cannot_be_met_is_none(given: dict[str, Any]) -> None:
    assert not padded_terms(Coefficients(**given), 2, 2, F32).bounded
