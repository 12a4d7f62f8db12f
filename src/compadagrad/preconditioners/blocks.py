r"""How a subspace takes in a block of gradients at once.

With :math:`Z = C U + T Q` for the gradients in the rows of Z, and orthonormal rows in Q, which lie
outside of the span of U, the new spectrum is that of :math:`\mathrm{diag}(r)` stacked on
:math:`(C, T)`. Long vectors go slab by slab, so that what is made of a slab stays in cache.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.subspace_memory import SubspaceMemory

__all__ = ["in_a_block"]

Doubles = NDArray[np.float64]

SLAB = 1 << 13
NOTHING = 2.0**-46  # of the gradients: what is left of those that lie in the subspace
LITTLE = 1e-3  # the share of a gradient outside below which it is made orthogonal with more care
DEPENDENT, INDEPENDENT = 1e-5, 0.1  # the least of Cholesky's pivots to the largest


class Split(NamedTuple):
    """``Z = C U + T Q``, where Q is kept, or is ``outward`` times ``Z - C U``."""

    C: Doubles
    T: Doubles
    outward: Doubles
    Q: Doubles | None


def in_a_block(memory: SubspaceMemory) -> tuple[Doubles, Doubles, int, FloatArray]:
    """All pending gradients at once: the new roots, rows and rank, and the squares outside."""
    split = _by_cholesky(memory) or _by_reflections(memory)
    rank, k, t = memory.rank, memory.roots.size, len(memory.pending)
    stacked = np.zeros((rank + t, rank + len(split.outward)))
    stacked[:rank, :rank] = np.diag(memory.roots[:rank])
    stacked[rank:, :rank], stacked[rank:, rank:] = split.C, split.T
    found, turn = np.linalg.svd(stacked)[1:]
    there = int(np.count_nonzero(found > NOTHING * np.linalg.norm(stacked)))
    kept = min(there, k)
    roots, rows, outside = np.zeros(k), memory.spare, memory.outside.copy()
    roots[:kept] = found[:kept]
    left = turn[kept:there] * found[kept:there, None]
    for part in _slabs(rows.shape[1]):
        new = _slab_of_q(memory, split, part)
        old = memory.basis[:, part]
        rows[:kept, part] = turn[:kept, :rank] @ old + turn[:kept, rank:] @ new
        dropped = left[:, :rank] @ old + left[:, rank:] @ new
        outside[part] += (dropped * dropped).sum(0)
    return roots, rows, kept, outside


def _slabs(n: int) -> Iterator[slice]:
    return (slice(start, min(start + SLAB, n)) for start in range(0, n, SLAB))


def _gathered(memory: SubspaceMemory, part: slice) -> Doubles:
    return np.array([g[part] for g in memory.pending], np.float64)


def _rest(memory: SubspaceMemory, C: Doubles, part: slice) -> Doubles:
    """A slab of what is left outside of the subspace."""
    return _gathered(memory, part) - C @ memory.basis[:, part]


def _slab_of_q(memory: SubspaceMemory, split: Split, part: slice) -> Doubles:
    if split.Q is not None:
        return split.Q[:, part]
    new: Doubles = split.outward @ _rest(memory, split.C, part)
    return new


def _by_cholesky(memory: SubspaceMemory) -> Split | None:
    """In a few products; None where gradients nearly depend on each other or on the subspace."""
    n, t = memory.rows.shape[1], len(memory.pending)
    C = np.zeros((t, memory.rank))
    for _ in range(2):
        more = [_rest(memory, C, part) @ memory.basis[:, part].T for part in _slabs(n)]
        C = C + np.sum(more, axis=0)
    T = outward = np.eye(t)
    for _ in range(3):
        parts = (outward @ _rest(memory, C, part) for part in _slabs(n))
        gram = np.sum([slab @ slab.T for slab in parts], axis=0)
        try:
            factor = np.linalg.cholesky(gram)
        except np.linalg.LinAlgError:
            return None
        pivots = np.diag(factor)
        if not pivots.min() > DEPENDENT * pivots.max():
            return None
        T = T @ factor
        outward = linalg.solve_triangular(T, np.eye(t), lower=True)
        if pivots.min() > INDEPENDENT * pivots.max():
            break
    sizes = np.hypot(np.linalg.norm(C, axis=1), np.linalg.norm(T, axis=1))
    careful = (np.linalg.norm(T, axis=1) < LITTLE * sizes).any()
    return None if careful else Split(C, T, outward, None)


def _by_reflections(memory: SubspaceMemory) -> Split:
    """For any gradients: made orthogonal again and again, where little is left of them."""
    basis = memory.basis
    rest = _gathered(memory, slice(None))
    C = np.zeros((len(rest), memory.rank))
    for _ in range(2):
        more = rest @ basis.T
        C, rest = C + more, rest - more @ basis
    Q = rest
    for _ in range(3):
        Q = np.linalg.qr((Q - (Q @ basis.T) @ basis).T)[0].T
    return Split(C, rest @ Q.T, np.eye(len(Q)), Q)
