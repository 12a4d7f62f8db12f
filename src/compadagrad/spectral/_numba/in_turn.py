"""Several rank-one updates, one after the other."""

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.spectral._numba.update import update

__all__ = ["in_turn"]


@kernel
def in_turn(roots: Array, rows: Array, Z: Array, new_roots: Array, new_rows: Array) -> None:
    """``W'^T diag(s'^2) W' = W^T (diag(s^2) + Z^T Z) W``, a row of Z at a time.

    The updates turn an m x m matrix that starts as the identity, and ``rows`` only once at the end.
    """
    t, m = Z.shape
    if t == 1:
        update(roots, rows, Z[0], new_roots, new_rows)
        return
    s, new = roots.copy(), np.empty(m)
    turn, new_turn = np.eye(m), np.empty((m, m))
    for i in range(t):
        update(s, turn, np.dot(turn, Z[i]), new, new_turn)
        s, new = new, s
        turn, new_turn = new_turn, turn
    new_roots[:] = s
    np.dot(turn, rows, new_rows)
