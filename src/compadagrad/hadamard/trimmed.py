"""Chosen outputs of a Walsh-Hadamard transform."""

from numpy.typing import ArrayLike

from compadagrad._validation import FloatArray, as_rows, as_vectors
from compadagrad.hadamard._routes import pick
from compadagrad.hadamard.full import Norm, scale_of

__all__ = ["fwht_at"]


def fwht_at(x: ArrayLike, rows: ArrayLike, *, norm: Norm = "ortho") -> FloatArray:
    r"""The outputs ``rows`` of a Walsh-Hadamard transform, and no others.

    .. math:: y_i = (H x)_{R_i}, \qquad i = 1, \dots, k

    in :math:`O(N \log k)`: ``x`` is read once and no array of its size is written. Where the full
    transform is faster (short vectors, many rows) it is taken instead.

    Parameters
    ----------
    x : array_like, shape (..., N)
        Dense vectors; N must be a power of two. Types as in :func:`fwht`.
    rows : array_like of int, shape (k,)
        R: distinct indices in 0..N-1, in any order.
    norm : {"ortho", "forward", "backward", None}
        As in :func:`fwht`.

    Returns
    -------
    numpy.ndarray, shape (..., k)

    Examples
    --------
    >>> from compadagrad.hadamard import fwht, fwht_at
    >>> x = [1, 0, 1, 0, 0, 1, 1, 0]
    >>> fwht_at(x, [3, 0], norm=None)
    array([-2.,  4.])
    >>> fwht(x, norm=None)[[3, 0]]
    array([-2.,  4.])
    """
    vectors, n = as_vectors("x", x)
    wanted = as_rows(rows, n)
    return pick(vectors, n, None, wanted, scale_of(norm, n) or 1.0)
