"""One pass over examples, batch by batch, compiled: predict, take the slope of the loss, move.

The model is linear and the update in closed form, so that an example costs arithmetic alone. Each
loop does what stepping by hand does, to rounding. It works on arrays of its own, and stops before
a batch whose step it cannot certify, or whose gradient is not finite or leaves the unit of the
memory; what it returns is the state before that batch, where it begins, and how many steps there
were. Points are averaged on the way, or a value of each is noted, in the ``mean`` and ``counts`` of
``average_in``.

``unit`` is ``2^-e`` for the exponent e of the memory, ``largest_gradient`` the size up to which
gradients fit it, and ``rate`` the rate in the units of the metric.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.learners._batches import Examples, average_in, next_gradient
from compadagrad.updates._closed import largest
from compadagrad.updates._prox import prox_step

__all__ = ["certified", "diagonal_pass", "newton_pass", "times"]

ROUNDINGS = 64


@inlined_kernel
def times(factor: float, x: Array, out: Array) -> None:
    """``out = factor x``."""
    by = x.dtype.type(factor)
    for i in range(x.size):
        out[i] = by * x[i]


@inlined_kernel
def certified(residual: float, force: float, size: float, tolerance: float, eps: float) -> bool:
    """Whether the certificate of a step allows it; NaN does not."""
    return residual <= max(tolerance * force, ROUNDINGS * eps * size)


@kernel
def diagonal_pass(
    examples: Examples,
    first: int,
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
    mean: Array,
    counts: Array,
) -> tuple[int, int]:
    """Diagonal metrics: ``tau (sqrt(d) + delta)``, or the root of the round where d is empty."""
    l1, l2, lower, upper = terms
    g, metric, moved = np.zeros_like(x), np.empty_like(x), np.empty_like(x)
    squares = np.empty_like(d)
    weight, eps = x.dtype.type(rate), float(np.finfo(x.dtype).eps)
    t, least, by = x.dtype.type(tau), x.dtype.type(delta), x.dtype.type(unit)
    i, steps = first, 0
    while i < examples.A.shape[0]:
        stop, live = next_gradient(examples, i, x, g)
        if live == 0:
            i = stop
            continue
        if not largest(g) <= largest_gradient:
            break
        if d.size:
            for j in range(d.size):
                scaled = by * g[j]
                squares[j] = d[j] + scaled * scaled
                metric[j] = t * (np.sqrt(squares[j]) + least)
        else:
            metric[:] = np.sqrt(x.dtype.type(rounds + steps + 1))
        times(rate, g, g)
        residual, force, size = prox_step(metric, g, x, weight, l1, l2, lower, upper, moved)
        if not certified(residual, force, size, tolerance, eps):
            break
        x[:] = moved
        d[:] = squares
        average_in(x, mean, counts)
        i, steps = stop, steps + 1
    return i, steps


@kernel
def newton_pass(
    examples: Examples,
    first: int,
    unit: float,
    largest_gradient: float,
    matrix: Array,
    inverse: Array,
    rate: float,
    goal: tuple[float, float, int],
    x: Array,
    mean: Array,
    counts: Array,
) -> tuple[int, int]:
    """All outer products: with ``v = matrix^{-1} g`` before, the step is ``v / (1 + <g, v>)``.

    Its residual is that of v by the same factor, so it is certified before anything is written.
    """
    g, scaled = np.zeros_like(x), np.empty(x.size)
    i, steps = first, 0
    while i < examples.A.shape[0]:
        stop, live = next_gradient(examples, i, x, g)
        if live == 0:
            i = stop
            continue
        if not largest(g) <= largest_gradient:
            break
        for j in range(x.size):
            scaled[j] = unit * g[j]
        v, force = np.dot(inverse, scaled), largest(scaled)
        rest = scaled - np.dot(matrix, v)
        if largest(rest) > goal[0] * force:
            v += np.dot(inverse, rest)
            rest = scaled - np.dot(matrix, v)
        scale = 1.0 / (1.0 + np.dot(scaled, v))
        if not certified(abs(scale) * largest(rest), force, force, goal[1], 0.0):
            break
        by = rate * scale
        for j in range(x.size):
            x[j] -= by * v[j]
            row, below, gj, vj = matrix[j], inverse[j], scaled[j], v[j] * scale
            for m in range(x.size):
                row[m] += gj * scaled[m]
                below[m] -= vj * v[m]
        average_in(x, mean, counts)
        i, steps = stop, steps + 1
    return i, steps
