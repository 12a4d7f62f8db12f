"""The full matrix inside a subspace, by its spectrum."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.memory import Memory
from compadagrad.spectral import absorb
from compadagrad.spectral._numba.repair import repair
from compadagrad.spectral._numba.update import update
from compadagrad.spectral.orthonormal import REPAIR_EVERY

__all__ = ["gathered", "most_pending", "refreshed"]

Doubles = NDArray[np.float64]

FEWEST, MOST = 16, 128  # gradients that wait for a refresh, where k does not say how many


def most_pending(k: int) -> int:
    """How many gradients wait at most: about as many numbers as the rows have."""
    return min(max(k, FEWEST), MOST)


def gathered(memory: Memory, z: Doubles, outside: FloatArray) -> Memory:
    """``memory`` with one more gradient, of coordinates ``z``, for which the spectrum may wait.

    ``outside`` is the new sum of squares.
    """
    pending = np.concatenate([memory.pending, z[None]])
    memory = replace(memory, rounds=memory.rounds + 1, outside=outside, pending=pending)
    return refreshed(memory) if len(pending) >= most_pending(z.size) else memory


def refreshed(memory: Memory) -> Memory:
    """``memory`` with its pending gradients in the spectrum, whose rows are kept orthonormal."""
    count = len(memory.pending)
    if count == 0:
        return memory
    roots, rows = _absorbed(memory)
    updates = memory.updates + count
    if updates >= REPAIR_EVERY:
        repair(rows)
        updates = 0
    pending = np.empty((0, roots.size))
    return replace(memory, roots=roots, rows=rows, pending=pending, updates=updates)


def _absorbed(memory: Memory) -> tuple[Doubles, Doubles]:
    if len(memory.pending) > 1:
        return absorb(memory.roots, memory.rows, memory.pending @ memory.rows.T)
    roots, rows = np.empty_like(memory.roots), np.empty_like(memory.rows)
    update(memory.roots, memory.rows, memory.rows @ memory.pending[0], roots, rows)
    return roots, rows
