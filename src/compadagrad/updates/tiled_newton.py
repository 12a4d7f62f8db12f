"""Newton's method over faces for long vectors, tile by tile and in their own dtype."""

import math
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.projections._compiled import HadamardBasis, gram_into, project_into
from compadagrad.projections._tiles import pays_in_tiles, tiling_of
from compadagrad.regularizers._loops import prox_into, value
from compadagrad.updates._newton_passes import (
    bend,
    force_of,
    free_pulled,
    points,
    pulls,
    slopes,
    slopes_after,
    violation,
    weights_of,
)
from compadagrad.updates._pieces import face_of_point
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.newton import DECREASE, PROJECTED, RELEASED
from compadagrad.updates.problem import ORDINARY, Problem
from compadagrad.updates.quasidefinite import QuasiDefinite
from compadagrad.updates.shifted import inside_of

__all__ = ["AIMS", "TiledNewton", "solve_in_tiles"]

Vector = FloatArray
Sides = NDArray[np.int8]

AIMS = {np.dtype(np.float32): 1e-6, np.dtype(np.float64): 1e-13}
"""The residual that is aimed at."""
MOST = 20  # factorisations, before other solvers take over
NEARLY = 0.1  # of the residual: a pull on the face that does not keep from releasing others
REFINEMENTS = 4  # at most, of a solution on a face
STUBBORN = 4.0  # a refinement that does not divide the pull by this is the last one
WHOLE, PART, STUCK = "whole", "part", "stuck"


def solve_in_tiles(problem: Problem, *, tolerance: float) -> tuple[Vector, Certificate] | None:
    """The point, in the dtype of the problem, and its certificate.

    None where vectors are too short to gain from tiles, and where this method, which has no
    safeguards, does not reach the tolerance.
    """
    metric = problem.metric
    if metric.separable or metric.full or problem.terms.smooth:
        return None
    basis = metric.projection.compiled(problem.g.dtype)
    if not isinstance(basis, HadamardBasis) or not pays_in_tiles(basis, problem.g):
        return None
    solver = TiledNewton(problem, tolerance=tolerance, target=min(AIMS[problem.g.dtype], tolerance))
    try:
        residual = solver.solve()
    except np.linalg.LinAlgError:
        return None
    if not residual <= tolerance:
        return None
    return solver.x, Certificate(residual, solver.iterations, "newton", tolerance)


@final
class TiledNewton:
    r"""Newton steps from face to face, on three vectors and two of signs.

    .. math:: \min_x\; \langle g, x \rangle + w\,\phi(x) + \tfrac12 \lVert x - x_t \rVert_A^2

    The method is that of :func:`~compadagrad.updates.newton.descend`: to the minimiser of a face,
    or to the first of a few points on the projected path to it that descends enough. It stops where
    there is none, and where a factorisation fails. Matrices are float64.

    Parameters
    ----------
    problem : Problem
        Over a subsampled Hadamard basis, in one dtype.
    tolerance, target : float
        The residual that is good enough where no better one is to be had, and the one that always
        is.

    Attributes
    ----------
    x : numpy.ndarray
        The point so far.
    iterations : int
        Factorisations so far.
    """

    def __init__(self, problem: Problem, *, tolerance: float, target: float) -> None:
        m, t, real = problem.metric, problem.terms, problem.g.dtype.type
        self._problem, self._metric = problem, m
        self._tolerance, self._target = tolerance, target
        basis = m.projection.compiled(problem.g.dtype)
        self._frame = (basis, tiling_of(basis, problem.g), m.diagonal)
        self._w, self._kinks = real(problem.weight), (t.l1, t.l2)
        self._pieces = (t.l1, t.lower, t.upper)
        self._around = (problem.anchor, problem.g)
        self._inside, k = inside_of(m), m.projection.k
        self._blocks = np.empty((3, k, k))
        self.x, self._guess = np.empty_like(problem.g), np.empty_like(problem.g)
        self._q = np.empty_like(problem.g)
        self._side, self._sides = np.empty((2, problem.g.size), np.int8)
        self._before, self._left, self.iterations = math.inf, math.inf, 0

    def solve(self) -> float:
        """Find the minimiser; returns its residual, or infinity where there was no way on."""
        self._force = self._force_at_0()
        if not 2.0**-ORDINARY < self._force < 2.0**ORDINARY:
            return math.inf
        self._start()
        least = math.inf
        while self.iterations < MOST:
            moved = self._to_minimiser()
            if moved == STUCK:
                break
            residual = self._residual()
            if moved == PART and self._left > NEARLY * residual * self._force:
                continue
            if residual <= self._target or (least <= self._tolerance and residual > 0.5 * least):
                return residual
            least = min(least, residual)
            if not self._release(max(RELEASED * residual, 0.5 * self._target)):
                return residual
        return math.inf

    def _times_inside(self, v: Vector, p: Vector) -> Vector:
        """``K v - p``."""
        m = self._metric
        product: Vector = (m.kappa * (m.rows @ v)) @ m.rows
        product -= p
        return product

    def _coupling(self, point: Vector, v: Vector) -> Vector:
        """``K v - V^T D (s - V v)``, where v is the projection of s = point - anchor."""
        return self._times_inside(v, bend(*self._frame, point, self._around[0], v))

    def _projected(self, x: Vector) -> Vector:
        v = np.empty(len(self._inside))
        project_into(self._frame[0], x, v)
        return v

    def _force_at_0(self) -> float:
        """The largest entry of u: what residuals are measured by."""
        anchor, g = self._around
        self._q[:] = 0
        v = self._projected(anchor)
        c = self._times_inside(v, bend(*self._frame, anchor, self._q, v))
        return float(force_of(*self._frame, anchor, g, v, c))

    def _slope(self) -> float:
        """Make q that of x; returns by how much the quadratic is higher than at the anchor."""
        anchor, g = self._around
        v = self._projected(np.subtract(self.x, anchor, out=self._guess))
        return float(slopes(*self._frame, self.x, anchor, g, v, self._coupling(self.x, v), self._q))

    def _start(self) -> None:
        """From where one proximal step leads, or from the anchor where that is lower."""
        (anchor, g), t, w = self._around, self._problem.terms, self._w
        diagonal = self._frame[2]
        share = g.dtype.type(self._metric.kappa.sum() / g.size)
        stiffness = np.add(diagonal, share, out=self._guess)
        np.divide(g, stiffness, out=self.x)
        np.subtract(anchor, self.x, out=self.x)
        prox_into(self.x, stiffness, w, *t.parts, self.x)
        rise = float(w) * (float(value(self.x, *t.parts)) - float(value(anchor, *t.parts)))
        if not rise + self._slope() < 0.0:
            self.x[:], self._q[:] = anchor, g
        face_of_point(self.x, float(w), *self._pieces, self._side)
        if rise >= 0.0:
            self._release(self._target)

    def _release(self, threshold: float) -> bool:
        least, parts = self.x.dtype.type(threshold * self._force), self._problem.terms.parts
        return free_pulled(self.x, self._q, self._side, least, self._w, *parts)

    def _residual(self) -> float:
        parts = self._problem.terms.parts
        return violation(self._frame[1], self.x, self._q, self._w, *parts) / self._force

    def _factored(self) -> QuasiDefinite:
        """The system of the face."""
        basis, _, diagonal = self._frame
        self.iterations += 1
        for which, block in enumerate(self._blocks):
            weights_of(self._side, diagonal, self._w, self._kinks[1], which, self._guess)
            gram_into(basis, self._guess, block)
        self._blocks[0] += self._inside
        return QuasiDefinite(self._blocks)

    def _to_minimiser(self) -> str:
        """One factorisation: to the minimiser of the face, or as far as the objective falls."""
        factored = self._factored()
        enough, moved = 0.25 * self._target * self._force, STUCK
        for _ in range(REFINEMENTS):
            after = self._advance(factored, first=moved == STUCK)
            if after != WHOLE:
                return after if moved == STUCK or after == PART else moved
            moved = WHOLE
            if self._left <= enough or self._left * STUBBORN > self._before:
                break
        return moved

    def _advance(self, factored: QuasiDefinite, *, first: bool) -> str:
        """Move towards the minimiser of the face."""
        face = (self.x, self._q, self._side)
        top, low, self._before = pulls(*self._frame, *face, self._w, *self._kinks)
        p, m = factored.solve(top, low)
        real = self.x.dtype.type
        for step in PROJECTED if first else PROJECTED[:1]:
            numbers = (real(step), self._w, *self._problem.terms.parts)
            v, stopped = points(
                *self._frame, *face, self._around[0], p, m, *numbers, self._guess, self._sides
            )
            promised, bent, rest = slopes_after(
                *self._frame, self.x, self._side, self._guess, *self._around, v,
                self._coupling(self._guess, v), self._w, *self._kinks, self._q,
            )  # fmt: skip
            whole = not stopped and step == 1.0
            descends = promised > 0.0 and 0.5 * bent <= (1.0 - DECREASE) * promised
            if rest < self._before if whole else descends:
                self._left = rest
                self.x, self._guess = self._guess, self.x
                self._side, self._sides = self._sides, self._side
                return WHOLE if whole else PART
            self._slope_again()
            if whole:
                self._left = self._before
                return WHOLE
        return STUCK

    def _slope_again(self) -> None:
        """q is that of a guess that is not taken: make it that of x again."""
        self._slope()
