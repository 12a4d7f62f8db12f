"""How a subspace takes in gradients, one by one or a block at a time."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from compadagrad._validation import FloatArray
from compadagrad.preconditioners._following import add_dropped, follow
from compadagrad.preconditioners.subspace_memory import SubspaceMemory
from compadagrad.spectral import REPAIR_EVERY
from compadagrad.spectral._numba.repair import repair

__all__ = ["followed"]

Doubles = NDArray[np.float64]
NOTHING = 2.0**-46
DEPENDENT, INDEPENDENT = 1e-5, 0.1  # the least of Cholesky's pivots to the largest
ENOUGH = 0.5


def followed(memory: SubspaceMemory, *, shrink: bool = False) -> SubspaceMemory:
    """``memory`` with its pending gradients in the subspace, whose rows are kept orthonormal."""
    count, k = len(memory.pending), memory.roots.size
    if count == 0 or k == 0:
        return replace(memory, pending=())
    if count > 1 and not shrink:
        roots, rows, rank, outside, lost = *_block(memory), memory.lost
    else:
        roots, rows, rank, outside, lost = _in_turn(memory, shrink)
    updates = memory.updates + count
    if updates >= REPAIR_EVERY:
        repair(rows[:rank])
        updates = 0
    return replace(
        memory,
        roots=roots,
        rows=rows,
        rank=rank,
        outside=outside,
        lost=lost,
        pending=(),
        recent=np.zeros_like(memory.recent),
        updates=updates,
        spare=memory.rows,
    )


def _in_turn(
    memory: SubspaceMemory, shrink: bool
) -> tuple[Doubles, Doubles, int, FloatArray, float]:
    """One pending gradient after the other, in rooms that the memory does not need."""
    roots, rows, rank = memory.roots, memory.rows, memory.rank
    outside, lost, k = memory.outside, memory.lost, memory.roots.size
    room, other = memory.spare, np.empty_like(rows) if len(memory.pending) > 1 else rows
    for g in memory.pending:
        new = np.empty_like(roots)
        rank, dropped = follow(roots, rows, rank, g, shrink, new, room)
        if shrink:
            lost += dropped * dropped
        elif dropped > 0.0:
            outside = add_dropped(outside, dropped, room[k])
        roots, rows, room, other = new, room, other, room
    return roots, rows, rank, outside, lost


def _block(memory: SubspaceMemory) -> tuple[Doubles, Doubles, int, FloatArray]:
    r"""All pending gradients at once.

    With :math:`Z = C U + T Q` and orthonormal rows in Q, which lie outside, the new spectrum is
    that of :math:`\mathrm{diag}(r)` stacked on :math:`(C, T)`.
    """
    basis, rank, k = memory.basis, memory.rank, memory.roots.size
    gradients = np.array(memory.pending, np.float64)
    sizes = np.linalg.norm(gradients, axis=1)
    C = gradients @ basis.T
    rest = gradients - C @ basis
    T, Q = _factored(rest)
    if (np.linalg.norm(rest, axis=1) < ENOUGH * sizes).any():  # little was left: once more
        C += rest @ basis.T
        rest -= (rest @ basis.T) @ basis
        for _ in range(2):
            Q = _factored(Q - (Q @ basis.T) @ basis)[1]
        T = rest @ Q.T
    stacked = np.zeros((rank + len(rest), rank + len(Q)))
    stacked[:rank, :rank] = np.diag(memory.roots[:rank])
    stacked[rank:, :rank], stacked[rank:, rank:] = C, T
    found, turn = np.linalg.svd(stacked)[1:]
    there = int(np.count_nonzero(found > NOTHING * max(np.linalg.norm(sizes), found[0])))
    kept = min(there, k)
    roots, rows = np.zeros(k), memory.spare
    roots[:kept] = found[:kept]
    np.matmul(turn[:kept, :rank], basis, out=rows[:kept])
    rows[:kept] += turn[:kept, rank:] @ Q
    outside = memory.outside
    if there > kept:
        left = turn[kept:there] * found[kept:there, None]
        dropped = left[:, :rank] @ basis
        dropped += left[:, rank:] @ Q
        outside = outside + np.einsum("ij,ij->j", dropped, dropped).astype(outside.dtype)
    return roots, rows, kept, outside


def _factored(rows: Doubles) -> tuple[Doubles, Doubles]:
    """``rows = T Q`` with orthonormal rows in Q: by Cholesky, or where they depend by reflections.

    Cholesky's factor takes two products; what it leaves of orthogonality is made up for by once
    more, unless the rows were far from dependent.
    """
    T, Q = np.eye(len(rows)), rows
    for _ in range(3):
        try:
            factor = np.linalg.cholesky(Q @ Q.T)
        except np.linalg.LinAlgError:
            break
        diagonal = np.diag(factor)
        if not diagonal.min() > DEPENDENT * diagonal.max():
            break
        T, Q = T @ factor, linalg.solve_triangular(factor, np.eye(len(rows)), lower=True) @ Q
        if diagonal.min() > INDEPENDENT * diagonal.max():
            return T, Q
    Q = np.ascontiguousarray(np.linalg.qr(rows.T)[0].T)
    return rows @ Q.T, Q
