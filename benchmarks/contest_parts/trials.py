"""One trial: a method with a setting learns a task in one order."""

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias, final

import numpy as np

from compadagrad import CompAdaGradError
from contest_parts.contestant import Scores
from contest_parts.grids import Setting
from contest_parts.methods import METHODS
from contest_parts.task import Labels
from contest_parts.tasks import load_task

__all__ = ["Outcome", "Trial", "run_trial"]

Outcome: TypeAlias = dict[str, Any]

FAILURES = (ArithmeticError, CompAdaGradError, np.linalg.LinAlgError)


@final
@dataclass(frozen=True)
class Trial:
    """All that decides the outcome; ``examples`` None means the whole training set.

    ``test`` asks for the error of the final point on the test set.
    """

    task: str
    fingerprint: str
    method: str
    release: str
    setting: Setting
    seed: int
    examples: int | None = None
    test: bool = False

    @cached_property
    def key(self) -> str:
        """A digest of all of it."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:24]


def run_trial(trial: Trial, data: Path) -> Outcome:
    """Mean loss and error before each update, and the error of the final point.

    A run that overflows or that its library gives up has infinite loss.
    """
    task = load_task(trial.task, data)
    X, y = task.in_order(trial.seed, trial.examples)
    started = time.perf_counter()
    outcome: Outcome = {"loss": float("inf"), "online": 1.0, "test": 1.0 if trial.test else None}
    try:
        with np.errstate(all="ignore"):
            contestant = METHODS[trial.method].make(task.n, trial.setting, trial.seed)
            scores = contestant.learn(X, y).scores
            if not np.isfinite(scores).all():
                raise FloatingPointError("a score is not finite")
            outcome |= {"loss": loss(scores, y), "online": error(scores, y)}
            if trial.test:
                outcome["test"] = error(contestant.scores(task.X_test), task.y_test)
        outcome["state"] = contestant.state_size()
    except FAILURES as failure:
        outcome["failure"] = f"{type(failure).__name__}: {failure}"
    return outcome | {"seconds": time.perf_counter() - started, "count": len(y)}


def loss(scores: Scores, y: Labels) -> float:
    """The mean logistic loss."""
    return float(np.logaddexp(0.0, -y * scores).mean())


def error(scores: Scores, y: Labels) -> float:
    """The share of examples on the wrong side; the boundary is the wrong side of both."""
    return float((y * scores <= 0.0).mean())
