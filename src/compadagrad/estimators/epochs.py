"""``fit``: epoch after epoch, until the loss or the score on held back rows stands still."""

import math
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from compadagrad.estimators.holding import held_back
from compadagrad.estimators.options import Options
from compadagrad.estimators.rows import Rows
from compadagrad.estimators.stopping import Patience
from compadagrad.estimators.training import Training
from compadagrad.learners.acceptance import callers_level

__all__ = ["Judge", "Lesson", "run_epoch", "run_epochs"]

Floats = NDArray[np.float64]
Order = NDArray[np.intp] | None
Judgement = Callable[[Floats, NDArray[Any]], Floats]


class Lesson(NamedTuple):
    """What there is to learn in a call, checked.

    ``weights`` are those of the gradients, with the factors of classes in them, ``sample_weight``
    those that were given, by which held back rows are judged; ``strata`` are classes to split by,
    or None.
    """

    options: Options
    X: Any
    targets: NDArray[Any]
    weights: Floats
    sample_weight: Floats
    strata: Any
    random: RandomState


class Judge(NamedTuple):
    """How good predictions are: the error of each, and the score of all with their weights."""

    errors: Judgement
    score: Callable[[Floats, NDArray[Any], Floats], float]


def run_epoch(training: Training, lesson: Lesson, judge: Judge) -> None:
    """Learn all rows once, in their order."""
    rows = training.reader(lesson.X)
    _epoch(training, lesson, rows, None, judge.errors)


def run_epochs(training: Training, lesson: Lesson, judge: Judge, *, new: bool) -> int:
    """Learn until it is enough; how many epochs that took.

    Errors are counted in the first epoch of a ``new`` model, when its examples are new to it.
    """
    schedule, rows = lesson.options.schedule, training.reader(lesson.X)
    learned, held = _split(lesson)
    patience = Patience(schedule.tol, schedule.n_iter_no_change)
    for epoch in range(1, schedule.max_iter + 1):
        order = learned
        if schedule.shuffle:
            order = lesson.random.permutation(len(lesson.targets) if learned is None else learned)
        loss = _epoch(training, lesson, rows, order, judge.errors if new and epoch == 1 else None)
        if held is not None:
            loss = -_score(training, lesson, rows, held, judge)
        if patience.is_over(loss):
            return epoch
    if schedule.tol > -math.inf:
        warnings.warn(
            f"max_iter={schedule.max_iter} epochs were not enough for tol={schedule.tol:g}; "
            f"raise max_iter, or set tol=None to be content with as many",
            ConvergenceWarning,
            stacklevel=callers_level(),
        )
    return schedule.max_iter


def _epoch(
    training: Training, lesson: Lesson, rows: Rows, order: Order, errors: Judgement | None
) -> float:
    started = time.perf_counter()
    loss = training.learn(rows, lesson.targets, lesson.weights, order, errors)
    if math.isnan(loss):  # nothing had a weight
        return loss
    training.losses.append(loss)
    training.epochs += 1
    if lesson.options.verbose:
        seconds = time.perf_counter() - started
        print(
            f"epoch {training.epochs}: mean loss {loss:.6g}, "
            f"{training.examples} examples so far, {seconds:.2f} s",
            flush=True,
        )
    return loss


def _split(lesson: Lesson) -> tuple[Order, Order]:
    """Rows to learn and rows held back; None and None is all and nothing."""
    schedule = lesson.options.schedule
    if not schedule.early_stopping:
        return None, None
    count, fraction = len(lesson.targets), schedule.validation_fraction
    return held_back(count, fraction, lesson.strata, lesson.random)


def _score(training: Training, lesson: Lesson, rows: Rows, held: Any, judge: Judge) -> float:
    given = lesson.sample_weight
    weights = given[held] if given.size else given
    return judge.score(training.scores(rows, held), lesson.targets[held], weights)
