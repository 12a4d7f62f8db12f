"""The squared loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import SQUARED
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Squared"]


@final
class Squared(Loss):
    r"""Half the squared error.

    .. math::

       \ell(p, y) = \tfrac12 (p - y)^2, \qquad \ell'(p, y) = p - y

    Examples
    --------
    >>> from compadagrad.losses import Squared
    >>> Squared().value([1.0, 5.0], [2.0, 2.0])
    array([0.5, 4.5])
    >>> Squared().slope(5.0, 2.0)
    3.0
    """

    kind: ClassVar[str] = "squared"
    code: ClassVar[int] = SQUARED
    labels: ClassVar[Labels] = "real"
