"""The closed form in whole vectors: every projection and every lift is a pass of its own.

``A = V K V^T + P D P`` with ``K = rows^T diag(kappa) rows``; ``full`` says that V is square and
P = 0. Vectors have the dtype of ``diagonal``; coordinates in the subspace are float64.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import gram_into, lift_into, project_into
from compadagrad.updates._closed_dense import STUBBORN
from compadagrad.updates._coordinates import cholesky_solve, within
from compadagrad.updates._factor import upper_factor
from compadagrad.updates._largest import largest

__all__ = ["apply_metric", "solve_in_whole_vectors"]


@kernel
def apply_metric(
    basis: Any,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    full: bool,
    x: Array,
    work: Array,
    out: Array,
) -> None:
    """``out = A x``."""
    v = np.empty(kappa.size)
    project_into(basis, x, v)
    inside = within(rows, kappa, v)
    if full:
        lift_into(basis, inside, out)
        return
    lift_into(basis, v, out)
    for i in range(x.size):
        work[i] = diagonal[i] * (x[i] - out[i])
    project_into(basis, work, v)
    lift_into(basis, inside - v, out)
    for i in range(x.size):
        out[i] += work[i]


@kernel
def _solve_shifted(
    basis: Any,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    full: bool,
    shift: float,
    factor: Array,
    r: Array,
    work: Array,
    out: Array,
) -> None:
    """``out = (A + shift I)^{-1} r``; ``factor`` is that of ``V^T diag(1 / (D + shift)) V``."""
    v = np.empty(kappa.size)
    project_into(basis, r, v)
    inside = within(rows, 1.0 / (kappa + shift), v)
    if full:
        lift_into(basis, inside, out)
        return
    more = diagonal.dtype.type(shift)
    lift_into(basis, v, out)
    for i in range(r.size):
        work[i] = (r[i] - out[i]) / (diagonal[i] + more)
    project_into(basis, work, v)
    cholesky_solve(factor, v)
    lift_into(basis, v, out)
    for i in range(r.size):
        work[i] -= out[i] / (diagonal[i] + more)
    lift_into(basis, inside, out)
    for i in range(r.size):
        out[i] += work[i]


@kernel
def _factor(basis: Any, diagonal: Array, shift: float, k: int, work: Array) -> Array:
    """The upper Cholesky factor of ``V^T diag(1 / (D + shift)) V``."""
    more = diagonal.dtype.type(shift)
    one = diagonal.dtype.type(1)
    for i in range(diagonal.size):
        work[i] = one / (diagonal[i] + more)
    matrix = np.empty((k, k))
    gram_into(basis, work, matrix)
    return upper_factor(matrix)


@kernel
def solve_in_whole_vectors(
    basis: Any,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    full: bool,
    g: Array,
    anchor: Array,
    shift: float,
    free: int,
    goal: float,
    most: int,
    scratch: Array,
    x: Array,
) -> tuple[float, float, float, int]:
    """As ``closed_form``, whatever the basis."""
    n, k = diagonal.size, kappa.size
    lam = diagonal.dtype.type(shift)
    work, out, r, s, column = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    apply_metric(basis, rows, kappa, diagonal, full, anchor, work, out)
    for i in range(n):
        r[i] = g[i] - out[i]
    u = largest(r)
    terms = largest(g) + largest(out)
    factor = np.empty((0, 0)) if full else _factor(basis, diagonal, shift, k, work)
    if free >= 0:
        r[:] = 0
        r[free] = 1
        _solve_shifted(basis, rows, kappa, diagonal, full, shift, factor, r, work, column)
    for i in range(n):
        s[i] = 0
        r[i] = -(g[i] + lam * anchor[i])
    if free >= 0:
        r[free] = -g[free]
    before, residual, solves = np.inf, np.inf, 0
    while True:
        _solve_shifted(basis, rows, kappa, diagonal, full, shift, factor, r, work, out)
        if free >= 0:
            ratio = lam * out[free] / (1 - lam * column[free])
            for i in range(n):
                out[i] += ratio * column[i]
        solves += 1
        for i in range(n):
            s[i] += out[i]
            r[i] = (anchor[i] + s[i]) - anchor[i]  # the step that x really takes
        apply_metric(basis, rows, kappa, diagonal, full, r, work, out)
        for i in range(n):
            r[i] = -(g[i] + out[i] + lam * (anchor[i] + s[i]))
        if free >= 0:
            r[free] = -(g[free] + out[free])
        before, residual = residual, largest(r)
        if not residual < before:
            return before, u, terms, solves
        for i in range(n):
            x[i] = anchor[i] + s[i]
        if residual <= goal * u or solves == most or residual * STUBBORN > before:
            return residual, u, terms, solves
