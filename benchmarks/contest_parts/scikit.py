"""scikit-learn's stochastic gradient descent as a contestant."""

import time
from typing import Any, final

import numpy as np
from scipy import sparse

from contest_parts.contestant import Contestant, Pass, Scores
from contest_parts.task import Examples, Labels

__all__ = ["AveragedSGD"]


@final
class AveragedSGD(Contestant):
    """``SGDClassifier`` with averaged weights; the clock runs during ``partial_fit`` only.

    With ``at_once`` it learns the same steps in one call, and predicts nothing before them.
    """

    def __init__(
        self,
        n: int,
        schedule: str,
        eta0: float,
        power_t: float,
        alpha: float,
        *,
        at_once: bool = False,
    ) -> None:
        from sklearn.linear_model import SGDClassifier

        self._model: Any = SGDClassifier(
            loss="log_loss",
            learning_rate=schedule,
            eta0=eta0,
            power_t=power_t,
            alpha=alpha,
            average=True,
            fit_intercept=False,
            shuffle=False,
            random_state=0,
        )
        self._n, self._at_once = n, at_once

    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict and learn each example."""
        found, seconds = np.zeros(len(y)), 0.0
        if self._at_once:
            started = time.perf_counter()
            self._model.partial_fit(X, y, np.array([-1.0, 1.0]))
            return Pass(found, time.perf_counter() - started)
        learn, clock = self._model.partial_fit, time.perf_counter
        once: tuple[Scores, ...] = (np.array([-1.0, 1.0]),)  # the classes, for the first call
        for t in range(len(y)):
            a, label = X[t : t + 1], y[t : t + 1]
            found[t] = self.scores(a)[0]
            started = clock()
            try:
                learn(a, label, *once)
            except ValueError as error:
                if "overflow" in str(error):
                    raise FloatingPointError(str(error)) from None
                raise
            seconds += clock() - started
            once = ()
        return Pass(found, seconds)

    def scores(self, X: Examples) -> Scores:
        """The scores of the model as it is now."""
        if not hasattr(self._model, "coef_"):
            return np.zeros(X.shape[0])
        found = X @ self._model.coef_[0]
        return np.asarray(found.toarray() if sparse.issparse(found) else found)

    def state_size(self) -> int:
        """Numbers kept between examples."""
        return 2 * self._n
