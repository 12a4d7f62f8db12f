"""Solves with the metric plus a diagonal."""

from typing import final

import numpy as np
from scipy.linalg import blas, lapack

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.metric import Metric
from compadagrad.updates._shift import blocks_into, sides_into, solution_into
from compadagrad.updates.quasidefinite import QuasiDefinite
from compadagrad.updates.room import Room

__all__ = ["Shifted", "cholesky", "inside_of"]

Vector = FloatArray
Matrix = FloatArray

JITTER = 1e-15  # of the mean of the diagonal, where rounding has made a matrix indefinite


@final
class Shifted:
    r"""The factorisation of a shifted metric, by three Gram matrices.

    .. math:: (A + \Theta)\, x = r, \qquad A = V K V^T + P_\perp D P_\perp,
              \qquad 0 \le \Theta_i \le \infty

    An infinite shift fixes a coordinate at 0. With :math:`b = 1 / (D + \Theta)` and
    :math:`a = D b`, the coordinates of the solution in the subspace and their multipliers solve a
    symmetric quasi-definite system with the blocks :math:`F = K + V^T \mathrm{diag}(D(1-a)) V`,
    :math:`E = V^T \mathrm{diag}(1-a) V` and :math:`C = V^T \mathrm{diag}(b) V`. Both F and its
    Schur complement :math:`S = C + E F^{-1} E` are positive definite, so two Cholesky
    factorisations solve it:

    .. math::

       x = b \circ (r - V p - D \circ V q), \qquad
       S p = V^T y - E F^{-1} V^T (D \circ y), \qquad
       -F q = V^T (D \circ y) + E p, \qquad y = b \circ r.

    Parameters
    ----------
    metric : Metric
        A, with a subspace that is neither empty nor the whole space.
    theta : numpy.ndarray of float64, shape (n_padded,)
        The diagonal of :math:`\Theta`. Its memory is used for b.
    inside : numpy.ndarray of float64, shape (k, k), optional
        :func:`inside_of` the metric, where it is there already.
    room, squares : Room, optional
        Where vectors and matrices come from.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners.metric import Metric
    >>> from compadagrad.projections import SRHT
    >>> metric = Metric(SRHT(4, 2, seed=0), np.eye(2), np.array([1.0, 2.0]), np.arange(1.0, 5.0))
    >>> theta = np.array([0.0, 1.0, np.inf, 3.0])
    >>> x = Shifted(metric, theta.copy()).solve(np.ones(4))
    >>> residual = metric.apply(x) + np.where(np.isinf(theta), 0, theta) * x - 1
    >>> bool(x[2] == 0), bool(np.abs(residual[[0, 1, 3]]).max() < 1e-14)
    (True, True)
    """

    def __init__(
        self,
        metric: Metric,
        theta: Vector,
        *,
        inside: Matrix | None = None,
        room: Room | None = None,
        squares: Room | None = None,
    ) -> None:
        self._basis, self._diagonal = metric.projection.compiled(theta.dtype), metric.diagonal
        self._room = Room(theta.size) if room is None else room
        k = metric.projection.k
        self._squares = Room(3, k, k) if squares is None else squares
        self._blocks, work = self._squares.lend(), self._room.lend()
        blocks = self._blocks
        blocks_into(self._basis, metric.diagonal, theta, theta, work, *blocks)
        self._room.back(work)
        self._b = theta
        blocks[0] += inside_of(metric) if inside is None else inside
        self._factored = QuasiDefinite(blocks, cholesky=cholesky)

    def solve(self, r: Vector) -> Vector:
        """The x of ``(A + Theta) x = r``; exactly 0 where the shift is infinite."""
        x, work = self._room.lend(), self._room.lend()
        top, low = np.empty((2, len(self._blocks[0])))
        sides_into(self._basis, self._b, self._diagonal, r, work, top, low)
        p, q = self._factored.solve(top, low)
        solution_into(self._basis, self._b, self._diagonal, r, p, q, work, x)
        self._room.back(work)
        return x

    def give_back(self) -> None:
        """Give the memory back to where it came from: there will be no more solves."""
        self._room.back(self._b)
        self._squares.back(self._blocks)


def inside_of(metric: Metric) -> Matrix:
    """K, in its upper triangle; below the diagonal it is 0."""
    root = metric.rows * np.sqrt(metric.kappa)[:, None]
    lower: Matrix = blas.dsyrk(1.0, root.T, lower=1)
    return lower.T


def cholesky(matrix: Matrix) -> Matrix:
    """The lower factor of a symmetric matrix, of which the upper triangle is read.

    The matrix must be C-contiguous; what is above the factor's diagonal is of no meaning. A matrix
    that rounding has made indefinite is raised by as little of the identity as makes it definite.
    """
    factor, info = lapack.dpotrf(matrix.T, lower=1, clean=0)
    raised = JITTER
    while info:
        lifted = matrix + raised * float(np.trace(matrix)) / len(matrix) * np.eye(len(matrix))
        factor, info = lapack.dpotrf(lifted.T, lower=1, clean=0, overwrite_a=1)
        raised *= 16.0
        if not raised < 1.0:
            return np.full_like(factor, np.nan)
    return np.asarray(factor)
