"""Squared l2 and no regularizer at all: the closed form."""

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners import Metric
from compadagrad.regularizers.terms import Terms
from compadagrad.updates._closed import SCRATCH, closed_form
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.problem import Problem
from compadagrad.updates.rounding import held_to, narrowed

__all__ = ["has_closed_form", "squared_l2_step"]

GOAL = {np.dtype(np.float32): 4e-6, np.dtype(np.float64): 1e-12}
"""A residual that needs no refinement."""
MOST_SOLVES = 4


def has_closed_form(metric: Metric, terms: Terms) -> bool:
    """Whether phi is l2/2 |x|^2 with one weight, save perhaps for one free coordinate."""
    return terms.smooth and (terms.uniform or terms.free is not None)


def squared_l2_step(
    metric: Metric,
    g: FloatArray,
    anchor: FloatArray,
    terms: Terms,
    weight: float,
    *,
    tolerance: float,
) -> tuple[FloatArray, Certificate] | None:
    r"""The update for a squared l2 regularizer in the metric of a subspace and its complement.

    .. math::

       (A + \lambda' I)\, s = -(g + \lambda' a), \qquad x^+ = a + s, \qquad \lambda' = w \ell_2

    where, with :math:`r_\perp = P_\perp r` and :math:`B = (D + \lambda' I)^{-1}`,

    .. math::

       (A + \lambda' I)^{-1} r = V (K + \lambda' I)^{-1} V^T r + B (r_\perp - V \nu), \qquad
       \nu = (V^T B V)^{-1} V^T B r_\perp .

    One coordinate may be free of the weight: its column of the inverse corrects the step by the
    Sherman-Morrison formula. The step is refined on its residual, and where float32 is not enough,
    found in float64. None is for a matrix that is not even then positive definite to rounding.

    Parameters are those of :func:`~compadagrad.updates.composite_step`.
    """
    try:
        x, certificate = _solved(metric, g, anchor, terms, weight, tolerance)
    except np.linalg.LinAlgError:
        certificate = None
    if certificate is not None and certificate.ok:
        return x, certificate
    if g.dtype == np.float64:
        return None
    return _widely(metric, g, anchor, terms, weight, tolerance)


def _solved(
    metric: Metric,
    g: FloatArray,
    anchor: FloatArray,
    terms: Terms,
    weight: float,
    tolerance: float,
) -> tuple[FloatArray, Certificate]:
    x = np.empty_like(anchor)
    free = -1 if terms.free is None else terms.free
    shift = weight * float(np.max(terms.l2))
    residual, force, size, solves = closed_form(
        metric.projection.compiled(g.dtype),
        metric.rows,
        metric.kappa,
        metric.diagonal,
        metric.full,
        g,
        anchor,
        shift,
        free,
        min(GOAL[g.dtype], tolerance),
        MOST_SOLVES,
        np.empty((SCRATCH, x.size), g.dtype),
        x,
    )
    return x, held_to(tolerance, residual, force, size, g.dtype, solves, "closed form")


def _widely(
    metric: Metric,
    g: FloatArray,
    anchor: FloatArray,
    terms: Terms,
    weight: float,
    tolerance: float,
) -> tuple[FloatArray, Certificate] | None:
    """The same in float64, and the nearest point in the dtype of ``g``."""
    wide = Problem(metric, g, anchor, terms, weight).wide()
    try:
        x, certificate = _solved(wide.metric, wide.g, wide.anchor, wide.terms, weight, tolerance)
    except np.linalg.LinAlgError:
        return None
    if not certificate.ok:
        return None
    narrow = x.astype(g.dtype)
    return narrow, narrowed(certificate, wide.kkt(narrow))
