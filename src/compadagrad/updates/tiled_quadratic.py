"""The quadratic of an update over long vectors, tile by tile and in their own dtype."""

from typing import final

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.projections._compiled import gram_into, project_into
from compadagrad.projections._tiles import tiling_of
from compadagrad.regularizers.terms import Term
from compadagrad.updates._newton_pieces import weights_of
from compadagrad.updates._newton_slopes import bend, force_of, slopes
from compadagrad.updates.face import Sides
from compadagrad.updates.problem import Problem
from compadagrad.updates.quasidefinite import QuasiDefinite
from compadagrad.updates.shifted import inside_of

__all__ = ["TiledQuadratic"]

Vector = FloatArray


@final
class TiledQuadratic:
    r"""Slopes of a quadratic around an anchor, and the systems of its faces.

    .. math:: \langle g, s \rangle + \tfrac12 \langle s, A s \rangle, \qquad s = x - x_t

    Parameters
    ----------
    problem : Problem
        Over a subsampled Hadamard basis, in one dtype.

    Attributes
    ----------
    frame : tuple
        The basis, its tiling and D, as the passes want them.
    anchor, g : numpy.ndarray
    """

    def __init__(self, problem: Problem) -> None:
        m = problem.metric
        basis = m.projection.compiled(problem.g.dtype)
        self.frame = (basis, tiling_of(basis, problem.g), m.diagonal)
        self.anchor, self.g = problem.anchor, problem.g
        self._metric, self._inside = m, inside_of(m)
        self._blocks = np.empty((3, *self._inside.shape))

    @property
    def stiffness(self) -> float:
        """The mean share of K in the diagonal of A, beside that of D."""
        return float(self._metric.kappa.sum() / self.g.size)

    def force(self, nothing: Vector) -> tuple[float, float]:
        """The largest entry of u, and the sum of those of its terms; the memory is used."""
        nothing[:] = 0
        v = self._projected(self.anchor)
        c = self._times_inside(v, bend(*self.frame, self.anchor, nothing, v))
        u, terms = force_of(*self.frame, self.anchor, self.g, v, c)
        return float(u), float(terms)

    def coupling(self, point: Vector, v: Vector) -> Vector:
        """``K v - V^T D (s - V v)``, where v is the projection of s = point - anchor."""
        return self._times_inside(v, bend(*self.frame, point, self.anchor, v))

    def slope(self, x: Vector, q: Vector, work: Vector) -> float:
        """Make q the slope at x; returns how much higher than the anchor x is."""
        v = self._projected(np.subtract(x, self.anchor, out=work))
        c = self.coupling(x, v)
        return float(slopes(*self.frame, x, self.anchor, self.g, v, c, q))

    def system(self, side: Sides, w: np.floating, l2: Term, work: Vector) -> QuasiDefinite:
        """What a step on a face solves; LinAlgError where it is not definite to rounding."""
        basis, _, diagonal = self.frame
        for which, block in enumerate(self._blocks):
            weights_of(side, diagonal, w, l2, which, work)
            gram_into(basis, work, block)
        self._blocks[0] += self._inside
        return QuasiDefinite(self._blocks)

    def _projected(self, x: Vector) -> Vector:
        v = np.empty(len(self._inside))
        project_into(self.frame[0], x, v)
        return v

    def _times_inside(self, v: Vector, p: Vector) -> Vector:
        """``K v - p``."""
        m = self._metric
        product: Vector = (m.kappa * (m.rows @ v)) @ m.rows
        product -= p
        return product
