"""The interior point method for an update: it converges from anywhere, to a point near a face."""

from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.updates._barrier import (
    begin,
    corrector,
    longest_step,
    measure,
    move,
    predicted,
    predictor,
)
from compadagrad.updates._pieces import face_of_slacks
from compadagrad.updates.problem import Problem
from compadagrad.updates.system import System

__all__ = ["InteriorPoint"]

Vector = FloatArray

MARGIN = 0.1  # of the size of the solution: how far from its bounds a coordinate starts
BACK_OFF = 0.995  # of the way to where a slack or a multiplier would vanish
HEAVIEST = 1e6  # times the largest force: no solution feels a difference from there on


@final
class InteriorPoint:
    r"""Mehrotra's predictor and corrector for a separable regularizer.

    .. math::

       (A + \Theta)\, \Delta x = r, \qquad
       \Theta_i = w \ell_{2,i} + \frac{4 h_1 h_2}{h_1 + h_2} + h_u + h_l,
       \qquad h = z / s

    with slacks s and multipliers z of the bounds of a coordinate, and of
    :math:`-t_i \le x_i \le t_i` for a kink of weight :math:`w \ell_{1,i}` at 0, whose t is
    eliminated. Each iteration takes one factorisation and two solves.

    Parameters
    ----------
    system : System
        A.
    problem : Problem
        With its terms in float64, and with forces of ordinary size.
    x : numpy.ndarray of float64, shape (n_padded,)
        Where to start: anywhere. It is overwritten.
    """

    def __init__(self, system: System, problem: Problem, x: Vector) -> None:
        self._system, self._problem, self._x = system, problem, x
        self._room = system.room
        n, terms, u = x.size, problem.terms, problem.u
        rows = 4 if terms.bounded else 2
        self._s, self._z = np.empty((rows, n)), np.empty((rows, n))
        self._dual, self._theta, tilt = np.empty(n), np.empty(n), np.empty(n)
        force = problem.force or float(np.abs(system.apply(x)).max()) or 1.0
        size = float(np.abs(x).max()) or force / float(system.stiffness.max())
        bounds = (terms.lower, terms.upper)
        weights = (problem.weight, terms.l1)
        self._count = begin(
            x,
            MARGIN * size,
            MARGIN * force,
            HEAVIEST * force,
            *weights,
            *bounds,
            self._s,
            self._z,
            tilt,
        )
        self._force, self._size = force, size
        tilt += u
        self._u = tilt

    def advance(self, tolerance: float, most: int) -> int:
        """Iterate until the gap is small beside the objective; returns how often."""
        previous = np.inf
        for done in range(most):
            product = self._system.apply(self._x)
            objective = abs(float(self._u @ self._x)) + 0.5 * abs(float(self._x @ product))
            product += self._u
            gap, infeasible = self._measure(product)
            self._room.back(product)
            small = gap <= tolerance * max(objective, 1e-6 * self._force * self._size)
            settled = infeasible <= tolerance * self._force or infeasible > previous / 2
            if (small and settled) or not np.isfinite(gap):
                return done
            previous = infeasible
            self._iterate(gap)
        return most

    def _measure(self, q: Vector) -> tuple[float, float]:
        t = self._problem.terms
        gap, infeasible = measure(
            self._x,
            q,
            self._s,
            self._z,
            self._problem.weight,
            t.l2,
            t.lower,
            t.upper,
            self._dual,
            self._theta,
        )
        return float(gap), float(infeasible)

    def _iterate(self, gap: float) -> None:
        s, z, dual, theta = self._s, self._z, self._dual, self._theta
        shift, right = self._room.lend(), self._room.lend()
        shift[:] = theta
        solver = self._system.shifted(shift)
        predictor(s, z, dual, theta, right)
        first = solver.solve(right)
        after = max(predicted(s, z, theta, first)[1], 0.0)
        target = gap / max(self._count, 1) * (after / gap) ** 3 if gap > 0 else 0.0
        corrector(s, z, dual, theta, first, target, right)
        second = solver.solve(right)
        solver.give_back()
        step = min(1.0, BACK_OFF * longest_step(s, z, theta, first, target, second))
        move(self._x, s, z, theta, first, target, second, step)
        self._room.back(right, first, second)

    def face(self) -> tuple[Vector, NDArray[np.int8]]:
        """A point on the face that slacks and multipliers point to, and the sides of its pieces."""
        x, side = self._x.copy(), np.empty(self._x.size, np.int8)
        t = self._problem.terms
        face_of_slacks(x, self._s, self._z, self._system.stiffness, t.lower, t.upper, side)
        return x, side
