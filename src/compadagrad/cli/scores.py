"""How good predictions are, added up chunk by chunk."""

from abc import ABC, abstractmethod
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["ClassScores", "NumberScores", "Scores", "area_under_curve"]

Floats = NDArray[np.float64]


class Scores(ABC):
    """Takes in rows, and says in the end how good the predictions for them were."""

    @abstractmethod
    def add(self, model: Any, X: Any, y: NDArray[Any], weights: Floats) -> None:
        """Some more rows."""

    @abstractmethod
    def result(self) -> dict[str, float]:
        """The scores of all rows; NaN where there are none."""


@final
class ClassScores(Scores):
    r"""Error, log loss of probabilities, and for two classes the area under the ROC curve.

    .. math:: \frac{\sum_i w_i [\hat y_i \ne y_i]}{\sum_i w_i}, \qquad
        \frac{\sum_i w_i (-\log p_{i, y_i})}{\sum_i w_i}

    The area needs all scores at the end: 17 bytes a row are kept for it.
    """

    def __init__(self) -> None:
        self._weight, self._wrong, self._loss = 0.0, 0.0, 0.0
        self._kept: list[tuple[Floats, NDArray[np.bool_], Floats]] = []
        self._has_loss = False

    def add(self, model: Any, X: Any, y: NDArray[Any], weights: Floats) -> None:
        """Some more rows."""
        self._weight += float(weights.sum())
        self._wrong += float(weights @ (model.predict(X) != y))
        self._has_loss = hasattr(model, "predict_log_proba")
        if self._has_loss:
            logs = np.asarray(model.predict_log_proba(X), np.float64)
            codes = np.searchsorted(model.classes_, y)
            self._loss -= float(weights @ logs[np.arange(len(y)), codes])
        if len(model.classes_) == 2:
            scores = np.asarray(model.decision_function(X), np.float64)
            self._kept.append((scores, y == model.classes_[1], weights))

    def result(self) -> dict[str, float]:
        """The scores of all rows."""
        found = {"error": _share(self._wrong, self._weight)}
        if self._has_loss:
            found["log_loss"] = _share(self._loss, self._weight)
        if self._kept:
            scores, positive, weights = (
                np.concatenate(part) for part in zip(*self._kept, strict=True)
            )
            found["auc"] = area_under_curve(scores, positive, weights)
        return found


@final
class NumberScores(Scores):
    r"""Mean squared and mean absolute error, and the share of the variance that is explained.

    .. math:: R^2 = 1 - \frac{\sum_i w_i (y_i - \hat y_i)^2}{\sum_i w_i (y_i - \bar y)^2}

    The sum below is kept as one about a mean that moves, so that nothing cancels.
    """

    def __init__(self) -> None:
        self._weight, self._squares, self._distances = 0.0, 0.0, 0.0
        self._mean, self._spread = 0.0, 0.0

    def add(self, model: Any, X: Any, y: NDArray[Any], weights: Floats) -> None:
        """Some more rows."""
        weight = float(weights.sum())
        if weight == 0.0:
            return
        missed = np.asarray(model.predict(X), np.float64) - y
        self._squares += float(weights @ missed**2)
        self._distances += float(weights @ np.abs(missed))
        mean, before = float(weights @ y) / weight, self._weight
        self._weight += weight
        apart = mean - self._mean
        self._mean += apart * weight / self._weight
        between = (
            apart * (before * weight / self._weight) * apart
        )  # a power would raise, not be inf
        self._spread += float(weights @ (y - mean) ** 2) + between

    def result(self) -> dict[str, float]:
        """The scores of all rows."""
        return {
            "mse": _share(self._squares, self._weight),
            "mae": _share(self._distances, self._weight),
            "r2": 1.0 - _share(self._squares, self._spread),
        }


def area_under_curve(scores: Floats, positive: NDArray[np.bool_], weights: Floats) -> float:
    """The chance that a positive row has a higher score than another; a tie counts half.

    >>> import numpy as np
    >>> scores, ones = np.array([0.1, 0.4, 0.35, 0.8]), np.ones(4)
    >>> area_under_curve(scores, np.array([False, False, True, True]), ones)
    0.75
    """
    values, places = np.unique(scores, return_inverse=True)
    ups = np.bincount(places, weights * positive, values.size)
    downs = np.bincount(places, weights * ~positive, values.size)
    below = np.cumsum(downs) - 0.5 * downs
    return _share(float(ups @ below), float(ups.sum() * downs.sum()))


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0.0 else float("nan")
