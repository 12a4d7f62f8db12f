"""The closed form for a basis that is a matrix with many columns, in five readings of it.

Formulas and names are those of ``_closed``, whose solve and whose product with A are taken apart
at their projections: between two of these everything is done chunk by chunk, so that V is read
from memory once where the formulas lift or project by it two to four times.
"""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._compiled import as_doubles
from compadagrad.updates._coordinates import cholesky_solve, within
from compadagrad.updates._dense_passes import (
    begin,
    bend,
    move,
    outside,
    residual_of,
    solution,
    weigh,
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
    v, va = begin(columns, g, anchor, lam, free, r)
    nu, pa, gram = weigh(columns, diagonal, lam, r, v, anchor, va, y, w)
    c = within(rows, kappa, va) - pa
    factor = upper_factor(gram)
    if free >= 0:
        _free_column(columns, rows, inverse, diagonal, lam, factor, free, x, column)
    else:
        column = column[:0]
    u, terms, before, residual, solves = 0.0, 0.0, np.inf, np.inf, 0
    while True:
        cholesky_solve(factor, nu)
        inside, ratio = within(rows, inverse, v), 0.0
        if free >= 0:
            at = columns[:, free].copy()
            moved = y[free] - np.dot(at, nu) / (diagonal[free] + lam) + np.dot(at, inside)
            ratio = lam * moved / (1.0 - lam * column[free])
        trial = x if solves == 0 else y
        v, force, pull, given = move(
            columns, diagonal, lam, y, inside, nu, ratio, column, anchor, s, trial, g, w, c
        )
        if solves == 0:
            u, terms, c = force, given + pull, c[:0]
        solves += 1
        p = bend(columns, diagonal, trial, anchor, v, w)
        before = residual
        residual = residual_of(columns, g, w, within(rows, kappa, v) - p, lam, free, trial, r)
        if not residual < before:
            return before, u, terms, solves
        if solves > 1:
            x[:] = trial
        if residual <= goal * u or solves == most or residual * STUBBORN > before:
            return residual, u, terms, solves
        v = np.dot(columns, as_doubles(r))
        nu = outside(columns, diagonal, lam, r, v, y)


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
