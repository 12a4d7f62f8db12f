"""The squared Euclidean norm."""

from typing import ClassVar, final

from numpy.typing import ArrayLike

from compadagrad.regularizers._coefficients import Coefficient, as_weight
from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["SquaredL2"]


@final
class SquaredL2(Regularizer):
    r"""Half the squared Euclidean norm, weighted.

    .. math::

       \phi(x) = \tfrac12 \sum_i \lambda_i x_i^2, \qquad
       \operatorname{prox}_{s\phi}(c)_i = \frac{c_i}{1 + s_i \lambda_i}

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
    >>> from compadagrad.regularizers import SquaredL2
    >>> SquaredL2([2.0, 0.0]).prox([3.0, 3.0], step=1.0)
    array([1., 3.])
    """

    kind: ClassVar[str] = "squared_l2"
    parameters: ClassVar[tuple[str, ...]] = ("lam",)

    lam: Coefficient

    def __init__(self, lam: ArrayLike) -> None:
        self._keep(lam=as_weight("lam", lam))

    def _coefficients(self) -> Coefficients:
        return Coefficients(l2=self.lam)
