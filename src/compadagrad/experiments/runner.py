"""Runs trials that nobody has run before, keeps their outcomes, and says how far it has come."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, final

from compadagrad.experiments.cache import Cache
from compadagrad.experiments.forecast import Forecast
from compadagrad.experiments.order import well_begun
from compadagrad.experiments.study import Features
from compadagrad.experiments.task import Task
from compadagrad.experiments.trial import Outcome, Trial, run_trial
from compadagrad.experiments.workers import each

__all__ = ["Cluster", "Progress", "Runner", "Watcher"]


@final
class Progress(NamedTuple):
    """How far a stage has come; nothing is known of the time left before the first trial ends."""

    stage: str
    done: int
    total: int
    seconds_left: float | None


Watcher: TypeAlias = Callable[[Progress], None]


@final
class Cluster(NamedTuple):
    """Who does the work: see :func:`~compadagrad.experiments.workers.each`."""

    jobs: int
    backend: str = "loky"
    scheduler: str | None = None


@final
class Runner:
    """Runs trials of one task.

    Parameters
    ----------
    task : Task
    features : Features
        Those that are still to be made, in each trial.
    examples : int
        How many examples a trial learns from where it learns from all.
    cache : Cache
    cluster : Cluster
    watch : callable
        Told of every :class:`Progress`.
    """

    def __init__(
        self,
        task: Task,
        features: Features,
        examples: int,
        cache: Cache,
        cluster: Cluster,
        watch: Watcher,
    ) -> None:
        self._shared = (task, features)
        self._cache, self._cluster, self._watch = cache, cluster, watch
        self._forecast = Forecast(examples, cluster.jobs)
        self._known: dict[str, Outcome] = {}

    def run(self, stage: str, trials: Sequence[Trial]) -> list[Outcome]:
        """The outcomes, in the order of the trials."""
        left = {trial.key: trial for trial in trials if not self._is_known(trial)}
        total = len(left)
        self._forecast.begin()
        self._tell(stage, 0, total, left)
        for key, outcome in self._outcomes(well_begun(list(left.values()))):
            self._cache.keep_outcome(key, outcome)
            self._known[key] = outcome
            self._forecast.advance(left.pop(key), outcome)
            self._tell(stage, total - len(left), total, left)
        return [self._known[trial.key] for trial in trials]

    def _outcomes(self, trials: Sequence[Trial]) -> Iterator[tuple[str, Outcome]]:
        jobs, backend, scheduler = self._cluster
        return each(
            run_trial, self._shared, trials, jobs=jobs, backend=backend, scheduler=scheduler
        )

    def _is_known(self, trial: Trial) -> bool:
        if trial.key not in self._known:
            outcome = self._cache.outcome(trial.key)
            if outcome is None:
                return False
            self._known[trial.key] = outcome
            self._forecast.learn(trial, outcome)
        return True

    def _tell(self, stage: str, done: int, total: int, left: dict[str, Trial]) -> None:
        self._watch(Progress(stage, done, total, self._forecast.seconds(left.values())))
