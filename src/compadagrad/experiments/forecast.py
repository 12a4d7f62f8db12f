"""How long trials will take, from how long others of the same kind took."""

import time
from collections.abc import Callable, Iterable
from typing import Final, final

from compadagrad.experiments.trial import Outcome, Trial

__all__ = ["Forecast"]

Kind = tuple[str, str]

PACE: Final = (1.0, 4.0)  # how much slower than its CPU time work may be believed to go


@final
class Forecast:
    """Learns what an example costs each method, and how fast work gets done.

    Parameters
    ----------
    examples : int
        How many examples a trial has that learns from all.
    jobs : int
        How many trials run at a time.
    clock : callable
        The seconds that have gone by.
    """

    def __init__(
        self, examples: int, jobs: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._examples, self._jobs, self._clock = examples, jobs, clock
        self._known: dict[Kind, tuple[float, int]] = {}
        self.begin()

    def begin(self) -> None:
        """Work begins now."""
        self._started, self._done = self._clock(), 0.0

    def learn(self, trial: Trial, outcome: Outcome) -> None:
        """Take in what a trial has cost that was run at some time before."""
        seconds, count = self._known.get(_kind(trial), (0.0, 0))
        self._known[_kind(trial)] = (seconds + outcome.seconds, count + outcome.count)

    def advance(self, trial: Trial, outcome: Outcome) -> None:
        """Take in what a trial has cost that has just ended."""
        self.learn(trial, outcome)
        self._done += outcome.seconds

    def seconds(self, trials: Iterable[Trial]) -> float | None:
        """How long these trials will take together; None while nothing is known."""
        if not self._known:
            return None
        rates = {kind: seconds / max(count, 1) for kind, (seconds, count) in self._known.items()}
        usual = sum(rates.values()) / len(rates)
        work = sum(
            rates.get(_kind(trial), usual) * (trial.examples or self._examples) for trial in trials
        )
        return self._pace() * work / self._jobs

    def _pace(self) -> float:
        """Seconds that go by for a second of work of one process: the machine has other work."""
        elapsed = self._jobs * (self._clock() - self._started)
        measured = elapsed / self._done if self._done else PACE[0]
        return min(max(measured, PACE[0]), PACE[1])


def _kind(trial: Trial) -> Kind:
    return trial.learner, repr(sorted(trial.fixed.items()))
