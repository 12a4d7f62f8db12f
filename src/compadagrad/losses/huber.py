"""Huber's loss."""

from typing import ClassVar, final

from compadagrad._validation import as_positive
from compadagrad.losses._scalars import HUBER
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Huber"]


@final
class Huber(Loss):
    r"""The squared loss near the target, and the absolute loss, to scale, beyond ``width``.

    .. math::

       \ell(p, y) = \begin{cases} \tfrac12 r^2 & |r| \le w \\ w |r| - \tfrac12 w^2 & |r| > w
       \end{cases}, \qquad \ell'(p, y) = \min(\max(r, -w), w), \qquad r = p - y

    Parameters
    ----------
    width : float
        w, positive: the largest slope.

    Attributes
    ----------
    width : float
        w. Read-only.

    Examples
    --------
    >>> from compadagrad.losses import Huber
    >>> Huber(2.0).value([1.0, 5.0], 0.0)
    array([0.5, 8. ])
    >>> Huber(2.0).slope([1.0, 5.0], 0.0)
    array([1., 2.])
    """

    kind: ClassVar[str] = "huber"
    code: ClassVar[int] = HUBER
    labels: ClassVar[Labels] = "real"
    parameters: ClassVar[tuple[str, ...]] = ("width",)

    width: float

    def __init__(self, width: float) -> None:
        self._keep(width=as_positive("width", width))
