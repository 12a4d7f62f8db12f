from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.learners.gradients import dense_gradient, sparse_gradient

F64, F32 = np.dtype(np.float64), np.dtype(np.float32)


@pytest.mark.parametrize("given", [[1, -3, 2], np.array([1, -3, 2]), np.float32([1, -3, 2])])  # type: ignore[arg-type]
@pytest.mark.parametrize("dtype", [F64, F32])
def test_dense(given: Any, dtype: Any) -> None:
    vector, size = dense_gradient("g", given, 3, 4, dtype)
    assert vector.dtype == dtype
    assert vector.flags.carray
    np.testing.assert_array_equal(vector, [1, -3, 2, 0])
    assert size == 3.0


def test_a_dense_gradient_that_fits_is_not_copied() -> None:
    g = np.arange(3.0)
    assert dense_gradient("g", g, 3, 3, F64)[0] is g


def test_a_dense_gradient_that_compiled_code_cannot_take_is_copied() -> None:
    fixed = np.arange(3.0)
    fixed.flags.writeable = False
    for g in (fixed, np.arange(6.0)[::2], np.arange(3.0, dtype=np.float32), [0.0, 1.0, 2.0]):
        vector, _ = dense_gradient("g", g, 3, 3, F64)
        assert vector.flags.carray
        assert not np.shares_memory(vector, g)
        np.testing.assert_array_equal(vector, g)


@pytest.mark.parametrize(
    "make", [sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix]
)
def test_sparse(make: Any) -> None:
    row = sparse_gradient("g", make([[0.0, 5.0, 0.0, -7.0]]), 4, F32)
    assert row.indices.dtype == np.intp
    assert row.values.dtype == F32
    assert (row.indices.tolist(), row.values.tolist()) == ([1, 3], [5.0, -7.0])
    vector, size = dense_gradient("g", make([[0.0, 5.0, 0.0, -7.0]]), 4, 8, F64)
    np.testing.assert_array_equal(vector, [0, 5, 0, -7, 0, 0, 0, 0])
    assert size == 7.0


def test_a_sparse_vector_of_integers() -> None:
    row = sparse_gradient("g", sparse.coo_array(np.array([0, 2, 0])), 3, F64)
    assert (row.indices.tolist(), row.values.tolist()) == ([1], [2.0])


def test_repeated_entries_are_summed_and_the_row_left_alone() -> None:
    g = sparse.csr_array((np.array([1.0, 2.0, 4.0]), np.array([2, 0, 2]), np.array([0, 3])))
    row = sparse_gradient("g", g, 3, F64)
    assert (row.indices.tolist(), row.values.tolist()) == ([0, 2], [2.0, 5.0])
    assert g.data.tolist() == [1.0, 2.0, 4.0]
    assert g.indices.tolist() == [2, 0, 2]


def test_values_are_copies() -> None:
    g = sparse.csr_array(np.ones((1, 3)))
    row = sparse_gradient("g", g, 3, F64)
    assert not np.shares_memory(row.values, g.data)


def test_no_nonzeros() -> None:
    row = sparse_gradient("g", sparse.csr_array((1, 3)), 3, F64)
    assert row.indices.size == row.values.size == 0
    vector, size = dense_gradient("g", sparse.csr_array((1, 3)), 3, 4, F64)
    assert not vector.any()
    assert size == 0.0


@pytest.mark.parametrize(
    ("g", "message"),
    [
        (np.ones(2), r"g must be a vector of n = 3 entries, got shape \(2,\)"),
        (np.ones((3, 1)), r"got shape \(3, 1\)"),
        (1.0, r"got shape \(\)"),
        ([1.0, np.nan, np.inf], "got nan at entry 1; fix what produced it, or skip the round"),
        ([1.0, 2.0, -np.inf], "got -inf at entry 2"),
        (["a", "b", "c"], "g must hold float32, float64 or integer numbers"),
        ([[1.0], [1.0, 2.0]], "g cannot be read as an array"),
        (sparse.csr_array(np.ones((2, 3))), r"one row of them, got shape \(2, 3\)"),
        (sparse.csr_array([[0.0, np.nan, 0.0]]), "got nan at entry 1"),
        (sparse.csr_array(np.ones((1, 3), complex)), "g must hold"),
    ],
    ids=str,
)
def test_bad_gradients(g: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        dense_gradient("g", g, 3, 4, F64)


@pytest.mark.parametrize("indices", [[3], [-1], [2**31 - 1]])
def test_indices_out_of_range(indices: list[int]) -> None:
    """SciPy does not check them, and compiled loops would write there."""
    g = sparse.csr_array((1, 3))
    g.data, g.indices, g.indptr = np.ones(1), np.array(indices), np.array([0, 1])
    with pytest.raises(InvalidInputError, match="g is not a valid sparse row"):
        sparse_gradient("g", g, 3, F64)


@pytest.mark.parametrize("g", [np.full(3, 1e39), sparse.csr_array(np.full((1, 3), 1e39))])
def test_what_overflows_in_float32(g: Any) -> None:
    with pytest.raises(InvalidInputError, match="must hold finite float32 numbers, got inf at"):
        dense_gradient("g", g, 3, 4, F32)
    assert dense_gradient("g", g, 3, 4, F64)[1] == 1e39
