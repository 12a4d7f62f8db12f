"""S-AdaGrad, which sketches the gradients by Frequent Directions."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import FrequentDirections
from compadagrad.regularizers import Regularizer

__all__ = ["SAdaGrad"]


@final
class SAdaGrad(Learner):
    r"""AdaGrad with a sketch of the gradients by Frequent Directions.

    .. math:: A_t = U_t^T \bigl((\mathrm{diag}(s_t) + \rho_t I)^{1/2} + \delta I\bigr) U_t
        + \bigl(\sqrt{\rho_t} + \delta\bigr) P_\perp

    in the update of :class:`~compadagrad.CompAdaGrad`; :math:`\rho` is what the sketch has lost.

    Parameters
    ----------
    n, lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    k : int
        The most directions, 0..n.
    delta : float
        :math:`\delta`, positive: without it the method diverges while the gradients are few.

    Examples
    --------
    >>> from compadagrad import SAdaGrad
    >>> learner = SAdaGrad(4, 2, lr=0.5)
    >>> learner.step([1.0, 2.0, 3.0, 4.0]).ok
    True
    """

    kind: ClassVar[str] = "SAdaGrad"

    def __init__(
        self,
        n: int,
        k: int,
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
        preconditioner = FrequentDirections(n, k, delta=delta)
        self._begin(preconditioner, options, {"n": n, "k": k, "delta": delta})
