"""What the two estimators have in common: the calls of scikit-learn, and the state behind them."""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from compadagrad._storage import load_file, save_file
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.contents import content_of, restored
from compadagrad.estimators.data import checked_data, checked_random, checked_rows
from compadagrad.estimators.epochs import Judge, Lesson, run_epoch, run_epochs
from compadagrad.estimators.interrupts import interrupts_as_such
from compadagrad.estimators.options import checked
from compadagrad.estimators.targets import as_sample_weight
from compadagrad.estimators.team import Goal
from compadagrad.estimators.training import LAST_SEED, Training
from compadagrad.learners import Learner

__all__ = ["LinearModel"]

Floats = NDArray[np.float64]


class LinearModel(BaseEstimator, ABC):  # type: ignore[misc]
    """A linear model that learns in one call of ``fit``, or in many of ``partial_fit``.

    A new one has a constructor with the parameters that ``options.checked`` wants, and the hooks
    below.
    """

    numeric_targets: ClassVar[bool]

    _training: Training | None = None

    @abstractmethod
    def _heads(self) -> int:
        """How many scores there are, by what ``_begin`` has found."""

    @abstractmethod
    def _goal(self) -> Goal:
        """What is to be learned, by the parameters and by what ``_begin`` has found."""

    @abstractmethod
    def _begin(self, y: Any, classes: ArrayLike | None, *, new: bool) -> None:
        """Note what has to be known of targets, and check that these agree with it."""

    @abstractmethod
    def _encoded(self, y: Any, weights: Floats, *, recount: bool) -> tuple[Any, Floats, Any]:
        """Targets as the team takes them, weights with those of classes, and the classes."""

    @abstractmethod
    def _judge(self) -> Judge:
        """How good predictions are."""

    @abstractmethod
    def _shaped(self, coef: Any, intercept: Any) -> tuple[Any, Any]:
        """``coef_`` and ``intercept_`` in the shape that users expect."""

    @abstractmethod
    def _own_state(self) -> dict[str, Any]:
        """What a file holds beside the parameters and the training."""

    @abstractmethod
    def _take_own_state(self, state: dict[str, Any]) -> None:
        """Go on from that."""

    @abstractmethod
    def to_sklearn(self) -> Any:
        """The fitted linear model of scikit-learn that predicts the same, to be exported."""

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from all rows, epoch after epoch, until the loss stands still.

        A fit that raises leaves the estimator as it was; one that is interrupted by Ctrl-C leaves
        it with all that has been learned so far.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (m, n)
        y : array_like, shape (m,)
        sample_weight : array_like, shape (m,), optional
            Factors of the examples' gradients, 0 or more; one with the weight 0 is left out.

        Returns
        -------
        self
        """
        new = not (self.warm_start and self._training is not None)
        with self._as_it_was_after(Exception):
            with self._as_it_was_after(KeyboardInterrupt):
                lesson = self._lesson(X, y, sample_weight, None, new=new, recount=True)
                if lesson.weights.size and not lesson.weights.any():
                    raise InvalidInputError(
                        "every example has the weight zero, so that there is nothing to fit; "
                        "give one of them a positive sample_weight"
                    )
            before = self._trained.epochs
            try:
                run_epochs(self._trained, lesson, self._judge(), new=new)
            finally:
                self.n_iter_ = max(1, self._trained.epochs - before)
                self._publish()
        return self

    def _learn_once(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        new = self._training is None
        with self._as_it_was_after(BaseException):
            lesson = self._lesson(X, y, sample_weight, classes, new=new, recount=new)
            run_epoch(self._trained, lesson, self._judge())
            self.n_iter_ = 1
            self._publish()
        return self

    @contextmanager
    def _as_it_was_after(self, kind: type[BaseException]) -> Iterator[None]:
        """Where a ``kind`` of error is raised inside, nothing has happened."""
        before, training = dict(vars(self)), self._training
        try:
            undo = nullcontext() if training is None else training.as_it_was_after(kind)
            with undo, interrupts_as_such():
                yield
        except kind:
            self.__dict__ = before
            raise

    def _lesson(
        self, X: Any, y: Any, sample_weight: Any, classes: Any, *, new: bool, recount: bool
    ) -> Lesson:
        """Check all, then make the training or adapt it, and say what there is to learn."""
        options = checked(self.get_params(deep=False))
        X, y = checked_data(self, X, y, first=new, numeric=self.numeric_targets)
        given = as_sample_weight(sample_weight, X.shape[0])
        random = checked_random(self.random_state)
        self._begin(y, classes, new=new)
        targets, weights, strata = self._encoded(y, given, recount=recount)
        goal, recipe, batch = self._goal(), options.recipe, options.batch_size
        seed = int(random.randint(LAST_SEED + 1))
        if new:
            self._training = Training(recipe, X.shape[1], X.dtype, seed, goal, batch)
        else:
            self._trained.adapt(recipe, goal, batch)
        return Lesson(options, X, targets, weights, given, strata, random)

    @property
    def _trained(self) -> Training:
        if self._training is None:
            raise NotFittedError(
                f"this {type(self).__name__} has not learned anything yet; call fit first"
            )
        return self._training

    def _publish(self) -> None:
        """Show what has been learned."""
        training = self._trained
        self.coef_, self.intercept_ = self._shaped(*training.coefficients())
        self.t_ = training.examples
        self.online_error_ = training.errors.mean
        self.loss_curve_ = list(training.losses)

    @property
    def learners_(self) -> tuple[Learner, ...]:
        """The learners inside, one for each score."""
        return self._trained.team.learners

    def _scores(self, X: Any) -> NDArray[np.floating]:
        """One column a score."""
        check_is_fitted(self, "coef_")
        rows = checked_rows(self, X)
        coef = self.coef_ if sparse.issparse(self.coef_) else np.atleast_2d(self.coef_)
        found = rows @ coef.T
        dense = found.toarray() if sparse.issparse(found) else found
        return np.asarray(dense + self.intercept_)

    def sparsify(self) -> Self:
        """Make ``coef_`` a sparse matrix: smaller where most weights are 0, by an l1 penalty."""
        check_is_fitted(self, "coef_")
        self.coef_ = sparse.csr_array(np.atleast_2d(self._dense_coef()))
        return self

    def densify(self) -> Self:
        """Make ``coef_`` an array again."""
        check_is_fitted(self, "coef_")
        self.coef_ = self._dense_coef()
        return self

    def _dense_coef(self) -> Any:
        if not sparse.issparse(self.coef_):
            return self.coef_
        return self._shaped(self.coef_.toarray(), self.intercept_)[0]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write parameters and all that was learned to a file, whole or not at all; no pickle."""
        save_file(path, content_of(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The estimator that :meth:`save` wrote, which goes on learning with the same bits.

        Nothing in the file is executed.
        """
        return restored(cls, load_file(path), os.fspath(path))

    def _resume(self, dtype: Any, state: dict[str, Any]) -> None:
        """Go on from the state of a training; parameters that differ wait for the next call."""
        training = Training.from_state_dict(state, self.n_features_in_, dtype)
        if training.goal.heads != self._heads():
            raise InvalidInputError(
                f"it has {training.goal.heads} scores where there are to be {self._heads()}"
            )
        self._training = training
        self._publish()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
