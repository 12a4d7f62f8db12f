"""The squared hinge loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import SQUARED_HINGE
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["SquaredHinge"]


@final
class SquaredHinge(Loss):
    r"""The square of the hinge loss, not halved; its slope has no jump.

    .. math::

       \ell(p, y) = \max(0, 1 - yp)^2, \qquad
       \ell'(p, y) = -2y \max(0, 1 - yp), \qquad y \in \{-1, 1\}

    Examples
    --------
    >>> from compadagrad.losses import SquaredHinge
    >>> SquaredHinge().value([-1.0, 0.5, 2.0], 1)
    array([4.  , 0.25, 0.  ])
    >>> SquaredHinge().slope(-1.0, 1)
    -4.0
    """

    kind: ClassVar[str] = "squared_hinge"
    code: ClassVar[int] = SQUARED_HINGE
    labels: ClassVar[Labels] = "binary"
