"""The classifier."""

from typing import Any, ClassVar, Final, Self, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets

from compadagrad._storage import stored_array
from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.contents import plain_labels, stored_labels
from compadagrad.estimators.epochs import Judge
from compadagrad.estimators.export import linear_classifier
from compadagrad.estimators.linear_model import LinearModel
from compadagrad.estimators.multinomial import log_softmax
from compadagrad.estimators.options import DELTA, ETA0, TAU
from compadagrad.estimators.targets import ClassWeights, as_classes, codes_of, signs_of
from compadagrad.estimators.team import Goal
from compadagrad.losses import Hinge, Logistic, Loss, SquaredHinge

__all__ = ["CompAdaGradClassifier"]

Floats = NDArray[np.float64]

LOSSES: Final[dict[str | None, Loss]] = {
    "log_loss": Logistic(),
    "hinge": Hinge(),
    "squared_hinge": SquaredHinge(),
}
MULTICLASS: Final[dict[str | None, bool]] = {"ovr": False, "multinomial": True}


def _has_probabilities(model: Any) -> bool:
    if model.loss == "log_loss":
        return True
    raise AttributeError(f"probabilities need loss='log_loss', got loss={model.loss!r}")


@final
class CompAdaGradClassifier(ClassifierMixin, LinearModel):  # type: ignore[misc]
    r"""A linear classifier that learns online, with a rate for every direction.

    .. math:: x_{t+1} = \arg\min_x\; \eta\langle g_t, x\rangle + \eta\,\alpha\,\phi(x)
        + \tfrac12 \lVert x - x_t \rVert_{A_t}^2

    where :math:`g_t` is the gradient of the loss of example t and :math:`A_t` the metric that the
    gradients so far have made: see :class:`~compadagrad.TrackedAdaGrad` and, for the other
    subspaces, :class:`~compadagrad.CompAdaGrad`, :class:`~compadagrad.DiagonalAdaGrad` and
    :class:`~compadagrad.FullAdaGrad`. Every step is solved exactly, with the penalty in it.
    Parameters that :class:`~sklearn.linear_model.SGDClassifier` has too mean the same here.

    Parameters
    ----------
    loss : {"log_loss", "hinge", "squared_hinge"}
        What is made small. Probabilities need ``"log_loss"``.
    penalty : {"l2", "l1", "elasticnet", None}
        :math:`\phi`: half the squares, the absolute values, or both.
    alpha : float
        Weight of the penalty.
    l1_ratio : float
        Share of the absolute values in ``"elasticnet"``.
    fit_intercept : bool
        Whether there is an intercept, which bears no penalty and no bounds.
    max_iter : int
        The most epochs of ``fit``.
    tol : float or None
        By how much the loss of an epoch must be below the least before it; None: it need not be.
    shuffle : bool
        Whether ``fit`` draws a new order for every epoch. ``partial_fit`` never does.
    verbose : int
        More than 0 prints a line for every epoch.
    random_state : int, RandomState instance or None
        Of the orders, of what is held back, and of the random subspace of ``"srht"``.
    eta0 : float
        :math:`\eta`.
    early_stopping : bool
        Whether to hold rows back and stop when the score on them does not rise by ``tol``.
    validation_fraction : float
        The share of rows to hold back.
    n_iter_no_change : int
        How many epochs in a row may bring nothing.
    class_weight : dict, "balanced" or None
        Factors of the examples by their class, 1 for classes that are not named. ``"balanced"``
        makes the classes count alike; ``partial_fit`` goes by what has been seen so far.
    warm_start : bool
        Whether ``fit`` goes on from what is known.
    average : bool or int
        Whether ``coef_`` is the mean of the points after each step; a number says after how many
        examples the mean begins.
    batch_size : int
        How many examples a step is made of.
    multiclass : {"ovr", "multinomial"}
        More than two classes: one against the rest each, or together as a softmax, which is for
        ``"log_loss"`` and goes step by step.
    subspace : {"tracked", "srht", "diagonal", "full"}
        Where the metric is a full matrix: in directions that follow the gradients, in random ones,
        nowhere or everywhere.
    k : int or None
        Dimension of the subspace; None is 16, or the number of coordinates where that is less.
    tau : float
        Factor of the metric outside the subspace.
    delta : float or (float, float)
        What is added to the metric, in units of the gradients.
    bounds : (lower, upper) or None
        Bounds of the weights: numbers, one for each feature, or None for no bound.
    positive : bool
        Whether weights must be 0 or more.

    Attributes
    ----------
    coef_ : numpy.ndarray, shape (1, n) or (K, n)
        Weights of the features.
    intercept_ : numpy.ndarray, shape (1,) or (K,)
        Intercepts.
    classes_ : numpy.ndarray, shape (K,)
        The labels, in ascending order.
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : numpy.ndarray, shape (n,)
        Their names, where X is a data frame with strings for names.
    n_iter_ : int
        Epochs of the last call of ``fit``.
    t_ : int
        Examples learned from, each as often as it was; those of weight 0 are not.
    online_error_ : float
        The share of wrong predictions among those made just before an example was learned from for
        the first time: in every ``partial_fit``, and in the first epoch of ``fit``. The predictions
        are those of the learners' points, also with ``average``, where ``predict`` goes by means
        of them.
    loss_curve_ : list of float
        The mean loss of each epoch, of the same predictions. A call of ``partial_fit`` is an epoch;
        of the epochs before the latest call, ``partial_fit`` and ``warm_start`` keep 1,000.
    learners_ : tuple of Learner
        The learners inside, one for each row of ``coef_``.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.preprocessing import scale
    >>> from compadagrad.estimators import CompAdaGradClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = CompAdaGradClassifier(random_state=0).fit(scale(X), y)
    >>> model.score(scale(X), y) > 0.98
    True
    """

    numeric_targets: ClassVar[bool] = False

    _counts: Floats | None = None

    def __init__(
        self,
        loss: str = "log_loss",
        *,
        penalty: str | None = "l2",
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        random_state: Any = None,
        eta0: float = ETA0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
        average: bool | int = False,
        batch_size: int = 1,
        multiclass: str = "ovr",
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
        self.random_state = random_state
        self.eta0 = eta0
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.average = average
        self.batch_size = batch_size
        self.multiclass = multiclass
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
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from rows once, in their order, and remember all that was learned before.

        Calls with the parts of a data set, split at multiples of ``batch_size``, give the bits of
        one pass of ``fit`` without ``shuffle``.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (m, n)
        y : array_like, shape (m,)
        classes : array_like, shape (K,), optional
            All labels that there will be; the first call needs them, unless ``fit`` was before it.
        sample_weight : array_like, shape (m,), optional
            As for ``fit``; with no weight but 0, nothing is learned.

        Returns
        -------
        self
        """
        if classes is None and self._training is None:
            raise InvalidInputError(
                "the first call of partial_fit needs classes: all labels that there will be"
            )
        return self._learn_once(X, y, classes, sample_weight)

    def decision_function(self, X: Any) -> NDArray[np.floating]:
        """Scores: shape (m,) for two classes, where positive is for the second, else (m, K)."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest score, for each row."""
        scores = self._scores(X)
        places = scores[:, 0] > 0 if scores.shape[1] == 1 else scores.argmax(axis=1)
        found: NDArray[Any] = self.classes_[places.astype(np.intp)]
        return found

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> NDArray[np.floating]:
        """Probabilities of the classes, a row each.

        One against the rest gives each class a probability of its own; they are made to add up
        to 1.
        """
        probabilities: NDArray[np.floating] = np.exp(self.predict_log_proba(X))
        return probabilities

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> NDArray[np.floating]:
        """Logarithms of the probabilities."""
        scores = self._scores(X)
        wide = scores.astype(np.float64)
        if wide.shape[1] == 1:
            wide = -np.logaddexp(0.0, np.hstack([wide, -wide]))
        elif self._trained.goal.loss is None:
            wide = log_softmax(wide)
        else:
            wide = log_softmax(-np.logaddexp(0.0, -wide))
        return wide.astype(scores.dtype)

    def to_sklearn(self) -> Any:
        """The fitted linear model of scikit-learn that predicts the same, to be exported."""
        return linear_classifier(self)

    def _heads(self) -> int:
        return 1 if self.classes_.size == 2 else self.classes_.size

    def _goal(self) -> Goal:
        loss = as_choice("loss", self.loss, LOSSES)
        together = as_choice("multiclass", self.multiclass, MULTICLASS)
        if together and self.loss != "log_loss":
            raise InvalidInputError(
                f"multiclass='multinomial' is for loss='log_loss', got loss={self.loss!r}; "
                f"use multiclass='ovr'"
            )
        heads = self._heads()
        return Goal(heads, None if together and heads > 1 else loss)

    def _begin(self, y: Any, classes: ArrayLike | None, *, new: bool) -> None:
        try:
            check_classification_targets(y)
        except ValueError as error:
            raise InvalidInputError(str(error)) from None
        if new:
            self.classes_ = as_classes(y if classes is None else classes)
            self._counts = None
        elif classes is not None and not np.array_equal(as_classes(classes), self.classes_):
            raise InvalidInputError(
                f"classes must be those of the first call, {self.classes_.tolist()}, "
                f"got {np.asarray(classes).tolist()}"
            )

    def _encoded(self, y: Any, weights: Floats, *, recount: bool) -> tuple[Any, Floats, Any]:
        codes = codes_of(y, self.classes_)
        factors = ClassWeights(self.class_weight, self.classes_)
        if self._counts is not None and not recount:
            factors.counts = self._counts
        weights = factors.applied(weights, codes)
        self._counts = factors.counts
        goal = self._goal()
        targets = codes if goal.loss is None else signs_of(codes, self.classes_.size)
        return targets, weights, codes

    def _judge(self) -> Judge:
        return Judge(_mistakes, _accuracy)

    def _shaped(self, coef: Any, intercept: Any) -> tuple[Any, Any]:
        return coef, intercept

    def _own_state(self) -> dict[str, Any]:
        return {"classes": plain_labels(self.classes_), "counts": self._counts}

    def _take_own_state(self, state: dict[str, Any]) -> None:
        self.classes_ = as_classes(stored_labels(state["classes"]))
        self._counts = stored_array(state, "counts", np.float64, self.classes_.shape, least=0.0)


def _mistakes(scores: Floats, targets: NDArray[Any]) -> Floats:
    """1 for each row whose class is not the one with the largest score."""
    if scores.shape[1] == 1:
        wrong = (scores[:, 0] > 0) != (targets[:, 0] > 0)
    else:
        right = targets if targets.ndim == 1 else targets.argmax(axis=1)
        wrong = scores.argmax(axis=1) != right
    result: Floats = wrong.astype(np.float64)
    return result


def _accuracy(scores: Floats, targets: NDArray[Any], weights: Floats) -> float:
    wrong = _mistakes(scores, targets)
    if weights.size and weights.sum() > 0.0:
        return 1.0 - float(np.average(wrong, weights=weights))
    return 1.0 - float(wrong.mean())
