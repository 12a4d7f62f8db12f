"""Regression."""

from collections.abc import Mapping
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from river import base

from compadagrad.losses import Loss
from compadagrad.river.arguments import MUTABLE, as_loss
from compadagrad.river.frames import read_frame, read_series, series_like
from compadagrad.river.linear import Linear
from compadagrad.river.names import Name
from compadagrad.river.settings import Delta, Settings

__all__ = ["RiverRegressor"]


@final
class RiverRegressor(base.MiniBatchRegressor):  # type: ignore[misc]
    r"""A linear regression for river, by one of this library's learners.

    .. math:: w_{t+1} = \arg\min_w\; \eta\langle g_t, w\rangle + \eta\,\phi(w)
        + \tfrac12 \lVert w - w_t \rVert_{A_t}^2, \qquad
        g_t = \ell'(\langle a_t, w_t\rangle, y_t)\, a_t

    Put ``preprocessing.StandardScaler()`` before the model, and where targets are far from 0 or
    from 1 in size ``preprocessing.TargetStandardScaler`` around both.

    Parameters
    ----------
    n, subspace, k, lr, tau, delta, l1, l2, with_intercept, features, seed, on_inexact
        As for :class:`RiverClassifier`.
    loss : {"squared", "absolute", "poisson"} or Loss
        One of :mod:`compadagrad.losses` for real targets or counts; ``losses.Huber(width)`` and
        ``losses.Quantile(level)`` have to be made first. With ``"poisson"`` a prediction is the
        mean :math:`e^{\langle a, w\rangle}`.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics, preprocessing
    >>> from compadagrad.river import RiverRegressor
    >>> model = preprocessing.TargetStandardScaler(
    ...     regressor=preprocessing.StandardScaler() | RiverRegressor()
    ... )
    >>> evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())
    MAE: 0.307353
    """

    def __init__(
        self,
        n: int = 128,
        subspace: str = "tracked",
        k: int = 16,
        lr: float = 0.5,
        tau: float = 1.0,
        delta: Delta = 0.1,
        l1: float = 0.0,
        l2: float = 0.0,
        loss: str | Loss = "squared",
        with_intercept: bool = True,
        features: str = "grow",
        seed: int = 0,
        on_inexact: str = "raise",
    ) -> None:
        self.n, self.subspace, self.k = n, subspace, k
        self.lr, self.tau, self.delta, self.l1, self.l2 = lr, tau, delta, l1, l2
        self.loss, self.with_intercept = loss, with_intercept
        self.features, self.seed, self.on_inexact = features, seed, on_inexact
        settings = Settings(
            n, subspace, k, lr, tau, delta, l1, l2, with_intercept, features, seed, on_inexact
        )
        self._linear = Linear(settings, as_loss(loss, ("real", "count")))
        self._y_name: Any = None

    @property
    def _mutable_attributes(self) -> set[str]:
        return set(MUTABLE)

    @property
    def weights(self) -> dict[Name, float]:
        """The weight of each feature that was met; not known with ``features="hash"``."""
        return self._linear.weights

    @property
    def intercept(self) -> float:
        """What is added to every score."""
        return self._linear.intercept

    def learn_one(self, x: Mapping[Any, Any], y: float, w: float = 1.0) -> None:
        """Update with one example.

        Parameters
        ----------
        x : dict
            Features.
        y : float
            The target.
        w : float
            Weight: the gradient is multiplied by it. 0 leaves the model as it is.
        """
        self._linear.tune(self.lr, self.l1, self.l2)
        self._linear.learn(x, y, w)

    def predict_one(self, x: Mapping[Any, Any]) -> float:
        """The target of an example."""
        return float(self._means(self._linear.score(x)))

    def learn_many(self, X: Any, y: Any, w: Any = 1.0) -> None:
        """Update with each row of a frame in turn: exactly a loop of :meth:`learn_one`.

        Parameters
        ----------
        X : data frame of pandas or Polars
            A feature in each column.
        y : series
            Targets.
        w : float or series
            Weights.
        """
        frame = read_frame(X)
        target = read_series("y", y, len(frame))
        self._linear.tune(self.lr, self.l1, self.l2)
        self._linear.learn_frame(frame, target.values, w)
        self._y_name = target.name

    def predict_many(self, X: Any) -> Any:
        """The targets of the rows of a frame."""
        frame = read_frame(X)
        return series_like(frame, self._means(self._linear.scores(frame)), self._y_name)

    def _means(self, scores: Any) -> NDArray[np.float64]:
        """What is predicted where these are the scores."""
        with np.errstate(over="ignore"):
            return np.exp(scores) if self._linear.loss.labels == "count" else np.asarray(scores)
