"""Examples of a linear model, batch by batch, compiled: predict, and average the gradients.

A batch is ``batch`` examples in a row, the last one perhaps shorter. Each example counts with its
weight, and the average is over those whose weight is not 0: one with the weight 0 is predicted, and
nothing is learned from it. No weights at all stand for a weight of 1 each.
"""

from typing import NamedTuple

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.losses._scalars import slope_at

__all__ = ["Examples", "average_in", "batch_gradient", "next_gradient"]


class Examples(NamedTuple):
    """Rows and targets, weights or none, the size of a batch, the loss, and room to predict in."""

    A: Array
    y: Array
    weights: Array
    batch: int
    loss: tuple[int, float]
    predictions: Array


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
def _weight(weights: Array, i: int) -> float:
    return weights[i] if weights.size else 1.0


@inlined_kernel
def _first_row(a: Array, factor: float, g: Array) -> None:
    """``g = factor a``, whose padding stays 0."""
    by = g.dtype.type(factor)
    for i in range(a.size):
        g[i] = by * a[i]


@inlined_kernel
def _further_row(a: Array, factor: float, g: Array) -> None:
    by = g.dtype.type(factor)
    for i in range(a.size):
        g[i] += by * a[i]


@inlined_kernel
def next_gradient(examples: Examples, first: int, x: Array, g: Array) -> tuple[int, int]:
    """``g`` = the gradient of the batch from example ``first`` on; its end, and who counts in it.

    Where nobody counts, g is as it was.
    """
    stop = min(first + examples.batch, examples.A.shape[0])
    live = 0
    for i in range(first, stop):
        examples.predictions[i] = _predict(examples.A[i], x)
        live += _weight(examples.weights, i) != 0.0
    added = 0
    for i in range(first, stop):
        weight = _weight(examples.weights, i)
        if weight == 0.0:
            continue
        p, y = examples.predictions[i], examples.y[i]
        factor = weight * slope_at(examples.loss[0], p, y, examples.loss[1]) / live
        if added == 0:
            _first_row(examples.A[i], factor, g)
        else:
            _further_row(examples.A[i], factor, g)
        added += 1
    return stop, live


@kernel
def batch_gradient(examples: Examples, first: int, x: Array, g: Array) -> tuple[int, int]:
    """The same, for those who step by hand."""
    return next_gradient(examples, first, x, g)


@inlined_kernel
def _value_in(x: Array, values: Array, counts: Array) -> None:
    """Note ``<l1, |x|> + <l2, x^2> / 2``; l1 is not looked at where ``counts[1]`` is 0."""
    n, even = x.size, x.size - x.size % 8
    s0, s1, s2, s3, s4, s5, s6, s7 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(0, even, 8):
        j = n + i
        s0 += values[j] * x[i] * x[i]
        s1 += values[j + 1] * x[i + 1] * x[i + 1]
        s2 += values[j + 2] * x[i + 2] * x[i + 2]
        s3 += values[j + 3] * x[i + 3] * x[i + 3]
        s4 += values[j + 4] * x[i + 4] * x[i + 4]
        s5 += values[j + 5] * x[i + 5] * x[i + 5]
        s6 += values[j + 6] * x[i + 6] * x[i + 6]
        s7 += values[j + 7] * x[i + 7] * x[i + 7]
    for i in range(even, n):
        s0 += values[n + i] * x[i] * x[i]
    total = 0.5 * (((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7)))
    if counts[1] != 0:
        for i in range(n):
            total += values[i] * abs(x[i])
    values[2 * n + counts[0]] = total
    counts[0] += 1


@kernel
def average_in(x: Array, mean: Array, counts: Array) -> None:
    """Take a point into the mean of points; the first ``counts[1]`` of them are left out.

    ``counts[0]`` is how many there were; ``mean`` is float64, and empty where none is wanted. Where
    there are three counts, a value of each point is wanted instead of their mean: ``mean`` has the
    weights of l1 and of l2 for it, and then room for the values.
    """
    if mean.size == 0:
        return
    if counts.size == 3:
        _value_in(x, mean, counts)
        return
    counts[0] += 1
    if counts[0] <= counts[1]:
        return
    by = 1.0 / (counts[0] - counts[1])
    for i in range(mean.size):
        mean[i] += by * (x[i] - mean[i])
