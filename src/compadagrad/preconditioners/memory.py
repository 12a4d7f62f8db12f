"""What a preconditioner keeps of the gradients."""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import stored_array, stored_integer
from compadagrad._validation import FloatArray

__all__ = [
    "Memory",
    "empty_memory",
    "largest_fitting",
    "memory_from_state",
    "rescaled",
    "unit_of",
]

HEADROOM = {np.dtype(np.float32): 40, np.dtype(np.float64): 250}
"""By how many powers of two a gradient may exceed the unit: squares and their sums still fit."""


@final
@dataclass(frozen=True, eq=False)
class Memory:
    r"""The gradients so far, inside a subspace and outside of it.

    .. math::

       M = \sum_s (V^T g_s)(V^T g_s)^T = 4^e \left(W^T \mathrm{diag}(r)^2 W + Z^T Z\right),
       \qquad d = \sum_s (P_\perp g_s)^2 = 4^e\, \hat d

    It is never changed: a round makes a new one.

    Attributes
    ----------
    exponent : int
        e: the unit in which the numbers are kept.
    rounds : int
        How many gradients there were.
    outside : numpy.ndarray, shape (n_padded,) or (0,)
        The sum of squares outside the subspace, empty where the preconditioner does not want it.
    roots : numpy.ndarray of float64, shape (k,)
        r: the square roots of the eigenvalues, in descending order.
    rows : numpy.ndarray of float64, shape (k, k)
        W: the eigenvectors, one a row.
    pending : numpy.ndarray of float64, shape (t, k)
        Z: the coordinates of gradients that the spectrum does not hold yet.
    updates : int
        Rank-one updates since the eigenvectors were last made orthonormal.
    """

    exponent: int
    rounds: int
    outside: FloatArray
    roots: NDArray[np.float64]
    rows: NDArray[np.float64]
    pending: NDArray[np.float64]
    updates: int

    def state_dict(self) -> dict[str, Any]:
        """Plain integers and arrays."""
        return {
            "exponent": self.exponent,
            "rounds": self.rounds,
            "outside": self.outside,
            "roots": self.roots,
            "rows": self.rows,
            "pending": self.pending,
            "updates": self.updates,
        }


def empty_memory(k: int, outside: int, dtype: np.dtype[np.floating], exponent: int) -> Memory:
    """The memory before the first gradient."""
    return Memory(
        exponent=exponent,
        rounds=0,
        outside=np.zeros(outside, dtype),
        roots=np.zeros(k),
        rows=np.eye(k),
        pending=np.empty((0, k)),
        updates=0,
    )


def memory_from_state(state: dict[str, Any], like: Memory) -> Memory:
    """The memory whose :meth:`Memory.state_dict` this is, of the shapes of ``like``."""
    k = like.roots.size
    pending = stored_array(state, "pending", np.float64, (None, k))
    roots = stored_array(state, "roots", np.float64, (k,), least=0.0)
    return Memory(
        exponent=stored_integer(state, "exponent", -2000, 2000),
        rounds=stored_integer(state, "rounds", 0),
        outside=stored_array(state, "outside", like.outside.dtype, like.outside.shape, least=0.0),
        roots=roots,
        rows=stored_array(state, "rows", np.float64, (k, k)),
        pending=pending,
        updates=stored_integer(state, "updates", 0),
    )


def unit_of(*sizes: float) -> int:
    """The power of two next above the largest of some sizes; 0 where all are 0."""
    largest = max(sizes)
    return max(-1000, min(1000, math.frexp(largest)[1])) if largest > 0 else 0


def largest_fitting(exponent: int, headroom: int) -> float:
    """Gradients up to this size fit a unit, whichever of them comes first."""
    return math.ldexp(1.0, min(exponent + headroom - 1, sys.float_info.max_exp - 1))


def rescaled(memory: Memory, size: float) -> Memory:
    """``memory`` in a unit that gradients with entries up to ``size`` fit, itself where they do."""
    exponent = unit_of(size)
    if exponent - memory.exponent <= HEADROOM[memory.outside.dtype]:
        return memory
    shift = memory.exponent - exponent
    by: Callable[[Any, int], Any] = np.ldexp
    return replace(
        memory,
        exponent=exponent,
        outside=by(memory.outside, 2 * shift),
        roots=by(memory.roots, shift),
        pending=by(memory.pending, shift),
    )
