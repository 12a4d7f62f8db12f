"""The metric of one round: what a preconditioner makes of the gradients so far."""

from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.projections import Projection

__all__ = ["Metric"]


@final
@dataclass(frozen=True, eq=False)
class Metric:
    r"""A full matrix inside a subspace and a diagonal in its complement.

    .. math::

       A = 2^e \left( V K V^T + P_\perp D P_\perp \right),
       \qquad K = W^T \mathrm{diag}(\kappa) W, \quad P_\perp = I - V V^T

    It is positive definite: :math:`\kappa` and D are positive. Where the subspace is the whole
    space the complement is empty, and D is any positive number. Nothing is checked here.

    Attributes
    ----------
    projection : Projection
        V.
    rows : numpy.ndarray of float64, shape (k, k)
        W: its rows are the eigenvectors of K.
    kappa : numpy.ndarray of float64, shape (k,)
        The eigenvalues of K.
    diagonal : numpy.ndarray, shape (n_padded,)
        D, in the dtype of the vectors.
    exponent : int
        e: the unit of the numbers above, so that their squares neither overflow nor vanish.
    """

    projection: Projection
    rows: NDArray[np.float64]
    kappa: NDArray[np.float64]
    diagonal: FloatArray
    exponent: int = 0

    @cached_property
    def inside(self) -> NDArray[np.float64]:
        """K as a matrix."""
        matrix: NDArray[np.float64] = (self.rows.T * self.kappa) @ self.rows
        return (matrix + matrix.T) / 2

    @property
    def separable(self) -> bool:
        """Whether A is diagonal: the subspace is empty."""
        return self.projection.k == 0

    @property
    def full(self) -> bool:
        """Whether the subspace is the whole space."""
        return self.projection.k == self.projection.n_padded

    def wide(self) -> "Metric":
        """The same metric with its vectors in float64."""
        if self.diagonal.dtype == np.float64:
            return self
        diagonal = self.diagonal.astype(np.float64)
        return Metric(self.projection, self.rows, self.kappa, diagonal, self.exponent)

    def apply(self, x: FloatArray) -> FloatArray:
        r""":math:`2^{-e} A x` for a vector of ``n_padded`` entries in the dtype of ``diagonal``."""
        if self.separable:
            return self.diagonal * x
        v = self.projection._project(x)
        kv = (self.kappa * (self.rows @ v)) @ self.rows
        if self.full:
            return self.projection._lift(kv.astype(x.dtype, copy=False))
        w = self.diagonal * (x - self.projection._lift(v))
        kv -= self.projection._project(w)
        w += self.projection._lift(kv.astype(x.dtype, copy=False))
        return w
