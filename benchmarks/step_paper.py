"""The paper's step for squared l2, from this library's kernels."""

from typing import final

import numpy as np
from scipy import linalg
from step_primed import DELTA
from step_units import Array

from compadagrad import CompAdaGrad
from compadagrad.hadamard import fwht_at, fwht_sparse
from compadagrad.projections import SRHT

__all__ = ["PaperStep", "lifted_column", "one_sparse_column"]


def one_sparse_column(projection: SRHT, b: Array, i: int) -> Array:
    """Column i of ``V^T diag(b) V`` as the paper has it: a 1-sparse transform, a trimmed one.

    The signs of V cancel, and are left out.
    """
    one = np.ones(1, b.dtype)
    column = fwht_sparse(one, projection.rows[i : i + 1], projection.n_padded)
    column *= b
    return fwht_at(column, projection.rows)


def lifted_column(projection: SRHT, b: Array, i: int) -> Array:
    """The same by ``lift`` and ``project``."""
    unit = np.zeros(projection.k, b.dtype)
    unit[i] = 1
    column = projection.lift(unit)
    column *= b
    return projection.project(column)


@final
class PaperStep:
    r"""Composite mirror descent for squared l2 with a root by ``eigh``.

    .. math::

       x^+ = V a + B \circ (y - V \nu), \qquad
       a = (K + \lambda' I)^{-1}(K V^T x - \eta V^T g), \qquad
       \nu = (V^T B V)^{-1} V^T (B \circ y)

    with :math:`y = D \circ P_\perp x - \eta P_\perp g`, :math:`B = 1 / (D + \lambda')` and
    :math:`K = M^{1/2} + \delta I`. The Gram matrix is given from outside. It consists of: the
    update of M and d (a projection, a lift), one ``scipy.linalg.eigh`` of M by divide and conquer,
    two projections, three lifts, and a Cholesky factorisation of the Gram matrix. There is no
    refinement and no certificate. Vectors have the learner's dtype, matrices are float64.

    Parameters
    ----------
    learner : CompAdaGrad
        Where to start from: it has taken all its gradients in.
    lam : float
        The weight of squared l2.
    """

    def __init__(self, learner: CompAdaGrad, lam: float) -> None:
        state = learner.state_dict()
        unit = 2.0 ** state["memory.exponent"]
        rows, roots = state["memory.rows"], unit * state["memory.roots"]
        self.projection: SRHT = learner.projection  # type: ignore[assignment]
        self.dtype = learner.dtype.type
        self.M = (rows.T * roots**2) @ rows
        self.d = state["memory.outside"] * self.dtype(unit**2)
        self.x: Array = state["x"]
        self.lr, self.lam = learner.lr, self.dtype(learner.lr * lam)
        self.delta = DELTA

    def weights(self) -> Array:
        """B: what the Gram matrix is of."""
        weights: Array = 1 / (np.sqrt(self.d) + self.dtype(self.delta) + self.lam)
        return weights

    def accumulate(self, g: Array) -> tuple[Array, Array]:
        """Take ``g`` in; its coordinates in the subspace, and its part outside."""
        z = self.projection.project(g)
        outside = g - self.projection.lift(z)
        self.d = self.d + outside * outside
        wide = z.astype(np.float64)
        self.M += np.outer(wide, wide)
        return wide, outside

    def move(self, inside: Array, outside: Array, gram: Array) -> Array:
        """The new point."""
        projection, dtype, rate = self.projection, self.dtype, self.dtype(self.lr)
        values, vectors = linalg.eigh(self.M, driver="evd", check_finite=False)
        kappa = np.sqrt(np.maximum(values, 0.0)) + self.delta
        v = projection.project(self.x)
        rest = self.x - projection.lift(v)
        right = kappa * (v @ vectors) - self.lr * (inside @ vectors)
        a = vectors @ (right / (kappa + float(self.lam)))
        D = np.sqrt(self.d) + dtype(self.delta)
        y = (D * rest - rate * outside) / (D + self.lam)
        factor = linalg.cho_factor(gram.astype(np.float64), overwrite_a=True, check_finite=False)
        nu = linalg.cho_solve(factor, projection.project(y).astype(np.float64), check_finite=False)
        y -= projection.lift(nu.astype(dtype)) / (D + self.lam)
        point: Array = y + projection.lift(a.astype(dtype))
        return point

    def step(self, g: Array, gram: Array) -> None:
        """A step with a Gram matrix that cost nothing."""
        self.x = self.move(*self.accumulate(g), gram)
