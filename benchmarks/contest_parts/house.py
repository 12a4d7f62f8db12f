"""The learners of this library as contestants."""

import time
from typing import Any, final

import numpy as np
from scipy import sparse

from contest_parts.contestant import Contestant, Pass, Scores
from contest_parts.task import Examples, Labels

__all__ = ["House"]

DENSE_LIMIT = 512
"""Features up to which sparse examples are made dense: passes over dense ones are compiled."""


@final
class House(Contestant):
    """A learner and its pass over examples."""

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict and learn each example, both on the clock."""
        if sparse.issparse(X) and self._learner.n <= DENSE_LIMIT:
            X = X.toarray()
        started = time.perf_counter()
        found = self._learner.one_pass(X, y, "logistic")
        return Pass(np.asarray(found), time.perf_counter() - started)

    def scores(self, X: Examples) -> Scores:
        """The scores of the model as it is now."""
        return np.asarray(X @ self._learner.x)

    def state_size(self) -> int:
        """Numbers kept between examples."""
        state = self._learner.state_dict().values()
        return sum(value.size for value in state if isinstance(value, np.ndarray))
