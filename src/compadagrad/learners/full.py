"""AdaGrad with a full matrix."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import full
from compadagrad.regularizers import Regularizer

__all__ = ["FullAdaGrad"]


@final
class FullAdaGrad(Learner):
    r"""AdaGrad with a full matrix.

    .. math:: A_t = G_t^{1/2} + \delta I, \qquad G_t = \sum_{s \le t} g_s g_s^T

    in the update of :class:`~compadagrad.CompAdaGrad`. The root follows each gradient by a rank-one
    update of its spectrum, so a step costs one product of n by n matrices and keeps :math:`n^2`
    numbers: for n up to a few thousand.

    Parameters
    ----------
    n, lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    delta : float
        :math:`\delta`, in units of the gradients.

    Examples
    --------
    >>> from compadagrad import FullAdaGrad
    >>> learner = FullAdaGrad(2, lr=1.0, delta=1e-6)
    >>> certificate = learner.step([3.0, 4.0])
    >>> learner.x.round(4)
    array([-0.6, -0.8])
    """

    kind: ClassVar[str] = "FullAdaGrad"

    def __init__(
        self,
        n: int,
        *,
        lr: float,
        delta: float = 1e-2,
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
        self._begin(full(n, delta=delta), options, {"n": n, "delta": delta})
