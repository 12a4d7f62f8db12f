"""The closed form for a subsampled Hadamard basis, tile by tile.

Formulas and names are those of ``_closed``, whose solve and whose product with A are taken apart
at their projections: between two of these everything is done while a tile is in cache, so that a
step waits for memory half as often. For vectors that do not fit there.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import gram_into, project_into
from compadagrad.projections._tiles import tiling_of
from compadagrad.updates._closed_dense import STUBBORN
from compadagrad.updates._coordinates import cholesky_solve, within
from compadagrad.updates._factor import upper_factor
from compadagrad.updates._tiled_passes import (
    begin,
    bend,
    first_move,
    move,
    outside,
    residual_of,
    weigh,
)

__all__ = ["solve_in_tiles"]


@kernel
def solve_in_tiles(
    basis: Any,
    rows: Array,
    kappa: Array,
    diagonal: Array,
    g: Array,
    anchor: Array,
    shift: float,
    goal: float,
    most: int,
    scratch: Array,
    x: Array,
) -> tuple[float, float, float, int]:
    """The closed form, as ``closed_form`` has it, for a complement that is not empty.

    One weight holds for all coordinates. Of ``scratch`` two vectors are used, and the second only
    where the first solution is refined.
    """
    lam, tiling = diagonal.dtype.type(shift), tiling_of(basis, diagonal)
    inverse, w, trial = 1.0 / (kappa + shift), scratch[0], scratch[1]
    v, va = begin(basis, tiling, g, anchor, lam)
    nu, pa = weigh(basis, tiling, diagonal, lam, g, anchor, v, va, x)
    factor, c = _factor_of_gram(basis, kappa.size, x), within(rows, kappa, va) - pa
    cholesky_solve(factor, nu)
    inside = within(rows, inverse, v)
    v, u, terms = first_move(basis, tiling, diagonal, lam, g, anchor, va, c, v + nu, inside, x)
    p = bend(basis, tiling, diagonal, x, anchor, v, w)
    residual = residual_of(basis, tiling, g, w, within(rows, kappa, v) - p, lam, x)
    before, solves = np.inf, 1
    while residual > goal * u and solves < most and residual * STUBBORN <= before:
        project_into(basis, w, v)
        nu = outside(basis, tiling, diagonal, lam, w, v)
        cholesky_solve(factor, nu)
        inside = within(rows, inverse, v)
        v = move(basis, tiling, diagonal, lam, w, v + nu, inside, anchor, x, trial)
        p = bend(basis, tiling, diagonal, trial, anchor, v, w)
        c, before, solves = within(rows, kappa, v) - p, residual, solves + 1
        residual = residual_of(basis, tiling, g, w, c, lam, trial)
        if not residual < before:
            return before, u, terms, solves
        x[:] = trial
    return residual if residual < np.inf else np.inf, u, terms, solves


@kernel
def _factor_of_gram(basis: Any, k: int, b: Array) -> Array:
    """The upper Cholesky factor of ``V^T diag(b) V``; the memory of b is used."""
    gram = np.empty((k, k))
    gram_into(basis, b, gram)
    return upper_factor(gram)
