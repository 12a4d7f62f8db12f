"""The average of rows a_i with weights, dense and sparse: the gradient of a mini-batch."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import FloatArray, as_contiguous, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.losses import _loops

__all__ = ["Rows", "as_dense_rows", "as_sparse_rows", "dense_average", "sparse_average"]

Rows: TypeAlias = Any  # array_like, or SciPy sparse: SciPy carries no types


def as_dense_rows(a: ArrayLike) -> FloatArray:
    """``a`` as a contiguous matrix; a vector is one row."""
    rows = as_floats("a", a)
    if rows.ndim not in (1, 2):
        raise InvalidInputError(
            f"a must be one example of shape (n,) or a mini-batch of shape (m, n), "
            f"got shape {rows.shape}"
        )
    return as_contiguous(np.atleast_2d(rows))


def as_sparse_rows(a: Rows) -> sparse.csr_array:
    """``a`` as a valid CSR matrix of numbers; a vector is one row."""
    if len(a.shape) > 2 or 0 in a.shape:
        raise InvalidInputError(
            f"a must be a sparse vector or matrix with at least one row and one column, "
            f"got shape {a.shape}"
        )
    try:
        rows = sparse.csr_array(a.reshape(1, -1) if len(a.shape) == 1 else a)
        rows.check_format(full_check=True)
    except ValueError as error:
        raise InvalidInputError(f"a is not a valid sparse matrix: {error}") from None
    return rows


def dense_average(slopes: NDArray[np.float64], rows: FloatArray) -> FloatArray:
    """``sum_i slopes[i] rows[i] / m`` in the dtype of ``rows``, added up in float64."""
    total = np.zeros(rows.shape[1])
    _loops.average_into(slopes / slopes.size, rows, total)  # divided first: sums may overflow
    with np.errstate(over="ignore"):
        return total.astype(rows.dtype, copy=False)


def sparse_average(slopes: NDArray[np.float64], rows: sparse.csr_array) -> sparse.csr_array:
    """The same as a CSR matrix of one row, with ascending indices and no zero stored."""
    given = as_floats("a", rows.data, empty=True)
    with np.errstate(over="ignore", invalid="ignore"):
        terms = np.repeat(slopes / slopes.size, np.diff(rows.indptr)) * given
        ends = np.array([0, terms.size], rows.indptr.dtype)
        row = sparse.csr_array((terms, rows.indices.copy(), ends), shape=(1, rows.shape[1]))
        row.sum_duplicates()
        row.data = row.data.astype(given.dtype, copy=False)
    row.eliminate_zeros()
    return row
