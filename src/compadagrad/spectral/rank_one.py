"""A spectral decomposition after one more vector."""

import numpy as np
from numpy.typing import ArrayLike

from compadagrad.spectral._checked import Doubles, checked_coordinates, checked_decomposition
from compadagrad.spectral._numba.update import update

__all__ = ["rank_one_update"]


def rank_one_update(roots: ArrayLike, rows: ArrayLike, z: ArrayLike) -> tuple[Doubles, Doubles]:
    r"""The decomposition of a matrix after a rank-one update.

    .. math:: W'^T \operatorname{diag}(s'^2)\, W'
        = W^T \bigl(\operatorname{diag}(s^2) + z z^T\bigr) W

    in :math:`O(m^2)` and one matrix product; the new roots interlace the old ones. The roots
    :math:`s` of the eigenvalues are kept rather than the eigenvalues, so squares neither overflow
    nor hide small directions: the error of :math:`W'^T \operatorname{diag}(s') W'`, the root of the
    matrix, is a few roundings of its largest entry. Rows along which ``z`` has no more than that
    are copied, as they were; a root that is zero there stays zero.

    Parameters
    ----------
    roots : array_like, shape (m,)
        s: roots of the eigenvalues, non-negative, in descending order.
    rows : array_like, shape (m, n)
        W: an orthonormal eigenvector in each row, m <= n. This is not checked. Rounding adds up
        over many updates: see :func:`reorthonormalise`.
    z : array_like, shape (m,)
        Coordinates ``rows @ g`` of the new vector g. What g has outside the rows is not seen: make
        it a row first, with root 0.

    Returns
    -------
    new_roots : numpy.ndarray, shape (m,)
        s', in descending order.
    new_rows : numpy.ndarray, shape (m, n)
        W'.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.spectral import rank_one_update
    >>> s, W = rank_one_update([3.0, 0.0], np.eye(2), [0.0, 4.0])
    >>> s
    array([4., 3.])
    >>> np.round((W.T * s**2) @ W, 12)
    array([[ 9.,  0.],
           [ 0., 16.]])
    """
    s, W = checked_decomposition(roots, rows)
    new_roots, new_rows = np.empty_like(s), np.empty_like(W)
    update(s, W, checked_coordinates("z", z, s.size, 1), new_roots, new_rows)
    return new_roots, new_rows
