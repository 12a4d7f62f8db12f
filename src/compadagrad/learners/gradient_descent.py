"""Online gradient descent."""

import math
from typing import Any, ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from compadagrad._validation import FloatArray
from compadagrad.learners._skipped import growing_values
from compadagrad.learners.gradients import SparseRow
from compadagrad.learners.options import Options
from compadagrad.learners.patient import Indices, PatientLearner, Waiting
from compadagrad.preconditioners import Isotropic
from compadagrad.preconditioners.memory import Memory
from compadagrad.regularizers import Regularizer

__all__ = ["OnlineGradientDescent"]

MOST_WEIGHTS = 64
"""Different weights l2 up to which sparse steps keep a running sum for each."""


@final
class OnlineGradientDescent(PatientLearner):
    r"""Online gradient descent with the rate :math:`\eta / \sqrt t`.

    .. math:: A_t = \sqrt t\, I

    in the update of :class:`~compadagrad.CompAdaGrad`. A sparse gradient costs the time of its
    nonzeros, unless there are more than 64 different weights of a squared l2 regularizer.

    Parameters
    ----------
    n, lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.

    Examples
    --------
    >>> from compadagrad import OnlineGradientDescent
    >>> learner = OnlineGradientDescent(2, lr=0.5)
    >>> for _ in range(4):
    ...     certificate = learner.step([1.0, 0.0])
    >>> learner.x.round(3)
    array([-1.392,  0.   ])
    """

    kind: ClassVar[str] = "OnlineGradientDescent"

    def __init__(
        self,
        n: int,
        *,
        lr: float,
        regularizer: Regularizer | None = None,
        x0: ArrayLike | None = None,
        dtype: DTypeLike = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        options = Options(
            lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        self._begin(Isotropic(n), options, {"n": n})
        weights = np.asarray(self._terms().l2, np.float64)
        self._weights, groups = np.unique(weights, return_inverse=True)
        self._groups: NDArray[Any] = groups.reshape(-1) if weights.ndim else groups.reshape(-1)[:0]

    def _can_wait(self) -> bool:
        return super()._can_wait() and self._weights.size <= MOST_WEIGHTS

    def _all_up_to_date(self) -> Waiting:
        """``now`` and ``seen``: the running sums, and what they were for each coordinate."""
        return {"now": np.zeros((2, self._weights.size)), "seen": np.zeros((2, self.n))}

    def _caught_up(self, waiting: Waiting, indices: Indices) -> FloatArray:
        out = np.empty(indices.size, self.dtype)
        l1 = self._terms().l1
        growing_values(self._x, waiting["seen"], waiting["now"], self._groups, l1, indices, out)
        return out

    def _end_of_round(self, waiting: Waiting, indices: Indices) -> None:
        rate = self.lr / math.sqrt(self.steps + 1)
        now = waiting["now"]
        now[0] += np.log1p(rate * self._weights)
        now[1] = (now[1] + rate) / (1.0 + rate * self._weights)
        waiting["seen"][:, indices] = now[:, self._groups[indices]] if self._groups.size else now

    def _fitting(self, memory: Memory, size: float) -> Memory:
        return memory  # it holds no squares of gradients

    def _metric_at(self, memory: Memory, indices: Indices, g: FloatArray) -> FloatArray:
        return np.full(indices.size, math.sqrt(memory.rounds + 1), self.dtype)

    def _remember(self, memory: Memory, row: SparseRow) -> Memory:
        return memory
