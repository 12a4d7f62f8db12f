"""No regularizer."""

from typing import ClassVar, final

from compadagrad.regularizers._padding import Coefficients
from compadagrad.regularizers.base import Regularizer

__all__ = ["Zero"]


@final
class Zero(Regularizer):
    r"""No regularizer at all.

    .. math:: \phi(x) = 0

    Examples
    --------
    >>> from compadagrad.regularizers import Zero
    >>> Zero().prox([3.0, -1.0], step=0.5)
    array([ 3., -1.])
    """

    kind: ClassVar[str] = "zero"

    def _coefficients(self) -> Coefficients:
        return Coefficients()
