"""The regressor."""

from typing import Any, ClassVar, Final, Self, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin
from sklearn.utils.metadata_routing import UNUSED

from compadagrad._validation import as_choice, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.epochs import Judge
from compadagrad.estimators.export import linear_regressor
from compadagrad.estimators.linear_model import LinearModel
from compadagrad.estimators.options import DELTA, ETA0, TAU
from compadagrad.estimators.team import Goal
from compadagrad.losses import Absolute, Huber, Loss, Poisson, Quantile, Squared

__all__ = ["CompAdaGradRegressor"]

Floats = NDArray[np.float64]

LOSSES: Final[dict[str | None, str]] = {
    name: name for name in ("squared_error", "huber", "absolute_error", "quantile", "poisson")
}


@final
class CompAdaGradRegressor(RegressorMixin, LinearModel):  # type: ignore[misc]
    r"""A linear regressor that learns online, with a rate for every direction.

    .. math:: x_{t+1} = \arg\min_x\; \eta\langle g_t, x\rangle + \eta\,\alpha\,\phi(x)
        + \tfrac12 \lVert x - x_t \rVert_{A_t}^2

    as :class:`CompAdaGradClassifier` does. Parameters that
    :class:`~sklearn.linear_model.SGDRegressor` has too mean the same here. Steps are about ``eta0``
    long whatever the unit of the targets: bring them to a size of about 1, for example with
    :class:`~sklearn.compose.TransformedTargetRegressor`, or raise ``eta0``.

    Parameters
    ----------
    loss : {"squared_error", "huber", "absolute_error", "quantile", "poisson"}
        What is made small. ``"poisson"`` predicts counts, the exponentials of the scores.
    penalty, alpha, l1_ratio, fit_intercept, max_iter, tol, shuffle, verbose, random_state, eta0
        As for :class:`CompAdaGradClassifier`.
    epsilon : float
        From which distance on ``"huber"`` grows linearly.
    quantile : float
        The level of ``"quantile"``, more than 0 and less than 1.
    early_stopping, validation_fraction, n_iter_no_change, warm_start, average, batch_size
        As for :class:`CompAdaGradClassifier`; the score is R^2.
    subspace, k, tau, delta, bounds, positive
        As for :class:`CompAdaGradClassifier`.

    Attributes
    ----------
    coef_ : numpy.ndarray, shape (n,)
        Weights of the features.
    intercept_ : numpy.ndarray, shape (1,)
        The intercept.
    n_features_in_, feature_names_in_, n_iter_, t_, loss_curve_, learners_
        As for :class:`CompAdaGradClassifier`.
    online_error_ : float
        The mean distance to the target of predictions made just before an example was learned from
        for the first time; of the learners' points, as for :class:`CompAdaGradClassifier`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.preprocessing import scale
    >>> from compadagrad.estimators import CompAdaGradRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> model = CompAdaGradRegressor(random_state=0).fit(scale(X), scale(y))
    >>> round(model.score(scale(X), scale(y)), 1)
    0.5
    """

    numeric_targets: ClassVar[bool] = True

    __metadata_request__partial_fit: ClassVar[dict[str, str]] = {"classes": UNUSED}

    def __init__(
        self,
        loss: str = "squared_error",
        *,
        penalty: str | None = "l2",
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        epsilon: float = 0.1,
        quantile: float = 0.5,
        random_state: Any = None,
        eta0: float = ETA0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        warm_start: bool = False,
        average: bool | int = False,
        batch_size: int = 1,
        subspace: str = "tracked",
        k: int | None = None,
        tau: float = TAU,
        delta: float | tuple[float, float] = DELTA,
        bounds: Any = None,
        positive: bool = False,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.epsilon = epsilon
        self.quantile = quantile
        self.random_state = random_state
        self.eta0 = eta0
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.warm_start = warm_start
        self.average = average
        self.batch_size = batch_size
        self.subspace = subspace
        self.k = k
        self.tau = tau
        self.delta = delta
        self.bounds = bounds
        self.positive = positive

    def partial_fit(
        self,
        X: Any,
        y: Any,
        sample_weight: ArrayLike | None = None,
        classes: None = None,
    ) -> Self:
        """Learn from rows once, in their order, and remember all that was learned before.

        Calls with the parts of a data set, split at multiples of ``batch_size``, give the bits of
        one pass of ``fit`` without ``shuffle``.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (m, n)
        y : array_like, shape (m,)
        sample_weight : array_like, shape (m,), optional
            As for ``fit``; with no weight but 0, nothing is learned.
        classes : None
            There are none; it is here so that classifiers and regressors can be called alike.

        Returns
        -------
        self
        """
        if classes is not None:
            raise InvalidInputError(
                f"a regressor has no classes, got classes={classes!r}; leave them out, and give "
                f"weights as sample_weight"
            )
        return self._learn_once(X, y, None, sample_weight)

    def predict(self, X: Any) -> NDArray[np.floating]:
        """A prediction for each row."""
        scores = self._scores(X)[:, 0]
        return np.exp(scores) if self.loss == "poisson" else scores

    def to_sklearn(self) -> Any:
        """The fitted linear model of scikit-learn that predicts the same, to be exported."""
        return linear_regressor(self)

    def _heads(self) -> int:
        return 1

    def _goal(self) -> Goal:
        name = as_choice("loss", self.loss, LOSSES)
        makers = {
            "squared_error": Squared,
            "huber": lambda: Huber(self.epsilon),
            "absolute_error": Absolute,
            "quantile": lambda: Quantile(self.quantile),
            "poisson": Poisson,
        }
        loss: Loss = makers[name]()
        return Goal(1, loss)

    def _begin(self, y: Any, classes: ArrayLike | None, *, new: bool) -> None:
        self._goal()

    def _encoded(self, y: Any, weights: Floats, *, recount: bool) -> tuple[Any, Floats, Any]:
        return as_floats("y", y).astype(np.float64)[:, None], weights, None

    def _judge(self) -> Judge:
        link = np.exp if self.loss == "poisson" else np.positive
        return Judge(
            lambda scores, targets: np.abs(link(scores[:, 0]) - targets[:, 0]),
            lambda scores, targets, weights: _r2(link(scores[:, 0]), targets[:, 0], weights),
        )

    def _shaped(self, coef: Any, intercept: Any) -> tuple[Any, Any]:
        return coef[0], intercept

    def _own_state(self) -> dict[str, Any]:
        return {}

    def _take_own_state(self, state: dict[str, Any]) -> None:
        """There is none."""


def _r2(found: Floats, targets: Floats, weights: Floats) -> float:
    """The share of the variance that is explained; for one value alone, minus the error."""
    w = weights if weights.size and weights.sum() > 0.0 else np.ones(len(targets))
    spread = float(w @ (targets - np.average(targets, weights=w)) ** 2)
    missed = float(w @ (targets - found) ** 2)
    return 1.0 - missed / spread if spread else -missed
