"""Newton's method over faces for long vectors, tile by tile and in their own dtype."""

import math
from typing import final

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.projections._compiled import HadamardBasis
from compadagrad.projections._tiles import pays_in_tiles
from compadagrad.regularizers._loops import prox_into, value
from compadagrad.updates._newton_passes import points, pulls
from compadagrad.updates._newton_pieces import free_pulled, violation
from compadagrad.updates._newton_slopes import slopes_after
from compadagrad.updates._pieces import face_of_point
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.newton import DECREASE, PROJECTED, RELEASED
from compadagrad.updates.problem import ORDINARY, Problem
from compadagrad.updates.quasidefinite import QuasiDefinite
from compadagrad.updates.tiled_quadratic import TiledQuadratic

__all__ = ["AIMS", "TiledNewton", "solve_in_tiles"]

Vector = FloatArray

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
    safeguards, does not reach the tolerance: where steps end before, where a factorisation fails,
    and, without a step, where sizes are not ordinary or where rounding alone is over the tolerance.
    """
    if not _fits(problem):
        return None
    solver = TiledNewton(problem, tolerance=tolerance, target=min(AIMS[problem.g.dtype], tolerance))
    try:
        residual = solver.solve()
    except np.linalg.LinAlgError:
        return None
    certificate = Certificate(residual, solver.iterations, "newton", tolerance)
    return (solver.x, certificate) if certificate.ok else None


def _fits(problem: Problem) -> bool:
    """Whether there are tiles to gain from, and a weight that its dtype holds."""
    metric, numbers = problem.metric, np.finfo(problem.g.dtype)
    if metric.separable or metric.full or problem.terms.smooth:
        return False
    basis = metric.projection.compiled(problem.g.dtype)
    long = isinstance(basis, HadamardBasis) and pays_in_tiles(basis, problem.g)
    return long and float(numbers.tiny) < problem.weight < float(numbers.max)


@final
class TiledNewton:
    r"""Newton steps from face to face, on three vectors and two of signs.

    .. math:: \min_x\; \langle g, x \rangle + w\,\phi(x) + \tfrac12 \lVert x - x_t \rVert_A^2

    The method is that of :func:`~compadagrad.updates.newton.descend`: to the minimiser of a face,
    or to the first of a few points on the projected path to it that descends enough. It stops where
    there is none. Matrices are float64.

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
        t = problem.terms
        self._problem, self._quadratic = problem, TiledQuadratic(problem)
        self._tolerance, self._target = tolerance, target
        self._w, self._kinks = problem.g.dtype.type(problem.weight), (t.l1, t.l2)
        self.x, self._guess = np.empty_like(problem.g), np.empty_like(problem.g)
        self._q = np.empty_like(problem.g)
        self._side, self._sides = np.empty((2, problem.g.size), np.int8)
        self._before, self._left, self.iterations = math.inf, math.inf, 0

    def solve(self) -> float:
        """Come as near as there is a way; returns the residual, infinite where none was tried."""
        self._force, terms = self._quadratic.force(self._q)
        rounding = float(np.finfo(self.x.dtype).eps) * terms
        if not (2.0**-ORDINARY < self._force < 2.0**ORDINARY):
            return math.inf
        if rounding > self._tolerance * self._force:
            return math.inf
        self._start()
        return self._descend()

    def _descend(self) -> float:
        """From face to face, until the residual is small enough or there is no way on."""
        least = math.inf
        while self.iterations < MOST:
            moved = self._to_minimiser()
            residual = self._residual()
            if moved == STUCK:
                return residual
            if moved == PART and self._left > NEARLY * residual * self._force:
                continue
            if residual <= self._target or (least <= self._tolerance and residual > 0.5 * least):
                return residual
            least = min(least, residual)
            if not self._release(max(RELEASED * residual, 0.5 * self._target)):
                return residual
        return self._residual()

    def _start(self) -> None:
        """From where one proximal step leads, or from the anchor where that is lower.

        Coordinates that are pulled off their kinks there are free from the first step on.
        """
        anchor, g, t = self._quadratic.anchor, self._quadratic.g, self._problem.terms
        share = g.dtype.type(self._quadratic.stiffness)
        stiffness = np.add(self._quadratic.frame[2], share, out=self._guess)
        np.divide(g, stiffness, out=self.x)
        np.subtract(anchor, self.x, out=self.x)
        prox_into(self.x, stiffness, self._w, *t.parts, self.x)
        if not self._rise() < 0.0:
            self.x[:], self._q[:] = anchor, g
        face_of_point(self.x, float(self._w), t.l1, t.lower, t.upper, self._side)
        self._release(self._target)

    def _rise(self) -> float:
        """How much higher than the anchor x is; q becomes its slope."""
        parts = self._problem.terms.parts
        rise = float(value(self.x, *parts)) - float(value(self._quadratic.anchor, *parts))
        return float(self._w) * rise + self._slope()

    def _slope(self) -> float:
        """Make q that of x."""
        return self._quadratic.slope(self.x, self._q, self._guess)

    def _release(self, threshold: float) -> bool:
        least, parts = self.x.dtype.type(threshold * self._force), self._problem.terms.parts
        return free_pulled(self.x, self._q, self._side, least, self._w, *parts)

    def _residual(self) -> float:
        parts, tiling = self._problem.terms.parts, self._quadratic.frame[1]
        return violation(tiling, self.x, self._q, self._w, *parts) / self._force

    def _to_minimiser(self) -> str:
        """One factorisation: to the minimiser of the face, or as far as the objective falls."""
        self.iterations += 1
        system = self._quadratic.system(self._side, self._w, self._kinks[1], self._guess)
        enough, moved = 0.25 * self._target * self._force, STUCK
        for _ in range(REFINEMENTS):
            after = self._advance(system, first=moved == STUCK)
            if after != WHOLE:
                return after if moved == STUCK or after == PART else moved
            moved = WHOLE
            if self._left <= enough or self._left * STUBBORN > self._before:
                break
        return moved

    def _advance(self, system: QuasiDefinite, *, first: bool) -> str:
        """Move towards the minimiser of the face."""
        face = (self.x, self._q, self._side)
        top, low, self._before = pulls(*self._quadratic.frame, *face, self._w, *self._kinks)
        p, m = system.solve(top, low)
        for step in PROJECTED if first else PROJECTED[:1]:
            v, stopped = self._points(p, m, step)
            promised, bent, rest = self._slope_of_guess(v)
            if step == 1.0 and not stopped:
                return self._take_minimiser(rest)
            if promised > 0.0 and 0.5 * bent <= (1.0 - DECREASE) * promised:
                self._take(rest)
                return PART
            self._slope()
        return STUCK

    def _take_minimiser(self, rest: float) -> str:
        """The guess is the minimiser of the face to rounding, and so is x where it is as good."""
        if rest < self._before:
            self._take(rest)
        else:
            self._left = self._before
            self._slope()
        return WHOLE

    def _points(self, p: Vector, m: Vector, step: float) -> tuple[Vector, bool]:
        """Make the guess; returns its projection, and whether the ends of pieces stopped it."""
        face, anchor = (self.x, self._q, self._side), self._quadratic.anchor
        numbers = (self.x.dtype.type(step), self._w, *self._problem.terms.parts)
        moved = (self._guess, self._sides)
        v, stopped = points(*self._quadratic.frame, *face, anchor, p, m, *numbers, *moved)
        return v, stopped

    def _slope_of_guess(self, v: Vector) -> tuple[float, float, float]:
        """Make q the slope of the guess; returns how the objective changes, and what is left."""
        c, t = self._quadratic.coupling(self._guess, v), (self._w, *self._kinks)
        points = (self.x, self._side, self._guess, self._quadratic.anchor, self._quadratic.g)
        promised, bent, rest = slopes_after(*self._quadratic.frame, *points, v, c, *t, self._q)
        return promised, bent, rest

    def _take(self, rest: float) -> None:
        """Go to the guess, where pulls are at most ``rest``."""
        self._left = rest
        self.x, self._guess = self._guess, self.x
        self._side, self._sides = self._sides, self._side
