"""The Walsh-Hadamard transform of an input with few nonzeros."""

from numpy.typing import ArrayLike

from compadagrad._validation import (
    LONGEST,
    FloatArray,
    as_contiguous,
    as_floats,
    as_integer,
    as_rows,
    as_transform_length,
)
from compadagrad.errors import InvalidInputError
from compadagrad.hadamard._routes import place
from compadagrad.hadamard.full import Norm, scale_of

__all__ = ["fwht_sparse"]


def fwht_sparse(values: ArrayLike, rows: ArrayLike, n: int, *, norm: Norm = "ortho") -> FloatArray:
    r"""Walsh-Hadamard transform of a vector that is zero outside ``rows``.

    .. math:: y = H \sum_{i=1}^{r} z_i e_{R_i}

    in :math:`O(N \log r)`, the cost that the paper conjectured, and :math:`O(N)` for one nonzero,
    by the paper's Theorem and Algorithm 1. Where the full transform is faster (short vectors, many
    nonzeros) it is taken instead.

    Parameters
    ----------
    values : array_like, shape (..., r)
        z: the nonzeros, with any number of batch dimensions. Types as in :func:`fwht`.
    rows : array_like of int, shape (r,)
        R: where they stand, distinct indices in 0..n-1, in any order.
    n : int
        N: the length of the vector, a power of two.
    norm : {"ortho", "forward", "backward", None}
        As in :func:`fwht`.

    Returns
    -------
    numpy.ndarray, shape (..., n)

    Examples
    --------
    >>> from compadagrad.hadamard import fwht_sparse
    >>> fwht_sparse([5.0], [6], 8, norm=None)
    array([ 5.,  5., -5., -5., -5., -5.,  5.,  5.])
    >>> fwht_sparse([5, 1], [6, 0], 8, norm=None)
    array([ 6.,  6., -4., -4., -4., -4.,  6.,  6.])
    """
    length = as_transform_length("n", as_integer("n", n, 1, LONGEST))
    nonzeros = as_contiguous(as_floats("values", values))
    places = as_rows(rows, length)
    if nonzeros.ndim == 0 or nonzeros.shape[-1] != places.size:
        raise InvalidInputError(
            f"values must have one entry for each of the {places.size} rows along its last axis, "
            f"got shape {nonzeros.shape}"
        )
    return place(nonzeros, length, None, places, scale_of(norm, length) or 1.0)
