"""How a subspace takes in gradients, one by one or a block at a time."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.preconditioners._following import add_dropped, follow
from compadagrad.preconditioners.subspace_memory import SubspaceMemory
from compadagrad.spectral import REPAIR_EVERY
from compadagrad.spectral._numba.repair import repair

__all__ = ["followed"]

Doubles = NDArray[np.float64]
NOTHING = 2.0**-46
DEPENDENT = 1e-5


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
    basis, rest = memory.basis, np.array(memory.pending, np.float64)
    rank, size = memory.rank, np.linalg.norm(rest)
    C = np.zeros((len(rest), rank))
    for _ in range(2):
        c = rest @ basis.T
        rest -= c @ basis
        C += c
    Q = _orthonormal(rest)
    for _ in range(2):  # against the subspace, where little was left
        Q = _orthonormal(Q - (Q @ basis.T) @ basis)
    T = rest @ Q.T
    stacked = np.zeros((rank + len(rest), rank + len(Q)))
    stacked[:rank, :rank] = np.diag(memory.roots[:rank])
    stacked[rank:, :rank], stacked[rank:, rank:] = C, T
    found, turn = np.linalg.svd(stacked)[1:]
    there = int(np.count_nonzero(found > NOTHING * max(size, found[0])))
    kept = min(there, memory.roots.size)
    roots, rows = np.zeros(memory.roots.size), memory.spare
    roots[:kept] = found[:kept]
    np.matmul(turn[:kept, :rank], basis, out=rows[:kept])
    rows[:kept] += turn[:kept, rank:] @ Q
    outside = memory.outside
    for j in range(kept, there):
        dropped = turn[j, :rank] @ basis + turn[j, rank:] @ Q
        outside = add_dropped(outside, found[j], dropped)
    return roots, rows, kept, outside


def _orthonormal(rows: Doubles) -> Doubles:
    """An orthonormal basis of the span of some rows: twice by Cholesky, or by reflections.

    Twice by Cholesky is a few products, and as good where the rows are far from dependent.
    """
    Q = rows
    for _ in range(2):
        try:
            factor = np.linalg.cholesky(Q @ Q.T)
        except np.linalg.LinAlgError:
            factor = np.zeros((len(rows), len(rows)))
        diagonal = np.diag(factor)
        if not diagonal.min(initial=np.inf) > DEPENDENT * diagonal.max(initial=0):
            return np.ascontiguousarray(np.linalg.qr(rows.T)[0].T)
        Q = np.linalg.solve(factor, np.eye(len(rows))) @ Q
    return Q
