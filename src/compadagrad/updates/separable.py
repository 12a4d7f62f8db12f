"""The update for any separable regularizer."""

import math
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

__all__ = ["TARGET", "solve_separable"]

Solution: TypeAlias = tuple[FloatArray, Certificate]

TARGET = 1e-13
"""The residual that is aimed at."""

WARM = 20  # Newton steps from the anchor before an interior point takes over,
AFTER = 12  # from a face that an interior point has found, and
LAST = 500  # when everything else has failed
GAPS = (1e-8, 1e-12, 1e-16)  # relative gaps at which an interior point's face is read
INTERIOR = 60  # iterations of an interior point for each of them


def solve_separable(problem: Problem, *, tolerance: float, target: float = TARGET) -> Solution:
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
        The residual that the caller accepts: slower methods are tried until it is reached.
    target : float
        The residual that is aimed at along the way.

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
    wide = problem.wide()
    if wide.metric.separable:
        return _by_prox(wide, tolerance)
    if not math.isfinite(wide.force):
        return wide.anchor.copy(), Certificate(math.inf, 0, "newton", tolerance)
    exponent = wide.exponent()
    scaled, system = wide.scaled(exponent), system_of(wide.metric)
    faces = Faces(system, scaled, tolerance=tolerance, target=min(target, tolerance))
    solver = _solve(faces)
    x = faces.best
    if exponent:
        x = np.clip(np.ldexp(x, exponent), wide.terms.lower, wide.terms.upper)
    iterations = 0 if solver == "closed form" else faces.iterations
    return x, Certificate(wide.kkt(x), iterations, solver, tolerance)


def _by_prox(problem: Problem, tolerance: float) -> Solution:
    d = problem.metric.diagonal
    x = problem.anchor - problem.g / d
    prox_into(x, d, problem.weight, *problem.terms.parts, x)
    return x, Certificate(problem.kkt(x), 0, "prox", tolerance)


def _solve(faces: Faces) -> str:
    """Improve ``faces.best`` until it is good enough; returns what did it."""
    problem = faces.problem
    if problem.terms.smooth:
        side = np.ones(problem.g.size, np.int8)
        descend(faces, problem.anchor, side, problem.g, most=1)
        return "closed form"
    start = lower_start(faces)
    descend(faces, start.x, start.side, start.q, most=WARM)
    if faces.ok:
        return "newton"
    point = InteriorPoint(faces.system, problem, problem.anchor.copy())
    for gap in GAPS:
        faces.iterations += point.advance(gap, INTERIOR)
        descend(faces, *point.face(), most=AFTER)
        if faces.ok:
            return "interior point"
    descend(faces, *point.face(), most=LAST)
    return "active set"
