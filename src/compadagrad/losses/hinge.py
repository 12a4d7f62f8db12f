"""The hinge loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import HINGE
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Hinge"]


@final
class Hinge(Loss):
    r"""By how much the margin yp falls short of 1, as in support vector machines.

    .. math::

       \ell(p, y) = \max(0, 1 - yp), \qquad
       \ell'(p, y) = \begin{cases} -y & yp \le 1 \\ 0 & yp > 1 \end{cases},
       \qquad y \in \{-1, 1\}

    On the kink, at yp = 1, the slope is -y: the example still moves the model.

    Examples
    --------
    >>> from compadagrad.losses import Hinge
    >>> Hinge().value([-1.0, 0.5, 2.0], 1)
    array([2. , 0.5, 0. ])
    >>> Hinge().slope(1.0, 1)
    -1.0
    """

    kind: ClassVar[str] = "hinge"
    code: ClassVar[int] = HINGE
    labels: ClassVar[Labels] = "binary"
