"""Learning from averaged gradients of mini-batches, whose rows are made when they are needed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.lazy_rows import RowSource
from compadagrad.learners import Learner
from compadagrad.losses import Loss, from_name

__all__ = ["BATCH", "MatrixRows", "Online", "learn", "minibatches", "zero_one_risk"]

BATCH = 160
"""The paper's mini-batch for Reuters."""


@final
@dataclass(frozen=True, eq=False)
class MatrixRows:
    """Examples whose features are there already, in the rows of a matrix.

    Parameters
    ----------
    matrix : SciPy sparse, shape (m, n)
        The examples.
    labels : numpy.ndarray of float64, shape (m,)
        1 or -1 for each.
    """

    matrix: Any
    labels: NDArray[np.float64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "matrix", sparse.csr_array(self.matrix))
        if self.matrix.shape[:1] != self.labels.shape:
            raise InvalidInputError(
                f"there must be a label for each of the {self.matrix.shape[0]} rows, "
                f"got shape {self.labels.shape}"
            )

    @property
    def n(self) -> int:
        """How many features there are."""
        return int(self.matrix.shape[1])

    def rows(self, order: NDArray[np.intp]) -> Any:
        """Some examples, in this order, as a CSR matrix."""
        return self.matrix[order]


@final
@dataclass(frozen=True)
class Online:
    """What an online pass did: examples seen, wrong signs before each update, and their loss."""

    examples: int
    mistakes: int
    loss: float

    @property
    def error(self) -> float:
        """The online zero-one loss."""
        return self.mistakes / self.examples


def minibatches(
    source: RowSource, order: NDArray[np.intp], size: int = BATCH
) -> Iterator[tuple[Any, NDArray[np.float64]]]:
    """Examples in this order, ``size`` at a time, the last of what is left; with their labels."""
    size = as_integer("size", size, 1)
    if not len(order):
        raise InvalidInputError("order is empty; give the number of one example at least")
    for start in range(0, len(order), size):
        part = order[start : start + size]
        yield source.rows(part), source.labels[part]


def learn(
    learner: Learner,
    source: RowSource,
    order: NDArray[np.intp],
    *,
    size: int = BATCH,
    loss: str | Loss = "logistic",
) -> Online:
    r"""One online pass: predict a mini-batch, then move by its averaged gradient.

    .. math:: g_t = \frac1b \sum_{i=1}^b \ell'(\langle a_i, x_t\rangle, y_i)\, a_i

    Parameters
    ----------
    learner : Learner
        It is moved.
    source : RowSource
        The examples; no more than one mini-batch of them is held.
    order : numpy.ndarray of int
        Their numbers, in the order in which they are learned.
    size : int
        b.
    loss : str or Loss
        Of a prediction.

    Returns
    -------
    Online
        A prediction of exactly 0 is a mistake.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.experiments.text import MatrixRows, learn, zero_one_risk
    >>> y = np.tile([1.0, -1.0], 50)
    >>> source = MatrixRows(sparse.csr_array(np.outer(y, [1.0, 0.0, 2.0])), y)
    >>> learner, order = DiagonalAdaGrad(3, lr=0.5), np.arange(100)
    >>> learn(learner, source, order, size=10).mistakes
    10
    >>> zero_one_risk(learner, source, order)
    0.0
    """
    member = loss if isinstance(loss, Loss) else from_name(loss)
    mistakes, total = 0, 0.0
    for rows, y in minibatches(source, order, size):
        predictions = learner.dot(rows)
        mistakes += int(np.count_nonzero(predictions * y <= 0.0))
        total += float(np.sum(member.value(predictions, y)))
        learner.step(member.gradient(rows, predictions, y))
    return Online(len(order), mistakes, total / len(order))


def zero_one_risk(
    learner: Learner, source: RowSource, order: NDArray[np.intp], *, size: int = 8192
) -> float:
    """The share of these examples on the wrong side of the point; 0 is the wrong side of both."""
    wrong = 0
    for rows, y in minibatches(source, order, size):
        wrong += int(np.count_nonzero(learner.dot(rows) * y <= 0.0))
    return wrong / len(order)
