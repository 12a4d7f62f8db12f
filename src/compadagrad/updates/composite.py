"""The update of one round, by whichever solver fits its regularizer and its metric."""

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners import Metric
from compadagrad.regularizers.terms import Terms
from compadagrad.updates._prox import prox_step
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.problem import Problem
from compadagrad.updates.rounding import held_to, narrowed
from compadagrad.updates.separable import GOALS, solve_separable
from compadagrad.updates.squared_l2 import has_closed_form, squared_l2_step
from compadagrad.updates.tiled_newton import solve_in_tiles

__all__ = ["TOLERANCE", "composite_step"]

TOLERANCE = {np.dtype(np.float32): 1e-5, np.dtype(np.float64): 1e-8}
"""The largest residual that a solve may have, by the type of the vectors."""


def composite_step(
    metric: Metric,
    g: FloatArray,
    anchor: FloatArray,
    terms: Terms,
    weight: float,
    *,
    tolerance: float | None = None,
) -> tuple[FloatArray, Certificate]:
    r"""The point that minimises the composite objective of one round.

    .. math:: x^+ = \arg\min_x\; \langle g, x\rangle + w\,\phi(x) + \tfrac12 \lVert x - a\rVert_A^2

    Everything is in the units of the metric, in one dtype, and finite; nothing is checked. A solve
    that misses its tolerance comes back with a certificate that says so.

    Parameters
    ----------
    metric : Metric
        A.
    g : numpy.ndarray, shape (n_padded,)
        The linear term: the gradient times the rate.
    anchor : numpy.ndarray, shape (n_padded,)
        a: the point that the metric measures from.
    terms : Terms
        The numbers of :math:`\phi`.
    weight : float
        w.
    tolerance : float, optional
        The largest residual of the optimality conditions; 1e-8 in float64, 1e-5 in float32.

    Returns
    -------
    x : numpy.ndarray, shape (n_padded,)
        In the dtype of ``g``.
    certificate : Certificate
    """
    limit = TOLERANCE[g.dtype] if tolerance is None else tolerance
    if metric.separable:
        return _separately(metric, g, anchor, terms, weight, limit)
    if has_closed_form(metric, terms):
        solved = squared_l2_step(metric, g, anchor, terms, weight, tolerance=limit)
        if solved is not None:
            return solved
    problem = Problem(metric, g, anchor, terms, weight)
    solved = solve_in_tiles(problem, tolerance=limit)
    if solved is not None and _is_good(solved[1].residual, problem):
        return solved
    other = _iteratively(problem, limit)
    return other if solved is None else min(solved, other, key=lambda one: one[1].residual)


def _is_good(residual: float, problem: Problem) -> bool:
    """Whether a slower method has nothing to gain."""
    return residual <= GOALS[problem.g.dtype] or residual <= problem.rounding


def _separately(
    metric: Metric,
    g: FloatArray,
    anchor: FloatArray,
    terms: Terms,
    weight: float,
    limit: float,
) -> tuple[FloatArray, Certificate]:
    x = np.empty_like(anchor)
    w = g.dtype.type(weight)
    residual, force, size = prox_step(metric.diagonal, g, anchor, w, *terms.parts, x)
    return x, held_to(limit, residual, force, size, g.dtype, 0, "prox")


def _iteratively(problem: Problem, limit: float) -> tuple[FloatArray, Certificate]:
    """In float64; a narrower point is the nearest one, and its own residual is reported."""
    wide, certificate = solve_separable(problem, tolerance=limit)
    dtype = problem.g.dtype
    if dtype == wide.dtype:
        return wide, certificate
    x = wide.astype(dtype)  # bounds are numbers of this type, and rounding keeps to their side
    return x, narrowed(certificate, problem.kkt(x))
