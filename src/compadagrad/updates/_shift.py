"""Passes of a compressed metric, and of that metric behind a shift Theta in [0, inf].

``A = V K V^T + P D P`` with ``K = rows^T diag(kappa) rows``. Vectors are float64; those that a
learner keeps (D, g and the anchor) are read in its own dtype.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import gram_into, lift_into, project_into

__all__ = [
    "blocks_into",
    "product_into",
    "reciprocal_shift",
    "scaled_slack",
    "sides_into",
    "slack",
    "solution_into",
]


@kernel
def product_into(
    basis: Any,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    anchor: Array | None,
    g: Array | None,
    x: Array,
    work: Array,
    out: Array,
) -> None:
    """``out = g + A (x - anchor)``; without an anchor, ``A x``. ``work`` may be ``x``."""
    v = np.empty(kappa.size)
    if anchor is None:
        for i in range(x.size):
            work[i] = x[i]
    else:
        for i in range(x.size):
            work[i] = x[i] - anchor[i]
    project_into(basis, work, v)
    lift_into(basis, v, out)
    for i in range(x.size):
        work[i] = diagonal[i] * (work[i] - out[i])
    inside = np.dot(kappa * np.dot(rows, v), rows)
    project_into(basis, work, v)
    lift_into(basis, inside - v, out)
    if g is None:
        for i in range(x.size):
            out[i] += work[i]
    else:
        for i in range(x.size):
            out[i] += work[i] + g[i]


@kernel
def reciprocal_shift(theta: Array, diagonal: Array, out: Array) -> None:
    """b = 1 / (D + Theta); ``out`` may be ``theta``."""
    for i in range(theta.size):
        out[i] = 1.0 / (diagonal[i] + theta[i])


@kernel
def slack(theta: Array, diagonal: Array, out: Array) -> None:
    """1 - D b = Theta / (D + Theta), 1 where Theta is infinite."""
    for i in range(theta.size):
        t = theta[i]
        part = t / (diagonal[i] + t)
        out[i] = part if t < np.inf else 1.0


@kernel
def scaled_slack(theta: Array, diagonal: Array, out: Array) -> None:
    """D (1 - D b), D where Theta is infinite."""
    for i in range(theta.size):
        t, d = theta[i], np.float64(diagonal[i])
        part = d * (t / (d + t))
        out[i] = part if t < np.inf else d


@kernel
def blocks_into(
    basis: Any,
    diagonal: Array,
    theta: Array,
    b: Array,
    work: Array,
    inside: Array,
    coupling: Array,
    outside: Array,
) -> None:
    """The Gram matrices of D (1 - D b), of 1 - D b and of b; ``b`` may be ``theta``."""
    scaled_slack(theta, diagonal, work)
    gram_into(basis, work, inside)
    slack(theta, diagonal, work)
    gram_into(basis, work, coupling)
    reciprocal_shift(theta, diagonal, b)
    for i in range(b.size):
        work[i] = b[i]
    gram_into(basis, work, outside)


@kernel
def sides_into(
    basis: Any, b: Array, diagonal: Array, r: Array, work: Array, top: Array, low: Array
) -> None:
    """``top = V^T y`` and ``low = V^T (D y)`` for ``y = b r``."""
    for i in range(r.size):
        work[i] = b[i] * r[i]
    project_into(basis, work, top)
    for i in range(r.size):
        work[i] *= diagonal[i]
    project_into(basis, work, low)


@kernel
def solution_into(
    basis: Any, b: Array, diagonal: Array, r: Array, p: Array, q: Array, work: Array, out: Array
) -> None:
    """``out = b (r - V p - D V q)``."""
    lift_into(basis, p, out)
    lift_into(basis, q, work)
    for i in range(r.size):
        out[i] = b[i] * (r[i] - (out[i] + diagonal[i] * work[i]))
