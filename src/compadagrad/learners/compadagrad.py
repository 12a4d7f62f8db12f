"""The method of the paper."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import as_pair
from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import Compressed
from compadagrad.projections import SRHT, Projection
from compadagrad.regularizers import Regularizer

__all__ = ["CompAdaGrad"]


@final
class CompAdaGrad(Learner):
    r"""A full matrix in a random subspace of dimension k, a diagonal in its complement.

    .. math::

       x_{t+1} = \arg\min_x\; \eta\langle g_t, x\rangle + \eta\,\phi(x)
       + \tfrac12 \lVert x - x_t \rVert_{A_t}^2, \qquad
       A_t = V K_t V^T + P_\perp D_t P_\perp

    with :math:`K_t = (\sum_s V^T g_s g_s^T V)^{1/2} + \delta_r I` and
    :math:`D_t = \tau\,((\sum_s (P_\perp g_s)^2)^{1/2} + \delta_c)`; V is a subsampled randomized
    Hadamard transform. A step is exact for every regularizer of :mod:`compadagrad.regularizers`.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        Dimension of the subspace, from 0 (diagonal AdaGrad) to the power of two that n is padded to
        (full-matrix AdaGrad).
    lr : float
        :math:`\eta`, the rate.
    tau : float
        :math:`\tau`. 1 is the value of the regret theorem; 10 to 1000 is often better.
    delta : float or (float, float)
        :math:`(\delta_r, \delta_c)`, in units of the gradients; one number stands for both.
    scaling : {"unit", "paper"}
        Which K: see :class:`~compadagrad.preconditioners.Compressed`.
    regularizer : Regularizer, optional
        :math:`\phi`; none by default.
    x0 : array_like, shape (n,), optional
        :math:`x_1`; by default the point nearest 0 that the regularizer's bounds allow.
    seed : int
        Seed of the subspace.
    dtype : dtype_like
        float64 or float32: of the vectors. Matrices of order k are float64.
    algorithm : {"mirror_descent", "dual_averaging"}
        What a round minimises.
    refresh_every : int
        The metric is made anew at the first step and then every so many; in between, gradients are
        gathered and the factors are used again. With more than 1, the metric in use is kept beside
        the sums: up to :math:`2N + 2k^2` numbers more, and up to 128 k for what is gathered.
    tolerance : float, optional
        The largest residual of a step, relative to :math:`\lVert u\rVert_\infty`; by default 1e-8
        in float64 and 1e-5 in float32.
    on_inexact : {"raise", "warn"}
        What to do with a step that misses its tolerance.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad import CompAdaGrad
    >>> learner = CompAdaGrad(6, 3, lr=0.5)
    >>> a, y = np.array([1.0, 1.1, 0.9, 1.0, 1.2, 0.8]), 3.0
    >>> for _ in range(100):
    ...     certificate = learner.step((learner.dot(a) - y) * a)
    >>> round(learner.dot(a), 6)
    3.0
    >>> certificate.ok
    True
    """

    kind: ClassVar[str] = "CompAdaGrad"

    def __init__(
        self,
        n: int,
        k: int,
        *,
        lr: float,
        tau: float = 1.0,
        delta: float | tuple[float, float] = 1e-2,
        scaling: str = "unit",
        regularizer: Regularizer | None = None,
        x0: ArrayLike | None = None,
        seed: int = 0,
        dtype: DTypeLike = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        preconditioner = Compressed(SRHT(n, k, seed=seed), delta=delta, tau=tau, scaling=scaling)
        options = Options(
            lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        pair = list(as_pair("delta", delta))
        arguments = {"n": n, "k": k, "tau": tau, "delta": pair, "scaling": scaling, "seed": seed}
        self._begin(preconditioner, options, arguments)

    @property
    def projection(self) -> Projection:
        """V, the subspace."""
        return self._preconditioner.projection
