"""The problem that one update solves."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.metric import Metric
from compadagrad.regularizers._loops import kkt_distance
from compadagrad.regularizers.terms import Terms
from compadagrad.updates._largest import largest
from compadagrad.updates._shift import product_into

__all__ = ["Problem"]

ORDINARY = 64  # forces within 2^-64 .. 2^64 are left in their units
ROUNDINGS = 8
HEAVIEST = 500  # log2 of the weight above which it says no more, and products might overflow


@final
@dataclass(frozen=True, eq=False)
class Problem:
    r"""A separable regularizer against a quadratic around a point.

    .. math::

       \min_x\; \langle g, x \rangle + w\,\phi(x)
       + \tfrac12 \lVert x - x_t \rVert_A^2
       \qquad\text{or}\qquad
       \min_x\; \langle u, x \rangle + w\,\phi(x) + \tfrac12 \langle x, A x \rangle,
       \quad u = g - A x_t

    Everything is in the units of the metric, whose exponent has been taken out. Nothing is checked
    here.

    Attributes
    ----------
    metric : Metric
        A.
    g : numpy.ndarray, shape (n_padded,)
        The gradient times the rate, in the dtype of the metric's diagonal.
    anchor : numpy.ndarray, shape (n_padded,)
        :math:`x_t`, in the same dtype.
    terms : Terms
        The numbers of :math:`\phi`, in the same dtype.
    weight : float
        w, positive.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners.metric import Metric
    >>> from compadagrad.projections import Coordinates
    >>> from compadagrad.regularizers.terms import Terms
    >>> metric = Metric(Coordinates(2, 0, seed=0), np.eye(0), np.ones(0), np.array([1.0, 2.0]))
    >>> terms = Terms(np.float64(1), np.float64(0), np.float64(-np.inf), np.float64(np.inf))
    >>> problem = Problem(metric, np.array([-3.0, 1.0]), np.zeros(2), terms, 1.0)
    >>> problem.kkt(np.array([2.0, 0.0])), problem.kkt(np.array([2.0, 1.5]))
    (0.0, 1.6666666666666667)
    """

    metric: Metric
    g: FloatArray
    anchor: FloatArray
    terms: Terms
    weight: float

    @property
    def u(self) -> FloatArray:
        """The linear term, the gradient of the quadratic at 0, in float64; made anew each time."""
        return self.slope(np.zeros(self.anchor.size))

    @cached_property
    def force(self) -> float:
        """The largest entry of u: what residuals are measured by."""
        return float(largest(self.u))

    @property
    def rounding(self) -> float:
        """What rounding leaves of any residual: it is much where the terms of u cancel."""
        size = float(largest(self.g)) + float(largest(self.u - self.g))
        eps = float(np.finfo(self.g.dtype).eps)
        return ROUNDINGS * eps * size / self.force if self.force else 0.0

    def slope(self, x: FloatArray) -> FloatArray:
        """The gradient ``g + A (x - x_t)`` of the quadratic at ``x``, both in float64."""
        m = self.metric
        if m.separable or m.full:
            q = m.wide().apply(x - self.anchor)
            q += self.g
            return q
        basis = m.projection.compiled(x.dtype)
        work, q = np.empty_like(x), np.empty_like(x)
        product_into(basis, m.rows, m.kappa, m.diagonal, self.anchor, self.g, x, work, q)
        return q

    def kkt(self, x: FloatArray) -> float:
        """The residual of the optimality conditions at ``x``, as a certificate has it."""
        exact, point = self.exact(), x.astype(np.float64, copy=False)
        return exact.relative_violation(point, exact.slope(point))

    def relative_violation(self, x: FloatArray, q: FloatArray) -> float:
        """The residual at ``x`` where ``q`` is u + A x; both in the dtype of the terms."""
        t = self.terms
        distance = float(kkt_distance(x, q, x.dtype.type(self.weight), *t.parts))
        if distance == 0.0:
            return 0.0
        scale = self.force or float(np.abs(q).max())
        return distance / scale if scale else math.inf

    def wide(self) -> "Problem":
        """The same problem in float64."""
        if self.g.dtype == np.float64:
            return self
        return self._wide

    @cached_property
    def _wide(self) -> "Problem":
        g, anchor = self.g.astype(np.float64), self.anchor.astype(np.float64)
        return Problem(self.metric.wide(), g, anchor, self.exact().terms, float(self.weight))

    def exact(self) -> "Problem":
        """The same problem with its terms in float64, and the long vectors as they are."""
        return self if self.terms.l1.dtype == np.float64 else self._exact

    @cached_property
    def _exact(self) -> "Problem":
        t = self.terms
        parts = (np.float64(m) if t.uniform else m.astype(np.float64) for m in t.parts)
        return Problem(self.metric, self.g, self.anchor, Terms(*parts), float(self.weight))

    def exponent(self) -> int:
        """The power of two that brings the force near 1, or 0 where it is near enough."""
        if not 0.0 < self.force < math.inf:
            return 0
        exponent = math.frexp(self.force)[1]
        return exponent if abs(exponent) > ORDINARY else 0

    def scaled(self, exponent: int) -> "Problem":
        """The problem whose solution is ``2^-exponent`` times this one's."""
        if exponent == 0:
            return self
        if self.g.dtype != np.float64:
            return self._wide.scaled(exponent)
        t, w = self.terms, self.weight
        mantissa, power = math.frexp(w)
        weight = math.ldexp(mantissa, min(max(power - exponent, -HEAVIEST), HEAVIEST))
        with np.errstate(over="ignore", under="ignore"):
            lower, upper = np.ldexp(t.lower, -exponent), np.ldexp(t.upper, -exponent)
        return Problem(
            self.metric,
            np.ldexp(self.g, -exponent),
            np.ldexp(self.anchor, -exponent),
            Terms(t.l1, t.l2 * (w / weight), lower, upper),
            weight,
        )
