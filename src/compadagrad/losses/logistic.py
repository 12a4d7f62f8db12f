"""The logistic loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import LOGISTIC
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Logistic"]


@final
class Logistic(Loss):
    r"""The negative log-likelihood of a label whose log-odds are p.

    .. math::

       \ell(p, y) = \log(1 + e^{-yp}), \qquad
       \ell'(p, y) = \frac{-y}{1 + e^{yp}}, \qquad y \in \{-1, 1\}

    Nothing overflows, and what is small is accurate: for large margins yp the value is
    :math:`e^{-yp}`.

    Examples
    --------
    >>> from compadagrad.losses import Logistic
    >>> Logistic().slope([0.0, -1000.0], 1)
    array([-0.5, -1. ])
    """

    kind: ClassVar[str] = "logistic"
    code: ClassVar[int] = LOGISTIC
    labels: ClassVar[Labels] = "binary"
