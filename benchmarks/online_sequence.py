"""The online sequence of the benchmarks: correlated features, a planted sparse model."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.learners.base import Learner

__all__ = ["OnlineSequence"]


@final
class OnlineSequence:
    r"""Logistic regression, one example a round.

    .. math::

       a_t = s \circ \tfrac12\left(F^T c_t + e_t\right), \qquad
       y_t = \mathrm{sign}\,\langle w, a_t\rangle, \qquad
       g_t = -\frac{y_t a_t}{1 + \exp(y_t \langle x_t, a_t \rangle)}

    F is a fixed 16 x n matrix, c and e are new in every round, and all three are standard normal:
    16 shared factors carry most of the variance, the rest is noise. The scales s are log-uniform in
    [e^-2, 1]. One weight in a hundred of the planted model w is not 0, and these are standard
    normal.

    Parameters
    ----------
    n : int
        Features.
    dtype : dtype_like
        Of the gradients.
    seed : int
        Decides all that is drawn.

    Attributes
    ----------
    losses : list of float
        The logistic loss of each round so far.
    """

    FACTORS = 16
    DESCRIPTION = (
        "Logistic loss, one example a round, y = sign<w, a>. Features a = s (F'c + e) / 2 with 16 "
        "fixed factors F and with c, e new in every round, all standard normal; scales s "
        "log-uniform in [e^-2, 1]; 1 % of the planted weights w is not 0. CompAdaGrad with "
        "lr = 16 / N, delta = 0.01, tau = 1, scaling unit, float32, from 0."
    )

    def __init__(self, n: int, dtype: Any, *, seed: int = 0) -> None:
        self._rng = rng = np.random.default_rng(seed)
        self._dtype = np.dtype(dtype)
        self._scales = 0.5 * np.exp(rng.uniform(-2.0, 0.0, n)).astype(dtype)
        self._factors = self._scales * rng.standard_normal((self.FACTORS, n), dtype=dtype)
        planted = rng.choice(n, max(1, n // 100), replace=False)
        self._planted, self._weights = planted, rng.standard_normal(planted.size)
        self.losses: list[float] = []

    @staticmethod
    def rate(n: int) -> float:
        """The learning rate that goes with it: a step changes a prediction by about one."""
        return 16.0 / n

    def example(self) -> tuple[NDArray[Any], float]:
        """The features and the label, 1 or -1, of the next round."""
        rng, dtype = self._rng, self._dtype.type
        a = rng.standard_normal(self._scales.size, dtype=dtype)
        a *= self._scales
        a += rng.standard_normal(self.FACTORS, dtype=dtype) @ self._factors
        return a, 1.0 if self._weights @ a[self._planted] > 0 else -1.0

    def gradient(self, learner: Learner) -> NDArray[Any]:
        """The gradient of the next round at the learner's point."""
        a, label = self.example()
        margin = label * float(learner.dot(a))
        self.losses.append(float(np.logaddexp(0.0, -margin)))
        a *= self._dtype.type(-label * np.exp(-np.logaddexp(0.0, margin)))
        return a
