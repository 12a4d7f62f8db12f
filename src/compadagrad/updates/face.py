"""Exact solutions on the faces of an update, and the best point found on them."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.updates._pieces import free_residual, shift_of_face
from compadagrad.updates.problem import Problem
from compadagrad.updates.system import Solve, System

__all__ = ["Faces", "Minimiser", "Sides", "Vector"]

Vector = FloatArray
Sides = NDArray[np.int8]

REFINEMENTS = 4  # at most, of a solution on a face
STUBBORN = 4.0  # a refinement that does not divide the residual by this is the last one
ROUGH = 1e-12  # of the force: accurate enough for a point that will be moved


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

    def minimise(self, x: Vector, q: Vector, side: Sides) -> "Minimiser":
        """The minimiser over the free coordinates, from ``x`` with the slope ``q``."""
        pull, size = self.force(x, q, side)
        if not side.any():
            return Minimiser(x, q, pull, pull, size, None)
        self.iterations += 1
        theta = np.empty_like(x)
        shift_of_face(side, self.problem.weight, self.problem.terms.l2, theta)
        solver = self.system.shifted(theta)
        del theta
        return self.refined(Minimiser(x, q, pull, pull, size, solver), side, ROUGH)

    def refined(self, found: "Minimiser", side: Sides, enough: float) -> "Minimiser":
        """A more accurate one, where there is any: to ``enough`` of the force."""
        if found.solver is None:
            return found
        for _ in range(REFINEMENTS):
            if found.left <= enough * self.problem.force:
                break
            y = found.x + found.solver.solve(found.right)
            slope = self.slope(y)
            right, left = self.force(y, slope, side)
            if not left < found.left:
                break
            stubborn = left * STUBBORN > found.left
            found = Minimiser(y, slope, found.pull, right, left, found.solver)
            if stubborn:
                break
        return found


@final
@dataclass(frozen=True, slots=True, eq=False)
class Minimiser:
    """The minimiser on a face, so far.

    Attributes
    ----------
    x, q : numpy.ndarray
        The point and its slope.
    pull : numpy.ndarray
        The force on the free coordinates where the search began.
    right : numpy.ndarray
        The force on them at ``x``, ``left`` at most: the right-hand side of a refinement.
    left : float
    solver : Solve or None
        None where no coordinate is free.
    """

    x: Vector
    q: Vector
    pull: Vector
    right: Vector
    left: float
    solver: Solve | None
