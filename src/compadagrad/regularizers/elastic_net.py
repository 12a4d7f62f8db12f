"""The l1 norm and the squared Euclidean norm together."""

from typing import ClassVar, final

from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import Coefficient, as_weight
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["ElasticNet"]


@final
class ElasticNet(Regularizer):
    r"""Absolute values and squares, each with a weight of its own.

    .. math::

       \phi(x) = \sum_i \ell_{1,i} |x_i| + \tfrac12 \ell_{2,i} x_i^2, \qquad
       \operatorname{prox}_{s\phi}(c)_i
       = \frac{\operatorname{sign}(c_i) \max(|c_i| - s_i \ell_{1,i}, 0)}{1 + s_i \ell_{2,i}}

    Parameters
    ----------
    l1, l2 : float or array_like, shape (n,)
        :math:`\ell_1` and :math:`\ell_2`, 0 or more: one number, or one for each coordinate.

    Attributes
    ----------
    l1, l2 : float or numpy.ndarray, shape (n,)
        :math:`\ell_1` and :math:`\ell_2`. Read-only.

    Examples
    --------
    >>> from compadagrad.regularizers import ElasticNet
    >>> ElasticNet(l1=2.0, l2=2.0).prox([3.0, -1.0], step=0.5)
    array([1., 0.])
    """

    kind: ClassVar[str] = "elastic_net"
    parameters: ClassVar[tuple[str, ...]] = ("l1", "l2")

    l1: Coefficient
    l2: Coefficient

    def __init__(self, l1: ArrayLike, l2: ArrayLike) -> None:
        self._keep(l1=as_weight("l1", l1), l2=as_weight("l2", l2))

    def _coefficients(self) -> Coefficients:
        return Coefficients(l1=self.l1, l2=self.l2)
