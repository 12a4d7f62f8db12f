"""The closed form for a basis that is a matrix with many columns, in three readings of it.

Formulas and names are those of ``_closed``, whose solve and whose product with A are taken apart
at their projections: between two of these everything is done chunk by chunk, so that V is read
from memory once where the formulas lift or project by it several times. Two projections are not
waited for: ``V^T B P r`` is ``V^T B r - (V^T B V) V^T r``, and that of the step is known before the
step is made, but for rounding. What this can make of the residual is added to it; only where that
is too much is the residual found with the projection itself, in a reading more.
"""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._compiled import as_doubles
from compadagrad.updates._coordinates import cholesky_solve, within
from compadagrad.updates._dense_passes import (
    bend,
    first_move,
    first_residual,
    gather,
    move,
    outside,
    residual_of,
    solution,
)
from compadagrad.updates._factor import upper_factor

__all__ = ["FEWEST_COLUMNS", "MOST_ROWS", "STUBBORN", "pays_in_chunks", "solve_in_chunks"]

FEWEST_COLUMNS = 1 << 12  # with fewer, whole vectors are as fast
MOST_ROWS = 128  # more are not measured
STUBBORN = 4.0  # a refinement that does not divide the residual by this is the last one


@inlined_kernel
def pays_in_chunks(columns: Array) -> bool:
    """Whether this is the faster way."""
    k, n = columns.shape
    return bool(n >= FEWEST_COLUMNS and 0 < k <= MOST_ROWS)


@kernel
def solve_in_chunks(
    columns: Array,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    g: Array,
    anchor: Array,
    shift: float,
    free: int,
    goal: float,
    most: int,
    scratch: Array,
    x: Array,
) -> tuple[float, float, float, int]:
    """The closed form, as ``closed_form`` has it, for a complement that is not empty."""
    lam = float(diagonal.dtype.type(shift))
    inverse = 1.0 / (kappa + shift)
    r, s, y, w, column = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    v, va, nu, gram, top = gather(columns, diagonal, lam, g, anchor, free, r)
    nu -= np.dot(gram, v)
    factor = upper_factor(gram)
    cholesky_solve(factor, nu)
    inside, ratio = within(rows, inverse, v), 0.0
    ahead = inside
    if free >= 0:
        _free_column(columns, rows, inverse, diagonal, lam, factor, free, x, column)
        at = columns[:, free].copy()
        moved = (r[free] - np.dot(at, v + nu)) / (diagonal[free] + lam) + np.dot(at, inside)
        ratio = lam * moved / (1.0 - lam * column[free])
        ahead = inside + ratio * within(rows, inverse, at)
    else:
        column = column[:0]
    v, p, pa = first_move(
        columns, diagonal, lam, r, inside, v + nu, ahead, ratio, column, anchor, va, s, x, w, y
    )
    c, ca = within(rows, kappa, v) - p, within(rows, kappa, va) - pa
    residual, u, pull, given = first_residual(columns, g, w, c, y, ca, lam, free, x, r)
    terms, solves, miss = given + pull, 1, v - ahead
    residual += 2.0 * top * math.sqrt(np.dot(miss, miss))  # what w and p can be wrong by
    if not residual < np.inf:
        return np.inf, u, terms, solves
    if residual <= goal * u:
        return residual, u, terms, solves
    p = bend(columns, diagonal, x, anchor, v, w)
    before, c = np.inf, within(rows, kappa, v) - p
    residual = residual_of(columns, g, w, c, lam, free, x, r)
    while residual > goal * u and solves < most and residual * STUBBORN <= before:
        v = np.dot(columns, as_doubles(r))
        nu = outside(columns, diagonal, lam, r, v, y)
        cholesky_solve(factor, nu)
        inside = within(rows, inverse, v)
        if free >= 0:
            at = columns[:, free].copy()
            moved = y[free] - np.dot(at, nu) / (diagonal[free] + lam) + np.dot(at, inside)
            ratio = lam * moved / (1.0 - lam * column[free])
        v = move(columns, diagonal, lam, y, inside, nu, ratio, column, anchor, s, y)
        p = bend(columns, diagonal, y, anchor, v, w)
        before, c = residual, within(rows, kappa, v) - p
        residual = residual_of(columns, g, w, c, lam, free, y, r)
        solves += 1
        if not residual < before:
            return before, u, terms, solves
        x[:] = y
    return residual, u, terms, solves


@kernel
def _free_column(
    columns: Array,
    rows: Array,
    inverse: Array,
    diagonal: Array,
    lam: float,
    factor: Array,
    free: int,
    work: Array,
    column: Array,
) -> None:
    """``column = (A + lam I)^{-1} e_free``."""
    column[:] = 0
    column[free] = 1
    v = columns[:, free].copy()
    nu = outside(columns, diagonal, lam, column, v, work)
    cholesky_solve(factor, nu)
    solution(columns, diagonal, lam, work, within(rows, inverse, v), nu, column)
