"""How a subspace takes in gradients, one by one or a block at a time."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.preconditioners._following import add_dropped, follow
from compadagrad.preconditioners._loops import add_outside
from compadagrad.preconditioners.blocks import in_a_block
from compadagrad.preconditioners.span import Span
from compadagrad.preconditioners.subspace_memory import SubspaceMemory
from compadagrad.spectral import REPAIR_EVERY
from compadagrad.spectral._numba.repair import repair

__all__ = ["beside", "followed", "spectrum_inside"]

Doubles = NDArray[np.float64]


def followed(memory: SubspaceMemory, *, shrink: bool = False) -> SubspaceMemory:
    """``memory`` with its pending gradients in the subspace, whose rows are kept orthonormal."""
    count, k = len(memory.pending), memory.roots.size
    if count == 0 or k == 0:
        return replace(memory, pending=())
    if count > 1 and not shrink:
        roots, rows, rank, outside, lost = *in_a_block(memory), memory.lost
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
        inside=(),
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


def beside(memory: SubspaceMemory, g: FloatArray) -> SubspaceMemory:
    """``memory`` with what ``g``, which waits for the end of its block, is inside and outside."""
    z = np.empty(memory.rank)
    recent = add_outside(Span(memory.basis).compiled(g.dtype), g, memory.recent, z)
    return replace(memory, inside=(*memory.inside, z), recent=recent)


def spectrum_inside(memory: SubspaceMemory) -> tuple[Doubles, Doubles]:
    """Roots of the eigenvalues of ``diag(r)^2 + C^T C``, and its eigenvectors in rows."""
    roots = memory.roots[: memory.rank]
    if not memory.inside or memory.rank == 0:
        return roots, np.eye(memory.rank)
    stacked = np.vstack([np.diag(roots), *memory.inside])
    found, rows = np.linalg.svd(stacked, full_matrices=False)[1:]
    return found, rows
