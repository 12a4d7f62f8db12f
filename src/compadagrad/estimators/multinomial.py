"""Softmax regression: a learner for each class, whose gradients have to do with each other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.learners import Learner, PointAverage
from compadagrad.losses._averages import sparse_average

__all__ = ["log_softmax", "softmax_losses", "softmax_pass"]

Floats = NDArray[np.float64]


def log_softmax(scores: Floats) -> Floats:
    """``log p_c`` of scores in rows, without overflow.

    >>> import numpy as np
    >>> np.exp(log_softmax(np.array([[0.0, 1000.0], [3.0, 3.0]])))
    array([[0. , 1. ],
           [0.5, 0.5]])
    """
    below = scores - scores.max(axis=1, keepdims=True)
    result: Floats = below - np.log(np.exp(below).sum(axis=1, keepdims=True))
    return result


def softmax_losses(scores: Floats, classes: NDArray[np.intp]) -> Floats:
    """``-log p_y`` of each row, y its class."""
    result: Floats = -log_softmax(scores)[np.arange(len(scores)), classes]
    return result


def softmax_pass(
    learners: Sequence[Learner],
    averages: Sequence[PointAverage],
    rows: Any,
    classes: NDArray[np.intp],
    weights: Floats,
    batch: int,
) -> Floats:
    r"""Learn from rows, batch by batch; the scores of each before it was learned from.

    The gradient of class c is the average of :math:`w (p_c - [y = c])\, a`, over the examples of
    the batch whose weight is not 0; where there is none, there is no step.
    """
    scores = np.empty((rows.shape[0], len(learners)))
    for first in range(0, len(scores), batch):
        part = slice(first, first + batch)
        these = rows[part]
        for c, learner in enumerate(learners):
            scores[part, c] = learner.dot(these)
        slopes = _slopes(scores[part], classes[part])
        if weights.size:
            live = weights[part] != 0.0
            if not live.any():
                continue
            these, slopes = these[live], slopes[live] * weights[part][live, None]
        for c, g in enumerate(_gradients(these, slopes)):
            learners[c].step(g)
        for learner, average in zip(learners, averages, strict=False):
            average.take(learner._point())
    return scores


def _slopes(scores: Floats, classes: NDArray[np.intp]) -> Floats:
    slopes: Floats = np.exp(log_softmax(scores))
    slopes[np.arange(len(slopes)), classes] -= 1.0
    return slopes


def _gradients(rows: Any, slopes: Floats) -> list[Any]:
    """The average of the rows for each column of slopes."""
    if sparse.issparse(rows):
        return [sparse_average(column, rows) for column in slopes.T]
    return list((slopes.T / len(slopes)) @ rows)
