"""Rows made orthonormal again."""

from numpy.typing import ArrayLike

from compadagrad.spectral._checked import Doubles, checked_rows
from compadagrad.spectral._numba.repair import repair

__all__ = ["REPAIR_EVERY", "reorthonormalise"]

REPAIR_EVERY = 128
"""After how many updates to repair the rows: they are then off by about 1e-14, at most 1e-13, and
the repair, two matrix products, adds less than two in a hundred to the time of the updates."""


def reorthonormalise(rows: ArrayLike) -> Doubles:
    r"""Nearly orthonormal rows made orthonormal to rounding, by one Newton-Schulz step.

    .. math:: W' = \tfrac12 (3 I - W W^T)\, W

    An error :math:`\lVert W W^T - I \rVert = e` becomes one of about :math:`e^2`, and the rows move
    by about e/2, to nearly the closest orthonormal ones.

    Parameters
    ----------
    rows : array_like, shape (m, n)
        W, with :math:`m \le n` and :math:`\lVert W W^T - I \rVert` well below 1. The rows that come
        out of :func:`rank_one_update` drift away from orthonormal by about a rounding an update:
        repair them every ``REPAIR_EVERY`` (128) updates.

    Returns
    -------
    numpy.ndarray, shape (m, n)

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.spectral import reorthonormalise
    >>> reorthonormalise([[1.000001, 0.0]])
    array([[1., 0.]])
    """
    W = checked_rows(rows).copy()
    repair(W)
    return W
