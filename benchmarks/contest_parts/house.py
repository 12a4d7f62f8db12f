"""The learners of this library as contestants."""

import math
import time
from typing import Any, final

import numpy as np
from scipy import sparse

from contest_parts.contestant import Contestant, Pass, Scores
from contest_parts.task import Examples, Labels

__all__ = ["House"]


@final
class House(Contestant):
    """A learner: its compiled pass where it has one, else a loop over its steps."""

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict and learn each example, both on the clock."""
        one_pass = getattr(self._learner, "one_pass", None)
        started = time.perf_counter()
        found = stepped(self._learner, X, y) if one_pass is None else one_pass(X, y, "logistic")
        return Pass(np.asarray(found), time.perf_counter() - started)

    def scores(self, X: Examples) -> Scores:
        """The scores of the model as it is now."""
        return np.asarray(X @ self._learner.x)

    def state_size(self) -> int:
        """Numbers kept between examples."""
        state = self._learner.state_dict().values()
        return sum(value.size for value in state if isinstance(value, np.ndarray))


def stepped(learner: Any, X: Examples, y: Labels) -> Scores:
    """The scores before each step of a learner, one example a step."""
    found = np.empty(len(y))
    dense = not sparse.issparse(X)
    for t, label in enumerate(y.tolist()):
        a = X[t] if dense else X[t : t + 1]
        score = float(np.ravel(learner.dot(a))[0])
        found[t] = score
        learner.step(a * (-label / (1.0 + math.exp(min(label * score, 700.0)))))
    return found
