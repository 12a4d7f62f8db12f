"""CompAdaGrad with a subspace that follows the gradients."""

from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import as_pair
from compadagrad.learners.base import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import Tracked
from compadagrad.regularizers import Regularizer

__all__ = ["TrackedAdaGrad"]


@final
class TrackedAdaGrad(Learner):
    r"""A full matrix in a subspace that follows the gradients, a diagonal in its complement.

    .. math::

       A_t = U_t^T \bigl(\mathrm{diag}(s_t^p) + \delta_r I\bigr) U_t
       + P_\perp \tau \bigl(\max(\mathrm{diag}(G_t - U_t^T \mathrm{diag}(s_t) U_t), 0)^p
       + \delta_c I\bigr) P_\perp

    in the update of :class:`~compadagrad.CompAdaGrad`. The rows of U are the k directions that hold
    the most of the gradients' energy, as far as one pass can tell. Where features are correlated a
    small k does what full-matrix AdaGrad does; it keeps :math:`(k + 1) n` numbers and a step costs
    :math:`O(n k^2)`. No regret theorem is known for it.

    The defaults of lr, tau and delta are for standardised features, logistic loss and
    ``power=0.5``.

    Parameters
    ----------
    n, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    k : int
        The most directions, 0..n.
    lr : float
        :math:`\eta`.
    tau : float
        :math:`\tau`.
    delta : float or (float, float)
        :math:`(\delta_r, \delta_c)`, in units of the gradients to the power 2p.
    power : float
        p in (0, 1]: 1/2 is AdaGrad's; up to 1, an online Newton step in the same metric.
    block : int
        How many gradients the subspace takes in at a time, after the first k. More than one is
        cheaper for large n; the metric has each of them at once, in the subspace as it then is.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad import TrackedAdaGrad
    >>> learner = TrackedAdaGrad(6, 2, lr=0.5)
    >>> a, y = np.array([1.0, 1.1, 0.9, 1.0, 1.2, 0.8]), 3.0
    >>> for _ in range(100):
    ...     certificate = learner.step((learner.dot(a) - y) * a)
    >>> round(learner.dot(a), 6)
    3.0
    """

    kind: ClassVar[str] = "TrackedAdaGrad"

    def __init__(
        self,
        n: int,
        k: int,
        *,
        lr: float = 0.2,
        tau: float = 3.0,
        delta: float | tuple[float, float] = 3.0,
        power: float = 0.5,
        block: int = 1,
        regularizer: Regularizer | None = None,
        x0: ArrayLike | None = None,
        dtype: DTypeLike = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        preconditioner = Tracked(n, k, delta=delta, tau=tau, power=power, block=block)
        options = Options(
            lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        pair = list(as_pair("delta", delta))
        arguments = {"n": n, "k": k, "tau": tau, "delta": pair, "power": power, "block": block}
        self._begin(preconditioner, options, arguments)
