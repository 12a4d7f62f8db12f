"""What a preconditioner with a moving subspace keeps of the gradients."""

from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import stored_array, stored_integer, stored_number
from compadagrad._validation import FloatArray
from compadagrad.errors import InvalidInputError
from compadagrad.preconditioners.memory import HEADROOM, unit_of

__all__ = ["SubspaceMemory", "empty_subspace", "rescaled_subspace", "subspace_from_state"]

Doubles = NDArray[np.float64]
ORTHONORMAL = 1e-8


@final
@dataclass(frozen=True, eq=False)
class SubspaceMemory:
    r"""A subspace with the spectrum of the gradients in it, and what there was in all.

    .. math:: 4^e\, U^T \mathrm{diag}(r)^2\, U \preceq G = \sum_s g_s g_s^T, \qquad
        4^e d = \mathrm{diag}(G - 4^e\, U^T \mathrm{diag}(r)^2\, U)

    What is outside is summed up as directions are dropped, so that nothing cancels.

    A round makes a new one, in the room of the one before the last: a memory stays as it is, but
    for the room behind its rows in use, until the one that came from it has been followed by
    another.

    Attributes
    ----------
    exponent : int
        e: the unit in which the numbers are kept.
    rounds : int
        How many gradients there were.
    outside : numpy.ndarray, shape (n,) or (0,)
        d without the pending gradients; empty where the preconditioner does not want it.
    roots : numpy.ndarray of float64, shape (k,)
        r, in descending order, 0 behind the rank.
    rows : numpy.ndarray of float64, shape (k + 1, n)
        U in the first ``rank`` rows; the rest is room to work in.
    rank : int
        The dimension of the subspace so far, at most k.
    lost : float
        What a sketch has taken from its eigenvalues.
    pending : tuple of numpy.ndarray, shape (n,)
        Gradients that the subspace does not hold yet.
    inside : tuple of numpy.ndarray of float64, shape (rank,)
        The coordinates that they have in the subspace, where the preconditioner wants them: the
        rows of C.
    recent : numpy.ndarray, shape (n,) or (0,)
        The sum of the squares of what they are outside of it, empty where it does not.
    updates : int
        Updates since the rows were last made orthonormal.
    spare : numpy.ndarray of float64, shape (k + 1, n)
        Room for the rows of the next round; no part of the state.
    """

    exponent: int
    rounds: int
    outside: FloatArray
    roots: Doubles
    rows: Doubles
    rank: int
    lost: float
    pending: tuple[FloatArray, ...]
    inside: tuple[Doubles, ...]
    recent: FloatArray
    updates: int
    spare: Doubles

    @property
    def basis(self) -> Doubles:
        """U: the rows in use."""
        return self.rows[: self.rank]

    def state_dict(self) -> dict[str, Any]:
        """Plain numbers and arrays."""
        shape = (len(self.pending), self.rows.shape[1])
        return {
            "exponent": self.exponent,
            "rounds": self.rounds,
            "outside": self.outside,
            "roots": self.roots,
            "rows": self.basis,
            "lost": self.lost,
            "pending": np.array(self.pending, self.outside.dtype).reshape(shape),
            "inside": np.array(self.inside, np.float64).reshape(len(self.inside), self.rank),
            "recent": self.recent,
            "updates": self.updates,
        }


def empty_subspace(
    n: int, k: int, outside: int, recent: int, dtype: np.dtype[np.floating], exponent: int
) -> SubspaceMemory:
    """The memory before the first gradient."""
    return SubspaceMemory(
        exponent=exponent,
        rounds=0,
        outside=np.zeros(outside, dtype),
        roots=np.zeros(k),
        rows=np.zeros((k + 1, n)),
        rank=0,
        lost=0.0,
        pending=(),
        inside=(),
        recent=np.zeros(recent, dtype),
        updates=0,
        spare=np.zeros((k + 1, n)),
    )


def subspace_from_state(state: dict[str, Any], like: SubspaceMemory) -> SubspaceMemory:
    """The memory whose :meth:`SubspaceMemory.state_dict` this is, of the shapes of ``like``."""
    room, n = like.rows.shape
    basis = stored_array(state, "rows", np.float64, (None, n))
    rank = len(basis)
    roots = stored_array(state, "roots", np.float64, (room - 1,), least=0.0)
    if rank != np.count_nonzero(roots) or (np.diff(roots) > 0).any():
        raise InvalidInputError("roots must descend and have a row for each that is not 0")
    if np.abs(basis @ basis.T - np.eye(rank)).max(initial=0) > ORTHONORMAL:
        raise InvalidInputError("rows must be orthonormal")
    rows = np.zeros_like(like.rows)
    rows[:rank] = basis
    lost = stored_number(state, "lost", float)
    if not 0.0 <= lost < np.inf:
        raise InvalidInputError(f"lost must be a finite number of at least 0, got {lost!r}")
    dtype = like.outside.dtype
    gathered = stored_array(state, "pending", dtype, (None, n))
    wanted = len(gathered) if like.recent.size else 0
    return replace(
        like,
        exponent=stored_integer(state, "exponent", -2000, 2000),
        rounds=stored_integer(state, "rounds", 0),
        outside=stored_array(state, "outside", dtype, like.outside.shape, least=0.0),
        roots=roots,
        rows=rows,
        rank=rank,
        lost=lost,
        pending=tuple(gathered),
        inside=tuple(stored_array(state, "inside", np.float64, (wanted, rank))),
        recent=stored_array(state, "recent", dtype, like.recent.shape, least=0.0),
        updates=stored_integer(state, "updates", 0),
    )


def rescaled_subspace(memory: SubspaceMemory, size: float) -> SubspaceMemory:
    """``memory`` in a unit that gradients with entries up to ``size`` fit, itself where they do."""
    exponent = unit_of(size)
    if exponent - memory.exponent <= HEADROOM[memory.outside.dtype]:
        return memory
    shift = memory.exponent - exponent
    roots: Doubles = np.ldexp(memory.roots, shift)
    rank = int(np.count_nonzero(roots))
    return replace(
        memory,
        exponent=exponent,
        outside=np.ldexp(memory.outside, 2 * shift),
        roots=roots,
        rank=rank,
        lost=float(np.ldexp(memory.lost, 2 * shift)),
        pending=tuple(np.ldexp(g, shift) for g in memory.pending),
        inside=tuple(np.ldexp(z[:rank], shift) for z in memory.inside),
        recent=np.ldexp(memory.recent, 2 * shift),
    )
