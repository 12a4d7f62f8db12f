"""The online Newton step."""

from typing import Any, ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import FloatArray
from compadagrad.learners.algorithms import Objective
from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import OuterProducts, Preconditioner, Tracked
from compadagrad.regularizers import Regularizer, Zero
from compadagrad.updates import TOLERANCE, Certificate
from compadagrad.updates.rounding import held_to

__all__ = ["OnlineNewtonStep"]


@final
class OnlineNewtonStep(Learner):
    r"""The online Newton step: all outer products of the gradients.

    .. math:: A_t = \delta I + \sum_{s \le t} g_s g_s^T

    in the update of :class:`~compadagrad.CompAdaGrad`. Without a regularizer the inverse follows by
    the formula of Sherman and Morrison, in :math:`O(n^2)` a step; with one, the spectrum is
    followed, in one product of n by n matrices. For n up to a few thousand.

    Parameters
    ----------
    n, lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    delta : float
        :math:`\delta`, in units of squared gradients.

    Examples
    --------
    >>> from compadagrad import OnlineNewtonStep
    >>> learner = OnlineNewtonStep(2, lr=1.0, delta=1.0)
    >>> certificate = learner.step([3.0, 0.0])
    >>> learner.x
    array([-0.3,  0. ])
    """

    kind: ClassVar[str] = "OnlineNewtonStep"

    def __init__(
        self,
        n: int,
        *,
        lr: float,
        delta: float = 1.0,
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
        plain = regularizer is None or isinstance(regularizer, Zero)
        preconditioner: Preconditioner = (
            OuterProducts(n, delta=delta) if plain else Tracked(n, n, delta=delta, power=1.0)
        )
        self._begin(preconditioner, options, {"n": n, "delta": delta})

    def _step_in(self, metric: Any, objective: Objective) -> tuple[FloatArray, Certificate]:
        if not isinstance(self._preconditioner, OuterProducts):
            return super()._step_in(metric, objective)
        linear, anchor, _ = objective
        s, residual, solves = metric.solve(linear)
        limit = TOLERANCE[self.dtype] if self.tolerance is None else self.tolerance
        force = size = float(np.abs(linear).max())
        if not residual <= limit * force:  # u = g - A x may be larger than g
            force, size = metric.forces(anchor, linear)
        certificate = held_to(limit, residual, force, size, self.dtype, solves, "closed form")
        with np.errstate(over="ignore"):
            return (anchor + s).astype(self.dtype, copy=False), certificate
