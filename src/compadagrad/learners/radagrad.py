"""RadaGrad, which does not adapt outside its subspace."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import PlainOutside
from compadagrad.projections import SRHT, Projection
from compadagrad.regularizers import Regularizer

__all__ = ["RadaGrad"]


@final
class RadaGrad(Learner):
    r"""A full matrix in a random subspace, plain gradient steps in its complement.

    .. math:: A_t = V \bigl(M_t^{1/2} + \delta I\bigr) V^T + \tau P_\perp

    in the update of :class:`~compadagrad.CompAdaGrad`, whose predecessor it is.

    Parameters
    ----------
    n, k, lr, regularizer, x0, seed, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    tau : float
        :math:`\tau`, in units of the gradients: outside the subspace the rate is
        :math:`\eta / \tau`.
    delta : float
        :math:`\delta`.

    Examples
    --------
    >>> from compadagrad import RadaGrad
    >>> learner = RadaGrad(4, 2, lr=0.5)
    >>> learner.step([1.0, 2.0, 3.0, 4.0]).ok
    True
    """

    kind: ClassVar[str] = "RadaGrad"

    def __init__(
        self,
        n: int,
        k: int,
        *,
        lr: float,
        tau: float = 1.0,
        delta: float = 1e-2,
        regularizer: Regularizer | None = None,
        x0: ArrayLike | None = None,
        seed: int = 0,
        dtype: DTypeLike = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        preconditioner = PlainOutside(SRHT(n, k, seed=seed), delta=delta, tau=tau)
        options = Options(
            lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        arguments = {"n": n, "k": k, "tau": tau, "delta": delta, "seed": seed}
        self._begin(preconditioner, options, arguments)

    @property
    def projection(self) -> Projection:
        """V, the subspace."""
        return self._preconditioner.projection
