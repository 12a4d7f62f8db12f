"""Binary classification."""

from collections.abc import Mapping
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from river import base
from scipy.special import expit

from compadagrad.errors import InvalidInputError
from compadagrad.losses import Loss
from compadagrad.river.arguments import MUTABLE, as_loss
from compadagrad.river.frames import frame_like, read_frame, read_series, series_like
from compadagrad.river.linear import Linear
from compadagrad.river.names import Name
from compadagrad.river.settings import Delta, Settings

__all__ = ["RiverClassifier"]


@final
class RiverClassifier(base.MiniBatchClassifier):  # type: ignore[misc]
    r"""A linear classifier of False and True for river, by one of this library's learners.

    .. math:: w_{t+1} = \arg\min_w\; \eta\langle g_t, w\rangle + \eta\,\phi(w)
        + \tfrac12 \lVert w - w_t \rVert_{A_t}^2, \qquad
        P(\mathrm{True}) = \frac{1}{1 + e^{-\langle a, w\rangle}}

    An example is a dictionary. Numbers are features, booleans are 0 or 1, and a string is a
    category: ``{"colour": "red"}`` is the feature ``colour_red`` with the value 1. What an example
    leaves out is 0. Gradient methods like features of similar sizes: put
    ``preprocessing.StandardScaler()`` before the model.

    Parameters
    ----------
    n : int
        Length of the vectors: room for so many features, the intercept among them.
    subspace : {"tracked", "srht", "diagonal", "full"}
        Which learner: :class:`~compadagrad.TrackedAdaGrad`, :class:`~compadagrad.CompAdaGrad`,
        :class:`~compadagrad.DiagonalAdaGrad` or :class:`~compadagrad.FullAdaGrad`. From n = 8192 on
        a diagonal one takes the time of an example's features and not of n.
    k : int
        Dimension of the subspace, at most; for ``"tracked"`` and ``"srht"``.
    lr : float
        :math:`\eta`, the rate.
    tau : float
        :math:`\tau`, how stiff the complement is; not for ``"full"``.
    delta : float or (float, float)
        :math:`\delta`, in units of the gradients; a pair for ``"tracked"`` and ``"srht"`` only.
    l1, l2 : float
        :math:`\phi(w) = \ell_1 \lVert w\rVert_1 + \tfrac12 \ell_2 \lVert w\rVert_2^2`, with exact
        zeros, and without the intercept. Both may be positive.
    loss : {"logistic", "hinge", "squared_hinge"} or Loss
        One of :mod:`compadagrad.losses` for labels of two classes. Only ``"logistic"`` has
        probabilities.
    with_intercept : bool
        Whether there is a feature that is always 1.
    features : {"grow", "hash"}
        ``"grow"``: features take columns as they appear, and one that finds no room is an error.
        ``"hash"``: a hash of its name gives a feature a column and a sign; columns may be shared.
    seed : int
        Of the hash and of the subspace of ``"srht"``.
    on_inexact : {"raise", "warn"}
        What to do with an update that misses its tolerance.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics, preprocessing
    >>> from compadagrad.river import RiverClassifier
    >>> model = preprocessing.StandardScaler() | RiverClassifier()
    >>> evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    Accuracy: 89.44%
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
        loss: str | Loss = "logistic",
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
        self._linear = Linear(settings, as_loss(loss, ("binary",)))
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

    def learn_one(self, x: Mapping[Any, Any], y: Any, w: float = 1.0) -> None:
        """Update with one example.

        Parameters
        ----------
        x : dict
            Features.
        y : bool
            The label: False or True, or 0 or 1.
        w : float
            Weight: the gradient is multiplied by it. 0 leaves the model as it is.
        """
        self._linear.tune(self.lr, self.l1, self.l2)
        self._linear.learn(x, _as_sign(y), w)

    def predict_one(self, x: Mapping[Any, Any], **kwargs: Any) -> bool:
        """The label of an example."""
        return self._linear.score(x) > 0.0

    def predict_proba_one(self, x: Mapping[Any, Any], **kwargs: Any) -> dict[bool, float]:
        """The probabilities of both labels; only for the logistic loss."""
        self._check_probabilities()
        p = float(expit(self._linear.score(x)))
        return {False: 1.0 - p, True: p}

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
        self._linear.tune(self.lr, self.l1, self.l2)
        self._linear.learn_frame(frame, _as_signs(target.values), w)
        self._y_name = target.name

    def predict_many(self, X: Any) -> Any:
        """The labels of the rows of a frame."""
        frame = read_frame(X)
        return series_like(frame, self._linear.scores(frame) > 0.0, self._y_name)

    def predict_proba_many(self, X: Any) -> Any:
        """The probabilities of both labels, for each row of a frame."""
        self._check_probabilities()
        frame = read_frame(X)
        p = expit(self._linear.scores(frame))
        return frame_like(frame, {False: 1.0 - p, True: p})

    def _check_probabilities(self) -> None:
        kind = self._linear.loss.kind
        if kind != "logistic":
            raise NotImplementedError(
                f"the loss {kind!r} has no probabilities; loss='logistic' does"
            )


def _as_sign(y: Any) -> float:
    """-1 or 1, for False or True."""
    if isinstance(y, bool | int | float | np.generic) and y in (0, 1):
        return 1.0 if y else -1.0
    raise InvalidInputError(
        f"y must be False or True, got {y!r}; RiverSoftmax takes labels of any kind"
    )


def _as_signs(y: NDArray[Any]) -> NDArray[np.float64]:
    return np.array([_as_sign(value) for value in y.tolist()])
