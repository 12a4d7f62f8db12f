"""The update for any separable regularizer."""

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.regularizers._loops import prox_into
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.face import Faces
from compadagrad.updates.interior_point import InteriorPoint
from compadagrad.updates.newton import descend
from compadagrad.updates.problem import Problem
from compadagrad.updates.start import lower_start
from compadagrad.updates.system import system_of

__all__ = ["GOALS", "TARGETS", "solve_separable"]

Solution: TypeAlias = tuple[FloatArray, Certificate]

TARGETS = {np.dtype(np.float32): 1e-9, np.dtype(np.float64): 1e-13}
"""The residual that is aimed at: a small part of what rounding leaves of a float32 solution."""

GOALS = {np.dtype(np.float32): math.inf, np.dtype(np.float64): 1e-11}
"""The residual that is good enough where the target is not to be had. A larger one, within the
tolerance that a caller accepts, is left only where nothing finds a better point."""

WARM = 20  # Newton steps from the anchor before an interior point takes over,
AFTER = 12  # from a face that an interior point has found, and
LAST = 500  # when everything else has failed, or
FURTHER = 200  # where it has only reached the tolerance
GAPS = (1e-8, 1e-12, 1e-16)  # relative gaps at which an interior point's face is read
INTERIOR = 60  # iterations of an interior point for each of them


def solve_separable(problem: Problem, *, tolerance: float, target: float | None = None) -> Solution:
    r"""The minimiser of a separable regularizer and a quadratic around a point.

    .. math:: \min_x\; \langle g, x \rangle + w\,\phi(x) + \tfrac12 \lVert x - x_t \rVert_A^2

    In a diagonal metric it is one prox. Else Newton's method over the faces of :math:`\phi`, from
    the anchor; where that takes too long, an interior point finds a face near the solution's, and
    Newton's method goes on from there. Zeros are exact zeros, and bounds are attained exactly. A
    miss is not an error here: the certificate says so.

    Parameters
    ----------
    problem : Problem
        :math:`g, x_t, A, \phi` and w. Nothing is checked.
    tolerance : float
        The residual that the caller accepts: slower methods are tried until it is reached, and in
        float64 until 1e-11 is, as far as rounding allows. In a metric of wide range a point whose
        residual is just within the tolerance may be far from the solution.
    target : float, optional
        The residual that is aimed at along the way; 1e-13 in float64, and 1e-9 in float32, whose
        rounding leaves a larger one.

    Returns
    -------
    x : numpy.ndarray of float64, shape (n_padded,)
        The best point that was found.
    certificate : Certificate
        Its residual in float64 and what it took. The solver is ``"prox"``, ``"closed form"`` for
        terms without kinks, ``"newton"``, ``"interior point"``, or ``"active set"`` where Newton's
        method had to go on until the end.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners.metric import Metric
    >>> from compadagrad.projections import SRHT
    >>> from compadagrad.regularizers import L1
    >>> from compadagrad.updates.problem import Problem
    >>> metric = Metric(SRHT(4, 2, seed=0), np.eye(2), np.array([3.0, 1.0]), np.ones(4))
    >>> terms = L1(1.0).terms(4, 4, np.dtype(float))
    >>> problem = Problem(metric, np.array([-3.0, 0.5, 0.0, 2.0]), np.zeros(4), terms, 1.0)
    >>> x, certificate = solve_separable(problem, tolerance=1e-10)
    >>> x.round(3) + 0.0
    array([ 1.75,  0.  ,  0.  , -1.25])
    >>> certificate.ok
    True
    """
    if problem.metric.separable:
        return _by_prox(problem.wide(), tolerance)
    exact = problem.exact()
    if not math.isfinite(exact.force):
        return exact.anchor.astype(np.float64), Certificate(math.inf, 0, "newton", tolerance)
    exponent, t = exact.exponent(), exact.terms
    aim = TARGETS[problem.g.dtype] if target is None else target
    best, certificate = _solved(exact.scaled(exponent), tolerance, min(aim, tolerance))
    x: FloatArray = np.clip(np.ldexp(best, exponent), t.lower, t.upper) if exponent else best
    return x, replace(certificate, residual=exact.kkt(x))


def _solved(problem: Problem, tolerance: float, target: float) -> Solution:
    """The best point, and what the solver knows of it."""
    goal = min(tolerance, GOALS[problem.g.dtype])
    faces = Faces(system_of(problem.metric), problem, tolerance=goal, target=target)
    solver = _solve(faces, tolerance)
    best = faces.best if faces.best is not problem.anchor else problem.anchor.astype(np.float64)
    iterations = 0 if solver == "closed form" else faces.iterations
    return best, Certificate(faces.residual, iterations, solver, tolerance)


def _by_prox(problem: Problem, tolerance: float) -> Solution:
    d = problem.metric.diagonal
    x = problem.anchor - problem.g / d
    prox_into(x, d, problem.weight, *problem.terms.parts, x)
    return x, Certificate(problem.kkt(x), 0, "prox", tolerance)


def _solve(faces: Faces, tolerance: float) -> str:
    """Improve ``faces.best`` until it is good enough; returns what did it."""
    problem = faces.problem
    if problem.terms.smooth:
        side = np.ones(problem.g.size, np.int8)
        x, q = problem.anchor.astype(np.float64), problem.g.astype(np.float64)
        descend(faces, x, side, q, most=1)
        return "closed form"
    start = lower_start(faces)
    descend(faces, start.x, start.side, start.q, most=WARM)
    warm = faces.residual
    if faces.ok or warm <= min(tolerance, problem.rounding):
        return "newton"
    point = InteriorPoint(faces.system, problem, problem.anchor.astype(np.float64))
    for gap in GAPS:
        faces.iterations += point.advance(gap, INTERIOR)
        descend(faces, *point.face(), most=AFTER)
        if faces.ok:
            return "interior point"
    found = faces.residual
    descend(faces, *point.face(), most=LAST if found > tolerance else FURTHER)
    if faces.ok or faces.residual < found:
        return "active set"
    return "interior point" if found < warm else "newton"
