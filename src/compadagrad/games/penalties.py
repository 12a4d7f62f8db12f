"""phi at the points of a compiled game."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.learners import Learner
from compadagrad.learners._batches import average_in

__all__ = ["Penalties"]

Floats = NDArray[np.float64]


@final
class Penalties:
    """phi at the points of a stretch, noted in the compiled loop itself.

    It begins with ``first``, that of the point before the first step. ``one_pass`` takes it along
    in the place of a mean of points, and gives it the point after each step. All of them are within
    the bounds.
    """

    def __init__(self, learner: Learner, first: float, steps: int) -> None:
        n, n_padded = learner.n, learner._point().size
        l1, l2, _, _ = learner.regularizer.terms(n, n, learner.dtype).parts
        self._values = np.zeros(2 * n_padded + 1 + steps)
        self._values[:n], self._values[n_padded : n_padded + n] = l1, l2
        self._noted = self._values[2 * n_padded :]
        self._noted[0] = first
        self._counts = np.array([1, np.any(l1), 0], np.int64)

    @property
    def values(self) -> Floats:
        """At the point before each step."""
        return self._noted[: self._counts[0] - 1]

    @property
    def parts(self) -> tuple[Any, Any]:
        """What compiled loops write to."""
        return self._values, self._counts

    def take(self, x: FloatArray) -> None:
        """Take in a point, with its padding."""
        average_in(x, self._values, self._counts)
