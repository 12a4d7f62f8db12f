"""Classification with labels of any kind."""

from collections.abc import Mapping
from typing import Any, final

from river import base

from compadagrad.river.arguments import MUTABLE
from compadagrad.river.frames import frame_like, read_frame, read_series, series_like
from compadagrad.river.multinomial import Label, Multinomial
from compadagrad.river.names import Name
from compadagrad.river.settings import Delta, Settings

__all__ = ["RiverSoftmax"]


@final
class RiverSoftmax(base.MiniBatchClassifier):  # type: ignore[misc]
    r"""Multinomial logistic regression for river: a learner for each class, and a softmax.

    .. math:: p_c = \frac{e^{\langle a, w_c\rangle}}{\sum_d e^{\langle a, w_d\rangle}}, \qquad
        g_c = (p_c - [y = c])\, a

    Each class has a metric of its own, made of its part of the gradient. A class begins at 0 when
    it first appears. A label may be anything that a dictionary takes as a key.

    Parameters
    ----------
    n, subspace, k, lr, tau, delta, l1, l2, with_intercept, features, seed, on_inexact
        As for :class:`RiverClassifier`; with ``"srht"`` all classes have the same subspace.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics, preprocessing
    >>> from compadagrad.river import RiverSoftmax
    >>> model = preprocessing.StandardScaler() | RiverSoftmax(n=32)
    >>> dataset = datasets.ImageSegments().take(500)
    >>> evaluate.progressive_val_score(dataset, model, metrics.Accuracy())
    Accuracy: 83.57%
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
        with_intercept: bool = True,
        features: str = "grow",
        seed: int = 0,
        on_inexact: str = "raise",
    ) -> None:
        self.n, self.subspace, self.k = n, subspace, k
        self.lr, self.tau, self.delta, self.l1, self.l2 = lr, tau, delta, l1, l2
        self.with_intercept = with_intercept
        self.features, self.seed, self.on_inexact = features, seed, on_inexact
        settings = Settings(
            n, subspace, k, lr, tau, delta, l1, l2, with_intercept, features, seed, on_inexact
        )
        self._model = Multinomial(settings)
        self._y_name: Any = None

    @property
    def _multiclass(self) -> bool:
        return True

    @property
    def _mutable_attributes(self) -> set[str]:
        return set(MUTABLE)

    @property
    def weights(self) -> dict[Label, dict[Name, float]]:
        """For each class the weight of each feature; not known with ``features="hash"``."""
        encoder = self._model.encoder
        return {c: encoder.weights(learner.x) for c, learner in self._model.learners.items()}

    @property
    def intercept(self) -> dict[Label, float]:
        """For each class what is added to its score."""
        encoder = self._model.encoder
        return {c: encoder.intercept(learner.x) for c, learner in self._model.learners.items()}

    def learn_one(self, x: Mapping[Any, Any], y: Label, w: float = 1.0) -> None:
        """Update with one example.

        Parameters
        ----------
        x : dict
            Features.
        y : hashable
            The label.
        w : float
            Weight: the gradient is multiplied by it. 0 leaves the model as it is.
        """
        self._model.tune(self.lr, self.l1, self.l2)
        self._model.learn(x, y, w)

    def predict_proba_one(self, x: Mapping[Any, Any], **kwargs: Any) -> dict[Label, float]:
        """The probabilities of the labels that were met; none before the first example."""
        return dict(zip(self._model.learners, self._model.probabilities(x).tolist(), strict=True))

    def learn_many(self, X: Any, y: Any, w: Any = 1.0) -> None:
        """Update with each row of a frame in turn: exactly a loop of :meth:`learn_one`.

        Parameters
        ----------
        X : data frame of pandas or Polars
            A feature in each column.
        y : series
            Labels.
        w : float or series
            Weights.
        """
        frame = read_frame(X)
        target = read_series("y", y, len(frame))
        self._model.tune(self.lr, self.l1, self.l2)
        self._model.learn_frame(frame, target.values.tolist(), w)
        self._y_name = target.name

    def predict_many(self, X: Any) -> Any:
        """The labels of the rows of a frame; None before the first example."""
        frame = read_frame(X)
        labels: list[Any] = [*self._model.learners]
        if not labels:
            return series_like(frame, [None] * len(frame), self._y_name)
        best = self._model.frame_probabilities(frame).argmax(axis=1)
        return series_like(frame, [labels[i] for i in best], self._y_name)

    def predict_proba_many(self, X: Any) -> Any:
        """The probabilities of the labels that were met, for each row of a frame."""
        frame = read_frame(X)
        columns = self._model.frame_probabilities(frame).T
        return frame_like(frame, dict(zip(self._model.learners, columns, strict=True)))
