"""One pass over examples, one a step, compiled: predict, take the slope of the loss, move.

The model is linear and the update in closed form, so that an example costs arithmetic alone. Each
loop does what stepping by hand does, to rounding. It works on arrays of its own, and stops before
an example whose step it cannot certify, or whose gradient is not finite or leaves the unit of the
memory; what it returns is the state before that example.

``unit`` is ``2^-e`` for the exponent e of the memory, ``largest_gradient`` the size up to which
gradients fit it, ``rate`` is the rate in the units of the metric and ``shift`` the rate times l2.
"""

import math
from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.losses._scalars import slope_at
from compadagrad.preconditioners._following import add_dropped, follow, outside_metric
from compadagrad.preconditioners._loops import add_outside, root_diagonal
from compadagrad.projections._compiled import DenseBasis, project_into
from compadagrad.spectral._numba.repair import repair
from compadagrad.spectral._numba.update import update
from compadagrad.updates._closed import SCRATCH, closed_form, largest
from compadagrad.updates._prox import prox_step

__all__ = ["compressed_pass", "diagonal_pass", "newton_pass", "subspace_pass"]

ROUNDINGS = 64


@inlined_kernel
def _predict(a: Array, x: Array) -> float:
    """``<a, x>`` in eight partial sums."""
    s0, s1, s2, s3, s4, s5, s6, s7 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    even = a.size - a.size % 8
    for i in range(0, even, 8):
        s0 += a[i] * x[i]
        s1 += a[i + 1] * x[i + 1]
        s2 += a[i + 2] * x[i + 2]
        s3 += a[i + 3] * x[i + 3]
        s4 += a[i + 4] * x[i + 4]
        s5 += a[i + 5] * x[i + 5]
        s6 += a[i + 6] * x[i + 6]
        s7 += a[i + 7] * x[i + 7]
    for i in range(even, a.size):
        s0 += a[i] * x[i]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@inlined_kernel
def _gradient(a: Array, slope: float, g: Array) -> None:
    """``g = slope a``, whose padding stays 0."""
    by = g.dtype.type(slope)
    for i in range(a.size):
        g[i] = by * a[i]


@inlined_kernel
def _times(factor: float, x: Array, out: Array) -> None:
    by = x.dtype.type(factor)
    for i in range(x.size):
        out[i] = by * x[i]


@inlined_kernel
def _certified(residual: float, force: float, size: float, tolerance: float, eps: float) -> bool:
    """Whether the certificate of a step allows it; NaN does not."""
    return residual <= max(tolerance * force, ROUNDINGS * eps * size)


@kernel
def diagonal_pass(
    A: Array,
    y: Array,
    first: int,
    loss: tuple[int, float],
    unit: float,
    largest_gradient: float,
    rounds: int,
    d: Array,
    tau: float,
    delta: float,
    rate: float,
    terms: Any,
    tolerance: float,
    x: Array,
    predictions: Array,
) -> int:
    """Diagonal metrics: ``tau (sqrt(d) + delta)``, or the root of the round where d is empty."""
    l1, l2, lower, upper = terms
    g, metric, moved = np.zeros_like(x), np.empty_like(x), np.empty_like(x)
    squares = np.empty_like(d)
    weight, eps = x.dtype.type(rate), float(np.finfo(x.dtype).eps)
    t, least, by = x.dtype.type(tau), x.dtype.type(delta), x.dtype.type(unit)
    for i in range(first, A.shape[0]):
        predictions[i] = _predict(A[i], x)
        _gradient(A[i], slope_at(loss[0], predictions[i], y[i], loss[1]), g)
        if not largest(g) <= largest_gradient:
            return i
        if d.size:
            for j in range(d.size):
                scaled = by * g[j]
                squares[j] = d[j] + scaled * scaled
                metric[j] = t * (np.sqrt(squares[j]) + least)
        else:
            metric[:] = np.sqrt(x.dtype.type(rounds + i - first + 1))
        _times(rate, g, g)
        residual, force, size = prox_step(metric, g, x, weight, l1, l2, lower, upper, moved)
        if not _certified(residual, force, size, tolerance, eps):
            return i
        x[:] = moved
        d[:] = squares
    return len(A)


@kernel
def compressed_pass(
    A: Array,
    y: Array,
    first: int,
    loss: tuple[int, float],
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
    goal: tuple[float, float, int],
    x: Array,
    predictions: Array,
) -> tuple[int, Array, Array, Array, int, Array]:
    """A fixed subspace: ``inside`` is (delta, s), s = 0 for unit scaling; ``outside`` (tau, delta).

    An empty d stands for a constant tau outside, or for a subspace that is the whole space.
    """
    k, n = roots.size, x.size
    full, eps = k == n, float(np.finfo(x.dtype).eps)
    g, scaled = np.zeros_like(x), np.empty_like(x)
    z, count, moved = np.empty(k), updates[0], np.empty_like(x)
    new_roots, new_rows = np.empty_like(roots), np.empty_like(rows)
    scratch = np.empty((SCRATCH, n), x.dtype)
    for i in range(first, A.shape[0]):
        predictions[i] = _predict(A[i], x)
        _gradient(A[i], slope_at(loss[0], predictions[i], y[i], loss[1]), g)
        if not largest(g) <= largest_gradient:
            break
        _times(unit, g, scaled)
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
        _times(rate, g, scaled)
        residual, force, size, _ = closed_form(
            basis,
            new_rows,
            kappa,
            diagonal,
            full,
            scaled,
            x,
            shift,
            -1,
            goal[0],
            goal[2],
            scratch,
            moved,
        )
        if not _certified(residual, force, size, goal[1], eps):
            break
        d, count = new_d, fresh
        roots, new_roots = new_roots, roots
        rows, new_rows = new_rows, rows
        x, moved = moved, x
    else:
        i = A.shape[0]
    return i, d, roots, rows, count, x


@kernel
def subspace_pass(
    A: Array,
    y: Array,
    first: int,
    loss: tuple[int, float],
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
    goal: tuple[float, float, int],
    x: Array,
    predictions: Array,
) -> tuple[int, Array, float, Array, Array, Array, int, int, Array]:
    """A moving subspace: tracked, or with ``shrink`` a sketch by Frequent Directions.

    ``power`` is p and the factor of the unit to the power 2p; ``deltas`` those inside and outside.
    """
    k, n, eps = roots.size, x.size, float(np.finfo(x.dtype).eps)
    g, scaled, count, moved = np.zeros_like(x), np.empty_like(x), updates[0], np.empty_like(x)
    new_roots = np.empty_like(roots)
    turn, scratch = np.eye(k), np.empty((SCRATCH, n), x.dtype)
    for i in range(first, A.shape[0]):
        predictions[i] = _predict(A[i], x)
        _gradient(A[i], slope_at(loss[0], predictions[i], y[i], loss[1]), g)
        if not largest(g) <= largest_gradient:
            break
        _times(unit, g, scaled)
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
        _times(rate, g, scaled)
        residual, force, size, _ = closed_form(
            DenseBasis(spare[:new_rank]),
            turn,
            kappa,
            diagonal,
            full,
            scaled,
            x,
            shift,
            -1,
            goal[0],
            goal[2],
            scratch,
            moved,
        )
        if not _certified(residual, force, size, goal[1], eps):
            break
        d, lost, rank, count = new_d, new_lost, new_rank, fresh
        roots, new_roots = new_roots, roots
        rows, spare = spare, rows
        x, moved = moved, x
    else:
        i = A.shape[0]
    return i, d, lost, roots, rows, spare, rank, count, x


@kernel
def newton_pass(
    A: Array,
    y: Array,
    first: int,
    loss: tuple[int, float],
    unit: float,
    largest_gradient: float,
    matrix: Array,
    inverse: Array,
    rate: float,
    goal: tuple[float, float, int],
    x: Array,
    predictions: Array,
) -> int:
    """All outer products: with ``v = matrix^{-1} g`` before, the step is ``v / (1 + <g, v>)``.

    Its residual is that of v, so it is certified before anything is written.
    """
    g, scaled = np.zeros_like(x), np.empty(x.size)
    for i in range(first, A.shape[0]):
        predictions[i] = _predict(A[i], x)
        _gradient(A[i], slope_at(loss[0], predictions[i], y[i], loss[1]), g)
        if not largest(g) <= largest_gradient:
            return i
        for j in range(x.size):
            scaled[j] = unit * g[j]
        v, force = np.dot(inverse, scaled), largest(scaled)
        rest = scaled - np.dot(matrix, v)
        if largest(rest) > goal[0] * force:
            v += np.dot(inverse, rest)
            rest = scaled - np.dot(matrix, v)
        if not _certified(largest(rest), force, force, goal[1], 0.0):
            return i
        scale = 1.0 / (1.0 + np.dot(scaled, v))
        by = rate * scale
        for j in range(x.size):
            x[j] -= by * v[j]
            row, below, gj, vj = matrix[j], inverse[j], scaled[j], v[j] * scale
            for m in range(x.size):
                row[m] += gj * scaled[m]
                below[m] -= vj * v[m]
    return len(A)
