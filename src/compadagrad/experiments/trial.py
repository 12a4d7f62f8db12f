"""A trial: one setting of a method passes once over examples in one order."""

import functools
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Self, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import CompAdaGradError
from compadagrad.experiments.features import mapped
from compadagrad.experiments.learning import learned_from, made, state_size
from compadagrad.experiments.one_thread import one_thread
from compadagrad.experiments.stored import entry, items, loss, natural, number, share, table, text
from compadagrad.experiments.study import Features, Method, Protocol, Setting
from compadagrad.experiments.task import Examples, Labels, Task, in_order
from compadagrad.losses import from_name

__all__ = ["Outcome", "Trial", "run_trial"]

FAILURES = (ArithmeticError, CompAdaGradError, np.linalg.LinAlgError)
WARM_UP = 2  # steps of a learner that nobody times: compiled code is loaded by them
POINTS = 60  # of a curve


@final
@dataclass(frozen=True)
class Trial:
    """All that decides an outcome; the names of studies and methods do not.

    Parameters
    ----------
    data : str
        Source, options and fingerprint of the data, in one string.
    release : str
        The version of this library, and a digest of its code.
    learner, fixed, setting, features, loss, batch, train_share
        As in the study.
    seed : int
        The permutation, and the seed of random subspaces.
    examples : int
        How many are learned from; 0 means all.
    """

    data: str
    release: str
    learner: str
    fixed: Setting
    setting: Setting
    features: Features
    loss: str
    batch: int
    train_share: float
    seed: int
    examples: int = 0

    @classmethod
    def of(
        cls,
        method: Method,
        setting: Setting,
        features: Features,
        protocol: Protocol,
        *,
        data: str,
        release: str,
        seed: int,
        examples: int = 0,
    ) -> Self:
        """The trial of a method of a study."""
        return cls(
            data, release, method.learner, method.fixed, setting, features, protocol.loss,
            protocol.batch, protocol.train_share, seed, examples,
        )  # fmt: skip

    @functools.cached_property
    def key(self) -> str:
        """A digest of all of it."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


@final
@dataclass(frozen=True)
class Outcome:
    """What came of a trial.

    Attributes
    ----------
    online_error, online_loss : float
        Of the predictions made before each example was learned from: the share of wrong ones, and
        the mean loss.
    training_error, test_error : float
        Of the final point, on the examples that it has seen, and on those held back.
    seconds : float
        CPU time of the pass: prediction and learning.
    count : int
        How many examples were learned from.
    numbers : int
        How many numbers the learner keeps from step to step.
    curve : tuple of (int, float)
        Examples seen, and the online error up to there.
    failure : str
        Why it came to nothing, if so: then every error is 1 and the loss is infinite.
    """

    online_error: float
    online_loss: float
    training_error: float
    test_error: float
    seconds: float
    count: int
    numbers: int
    curve: tuple[tuple[int, float], ...]
    failure: str = ""

    def to_plain(self) -> dict[str, Any]:
        """A dictionary for JSON, which knows no infinity."""
        loss = self.online_loss if np.isfinite(self.online_loss) else None
        return {**asdict(self), "online_loss": loss}

    @classmethod
    def from_plain(cls, plain: Any) -> Self:
        """The outcome that :meth:`to_plain` gave; anything else is an InvalidInputError."""
        known = table(plain, "an outcome")
        found = {name: check(entry(known, name), name) for name, check in STORED.items()}
        return cls(**found)


def _points(value: Any, what: str) -> tuple[tuple[int, float], ...]:
    pairs = (items(point, f"a point of {what}", 2) for point in items(value, what))
    return tuple((natural(count, what, 1), share(error, what)) for count, error in pairs)


STORED: Final[dict[str, Callable[[Any, str], Any]]] = {
    "online_error": share,
    "online_loss": loss,
    "training_error": share,
    "test_error": share,
    "seconds": number,
    "count": lambda value, what: natural(value, what, 1),
    "numbers": natural,
    "curve": _points,
    "failure": text,
}
"""What the entries of an outcome must be."""


def run_trial(task: Task, features: Features, trial: Trial) -> tuple[str, Outcome]:
    """The key of a trial and its outcome; ``features`` are those that are still to be made."""
    with one_thread(), np.errstate(all="ignore"):
        examples = mapped(features, in_order(task, trial.seed, trial.train_share), trial.seed)
        started = time.perf_counter()
        try:
            outcome = _passed(examples, trial)
        except FAILURES as failure:
            said = f"{type(failure).__name__}: {failure}"
            outcome = _failed(said, time.perf_counter() - started, len(examples.y))
    return trial.key, outcome


def _passed(examples: Examples, trial: Trial) -> Outcome:
    X, y = examples.X, examples.y
    if trial.examples:
        X, y = X[: trial.examples], y[: trial.examples]
    n, method = X.shape[1], Method("", trial.learner, trial.fixed, ({},))
    steps = WARM_UP * trial.batch
    warmed = made(method, trial.setting, n, trial.seed)
    learned_from(warmed, X[:steps], y[:steps], trial.loss, trial.batch)
    learner = made(method, trial.setting, n, trial.seed)
    started = time.thread_time()
    predictions = learned_from(learner, X, y, trial.loss, trial.batch)
    seconds = time.thread_time() - started
    if not np.isfinite(predictions).all():
        raise FloatingPointError("a prediction is not finite")
    return Outcome(
        online_error=_error(predictions, y),
        online_loss=float(np.mean(from_name(trial.loss).value(predictions, y))),
        training_error=_error(X @ learner.x, y),
        test_error=_error(examples.X_test @ learner.x, examples.y_test),
        seconds=seconds,
        count=len(y),
        numbers=state_size(learner),
        curve=_curve(predictions, y),
    )


def _failed(failure: str, seconds: float, count: int) -> Outcome:
    return Outcome(1.0, float("inf"), 1.0, 1.0, seconds, count, 0, (), failure)


def _error(predictions: NDArray[np.float64], y: Labels) -> float:
    """The share on the wrong side; the boundary is the wrong side of both."""
    return float((y * predictions <= 0.0).mean())


def _curve(predictions: NDArray[np.float64], y: Labels) -> tuple[tuple[int, float], ...]:
    """The online error so far, at examples in a geometric sequence."""
    mistakes = np.cumsum(y * predictions <= 0.0)
    counts = np.unique(np.geomspace(min(10, len(y)), len(y), POINTS).astype(int))
    return tuple((int(count), float(mistakes[count - 1] / count)) for count in counts)
