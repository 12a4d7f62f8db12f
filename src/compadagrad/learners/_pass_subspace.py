"""The compiled passes of metrics with a subspace, fixed or moving; see ``_pass``.

``shift`` is the rate times l2, and ``free`` the coordinate without that weight, or -1. ``mean`` and
``counts`` are those of ``average_in``.
"""

import math
from typing import Any

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.learners._batches import Examples, average_in, next_gradient
from compadagrad.learners._pass import certified, times
from compadagrad.preconditioners._following import add_dropped, follow, outside_metric
from compadagrad.preconditioners._loops import add_outside, root_diagonal
from compadagrad.projections._compiled import DenseBasis, project_into
from compadagrad.spectral._numba.repair import repair
from compadagrad.spectral._numba.update import update
from compadagrad.updates._closed import SCRATCH, closed_form, largest

__all__ = ["compressed_pass", "subspace_pass"]


@kernel
def compressed_pass(
    examples: Examples,
    first: int,
    unit: float,
    largest_gradient: float,
    basis: Any,
    d: Array,
    roots: Array,
    rows: Array,
    updates: tuple[int, int],
    inside: tuple[float, float],
    outside: tuple[float, float],
    rate: float,
    shift: float,
    free: int,
    goal: tuple[float, float, int],
    x: Array,
    mean: Array,
    counts: Array,
) -> tuple[int, int, Array, Array, Array, int, Array]:
    """A fixed subspace: ``inside`` is (delta, s), s = 0 for unit scaling; ``outside`` (tau, delta).

    An empty d stands for a constant tau outside, or for a subspace that is the whole space.
    """
    k, n = roots.size, x.size
    full, eps = k == n, float(np.finfo(x.dtype).eps)
    g, scaled = np.zeros_like(x), np.empty_like(x)
    z, count, moved = np.empty(k), updates[0], np.empty_like(x)
    new_roots, new_rows = np.empty_like(roots), np.empty_like(rows)
    scratch = np.empty((SCRATCH, n), x.dtype)
    i, steps = first, 0
    while i < examples.A.shape[0]:
        stop, live = next_gradient(examples, i, x, g)
        if live == 0:
            i = stop
            continue
        if not largest(g) <= largest_gradient:
            break
        times(unit, g, scaled)
        if d.size:
            new_d = add_outside(basis, scaled, d, z)
        else:
            project_into(basis, scaled, z)
            new_d = d
        update(roots, rows, np.dot(rows, z), new_roots, new_rows)
        fresh = count + 1
        if fresh >= updates[1]:
            repair(new_rows)
            fresh = 0
        if inside[1] > 0.0:
            kappa = inside[1] * np.hypot(math.sqrt(inside[1]) * new_roots, inside[0])
        else:
            kappa = new_roots + inside[0]
        if new_d.size:
            diagonal = root_diagonal(new_d, outside[0], outside[1])
        else:
            diagonal = np.full_like(x, np.mean(kappa) if full else outside[0])
        times(rate, g, scaled)
        try:
            residual, force, size, _ = closed_form(
                basis,
                new_rows,
                kappa,
                diagonal,
                full,
                scaled,
                x,
                shift,
                free,
                goal[0],
                goal[2],
                scratch,
                moved,
            )
        except Exception:  # a matrix that is not positive definite to rounding
            break
        if not certified(residual, force, size, goal[1], eps):
            break
        d, count = new_d, fresh
        roots, new_roots = new_roots, roots
        rows, new_rows = new_rows, rows
        x, moved = moved, x
        average_in(x, mean, counts)
        i, steps = stop, steps + 1
    return i, steps, d, roots, rows, count, x


@kernel
def subspace_pass(
    examples: Examples,
    first: int,
    unit: float,
    largest_gradient: float,
    shrink: bool,
    d: Array,
    lost: float,
    roots: Array,
    rows: Array,
    spare: Array,
    rank: int,
    updates: tuple[int, int],
    power: tuple[float, float],
    deltas: tuple[float, float],
    tau: float,
    rate: float,
    shift: float,
    free: int,
    goal: tuple[float, float, int],
    x: Array,
    mean: Array,
    counts: Array,
) -> tuple[int, int, Array, float, Array, Array, Array, int, int, Array]:
    """A moving subspace: tracked, or with ``shrink`` a sketch by Frequent Directions.

    ``power`` is p and the factor of the unit to the power 2p; ``deltas`` those inside and outside.
    """
    k, n, eps = roots.size, x.size, float(np.finfo(x.dtype).eps)
    g, scaled, count, moved = np.zeros_like(x), np.empty_like(x), updates[0], np.empty_like(x)
    new_roots = np.empty_like(roots)
    turn, scratch = np.eye(k), np.empty((SCRATCH, n), x.dtype)
    i, steps = first, 0
    while i < examples.A.shape[0]:
        stop, live = next_gradient(examples, i, x, g)
        if live == 0:
            i = stop
            continue
        if not largest(g) <= largest_gradient:
            break
        times(unit, g, scaled)
        new_rank, dropped = follow(roots, rows, rank, scaled, shrink, new_roots, spare)
        new_d, new_lost = d, lost
        if shrink:
            new_lost = lost + dropped * dropped
        elif dropped > 0.0:
            new_d = add_dropped(d, dropped, spare[k])
        fresh = count + 1
        if fresh >= updates[1]:
            repair(spare[:new_rank])
            fresh = 0
        if new_rank == 0:  # nothing to be compiled for: a gradient of zeros at the start
            break
        kappa = np.empty(new_rank)
        for j in range(new_rank):
            if shrink:
                kappa[j] = math.hypot(new_roots[j], math.sqrt(new_lost)) + deltas[0]
            else:
                kappa[j] = power[1] * new_roots[j] ** (2.0 * power[0]) + deltas[0]
        full = new_rank == n
        if full:
            diagonal = np.full_like(x, np.mean(kappa))
        elif shrink:
            diagonal = np.full_like(x, math.sqrt(new_lost) + deltas[1])
        else:
            diagonal = outside_metric(new_d, power[0], power[1], tau, deltas[1])
        if turn.shape[0] != new_rank:
            turn = np.eye(new_rank)
        times(rate, g, scaled)
        try:
            residual, force, size, _ = closed_form(
                DenseBasis(spare[:new_rank]),
                turn,
                kappa,
                diagonal,
                full,
                scaled,
                x,
                shift,
                free,
                goal[0],
                goal[2],
                scratch,
                moved,
            )
        except Exception:  # a matrix that is not positive definite to rounding
            break
        if not certified(residual, force, size, goal[1], eps):
            break
        d, lost, rank, count = new_d, new_lost, new_rank, fresh
        roots, new_roots = new_roots, roots
        rows, spare = spare, rows
        x, moved = moved, x
        average_in(x, mean, counts)
        i, steps = stop, steps + 1
    return i, steps, d, lost, roots, rows, spare, rank, count, x
