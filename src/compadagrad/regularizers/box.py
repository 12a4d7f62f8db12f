"""Bounds on both sides."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import (
    Coefficient,
    as_bounds,
    as_switch,
    switched,
)
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["Box"]


@final
class Box(Regularizer):
    r"""The indicator of a box.

    .. math::

       \phi(x) = \begin{cases}
       0 & \mathrm{lower}_i \le x_i \le \mathrm{upper}_i \text{ wherever } w_i > 0,\\
       \infty & \text{otherwise,}
       \end{cases}

    and its prox is the nearest point of the box, whatever the step.

    Parameters
    ----------
    lower, upper : float or array_like, shape (n,)
        Bounds with ``lower <= upper``: one number, or one for each coordinate; infinite where there
        is none.
    weight : float or array_like, shape (n,)
        w, 0 or more. An indicator is the same for every positive weight; 0 leaves a coordinate
        free.

    Attributes
    ----------
    lower, upper : float or numpy.ndarray, shape (n,)
        The bounds. Read-only.
    weight : float or numpy.ndarray, shape (n,)
        1 where the bounds hold and 0 where they do not. Read-only.

    Examples
    --------
    >>> from compadagrad.regularizers import Box
    >>> Box(-1.0, 2.0).prox([3.0, -4.0, 0.5], step=1.0)
    array([ 2. , -1. ,  0.5])
    >>> Box(-1.0, 2.0, weight=[1.0, 0.0, 1.0]).nearest([3.0, -4.0, 0.5])
    array([ 2. , -4. ,  0.5])
    """

    kind: ClassVar[str] = "box"
    parameters: ClassVar[tuple[str, ...]] = ("lower", "upper", "weight")

    lower: Coefficient
    upper: Coefficient
    weight: Coefficient

    def __init__(self, lower: ArrayLike, upper: ArrayLike, weight: ArrayLike = 1.0) -> None:
        low, high = as_bounds(lower, upper)
        self._keep(lower=low, upper=high, weight=as_switch("weight", weight))

    def _coefficients(self) -> Coefficients:
        return Coefficients(
            lower=switched(self.weight, self.lower, -np.inf),
            upper=switched(self.weight, self.upper, np.inf),
        )
