"""The closed form, compiled. Names are those of the documentation's derivation.

Which way it is taken is decided by the type of the basis when a step is compiled, and by the
lengths when it runs: in whole vectors, or piece by piece where these do not stay in cache.
"""

from typing import Any

from numba.extending import overload

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import DenseBasis, HadamardBasis
from compadagrad.projections._tiles import pays_in_tiles
from compadagrad.updates._closed_dense import pays_in_chunks, solve_in_chunks
from compadagrad.updates._closed_tiled import solve_in_tiles
from compadagrad.updates._closed_whole import solve_in_whole_vectors
from compadagrad.updates._largest import largest

__all__ = ["SCRATCH", "closed_form", "largest"]

SCRATCH = 5  # vectors of room that the closed form may want


@kernel
def _dense(
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
    """As ``closed_form``, chunk by chunk where that is faster."""
    if pays_in_chunks(basis.columns) and not full:
        return solve_in_chunks(
            basis.columns,
            rows,
            kappa,
            diagonal,
            g,
            anchor,
            shift,
            free,
            goal,
            most,
            scratch,
            x,
        )
    return solve_in_whole_vectors(
        basis,
        rows,
        kappa,
        diagonal,
        full,
        g,
        anchor,
        shift,
        free,
        goal,
        most,
        scratch,
        x,
    )


@kernel
def _hadamard(
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
    """As ``closed_form``, tile by tile where that is faster."""
    if pays_in_tiles(basis, x) and not full and free < 0:
        return solve_in_tiles(
            basis,
            rows,
            kappa,
            diagonal,
            g,
            anchor,
            shift,
            goal,
            most,
            scratch,
            x,
        )
    return solve_in_whole_vectors(
        basis,
        rows,
        kappa,
        diagonal,
        full,
        g,
        anchor,
        shift,
        free,
        goal,
        most,
        scratch,
        x,
    )


_WAYS: dict[type, Any] = {DenseBasis: _dense, HadamardBasis: _hadamard}


def closed_form(
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
    """``x = argmin <g, x> + shift/2 |x|^2 + 1/2 |x - anchor|_A^2``, coordinate ``free`` unweighted.

    The step s = x - anchor solves ``(A + shift I) s = -(g + shift anchor)``, and is refined on the
    residual of the x that it gives while that pays, until the residual is below ``goal``.

    Returns the largest entry of the residual and of u, the size of the terms that u is the sum of,
    and the number of solves.
    """
    solve = _WAYS.get(type(basis), solve_in_whole_vectors)
    said: tuple[float, float, float, int] = solve(
        basis,
        rows,
        kappa,
        diagonal,
        full,
        g,
        anchor,
        shift,
        free,
        goal,
        most,
        scratch,
        x,
    )
    return said


def _compiled_closed_form(
    basis: Any,
    rows: Any,
    kappa: Any,
    diagonal: Any,
    full: Any,
    g: Any,
    anchor: Any,
    shift: Any,
    free: Any,
    goal: Any,
    most: Any,
    scratch: Any,
    x: Any,
) -> Any:
    """What Numba compiles for a call with these types."""
    solve = _WAYS.get(basis.instance_class, solve_in_whole_vectors)

    def call(
        basis: Any,
        rows: Any,
        kappa: Any,
        diagonal: Any,
        full: Any,
        g: Any,
        anchor: Any,
        shift: Any,
        free: Any,
        goal: Any,
        most: Any,
        scratch: Any,
        x: Any,
    ) -> Any:
        return solve(
            basis,
            rows,
            kappa,
            diagonal,
            full,
            g,
            anchor,
            shift,
            free,
            goal,
            most,
            scratch,
            x,
        )

    return call


overload(closed_form)(_compiled_closed_form)
