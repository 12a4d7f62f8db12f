"""The closed form, compiled. Names are those of the documentation's derivation.

``A = V K V^T + P D P`` with ``K = rows^T diag(kappa) rows``; ``full`` says that V is square and
P = 0. Vectors have the dtype of ``diagonal``; coordinates in the subspace are float64.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._compiled import gram_into, lift_into, project_into

__all__ = ["SCRATCH", "apply_metric", "cholesky_solve", "closed_form", "largest", "magnitudes"]

SCRATCH = 5  # vectors of room that the closed form wants
STUBBORN = 4.0  # a refinement that does not divide the residual by this is the last one


def magnitudes(x: Array) -> Array:
    """The bits of ``x`` as integers: without their signs they are in the order of ``abs(x)``."""
    return x.view(np.uint32 if x.dtype == np.float32 else np.uint64)


def _narrow(x: Array) -> Array:
    return x.view(np.uint32)


def _wide(x: Array) -> Array:
    return x.view(np.uint64)


def _compiled_magnitudes(x: Array) -> Any:
    return _narrow if x.dtype == types.float32 else _wide


overload(magnitudes)(_compiled_magnitudes)


@kernel
def largest(x: Array) -> float:
    """``max |x_i|``, or NaN where there is a NaN, which is larger than any number in this order."""
    bits = magnitudes(x)
    top = np.zeros(1, x.dtype)
    mask = bits.dtype.type(~bits.dtype.type(0)) >> bits.dtype.type(1)
    most = bits.dtype.type(0)
    for i in range(bits.size):
        most = max(most, bits[i] & mask)
    magnitudes(top)[0] = most
    return float(top[0])


@inlined_kernel
def _dot(a: Array, b: Array, start: int) -> float:
    """The sum of ``a[i] b[i]`` from ``start`` on, in four partial sums."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    i = start
    while i + 4 <= a.size:
        s0 += a[i] * b[i]
        s1 += a[i + 1] * b[i + 1]
        s2 += a[i + 2] * b[i + 2]
        s3 += a[i + 3] * b[i + 3]
        i += 4
    while i < a.size:
        s0 += a[i] * b[i]
        i += 1
    return (s0 + s1) + (s2 + s3)


@kernel
def cholesky_solve(upper: Array, b: Array) -> None:
    """``b <- (upper^T upper)^{-1} b`` in place, for an upper triangle in C order."""
    k = b.size
    for i in range(k):
        value = b[i] / upper[i, i]
        b[i] = value
        row = upper[i]
        for j in range(i + 1, k):
            b[j] -= row[j] * value
    for i in range(k - 1, -1, -1):
        b[i] = (b[i] - _dot(upper[i], b, i + 1)) / upper[i, i]


@kernel
def _inside(rows: Array, factors: Array, v: Array) -> Array:
    """``rows^T diag(factors) rows v``."""
    inside: Array = np.dot(factors * np.dot(rows, v), rows)
    return inside


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
    inside = _inside(rows, kappa, v)
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
    inside = _inside(rows, 1.0 / (kappa + shift), v)
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
    return np.ascontiguousarray(np.linalg.cholesky(matrix).T)


@kernel
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
