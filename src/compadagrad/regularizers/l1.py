"""The l1 norm."""

from typing import ClassVar, final

from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import Coefficient, as_weight
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["L1"]


@final
class L1(Regularizer):
    r"""The sum of the absolute values, weighted; its prox is the soft threshold.

    .. math::

       \phi(x) = \sum_i \lambda_i |x_i|, \qquad
       \operatorname{prox}_{s\phi}(c)_i
       = \operatorname{sign}(c_i) \max(|c_i| - s_i \lambda_i, 0)

    Parameters
    ----------
    lam : float or array_like, shape (n,)
        :math:`\lambda`, 0 or more: one number, or one for each coordinate.

    Attributes
    ----------
    lam : float or numpy.ndarray, shape (n,)
        :math:`\lambda`. Read-only.

    Examples
    --------
    >>> from compadagrad.regularizers import L1
    >>> L1(2.0).prox([3.0, -1.0], step=0.5)
    array([2., 0.])
    """

    kind: ClassVar[str] = "l1"
    parameters: ClassVar[tuple[str, ...]] = ("lam",)

    lam: Coefficient

    def __init__(self, lam: ArrayLike) -> None:
        self._keep(lam=as_weight("lam", lam))

    def _coefficients(self) -> Coefficients:
        return Coefficients(l1=self.lam)
