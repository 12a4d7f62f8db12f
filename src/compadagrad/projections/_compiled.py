"""Projections as compiled steps take them: a tuple of arrays, and three functions of it.

A :class:`Basis` stands for V. Which loops it goes through is decided by its type when a step is
compiled, so a step is written once. Vectors have ``n_padded`` entries of one dtype; coordinates in
the subspace, and Gram matrices, are float64.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import types
from numba.extending import overload

from compadagrad._jit import Array, kernel
from compadagrad.hadamard._numba.dyadic import gather_xor
from compadagrad.hadamard._numba.full import transform
from compadagrad.hadamard._numba.sparse import place_and_transform, sparse
from compadagrad.hadamard._numba.trimmed import transform_and_pick, trimmed

__all__ = [
    "Basis",
    "CoordinateBasis",
    "DenseBasis",
    "HadamardBasis",
    "as_doubles",
    "gram_into",
    "lift_into",
    "product_into",
    "project_into",
]


class HadamardBasis(NamedTuple):
    """``V = diag(signs) H[:, rows]``; a tile of 0 stands for the full transform."""

    rows: Array  # intp, ascending
    ordered: Array  # the same in uint32
    starts: Array  # where each group of rows begins
    signs: Array
    scale: float
    project_tile: int
    lift_tile: int


class DenseBasis(NamedTuple):
    """``V`` as a float64 matrix with its columns in the rows of ``columns``."""

    columns: Array


class CoordinateBasis(NamedTuple):
    """``V = I[:, rows]``."""

    rows: Array


Basis: TypeAlias = HadamardBasis | DenseBasis | CoordinateBasis


GRAM_SLAB = 1 << 11


def as_doubles(x: Array) -> Array:
    """``x`` in float64, itself where it is."""
    return x.astype(np.float64, copy=False)


def _the_same(x: Any) -> Any:
    return x


def _widened(x: Any) -> Any:
    return x.astype(np.float64)


def _compiled_doubles(x: Any) -> Any:
    return _the_same if x.dtype == types.float64 else _widened


def product_into(z: Array, columns: Array, x: Array) -> None:
    """``x = z columns``, in the dtype of x."""
    x[:] = z @ columns


def _product_in_place(z: Any, columns: Any, x: Any) -> Any:
    np.dot(z, columns, x)


def _product_rounded(z: Any, columns: Any, x: Any) -> Any:
    x[:] = np.dot(z, columns)


def _compiled_product(z: Any, columns: Any, x: Any) -> Any:
    return _product_in_place if x.dtype == types.float64 else _product_rounded


overload(as_doubles)(_compiled_doubles)
overload(product_into)(_compiled_product)


@kernel
def _hadamard_project(basis: Any, x: Array, z: Array) -> None:
    out = np.empty(z.size, x.dtype)
    if basis.project_tile:
        trimmed(x, x.size, basis.signs, basis.rows, basis.scale, basis.project_tile, out)
    else:
        work = np.empty(x.size, x.dtype)
        transform_and_pick(x, x.size, basis.signs, basis.rows, basis.scale, work, out)
    z[:] = out


@kernel
def _hadamard_lift(basis: Any, z: Array, x: Array) -> None:
    values = z.astype(x.dtype)
    if basis.lift_tile:
        tile = basis.lift_tile
        sparse(values, basis.rows, x.size, basis.signs, basis.scale, tile, False, x)
    else:
        place_and_transform(values, basis.rows, x.size, basis.signs, basis.scale, x)


@kernel
def _hadamard_gram(basis: Any, b: Array, out: Array) -> None:
    transform(b, b, b.size, 1.0 / b.size)
    gather_xor(b, basis.ordered, basis.starts, out)


@kernel
def _dense_project(basis: Any, x: Array, z: Array) -> None:
    np.dot(basis.columns, as_doubles(x), z)


@kernel
def _dense_lift(basis: Any, z: Array, x: Array) -> None:
    product_into(z, basis.columns, x)


@kernel
def _dense_gram(basis: Any, b: Array, out: Array) -> None:
    """Slab by slab, so that the weighted columns stay in cache."""
    columns = basis.columns
    k, n = columns.shape
    if n <= GRAM_SLAB:
        np.dot(columns * b, columns.T, out)
        return
    out[:] = 0
    plain, weighted = np.empty((k, GRAM_SLAB)), np.empty((k, GRAM_SLAB))
    for start in range(0, n, GRAM_SLAB):
        length = min(GRAM_SLAB, n - start)
        for j in range(k):
            plain[j, :length] = columns[j, start : start + length]
            weighted[j, :length] = plain[j, :length] * b[start : start + length]
            plain[j, length:] = 0.0
            weighted[j, length:] = 0.0
        out += np.dot(weighted, plain.T)


@kernel
def _coordinates_project(basis: Any, x: Array, z: Array) -> None:
    for i in range(z.size):
        z[i] = x[basis.rows[i]]


@kernel
def _coordinates_lift(basis: Any, z: Array, x: Array) -> None:
    x[:] = 0
    for i in range(z.size):
        x[basis.rows[i]] = z[i]


@kernel
def _coordinates_gram(basis: Any, b: Array, out: Array) -> None:
    out[:] = 0
    for i in range(basis.rows.size):
        out[i, i] = b[basis.rows[i]]


_PROJECT = {
    HadamardBasis: _hadamard_project,
    DenseBasis: _dense_project,
    CoordinateBasis: _coordinates_project,
}
_LIFT = {
    HadamardBasis: _hadamard_lift,
    DenseBasis: _dense_lift,
    CoordinateBasis: _coordinates_lift,
}
_GRAM = {
    HadamardBasis: _hadamard_gram,
    DenseBasis: _dense_gram,
    CoordinateBasis: _coordinates_gram,
}


def project_into(basis: Basis, x: Array, z: Array) -> None:
    """``z = V^T x``."""
    _PROJECT[type(basis)](basis, x, z)


def lift_into(basis: Basis, z: Array, x: Array) -> None:
    """``x = V z``."""
    _LIFT[type(basis)](basis, z, x)


def gram_into(basis: Basis, b: Array, out: Array) -> None:
    """``out = V^T diag(b) V``; the memory of ``b`` is used."""
    _GRAM[type(basis)](basis, b, out)


def _by_type(table: dict[type, Any]) -> Callable[[Any, Any, Any], Any]:
    """What Numba asks for the loops of a type: the entry of ``table``."""

    def choose(basis: Any, a: Any, b: Any) -> Any:
        loops = table[basis.instance_class]

        def call(basis: Any, a: Any, b: Any) -> Any:
            return loops(basis, a, b)

        return call

    return choose


for _function, _table in (
    (project_into, _PROJECT),
    (lift_into, _LIFT),
    (gram_into, _GRAM),
):
    overload(_function)(_by_type(_table))
