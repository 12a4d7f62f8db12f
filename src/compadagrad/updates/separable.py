"""The update for any separable regularizer."""

import numpy as np
from numpy.typing import NDArray

from compadagrad.regularizers._loops import prox_into
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.face import Faces
from compadagrad.updates.interior_point import InteriorPoint
from compadagrad.updates.newton import descend
from compadagrad.updates.problem import Problem, members_of
from compadagrad.updates.system import System, system_of

__all__ = ["solve_separable"]

Vector = NDArray[np.float64]

TARGET = 1e-13
WARM = 20  # Newton steps from the anchor before an interior point takes over,
AFTER = 12  # from a face that an interior point has found, and
LAST = 500  # when everything else has failed
GAPS = (1e-8, 1e-12, 1e-16)  # relative gaps at which an interior point's face is read
INTERIOR = 60  # iterations of an interior point for each of them


def solve_separable(
    problem: Problem, *, tolerance: float, target: float = TARGET
) -> tuple[Vector, Certificate]:
    """x"""
    wide = problem.wide()
    if wide.metric.separable:
        return _by_prox(wide, tolerance)
    exponent = wide.exponent()
    scaled = wide.scaled(exponent)
    faces = Faces(
        system_of(wide.metric), scaled, tolerance=tolerance, target=min(target, tolerance)
    )
    solver = _solve(faces)
    x = np.ldexp(faces.best, exponent)
    return x, Certificate(wide.kkt(x), faces.iterations, solver, tolerance)


def _by_prox(problem: Problem, tolerance: float) -> tuple[Vector, Certificate]:
    d = problem.metric.diagonal
    x = problem.anchor - problem.g / d
    prox_into(x, d, problem.weight, *members_of(problem.terms), x)
    return x, Certificate(problem.kkt(x), 0, "prox", tolerance)


def _solve(faces: Faces) -> str:
    """Improve ``faces.best`` until it is good enough; returns what did it."""
    problem, system = faces.problem, faces.system
    if problem.terms.smooth:
        side = np.ones(problem.g.size, np.int8)
        descend(faces, problem.anchor.copy(), side, most=1)
        faces.iterations = 0
        return "closed form"
    descend(faces, *faces.from_anchor(), most=WARM)
    if faces.ok:
        return "newton"
    point = InteriorPoint(system, problem, problem.anchor.copy())
    for gap in GAPS:
        faces.iterations += point.advance(gap, INTERIOR)
        descend(faces, *point.face(), most=AFTER)
        if faces.ok:
            return "interior point"
    descend(faces, *point.face(), most=LAST)
    return "active set"
