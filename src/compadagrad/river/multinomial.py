"""A linear model with a learner for each class."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import softmax

from compadagrad.errors import InvalidInputError
from compadagrad.learners import Learner
from compadagrad.river.encoder import Rows
from compadagrad.river.frames import Frame
from compadagrad.river.linear import retuned
from compadagrad.river.settings import Settings
from compadagrad.river.weighting import as_weight, as_weights

__all__ = ["Label", "Multinomial"]

Label: TypeAlias = Hashable


@final
class Multinomial:
    """Scores for each class that was met, their softmax, and learning from labels."""

    def __init__(self, settings: Settings) -> None:
        settings.learner()  # a wrong argument is an error now, and not at the first example
        self.settings = settings
        self.encoder = settings.encoder()
        self.learners: dict[Label, Learner] = {}

    def tune(self, lr: float, l1: float, l2: float) -> None:
        """Go on with these numbers."""
        settings = self.settings
        if (lr, l1, l2) != (settings.lr, settings.l1, settings.l2):
            settings = replace(settings, lr=lr, l1=l1, l2=l2)
            settings.learner()
            self.settings = settings
            self.learners = {c: retuned(each, settings) for c, each in self.learners.items()}

    def probabilities(self, x: Mapping[Any, Any]) -> NDArray[np.float64]:
        """Those of one example, for each class."""
        found: NDArray[np.float64] = self._probabilities(self.encoder.example(x, new=False))[0]
        return found

    def frame_probabilities(self, frame: Frame) -> NDArray[np.float64]:
        """Those of the rows of a frame: a column for each class."""
        parts = [self._probabilities(rows) for rows in self.encoder.chunks(frame, new=False)]
        return np.vstack(parts) if parts else np.empty((0, len(self.learners)))

    def learn(self, x: Mapping[Any, Any], label: Label, w: Any) -> None:
        """Learn from one example."""
        weights, labels = as_weight(w), _as_labels([label])
        self._learn_rows(self.encoder.example(x, new=True), labels, weights)

    def learn_frame(self, frame: Frame, labels: Sequence[Label], w: Any) -> None:
        """Learn from the rows of a frame, one after the other."""
        weights, labels, first = as_weights(w, len(frame)), _as_labels(labels), 0
        for rows in self.encoder.chunks(frame, new=True):
            part = slice(first, first + rows.shape[0])
            self._learn_rows(rows, labels[part], weights[part])
            first = part.stop

    def _probabilities(self, rows: Rows) -> NDArray[np.float64]:
        if not self.learners:
            return np.empty((rows.shape[0], 0))
        scores = np.column_stack([learner.dot(rows) for learner in self.learners.values()])
        found: NDArray[np.float64] = softmax(scores, axis=1)
        return found

    def _learn_rows(
        self, rows: Rows, labels: Sequence[Label], weights: NDArray[np.float64]
    ) -> None:
        for i in np.flatnonzero(weights).tolist():
            self._learn_row(rows[[i]], labels[i], weights[i])

    def _learn_row(self, row: Rows, label: Label, w: float) -> None:
        if label not in self.learners:
            self.learners[label] = self.settings.learner()
        p = self._probabilities(row)[0]
        a = row if sparse.issparse(row) else row[0]
        for (c, learner), p_c in zip(self.learners.items(), p, strict=True):
            learner.step(a * (w * (p_c - (c == label))))


def _as_labels(labels: Sequence[Label]) -> Sequence[Label]:
    for label in labels:
        try:
            hash(label)
        except TypeError:
            raise InvalidInputError(
                f"a label must be a string, a number or another key of dictionaries, got {label!r}"
            ) from None
    return labels
