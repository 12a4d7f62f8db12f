"""A spectral decomposition after several more vectors."""

import numpy as np
from numpy.typing import ArrayLike

from compadagrad.spectral._checked import Doubles, checked_coordinates, checked_decomposition
from compadagrad.spectral._numba.in_turn import in_turn

__all__ = ["absorb"]

ONE_BY_ONE = 10  # vectors, at most; more are faster all at once, measured for m = 64..512
_NEGLIGIBLE = 2.0**-50


def absorb(roots: ArrayLike, rows: ArrayLike, Z: ArrayLike) -> tuple[Doubles, Doubles]:
    r"""The decomposition of a matrix after several rank-one updates.

    .. math:: W'^T \operatorname{diag}(s'^2)\, W'
        = W^T \bigl(\operatorname{diag}(s^2) + Z^T Z\bigr) W

    A few vectors are absorbed one by one, as by :func:`rank_one_update`; more of them by one
    singular value decomposition of :math:`\operatorname{diag}(s)` stacked on :math:`Z`, whose
    singular values are the new roots. Both have the accuracy of :func:`rank_one_update`.

    Parameters
    ----------
    roots : array_like, shape (m,)
        s, as in :func:`rank_one_update`.
    rows : array_like, shape (m, n)
        W, as in :func:`rank_one_update`.
    Z : array_like, shape (t, m)
        A new vector in each row, in the coordinates of W: ``G @ rows.T`` for the rows of G.

    Returns
    -------
    new_roots : numpy.ndarray, shape (m,)
        s', in descending order.
    new_rows : numpy.ndarray, shape (m, n)
        W'.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.spectral import absorb
    >>> s, W = absorb([0.0, 0.0], np.eye(2), [[3.0, 0.0], [0.0, 1.0], [4.0, 0.0]])
    >>> s
    array([5., 1.])
    """
    s, W = checked_decomposition(roots, rows)
    vectors = checked_coordinates("Z", Z, s.size, 2)
    if len(vectors) <= ONE_BY_ONE:
        new_roots, new_rows = np.empty_like(s), np.empty_like(W)
        in_turn(s, W, vectors, new_roots, new_rows)
        return new_roots, new_rows
    return _at_once(s, W, vectors)


def _at_once(s: Doubles, W: Doubles, Z: Doubles) -> tuple[Doubles, Doubles]:
    """By a singular value decomposition over the rows that take part."""
    largest = max(float(s.max(initial=0)), float(np.abs(Z).max(initial=0)))
    _, exponent = np.frexp(largest)
    lengths = np.linalg.norm(np.ldexp(Z, -exponent), axis=0)
    scale = np.hypot(np.ldexp(s.max(initial=0), -exponent), np.linalg.norm(lengths))
    part = lengths > _NEGLIGIBLE * scale
    stacked = np.concatenate([np.diag(s[part]), Z[:, part]])
    _, found, turn = np.linalg.svd(np.ldexp(stacked, -exponent), full_matrices=False)
    rank = np.count_nonzero(s[part]) + len(Z)
    found[rank:] = 0.0
    found[found <= _NEGLIGIBLE * scale] = 0.0
    merged = np.concatenate([np.ldexp(found, exponent), s[~part]])
    order = np.argsort(-merged, kind="stable")
    return merged[order], np.concatenate([turn @ W[part], W[~part]])[order]
