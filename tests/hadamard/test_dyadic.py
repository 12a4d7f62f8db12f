from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError, reference
from compadagrad.hadamard import gram


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-5), (np.float64, 1e-14)])
@pytest.mark.parametrize(("m", "k"), [(0, 1), (2, 4), (5, 7), (8, 200), (10, 3)])
def test_against_the_dense_product(m: int, k: int, dtype: Any, tolerance: float) -> None:
    n = 1 << m
    rng = np.random.default_rng(k)
    rows = rng.choice(n, k, replace=False)
    b = rng.standard_normal((2, n)).astype(dtype)
    result = gram(b, rows)
    assert result.dtype == np.dtype(dtype)
    for weights, matrix in zip(b, result, strict=True):
        expected = reference.dyadic_gram(weights.astype(float), rows)
        np.testing.assert_allclose(matrix, expected, rtol=0, atol=tolerance)
        np.testing.assert_array_equal(matrix, matrix.T)


def test_the_order_of_rows_is_the_order_of_the_matrix() -> None:
    b = np.random.default_rng(0).standard_normal(64)
    rows = np.array([50, 3, 17])
    ordered = gram(b, np.sort(rows))
    order = np.argsort(np.argsort(rows))
    np.testing.assert_array_equal(gram(b, rows), ordered[np.ix_(order, order)])


def test_the_weights_are_left_alone_unless_told_otherwise() -> None:
    b = np.random.default_rng(0).standard_normal((2, 64))
    before, rows = b.copy(), [1, 2, 60]
    kept = gram(b, rows)
    np.testing.assert_array_equal(b, before)
    np.testing.assert_array_equal(gram(b, rows, overwrite_b=True), kept)
    assert (b != before).any()


def test_weights_of_one_give_the_identity() -> None:
    np.testing.assert_array_equal(gram(np.ones(32), [9, 0, 31]), np.eye(3))


@pytest.mark.parametrize(
    ("b", "rows", "message"),
    [
        (np.zeros(5), [0], "the length of b must be a power of two, got 5; pad with zeros to 8"),
        (np.zeros(4), [4], r"rows must lie in 0\.\.3, got 4"),
        (np.zeros(4), [1, 1], "distinct"),
        (np.zeros(4), [], "at least one index"),
        (np.zeros(0), [0], "empty"),
        (np.zeros(4, object), [0], "object"),
    ],
)
def test_bad_input(b: Any, rows: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        gram(b, rows)
