"""What a compiled parser has filled, as a sparse matrix."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["sparse_rows"]


def sparse_rows(
    values: NDArray[np.float64],
    indices: NDArray[np.int32],
    ends: NDArray[np.int32],
    width: int,
    dtype: np.dtype[np.floating],
    *,
    ascending: bool,
) -> sparse.csr_array:
    """A matrix with these columns; what stands twice in a row is added up.

    >>> import numpy as np
    >>> columns, ends = np.array([2, 0, 2], np.int32), np.array([3], np.int32)
    >>> X = sparse_rows(np.ones(3), columns, ends, 4, np.dtype(float), ascending=False)
    >>> X.toarray()
    array([[1., 0., 2., 0.]])
    """
    starts = np.zeros(ends.size + 1, np.int32)
    starts[1:] = ends
    X = sparse.csr_array((values, indices, starts), shape=(ends.size, width))
    if not ascending:
        X.sum_duplicates()
    with np.errstate(over="ignore"):  # of a sum; learners refuse what is infinite
        return X.astype(dtype, copy=False)
