"""Exact solutions on the faces of an update, and the best point found on them."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.updates._pieces import free_residual, shift_of_face
from compadagrad.updates.problem import Problem
from compadagrad.updates.system import Solve, System

__all__ = ["Face", "Faces", "Sides", "Vector"]

Vector = FloatArray
Sides = NDArray[np.int8]

REFINEMENTS = 4  # at most, of a solution on a face
STUBBORN = 4.0  # a refinement that does not divide the residual by this is the last one
ROUNDING = 1e-16  # of the force: no refinement comes below it


@final
class Faces:
    r"""The faces of a piecewise quadratic.

    On a face some coordinates are fixed at kinks of :math:`\phi`, and the others, F, are free
    between two of them, where :math:`\phi` is quadratic. The minimiser over F solves one linear
    system,

    .. math:: (A + w \ell_2)_{FF}\, x_F = -\left(u + A x_{\text{fixed}} + w \ell_1 \sigma\right)_F,

    with the signs :math:`\sigma` of the pieces (``side``; 0 for a fixed coordinate).

    Parameters
    ----------
    system : System
        A.
    problem : Problem
        In float64, with forces of ordinary size.
    tolerance, target : float
        The residual that is good enough where no better one is to be had, and the one that is
        always good enough.

    Attributes
    ----------
    best, residual : numpy.ndarray, float
        The best point that was offered, and its residual.
    iterations : int
        Factorisations so far.
    """

    def __init__(
        self, system: System, problem: Problem, *, tolerance: float, target: float
    ) -> None:
        self.system, self.problem = system, problem
        self.tolerance, self.target = tolerance, target
        self.best, self.residual, self.iterations = problem.anchor, np.inf, 0

    @property
    def done(self) -> bool:
        """Whether the best point is as good as one could wish."""
        return self.residual <= self.target

    @property
    def ok(self) -> bool:
        """Whether the best point is good enough."""
        return self.residual <= self.tolerance

    def offer(self, x: Vector, q: Vector) -> float:
        """Keep ``x``, whose slope is ``q``, if it is the best so far; returns its residual."""
        residual = self.problem.relative_violation(x, q)
        if residual < self.residual:
            self.best, self.residual = x.copy(), residual
        return residual

    def slope(self, x: Vector) -> Vector:
        """``u + A x``."""
        q = self.system.apply(x)
        q += self.problem.u
        return q

    def force(self, x: Vector, q: Vector, side: Sides) -> tuple[Vector, float]:
        """What pulls at the free coordinates of ``x``, and how much at most."""
        t, right = self.problem.terms, np.empty_like(x)
        largest = free_residual(x, q, side, self.problem.weight, t.l1, t.l2, right)
        return right, float(largest)

    def face(self, x: Vector, q: Vector, side: Sides) -> "Face":
        """The face ``side`` around ``x``, whose slope is ``q``, factored."""
        pull, left = self.force(x, q, side)
        if not side.any():
            return Face(x, q, side, pull, left, None)
        self.iterations += 1
        theta = np.empty_like(x)
        shift_of_face(side, self.problem.weight, self.problem.terms.l2, theta)
        return Face(x, q, side, pull, left, self.system.shifted(theta))

    def first_guess(self, face: "Face") -> Vector:
        """The minimiser on ``face`` as one solve has it; the caller may change it."""
        return face.x.copy() if face.solver is None else face.x + face.solver.solve(face.pull)

    def minimise(self, face: "Face", guess: Vector) -> tuple[Vector, Vector]:
        """The minimiser on ``face``, as accurate as refinements of ``guess`` make it; its slope."""
        best, slope, pull, left = face.x, face.q, face.pull, face.left
        if face.solver is None:
            return best, slope
        for _ in range(REFINEMENTS):
            q = self.slope(guess)
            right, size = self.force(guess, q, face.side)
            if not size < left:
                break
            stubborn = size * STUBBORN > left or size <= ROUNDING * self.problem.force
            best, slope, pull, left = guess, q, right, size
            if stubborn:
                break
            guess = best + face.solver.solve(pull)
        return best, slope


@final
@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face, factored.

    Attributes
    ----------
    x, q : numpy.ndarray
        A point on it and its slope.
    side : numpy.ndarray of int8
        0 where it is fixed, else the sign of its piece.
    pull : numpy.ndarray
        The force on the free coordinates at ``x``,
    left : float
        at most.
    solver : Solve or None
        None where no coordinate is free.
    """

    x: Vector
    q: Vector
    side: Sides
    pull: Vector
    left: float
    solver: Solve | None
