"""How long trials will take, from how long others of the same kind took."""

from collections.abc import Iterable
from typing import final

from compadagrad.experiments.trial import Outcome, Trial

__all__ = ["Forecast"]

Kind = tuple[str, str]


@final
class Forecast:
    """Learns what an example costs each method.

    Parameters
    ----------
    examples : int
        How many examples a trial has that learns from all.
    jobs : int
        How many trials run at a time.
    """

    def __init__(self, examples: int, jobs: int) -> None:
        self._examples, self._jobs = examples, jobs
        self._known: dict[Kind, tuple[float, int]] = {}

    def learn(self, trial: Trial, outcome: Outcome) -> None:
        """Take in how long a trial took."""
        seconds, count = self._known.get(_kind(trial), (0.0, 0))
        self._known[_kind(trial)] = (seconds + outcome.seconds, count + outcome.count)

    def seconds(self, trials: Iterable[Trial]) -> float | None:
        """How long these trials will take together; None while nothing is known."""
        if not self._known:
            return None
        rates = {kind: seconds / max(count, 1) for kind, (seconds, count) in self._known.items()}
        usual = sum(rates.values()) / len(rates)
        work = sum(
            rates.get(_kind(trial), usual) * (trial.examples or self._examples) for trial in trials
        )
        return work / self._jobs


def _kind(trial: Trial) -> Kind:
    return trial.learner, repr(sorted(trial.fixed.items()))
