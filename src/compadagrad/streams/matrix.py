"""What a compiled parser has filled, as a sparse matrix."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults

__all__ = ["sparse_rows", "with_finite_sums"]


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
    with np.errstate(over="ignore"):  # of a sum: with_finite_sums finds it
        return X.astype(dtype, copy=False)


def with_finite_sums(chunk: Chunk, faults: Faults) -> Chunk:
    """The rows of a sparse chunk whose sums are finite; the others are malformed."""
    finite = np.isfinite(chunk.X.data)
    if finite.all():
        return chunk
    bad = np.unique(np.searchsorted(chunk.X.indptr, np.flatnonzero(~finite), side="right") - 1)
    for line in chunk.lines[bad].tolist():
        faults.add(line, "values that meet in one column add up to more than the largest number")
    return chunk.rows(np.setdiff1d(np.arange(len(chunk)), bad))
