"""What a study learns from: examples, labels, and what is said of them."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.lazy_rows import LazyRows

__all__ = ["Examples", "Labels", "Rows", "Task", "in_order"]

Rows: TypeAlias = Any  # NDArray[np.float64], scipy.sparse.csr_array or LazyRows
Labels: TypeAlias = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Task:
    """A binary task, dense or sparse.

    Parameters
    ----------
    name : str
    X : numpy.ndarray, scipy.sparse.csr_array or LazyRows, shape (m, n)
        An example in each row.
    y : numpy.ndarray, shape (m,)
        Labels, -1 and 1.
    X_test, y_test : optional
        A test set of its own. Where there is none, a part of each permutation is held back.
    description : str
        What was read, and what became of it: it stands in the report.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.experiments import Task
    >>> Task("sign", np.array([[1.0], [-2.0]]), np.array([1.0, -1.0])).n
    1
    """

    name: str
    X: Rows
    y: Labels
    X_test: Rows | None = None
    y_test: Labels | None = None
    description: str = ""

    def __post_init__(self) -> None:
        _check(self.name, self.X, self.y)
        if (self.X_test is None) != (self.y_test is None):
            raise InvalidInputError(f"task {self.name!r}: give both X_test and y_test, or neither")
        if self.X_test is not None and self.y_test is not None:
            _check(f"{self.name}, test set", self.X_test, self.y_test)
            if self.X_test.shape[1] != self.n:
                raise InvalidInputError(
                    f"task {self.name!r}: X has {self.n} features and X_test "
                    f"{self.X_test.shape[1]}; both need the same"
                )

    @property
    def n(self) -> int:
        """How many features there are."""
        return int(self.X.shape[1])


@final
class Examples(NamedTuple):
    """Examples in the order in which they are learned, and those held back."""

    X: Rows
    y: Labels
    X_test: Rows
    y_test: Labels


def in_order(task: Task, seed: int, train_share: float) -> Examples:
    """Permutation ``seed`` of a task; ``train_share`` is for those without a test set."""
    order = np.random.default_rng(seed).permutation(len(task.y))
    if task.X_test is not None and task.y_test is not None:
        return Examples(task.X[order], task.y[order], task.X_test, task.y_test)
    count = round(train_share * len(order))
    if not 0 < count < len(order):
        raise InvalidInputError(
            f"task {task.name!r} has {len(order)} examples, of which train_share = {train_share} "
            f"leaves none to learn from or none to test on"
        )
    train, test = order[:count], order[count:]
    return Examples(task.X[train], task.y[train], task.X[test], task.y[test])


def _check(name: str, X: Rows, y: Labels) -> None:
    if not isinstance(X, np.ndarray | LazyRows) and not sparse.issparse(X):
        raise InvalidInputError(f"task {name!r}: X must be an array or sparse, got {type(X)}")
    if X.ndim != 2 or y.shape != (X.shape[0],) or not len(y):
        raise InvalidInputError(
            f"task {name!r}: X must have the shape (m, n) and y (m,), with m >= 1; "
            f"got {X.shape} and {y.shape}"
        )
    if not np.isin(y, (-1.0, 1.0)).all():
        raise InvalidInputError(f"task {name!r}: labels must be -1 or 1")
