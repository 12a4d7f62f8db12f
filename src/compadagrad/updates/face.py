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
FINE = 0.25  # of the target: a smaller residual of a solution on a face is not refined
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
        With its terms in float64, and with forces of ordinary size.
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
        """Keep ``x``, whose slope is ``q``, if it is the best so far; returns its residual.

        It is kept as it is, not copied: :meth:`leave` knows.
        """
        residual = self.problem.relative_violation(x, q)
        if residual < self.residual:
            before = self.best
            self.best, self.residual = x, residual
            if before is not self.problem.anchor:
                self.leave(before)
        return residual

    def leave(self, *vectors: Vector) -> None:
        """Let the memory of vectors be used again, but for that of the best point."""
        self.system.room.back(*(v for v in vectors if v is not self.best))

    def slope(self, x: Vector) -> Vector:
        """``u + A x``."""
        return self.system.slope(x, self.problem.anchor, self.problem.g)

    def force(self, x: Vector, q: Vector, side: Sides) -> tuple[Vector, float]:
        """What pulls at the free coordinates of ``x``, and how much at most."""
        t, right = self.problem.terms, self.system.room.lend()
        largest = free_residual(x, q, side, self.problem.weight, t.l1, t.l2, right)
        return right, float(largest)

    def face(self, x: Vector, q: Vector, side: Sides) -> "Face":
        """The face ``side`` around ``x``, whose slope is ``q``, factored."""
        if not side.any():
            return Face(x, q, side, None)
        self.iterations += 1
        theta = self.system.room.lend()
        shift_of_face(side, self.problem.weight, self.problem.terms.l2, theta)
        return Face(x, q, side, self.system.shifted(theta))

    def first_guess(self, face: "Face") -> tuple[Vector, float]:
        """The minimiser on ``face`` as one solve has it, and what pulled at ``face.x``."""
        if face.solver is None:
            return face.x.copy(), 0.0
        pull, left = self.force(face.x, face.q, face.side)
        return self._moved(face.x, face.solver, pull), left

    def _moved(self, x: Vector, solver: Solve, pull: Vector) -> Vector:
        """Where ``pull``, whose memory is used again, brings ``x``."""
        guess = solver.solve(pull)
        self.leave(pull)
        return np.add(x, guess, out=guess)

    def minimise(self, face: "Face", guess: Vector, left: float) -> tuple[Vector, Vector]:
        """The minimiser on ``face``, as accurate as refinements of ``guess`` make it; its slope.

        ``left`` is what pulls at ``face.x``, at most. The memory of ``guess`` is used.
        """
        best, slope = face.x, face.q
        if face.solver is None:
            return best, slope
        enough = max(ROUNDING, FINE * self.target) * self.problem.force
        for _ in range(REFINEMENTS):
            q = self.slope(guess)
            pull, size = self.force(guess, q, face.side)
            if not size < left:
                self.leave(guess, q, pull)
                break
            if best is not face.x:
                self.leave(best, slope)
            last = size * STUBBORN > left or size <= enough
            best, slope, left = guess, q, size
            if last:
                self.leave(pull)
                break
            guess = self._moved(best, face.solver, pull)
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
    solver : Solve or None
        None where no coordinate is free.
    """

    x: Vector
    q: Vector
    side: Sides
    solver: Solve | None
