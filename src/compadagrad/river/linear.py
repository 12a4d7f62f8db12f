"""A linear model over named features: one learner, its columns and its loss."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.learners import Learner
from compadagrad.losses import Loss
from compadagrad.river.frames import Frame
from compadagrad.river.names import Name
from compadagrad.river.settings import Settings
from compadagrad.river.weighting import as_weight, as_weights

__all__ = ["Linear", "retuned"]


@final
class Linear:
    """What a classifier and a regressor have in common: scores, and learning from targets."""

    def __init__(self, settings: Settings, loss: Loss) -> None:
        self.settings, self.loss = settings, loss
        self.encoder, self.learner = settings.encoder(), settings.learner()

    def tune(self, lr: float, l1: float, l2: float) -> None:
        """Go on with these numbers."""
        settings = self.settings
        if (lr, l1, l2) != (settings.lr, settings.l1, settings.l2):
            settings = replace(settings, lr=lr, l1=l1, l2=l2)
            self.settings, self.learner = settings, retuned(self.learner, settings)

    def score(self, x: Mapping[Any, Any]) -> float:
        """The product of an example and the weights; unknown features count nothing."""
        return float(self.learner.dot(self.encoder.example(x, new=False))[0])

    def scores(self, frame: Frame) -> NDArray[np.float64]:
        """The scores of the rows of a frame."""
        parts = [self.learner.dot(rows) for rows in self.encoder.chunks(frame, new=False)]
        return np.concatenate(parts) if parts else np.empty(0)

    def learn(self, x: Mapping[Any, Any], y: float, w: Any) -> None:
        """Learn from one example."""
        targets, weights = self.loss.check_targets([y]), as_weight(w)
        row = self.encoder.example(x, new=True)
        self.learner.one_pass(row, targets, self.loss, sample_weight=weights)

    def learn_frame(self, frame: Frame, y: NDArray[Any], w: Any) -> None:
        """Learn from the rows of a frame, one after the other."""
        weights, first = as_weights(w, len(frame)), 0
        targets = self.loss.check_targets(y) if len(frame) else np.empty(0)
        for rows in self.encoder.chunks(frame, new=True):
            part = slice(first, first + rows.shape[0])
            self.learner.one_pass(rows, targets[part], self.loss, sample_weight=weights[part])
            first = part.stop

    @property
    def weights(self) -> dict[Name, float]:
        """The weight of each feature that was met."""
        return self.encoder.weights(self.learner.x)

    @property
    def intercept(self) -> float:
        """What is added to every score."""
        return self.encoder.intercept(self.learner.x)


def retuned(learner: Learner, settings: Settings) -> Learner:
    """A learner with other numbers that goes on from where this one stands."""
    state = {k: v for k, v in learner.state_dict().items() if not k.startswith("waiting.")}
    state["x"][: learner.n] = learner.x
    successor = settings.learner()
    successor.load_state_dict(state)
    return successor
