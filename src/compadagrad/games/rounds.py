"""One round: a convex function that the learner meets at its point."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, final, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.learners import Learner
from compadagrad.losses import Loss
from compadagrad.losses._averages import as_dense_rows, as_sparse_rows
from compadagrad.losses._scalars import slope_at, value_at

__all__ = [
    "ConvexFunction",
    "Linear",
    "Met",
    "Opaque",
    "Round",
    "as_point",
    "as_round",
    "as_targets",
    "once_more",
]


@runtime_checkable
class ConvexFunction(Protocol):
    """A convex function of the learner's point. Games are played again: it must not change."""

    def value(self, x: NDArray[Any]) -> float:
        """``f(x)``."""

    def subgradient(self, x: NDArray[Any]) -> Any:
        """Some g with ``f(z) >= f(x) + <g, z - x>`` for all z, of the shape of x."""


class Met(NamedTuple):
    """What a round shows at a point: f, the share of wrong labels (NaN if none), a subgradient."""

    loss: float
    mistakes: float
    gradient: Any


class Round(ABC):
    """A convex function f_t as the game keeps it."""

    __slots__ = ()

    @abstractmethod
    def meet(self, learner: Learner) -> Met:
        """f_t and a subgradient where the learner is."""

    @abstractmethod
    def value(self, x: NDArray[np.float64]) -> float:
        """``f_t(x)``."""


@final
class Linear(Round):
    """The average loss of a linear model over some examples: ``mean_i l(<a_i, x>, y_i)``.

    They are the rows of ``A`` and the entries of ``targets`` from ``first`` to ``stop``, by default
    all. A game on the rows of a matrix has thousands of rounds, and cuts a row out when it is asked
    for. ``predicted`` is what compiled code predicted for its one example; None where the round was
    a step.
    """

    __slots__ = ("A", "first", "loss", "predicted", "stop", "targets")

    def __init__(
        self,
        A: Any,
        targets: NDArray[np.float64],
        loss: Loss,
        first: int = 0,
        stop: int | None = None,
    ) -> None:
        self.A, self.targets, self.loss = A, targets, loss
        self.first, self.stop = first, targets.size if stop is None else stop
        self.predicted: float | None = None

    @property
    def y(self) -> NDArray[np.float64]:
        """The targets."""
        return self.targets[self.first : self.stop]

    @property
    def rows(self) -> Any:
        """The examples, dense or sparse."""
        return self.A[self.first : self.stop]

    def meet(self, learner: Learner) -> Met:
        """Predict, and take the average slope."""
        return self.predict(learner.dot)

    def predict(self, dot: Callable[[Any], Any]) -> Met:
        """The same where ``dot`` makes the predictions, of a row or of several."""
        loss, rows = self.loss, self.rows
        binary = loss.labels == "binary"
        if self.y.size == 1 and not sparse.issparse(rows):
            one, y = float(dot(rows[0])), float(self.y[0])
            slope = slope_at(loss.code, one, y, loss.parameter)
            wrong = float(one * y <= 0.0) if binary else np.nan
            gradient = rows[0] * rows.dtype.type(slope)
            return Met(value_at(loss.code, one, y, loss.parameter), wrong, gradient)
        p = np.asarray(dot(rows))
        wrong = float(np.mean(p * self.y <= 0.0)) if binary else np.nan
        return Met(float(np.mean(loss.value(p, self.y))), wrong, loss.gradient(rows, p, self.y))

    def value(self, x: NDArray[np.float64]) -> float:
        """The average loss."""
        return float(np.mean(self.loss.value(self.rows @ x, self.y)))


@final
class Opaque(Round):
    """A function of which only values and subgradients are known."""

    __slots__ = ("function",)

    def __init__(self, function: ConvexFunction) -> None:
        self.function = function

    def meet(self, learner: Learner) -> Met:
        """Ask the function."""
        x = learner.x
        return Met(self.value(x), np.nan, self.function.subgradient(x))

    def value(self, x: NDArray[Any]) -> float:
        """Ask the function."""
        return _as_number("value(x)", self.function.value(x))

    def subgradient(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """One of the function's, dense."""
        g = self.function.subgradient(x)
        return np.asarray(g.toarray() if sparse.issparse(g) else g, np.float64).reshape(x.shape)


def once_more(each: Round, learner: Learner) -> Met:
    """The round as it was in its game, where the learner is again.

    What compiled code predicted is not predicted anew: on a kink of the loss, another last digit
    would make another subgradient, and another game.
    """
    if isinstance(each, Linear) and each.predicted is not None:
        p = each.predicted
        return each.predict(lambda a: np.full(a.shape[:-1], p))
    return each.meet(learner)


def _as_number(name: str, value: Any) -> float:
    """``value`` as a float: a real number, or an array of one."""
    number = np.asarray(value)
    if number.size != 1 or number.dtype.kind not in "fiub":
        raise InvalidInputError(f"{name} must be a real number, got {value!r}")
    return float(number.item())


def as_round(item: Any, loss: Loss, n: int, number: int) -> Round:
    """What an iterable of rounds gave: a pair ``(a, y)``, or a function; checked and copied."""
    if isinstance(item, Linear) and item.predicted is not None:  # that was in another game
        return Linear(item.A, item.targets, item.loss, item.first, item.stop)
    if isinstance(item, Round):
        return item
    if isinstance(item, tuple) and len(item) == 2:
        return _linear(*item, loss, n, number)
    if isinstance(item, ConvexFunction):
        return Opaque(item)
    raise InvalidInputError(
        f"round {number} must be a pair (a, y) of examples and targets, or an object with the "
        f"methods value and subgradient, got {type(item).__name__}"
    )


def _linear(a: Any, y: Any, loss: Loss, n: int, number: int) -> Linear:
    rows = as_sparse_rows(a).copy() if sparse.issparse(a) else as_dense_rows(a).copy()
    if rows.shape[1] != n:
        raise InvalidInputError(
            f"round {number} has examples of {rows.shape[1]} features, and the learner has n = {n}"
        )
    targets = np.atleast_1d(as_targets(y, loss, number)).copy()
    if targets.shape != (rows.shape[0],):
        raise InvalidInputError(
            f"round {number} must have a target for each of its {rows.shape[0]} examples, "
            f"got shape {np.shape(y)}"
        )
    return Linear(rows, targets, loss)


def as_targets(y: Any, loss: Loss, number: int) -> NDArray[np.float64]:
    """The targets of a round, checked."""
    try:
        return loss.check_targets(y)
    except InvalidInputError as error:
        raise InvalidInputError(f"round {number}: {error}") from None


def as_point(name: str, x: ArrayLike, n: int) -> NDArray[np.float64]:
    """``x`` as a finite point of n entries in float64."""
    point = as_floats(name, x).astype(np.float64)
    if point.shape != (n,) or not np.isfinite(point).all():
        raise InvalidInputError(
            f"{name} must be a point of n = {n} finite numbers, got shape {point.shape}"
        )
    return point
