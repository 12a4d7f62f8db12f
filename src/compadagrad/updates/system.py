"""The quadratic of an update as its solvers see it: a product, and solves with a shift."""

from abc import ABC, abstractmethod
from typing import Protocol, final

import numpy as np
from scipy.linalg import lapack

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.metric import Metric
from compadagrad.updates._shift import product_into
from compadagrad.updates.room import Room
from compadagrad.updates.shifted import Shifted, cholesky, inside_of

__all__ = ["CompressedSystem", "DenseSystem", "Solve", "System", "system_of"]

Vector = FloatArray
Matrix = FloatArray

SMALL = 64  # entries up to which a dense matrix is always the faster one


class Solve(Protocol):
    """A factorisation of ``A + Theta``."""

    def solve(self, r: Vector) -> Vector:
        """The x of ``(A + Theta) x = r``; exactly 0 where the shift is infinite."""

    def give_back(self) -> None:
        """Give the memory of vectors back: there will be no more solves."""


class System(ABC):
    """A positive definite A.

    Attributes
    ----------
    room : Room
        Where vectors come from. What the methods below return may be given back to it.
    """

    room: Room

    @property
    @abstractmethod
    def stiffness(self) -> Vector:
        """About the diagonal of A: what turns a length into a force."""

    @abstractmethod
    def apply(self, x: Vector) -> Vector:
        """``A x``."""

    @abstractmethod
    def slope(self, x: Vector, anchor: Vector, g: Vector) -> Vector:
        """``g + A (x - anchor)``."""

    @abstractmethod
    def shifted(self, theta: Vector) -> Solve:
        """The factorisation of ``A + diag(theta)``, ``theta`` in [0, inf].

        The memory of ``theta`` may be used for it.
        """


@final
class CompressedSystem(System):
    """A by its parts: a matrix inside a subspace and a diagonal outside it.

    Parameters
    ----------
    metric : Metric
        With a subspace that is neither empty nor the whole space.
    """

    def __init__(self, metric: Metric) -> None:
        self.room = Room(metric.diagonal.size)
        self._squares = Room(3, metric.projection.k, metric.projection.k)
        self._metric = metric
        self._basis = metric.projection.compiled(np.dtype(np.float64))
        self._inside = inside_of(metric)

    @property
    def stiffness(self) -> Vector:
        """D and the mean of K's share of the diagonal."""
        d = self._metric.diagonal
        stiffness: Vector = d + np.float64(self._metric.kappa.sum() / d.size)
        return stiffness

    def apply(self, x: Vector) -> Vector:
        """``A x = w + V (K v - V^T w)`` with ``v = V^T x`` and ``w = D (x - V v)``."""
        return self._product(x, None, None)

    def slope(self, x: Vector, anchor: Vector, g: Vector) -> Vector:
        """The same for ``x - anchor``, and ``g``."""
        return self._product(x, anchor, g)

    def _product(self, x: Vector, anchor: Vector | None, g: Vector | None) -> Vector:
        m, work, out = self._metric, self.room.lend(), self.room.lend()
        product_into(self._basis, m.rows, m.kappa, m.diagonal, anchor, g, x, work, out)
        self.room.back(work)
        return out

    def shifted(self, theta: Vector) -> Shifted:
        """The factorisation by Gram matrices."""
        rooms = {"room": self.room, "squares": self._squares}
        return Shifted(self._metric, theta, inside=self._inside, **rooms)


@final
class DenseSystem(System):
    """A as one matrix: for a subspace of at least half the dimensions, and for few dimensions.

    Parameters
    ----------
    metric : Metric
        With a subspace that is not empty.
    """

    def __init__(self, metric: Metric) -> None:
        self.room = Room(metric.diagonal.size)
        self._matrix = matrix_of(metric.wide())

    @property
    def stiffness(self) -> Vector:
        """The diagonal of the matrix, where rounding has left something of it."""
        diagonal = self._matrix.diagonal()
        stiffness: Vector = np.maximum(diagonal, np.finfo(np.float64).eps * diagonal.max())
        return stiffness

    def apply(self, x: Vector) -> Vector:
        """``A x``, by one product."""
        return np.matmul(self._matrix, x, out=self.room.lend())

    def slope(self, x: Vector, anchor: Vector, g: Vector) -> Vector:
        """``g + A (x - anchor)``, by one product."""
        product = self.apply(x - anchor)
        product += g
        return product

    def shifted(self, theta: Vector) -> "DenseShifted":
        """The factorisation of the rows and columns that are not fixed."""
        return DenseShifted(self._matrix, theta)


@final
class DenseShifted:
    """The Cholesky factorisation of ``A + diag(theta)`` for the finite entries of ``theta``."""

    def __init__(self, matrix: Matrix, theta: Vector) -> None:
        self._free = np.flatnonzero(theta < np.inf)
        every = self._free.size == theta.size
        shifted = matrix.copy() if every else matrix[self._free[:, None], self._free]
        diagonal = np.arange(self._free.size)
        shifted[diagonal, diagonal] += theta[self._free]
        self._factor = cholesky(shifted)

    def solve(self, r: Vector) -> Vector:
        x = np.zeros_like(r)
        if self._free.size:
            x[self._free] = lapack.dpotrs(self._factor, r[self._free], lower=1)[0]
        return x

    def give_back(self) -> None:
        """There is nothing to give back."""


def matrix_of(metric: Metric) -> Matrix:
    """``V K V^T + P_perp D P_perp``, dense."""
    lift, d, k = metric.projection._lift, metric.diagonal, metric.projection.k
    inside = metric.inside
    if metric.full:
        return symmetric(lift(np.ascontiguousarray(lift(inside).T)))
    span = lift(np.ascontiguousarray(lift(np.eye(k)).T))
    inside = inside + metric.projection._gram(d, overwrite=False)
    matrix = lift(np.ascontiguousarray(lift(inside).T))
    matrix -= (d[:, None] + d) * span
    diagonal = np.arange(d.size)
    matrix[diagonal, diagonal] += d
    return symmetric(matrix)


def symmetric(matrix: Matrix) -> Matrix:
    """The symmetric part."""
    half: Matrix = (matrix + matrix.T) / 2
    return half


def system_of(metric: Metric) -> System:
    """The faster of the two for ``metric``, one with a subspace that is not empty."""
    dense = metric.projection.n_padded <= max(SMALL, 2 * metric.projection.k)
    return DenseSystem(metric) if dense else CompressedSystem(metric)
