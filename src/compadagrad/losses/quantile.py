"""The quantile loss."""

from typing import ClassVar, final

from compadagrad._validation import as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.losses._scalars import QUANTILE
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Quantile"]


@final
class Quantile(Loss):
    r"""The pinball loss; its minimiser over constants is the quantile of this ``level``.

    .. math::

       \ell(p, y) = \max(q (y - p), (1 - q)(p - y)), \qquad
       \ell'(p, y) = \begin{cases} -q & p < y \\ 0 & p = y \\ 1 - q & p > y \end{cases}

    On the kink, at p = y, the slope is 0: an exact prediction moves nothing. At level ½ it is half
    the absolute loss.

    Parameters
    ----------
    level : float
        q, between 0 and 1.

    Attributes
    ----------
    level : float
        q. Read-only.

    Examples
    --------
    >>> from compadagrad.losses import Quantile
    >>> Quantile(0.75).value([1.0, 3.0], 2.0)
    array([0.75, 0.25])
    >>> Quantile(0.75).slope([1.0, 2.0, 3.0], 2.0)
    array([-0.75,  0.  ,  0.25])
    """

    kind: ClassVar[str] = "quantile"
    code: ClassVar[int] = QUANTILE
    labels: ClassVar[Labels] = "real"
    parameters: ClassVar[tuple[str, ...]] = ("level",)

    level: float

    def __init__(self, level: float) -> None:
        share = as_positive("level", level)
        if share >= 1.0:
            raise InvalidInputError(f"level must be between 0 and 1, exclusive, got {level!r}")
        self._keep(level=share)
