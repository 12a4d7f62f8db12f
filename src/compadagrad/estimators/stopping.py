"""When ``fit`` stops."""

import math
from typing import final

__all__ = ["Patience"]


@final
class Patience:
    """Waits for a loss to fall by more than ``tol``, and gives up after ``rounds`` without that.

    Parameters
    ----------
    tol : float
        By how much a loss must be below the least before it; minus infinity never gives up.
    rounds : int
        How many losses in a row may fail to be.

    Examples
    --------
    >>> patience = Patience(tol=0.1, rounds=2)
    >>> [patience.is_over(loss) for loss in (1.0, 0.8, 0.75, 0.79)]
    [False, False, False, True]
    """

    def __init__(self, tol: float, rounds: int) -> None:
        self._tol, self._rounds = tol, rounds
        self._least, self._without = math.inf, 0

    def is_over(self, loss: float) -> bool:
        """Take in a loss; whether that was one too many."""
        if self._tol == -math.inf:
            return False
        better = loss < self._least - self._tol
        self._without = 0 if better else self._without + 1
        self._least = min(self._least, loss)
        return self._without >= self._rounds
