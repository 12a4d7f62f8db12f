"""What the solvers are compared with: dense matrices, one coordinate at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.preconditioners.metric import Metric
from compadagrad.updates.problem import Problem

Array = NDArray[Any]


def dense_metric(metric: Metric) -> Array:
    """A, as its definition writes it, in extended precision."""
    n, k = metric.projection.n_padded, metric.projection.k
    V = (metric.projection.lift(np.eye(k)).T if k else np.zeros((n, 0))).astype(np.longdouble)
    K = (metric.rows.T.astype(np.longdouble) * metric.kappa[:k]) @ metric.rows
    inside = V @ K @ V.T
    if metric.full:
        return np.asarray(inside)
    outside = np.eye(n, dtype=np.longdouble) - V @ V.T
    return np.asarray(inside + outside @ (metric.diagonal[:, None] * outside))


def every(problem: Problem) -> list[Array]:
    """The weights and the bounds, an entry for each coordinate."""
    n, w = problem.g.size, np.longdouble(problem.weight)
    l1, l2, lower, upper = (
        np.broadcast_to(np.asarray(part, np.longdouble), n) for part in problem.terms.parts
    )
    return [w * l1, w * l2, lower, upper]


def coordinate_descent(problem: Problem, sweeps: int = 4000) -> Array:
    """The solution of a small problem of moderate condition, exactly one coordinate at a time."""
    A = dense_metric(problem.metric)
    l1, l2, lower, upper = every(problem)
    x = np.clip(problem.anchor.astype(np.longdouble), lower, upper)
    q = problem.g - A @ problem.anchor.astype(np.longdouble) + A @ x
    for _ in range(sweeps):
        largest = np.longdouble(0)
        for i in range(x.size):
            pull = A[i, i] * x[i] - q[i]
            shrunk = np.sign(pull) * max(abs(pull) - l1[i], 0)
            new = min(max(shrunk / (A[i, i] + l2[i]), lower[i]), upper[i])
            change = new - x[i]
            if change:
                x[i] = new
                q += A[:, i] * change
                largest = max(largest, abs(change))
        if largest <= 1e-17 * np.abs(x).max():
            return x
    raise AssertionError("coordinate descent has not converged")


def optimality(problem: Problem, x: Array) -> float:
    """The certificate's residual by its definition, in extended precision."""
    A = dense_metric(problem.metric)
    l1, l2, lower, upper = every(problem)
    wide = x.astype(np.longdouble)
    u = problem.g - A @ problem.anchor.astype(np.longdouble)
    slope = u + A @ wide + l2 * wide
    least = slope + np.where(wide > 0, l1, -l1)
    most = slope + np.where(wide < 0, -l1, l1)
    assert (wide >= lower).all()
    assert (wide <= upper).all()
    too_low = np.where(wide < upper, -most, 0)  # moving right would pay
    too_high = np.where(wide > lower, least, 0)
    distance = float(np.maximum(np.maximum(too_low, too_high), 0).max())
    return distance / float(np.abs(u).max()) if distance else 0.0
