from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.losses._averages import (
    as_dense_rows,
    as_sparse_rows,
    dense_average,
    sparse_average,
)

SLOPES = np.array([2.0, -4.0])
ROWS = np.array([[1.0, 0.0, 3.0], [0.5, 0.0, 0.0]])


def test_by_hand() -> None:
    np.testing.assert_array_equal(dense_average(SLOPES, ROWS), [0.0, 0.0, 3.0])
    row = sparse_average(SLOPES, sparse.csr_array(ROWS))
    assert row.indices.tolist() == [2]  # what cancels is not stored
    assert row.data.tolist() == [3.0]
    assert row.shape == (1, 3)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_beyond_the_range_of_the_average(dtype: Any) -> None:
    most = np.finfo(dtype).max
    rows = np.array([[most], [most], [most], [most / 2]], dtype)
    expected = [dtype(most / 8 * 7)]
    np.testing.assert_allclose(dense_average(np.ones(4), rows), expected, rtol=1e-6)
    found = sparse_average(np.ones(4), sparse.csr_array(rows))
    np.testing.assert_allclose(found.data, expected, rtol=1e-6)


def test_an_average_out_of_range_is_infinite_without_a_warning() -> None:
    rows = np.full((2, 1), 1e38, np.float32)
    assert dense_average(np.full(2, 10.0), rows).tolist() == [np.inf]
    assert sparse_average(np.full(2, 10.0), sparse.csr_array(rows)).data.tolist() == [np.inf]
    assert sparse_average(np.full(2, np.inf), sparse.csr_array(ROWS)).data[1] == np.inf


def test_a_vector_is_one_row() -> None:
    assert as_dense_rows([1, 2, 3]).shape == (1, 3)
    assert as_sparse_rows(sparse.coo_array(np.array([1.0, 0.0]))).shape == (1, 2)


def test_the_same_bits_every_time() -> None:
    rng = np.random.default_rng(0)
    rows, slopes = rng.standard_normal((50, 7)), rng.standard_normal(50)
    compressed = sparse.csr_array(rows)
    first, again = (sparse_average(slopes, compressed) for _ in range(2))
    np.testing.assert_array_equal(first.data, again.data)
    np.testing.assert_array_equal(dense_average(slopes, rows), dense_average(slopes, rows))


def test_bad_dense_rows() -> None:
    for bad in (1.0, np.zeros((1, 2, 3))):
        with pytest.raises(InvalidInputError, match=r"of shape \(m, n\), got shape"):
            as_dense_rows(bad)
    with pytest.raises(InvalidInputError, match="a is empty"):
        as_dense_rows(np.zeros((0, 3)))
    with pytest.raises(InvalidInputError, match="a must hold float32, float64"):
        as_dense_rows("a")


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_empty_sparse_rows(shape: tuple[int, int]) -> None:
    with pytest.raises(InvalidInputError, match="at least one row and one column, got shape"):
        as_sparse_rows(sparse.csr_array(shape))


def test_broken_sparse_rows() -> None:
    for name, broken in (("indices", [7]), ("indices", [-1]), ("indptr", [0, 9])):
        rows = sparse.csr_array((np.ones(1), [0], [0, 1]), shape=(1, 3))
        setattr(rows, name, np.array(broken, np.int32))
        with pytest.raises(InvalidInputError, match="not a valid sparse matrix"):
            as_sparse_rows(rows)


def test_sparse_rows_of_no_numbers() -> None:
    rows = sparse.csr_array(np.ones((1, 3), complex))
    with pytest.raises(InvalidInputError, match="a must hold float32, float64 or integer numbers"):
        sparse_average(np.ones(1), rows)
