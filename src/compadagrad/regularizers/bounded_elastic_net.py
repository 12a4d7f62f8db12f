"""Absolute values and squares within bounds: all that the family has, at once."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import Coefficient, as_bounds, as_weight
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["BoundedElasticNet"]


@final
class BoundedElasticNet(Regularizer):
    r"""Absolute values and squares, each with a weight of its own, within bounds.

    .. math::

       \phi(x) = \sum_i \ell_{1,i} |x_i| + \tfrac12 \ell_{2,i} x_i^2, \qquad
       \mathrm{lower}_i \le x_i \le \mathrm{upper}_i,

    and its prox is that of :class:`ElasticNet`, brought to the nearest point within the bounds.

    Parameters
    ----------
    l1, l2 : float or array_like, shape (n,)
        :math:`\ell_1` and :math:`\ell_2`, 0 or more: one number, or one for each coordinate.
    lower, upper : float or array_like, shape (n,)
        Bounds with ``lower <= upper``: one number, or one for each coordinate; infinite where there
        is none.

    Attributes
    ----------
    l1, l2, lower, upper : float or numpy.ndarray, shape (n,)
        The same. Read-only.

    Examples
    --------
    >>> from compadagrad.regularizers import BoundedElasticNet
    >>> BoundedElasticNet(l1=2.0, l2=2.0, lower=0.0, upper=1.5).prox([3.0, -4.0, 9.0], step=0.5)
    array([1. , 0. , 1.5])
    """

    kind: ClassVar[str] = "bounded_elastic_net"
    parameters: ClassVar[tuple[str, ...]] = ("l1", "l2", "lower", "upper")

    l1: Coefficient
    l2: Coefficient
    lower: Coefficient
    upper: Coefficient

    def __init__(
        self,
        l1: ArrayLike,
        l2: ArrayLike,
        lower: ArrayLike = -np.inf,
        upper: ArrayLike = np.inf,
    ) -> None:
        weights = {"l1": as_weight("l1", l1), "l2": as_weight("l2", l2)}
        low, high = as_bounds(lower, upper)
        self._keep(**weights, lower=low, upper=high)

    def _coefficients(self) -> Coefficients:
        return Coefficients(l1=self.l1, l2=self.l2, lower=self.lower, upper=self.upper)
