"""One pass over sparse examples in a diagonal metric, compiled: an example costs its nonzeros.

It does what stepping by hand does, to rounding: the rounds that the entries of an example have
missed are made up, the example is predicted, and its entries move. All is written in place, an
example at a time, and so is how far the pass has come: an interrupt that is raised as it returns
takes away what it returns. It stops before an example whose step it cannot certify, or whose
gradient is not finite or leaves the unit of the memory.
"""

from typing import Any, NamedTuple

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.learners._pass import certified
from compadagrad.learners._skipped import one_round, skipped_values
from compadagrad.losses._scalars import slope_at

__all__ = ["SparseExamples", "SparseState", "sparse_diagonal_pass"]


class SparseExamples(NamedTuple):
    """The rows of a CSR matrix and their targets, weights or none, the loss, room to predict in."""

    values: Array
    indices: Array
    starts: Array
    y: Array
    weights: Array
    loss: tuple[int, float]
    predictions: Array


class SparseState(NamedTuple):
    """The point, the sums of squares, and when each coordinate was last up to date."""

    x: Array
    d: Array
    since: Array


@inlined_kernel
def _gradient(factor: float, row: Array, g: Array) -> float:
    """``g = factor row``; the largest entry, NaN where there is one."""
    by, size = g.dtype.type(factor), 0.0
    for p in range(row.size):
        g[p] = by * row[p]
        if not abs(g[p]) <= size:
            size = abs(g[p])
    return size


@inlined_kernel
def _metric(
    d: Array, indices: Array, g: Array, unit: Any, tau: Any, delta: Any, squares: Array, out: Array
) -> None:
    """``out = tau (sqrt(d + g^2) + delta)`` at some coordinates."""
    for p in range(indices.size):
        scaled = unit * g[p]
        squares[p] = d[indices[p]] + scaled * scaled
        out[p] = tau * (np.sqrt(squares[p]) + delta)


@kernel
def sparse_diagonal_pass(
    examples: SparseExamples,
    so_far: Array,
    unit: float,
    largest_gradient: float,
    rounds: int,
    tau: float,
    delta: float,
    rate: float,
    terms: Any,
    tolerance: float,
    state: SparseState,
    longest: int,
) -> None:
    """Example by example from ``so_far[0]`` on, after ``rounds`` rounds and ``so_far[1]`` steps.

    ``so_far`` is kept up to date. Rows have at most ``longest`` entries; ``unit``,
    ``largest_gradient`` and ``rate`` are those of the dense pass.
    """
    l1, l2, lower, upper = terms
    x, d, since = state
    room = np.empty((5, longest), x.dtype)
    by, t, least = x.dtype.type(unit), x.dtype.type(tau), x.dtype.type(delta)
    eps, i, steps = float(np.finfo(x.dtype).eps), so_far[0], so_far[1]
    while i < examples.y.size:
        start, stop = examples.starts[i], examples.starts[i + 1]
        row, js = examples.values[start:stop], examples.indices[start:stop]
        now, g, metric = room[0, : row.size], room[1, : row.size], room[2, : row.size]
        squares, moved = room[3, : row.size], room[4, : row.size]
        skipped_values(x, since, rounds + steps, d, tau, delta, rate, l1, l2, js, now)
        p = 0.0
        for e in range(row.size):
            p += row[e] * now[e]
        examples.predictions[i] = p
        weight = examples.weights[i] if examples.weights.size else 1.0
        if weight == 0.0:
            i += 1
            so_far[0] = i
            continue
        slope = slope_at(examples.loss[0], p, examples.y[i], examples.loss[1])
        if not _gradient(weight * slope, row, g) <= largest_gradient:
            break
        _metric(d, js, g, by, t, least, squares, metric)
        residual, force, size = one_round(
            now, g, metric, rate, rate, l1, l2, lower, upper, js, moved
        )
        if not certified(residual, force, size, tolerance, eps):
            break
        steps += 1
        for e in range(row.size):
            j = js[e]
            x[j], d[j], since[j] = moved[e], squares[e], rounds + steps
        i += 1
        so_far[0], so_far[1] = i, steps
