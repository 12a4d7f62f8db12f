"""The absolute loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import ABSOLUTE
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Absolute"]


@final
class Absolute(Loss):
    r"""The size of the error; its minimiser over constants is the median.

    .. math::

       \ell(p, y) = |p - y|, \qquad \ell'(p, y) = \operatorname{sign}(p - y)

    On the kink, at p = y, the slope is 0: an exact prediction moves nothing.

    Examples
    --------
    >>> from compadagrad.losses import Absolute
    >>> Absolute().slope([1.0, 2.0, 5.0], 2.0)
    array([-1.,  0.,  1.])
    """

    kind: ClassVar[str] = "absolute"
    code: ClassVar[int] = ABSOLUTE
    labels: ClassVar[Labels] = "real"
