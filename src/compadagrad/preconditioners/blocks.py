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
LOST = 1e-13  # of a gradient: what may be left outside of U and Q


class Split(NamedTuple):
    """``Z = C U + T Q``, where Q is kept, or is ``outward`` times ``Z - C U``."""

    C: Doubles
    T: Doubles
    outward: Doubles
    Q: Doubles | None


def in_a_block(memory: SubspaceMemory) -> tuple[Doubles, Doubles, int, FloatArray]:
    """All pending gradients at once: the new roots, rows and rank, and the squares outside."""
    split = _by_cholesky(memory) or _by_eigenvectors(memory) or _by_reflections(memory)
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
    t = len(memory.pending)
    C = _inside(memory)
    T = outward = np.eye(t)
    for _ in range(3):
        try:
            factor = np.linalg.cholesky(_products_of(memory, C, outward))
        except np.linalg.LinAlgError:
            return None
        pivots = np.diag(factor)
        if not pivots.min() > DEPENDENT * pivots.max():
            return None
        T = T @ factor
        outward = linalg.solve_triangular(T, np.eye(t), lower=True)
        if pivots.min() > INDEPENDENT * pivots.max():
            break
    return None if _little_is_left(C, T) else Split(C, T, outward, None)


def _by_eigenvectors(memory: SubspaceMemory) -> Split | None:
    """Where some are zero, in the subspace, or depend on others to rounding; None elsewhere."""
    C = _inside(memory)
    squares, vectors = np.linalg.eigh(_products_of(memory, C, np.eye(len(C))))
    sizes = np.sqrt((C * C).sum(1) + np.maximum(((vectors * squares) * vectors).sum(1), 0.0))
    least = max(DEPENDENT**2 * squares[-1], (NOTHING * sizes.max()) ** 2)
    T, outward = _halves(squares, vectors, squares > least)
    try:
        factor = np.linalg.cholesky(_products_of(memory, C, outward))  # of nearly the identity
    except np.linalg.LinAlgError:
        return None
    T, outward = T @ factor, linalg.solve_triangular(factor, outward, lower=True)
    beyond = _squares_beyond(memory, C, T @ outward) > (LOST * sizes) ** 2
    left = np.linalg.norm(T, axis=1) > NOTHING * sizes
    careful = beyond.any() or _little_is_left(C[left], T[left])
    return None if careful else Split(C, T, outward, None)


def _halves(squares: Doubles, vectors: Doubles, there: NDArray[np.bool]) -> tuple[Doubles, Doubles]:
    """The square root of what is there of a matrix, and its pseudoinverse."""
    sizes, turned = np.sqrt(squares[there]), vectors[:, there]
    return turned * sizes, turned.T / sizes[:, None]


def _inside(memory: SubspaceMemory) -> Doubles:
    """C, to rounding: what is known of it, made up once more."""
    n, shape = memory.rows.shape[1], (len(memory.pending), memory.rank)
    known = len(memory.inside) == len(memory.pending)
    C = np.array(memory.inside).reshape(shape) if known else np.zeros(shape)
    for _ in range(1 if known else 2):
        more = [_rest(memory, C, part) @ memory.basis[:, part].T for part in _slabs(n)]
        C = C + np.sum(more, axis=0)
    return C


def _products_of(memory: SubspaceMemory, C: Doubles, outward: Doubles) -> Doubles:
    """The products of ``outward (Z - C U)`` with each other."""
    parts = (outward @ _rest(memory, C, part) for part in _slabs(memory.rows.shape[1]))
    gram: Doubles = np.sum([slab @ slab.T for slab in parts], axis=0)
    return gram


def _squares_beyond(memory: SubspaceMemory, C: Doubles, onto: Doubles) -> Doubles:
    """The squares of what is left of each gradient outside of U and Q."""
    total = np.zeros(len(C))
    for part in _slabs(memory.rows.shape[1]):
        rest = _rest(memory, C, part)
        total += ((rest - onto @ rest) ** 2).sum(1)
    return total


def _little_is_left(C: Doubles, T: Doubles) -> bool:
    """Whether some gradient is so far inside of the subspace that its rest needs more care."""
    left = np.linalg.norm(T, axis=1)
    return bool((left < LITTLE * np.hypot(np.linalg.norm(C, axis=1), left)).any())


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
