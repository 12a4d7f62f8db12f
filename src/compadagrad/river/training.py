"""Learning from examples with weights."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.errors import InvalidInputError
from compadagrad.learners import Learner
from compadagrad.losses import Loss
from compadagrad.river.encoder import Rows
from compadagrad.river.frames import read_series

__all__ = ["as_weight", "as_weights", "learn_rows"]

Weights = NDArray[np.float64]


def as_weight(w: Any) -> Weights:
    """The weight of one example, 0 or more, as an array of one number."""
    if np.ndim(w):
        raise InvalidInputError(f"w must be one number, got {w!r}")
    return _checked(np.asarray(w)[None], w)


def as_weights(w: Any, length: int) -> Weights:
    """The weights of ``length`` examples; one number is the weight of all."""
    if np.ndim(w) == 0:
        return np.repeat(as_weight(w), length)
    return _checked(read_series("w", w, length).values, w)


def learn_rows(
    learner: Learner, A: Rows, y: NDArray[np.float64], loss: Loss, w: NDArray[np.float64]
) -> None:
    r"""Move by :math:`w_i \ell'(\langle a_i, x\rangle, y_i)\, a_i`, one example after the other.

    An example of weight 0 is passed over. A row does to the learner what it does on its own, to
    the bit: dense examples of weight 1 go through :meth:`Learner.one_pass`, alone and together.
    """
    if sparse.issparse(A):
        for i in np.flatnonzero(w):
            _weighted_step(learner, A[[i]], y[i], loss, w[i])
        return
    first = 0
    for i in [*np.flatnonzero(w != 1.0), len(w)]:
        if i > first:
            learner.one_pass(A[first:i], y[first:i], loss)
        if i < len(w) and w[i]:
            _weighted_step(learner, A[i], y[i], loss, w[i])
        first = i + 1


def _weighted_step(learner: Learner, a: Rows, y: float, loss: Loss, w: float) -> None:
    prediction = float(np.asarray(learner.dot(a)).reshape(-1)[0])
    learner.step(a * (w * float(loss.slope(prediction, y))))


def _checked(values: NDArray[Any], given: Any) -> Weights:
    if values.dtype.kind not in "biuf" or not (np.isfinite(values) & (values >= 0)).all():
        raise InvalidInputError(f"w must be finite and 0 or more, got {given!r}")
    return values.astype(np.float64)
