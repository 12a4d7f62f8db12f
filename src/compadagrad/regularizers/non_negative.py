"""A sign constraint."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import Coefficient, as_switch, switched
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["NonNegative"]


@final
class NonNegative(Regularizer):
    r"""The indicator of the points without a negative coordinate.

    .. math::

       \phi(x) = \begin{cases}
       0 & x_i \ge 0 \text{ wherever } w_i > 0,\\
       \infty & \text{otherwise,}
       \end{cases}
       \qquad
       \operatorname{prox}_{s\phi}(c)_i = \max(c_i, 0) \text{ there.}

    Parameters
    ----------
    weight : float or array_like, shape (n,)
        w, 0 or more. An indicator is the same for every positive weight; 0 leaves a coordinate
        free.

    Attributes
    ----------
    weight : float or numpy.ndarray, shape (n,)
        1 where the constraint holds and 0 where it does not. Read-only.

    Examples
    --------
    >>> from compadagrad.regularizers import NonNegative
    >>> NonNegative().prox([3.0, -4.0], step=1.0)
    array([3., 0.])
    """

    kind: ClassVar[str] = "non_negative"
    parameters: ClassVar[tuple[str, ...]] = ("weight",)

    weight: Coefficient

    def __init__(self, weight: ArrayLike = 1.0) -> None:
        self._keep(weight=as_switch("weight", weight))

    def _coefficients(self) -> Coefficients:
        return Coefficients(lower=switched(self.weight, 0.0, -np.inf))
