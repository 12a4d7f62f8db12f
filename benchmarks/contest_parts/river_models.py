"""The models of river as contestants."""

import time
from itertools import pairwise
from typing import Any, final

import numpy as np
from scipy import sparse

from contest_parts.contestant import Contestant, Pass, Scores
from contest_parts.task import Examples, Labels

__all__ = ["River"]

CHUNK = 500

Row = dict[int, float]


@final
class River(Contestant):
    """A logistic regression with one of river's optimizers; the clock runs during ``learn_one``.

    ``zeros`` says that examples are to hold their zeros too: its Newton step fails on a feature
    that it knows and that an example leaves out.
    """

    def __init__(
        self, optimizer: str, lr: float, eps: float, *, zeros: bool, state_size: int
    ) -> None:
        from river import linear_model, optim

        self._model: Any = linear_model.LogisticRegression(
            getattr(optim, optimizer)(lr=lr, eps=eps), intercept_lr=0.0
        )
        self._zeros, self._state_size = zeros, state_size

    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict and learn each example."""
        found, seconds = [], 0.0
        learn, clock = self._model.learn_one, time.perf_counter
        for start in range(0, len(y), CHUNK):
            labels = (y[start : start + CHUNK] > 0).tolist()
            for a, label in zip(self._rows(X[start : start + CHUNK]), labels, strict=True):
                found.append(score(a, self._model.weights))
                started = clock()
                learn(a, label)
                seconds += clock() - started
        return Pass(np.array(found), seconds)

    def scores(self, X: Examples) -> Scores:
        """The scores of the model as it is now."""
        weights = self._model.weights
        return np.array([score(a, weights) for a in self._rows(X)])

    def state_size(self) -> int:
        """Numbers kept between examples."""
        return self._state_size

    def _rows(self, X: Examples) -> list[Row]:
        if self._zeros:
            whole = X.toarray() if sparse.issparse(X) else X
            return [dict(enumerate(row)) for row in whole.tolist()]
        return nonzeros(X)


def score(a: Row, weights: Row) -> float:
    """The score of a linear model."""
    return sum(weights.get(name, 0.0) * value for name, value in a.items())


def nonzeros(X: Examples) -> list[Row]:
    """Examples without their zeros."""
    found = sparse.csr_array(X)
    names, values, ends = found.indices.tolist(), found.data.tolist(), found.indptr.tolist()
    return [dict(zip(names[i:j], values[i:j], strict=True)) for i, j in pairwise(ends)]
