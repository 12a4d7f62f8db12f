"""The mean of the points that a learner has been at."""

from typing import Any, final

import numpy as np

from compadagrad._storage import stored_array, stored_integer
from compadagrad._validation import FloatArray, as_integer
from compadagrad.learners._batches import average_in

__all__ = ["PointAverage"]


@final
class PointAverage:
    r"""The mean of the points after each step, the first few left out.

    .. math:: \bar x_t = \frac{1}{t - m} \sum_{s = m + 1}^{t} x_{s + 1}

    :meth:`Learner.one_pass` takes one along and brings it up to date; see
    :meth:`Learner.point_average`, which makes it.

    Parameters
    ----------
    n, n_padded : int
        Length of the vectors, and with their padding.
    after : int
        m, how many steps are left out.

    Attributes
    ----------
    seen : int
        t, how many steps there were, the first few included.

    Examples
    --------
    >>> from compadagrad import DiagonalAdaGrad
    >>> learner = DiagonalAdaGrad(1, lr=1.0, delta=1e-9)
    >>> average = learner.point_average()
    >>> predictions = learner.one_pass([[1.0], [1.0]], [1.0, 1.0], "hinge", average=average)
    >>> learner.x.round(3), average.x.round(3)
    (array([1.707]), array([1.354]))
    """

    def __init__(self, n: int, n_padded: int, after: int = 0) -> None:
        self._n = n
        self._mean = np.zeros(n_padded)
        self._counts = np.array([0, as_integer("after", after, 0)], np.int64)

    @property
    def seen(self) -> int:
        """How many steps there were."""
        return int(self._counts[0])

    @property
    def has_begun(self) -> bool:
        """Whether there is a point in the mean."""
        return bool(self._counts[0] > self._counts[1])

    @property
    def x(self) -> FloatArray:
        """The mean, of length n, as an array of its own; zeros before there is one."""
        return self._mean[: self._n].copy()

    @property
    def parts(self) -> tuple[Any, Any]:
        """``mean, counts``: what compiled loops write to."""
        return self._mean, self._counts

    def take(self, x: FloatArray) -> None:
        """Take in a point, with its padding."""
        average_in(x, self._mean, self._counts)

    def state_dict(self) -> dict[str, Any]:
        """Plain integers and an array of its own."""
        return {"mean": self._mean.copy(), "seen": self.seen, "after": int(self._counts[1])}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        mean = stored_array(state, "mean", np.float64, self._mean.shape)
        counts = [stored_integer(state, name, 0) for name in ("seen", "after")]
        self._mean, self._counts = mean, np.array(counts, np.int64)
