"""Many trials at once, each in a process with one thread, with a word on the time left."""

import multiprocessing
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import final

from contest_parts.cache import Cache
from contest_parts.trials import Outcome, Trial, run_trial

__all__ = ["Pool"]


@final
class Pool:
    """Runs what the cache does not have.

    Parameters
    ----------
    cache : Cache
    data : Path
        The folder of the data sets.
    jobs : int
        How many processes.
    """

    def __init__(self, cache: Cache, data: Path, jobs: int) -> None:
        self._cache, self._data, self._jobs = cache, data, jobs
        self._executor: ProcessPoolExecutor | None = None
        self._costs: dict[tuple[str, str], tuple[float, int]] = {}

    def run(self, trials: Iterable[Trial], what: str) -> list[Outcome]:
        """The outcomes, in the order of the trials."""
        wanted = list(trials)
        known = {trial.key: self._cache.get(trial) for trial in wanted}
        pending = list({t.key: t for t in wanted if known[t.key] is None}.values())
        print(f"{what}: {len(wanted)} trials, {len(pending)} to run", flush=True)
        for trial in wanted:
            if outcome := known[trial.key]:
                self._learn_cost(trial, outcome)
        if pending:
            known |= self._run_all(pending, what)
        return [outcome for trial in wanted if (outcome := known[trial.key]) is not None]

    def _run_all(self, pending: Sequence[Trial], what: str) -> dict[str, Outcome]:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._jobs, mp_context=context)
        futures: dict[Future[Outcome], Trial] = {
            self._executor.submit(run_and_keep, trial, self._data, self._cache.folder): trial
            for trial in pending
        }
        outcomes: dict[str, Outcome] = {}
        left = {trial.key: trial for trial in pending}
        spoken = time.perf_counter()
        for future in as_completed(futures):
            trial = futures[future]
            outcomes[trial.key] = future.result()
            self._learn_cost(left.pop(trial.key), outcomes[trial.key])
            if time.perf_counter() > spoken + 10.0 or not left:
                spoken = time.perf_counter()
                self._say(what, len(pending), left.values())
        return outcomes

    def _learn_cost(self, trial: Trial, outcome: Outcome) -> None:
        pair = (trial.task, trial.method)
        seconds, count = self._costs.get(pair, (0.0, 0))
        self._costs[pair] = seconds + outcome["seconds"], count + outcome["count"]

    def _say(self, what: str, count: int, left: Iterable[Trial]) -> None:
        rates = {pair: seconds / total for pair, (seconds, total) in self._costs.items()}
        usual = sum(rates.values()) / len(rates)
        seconds, number = 0.0, 0
        for trial in left:
            number += 1
            seconds += rates.get((trial.task, trial.method), usual) * (trial.examples or 10_000)
        minutes = seconds / self._jobs / 60.0
        print(f"{what}: {count - number} of {count} done, about {minutes:.1f} min left", flush=True)

    def close(self) -> None:
        """End the processes; what waits is dropped."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def run_and_keep(trial: Trial, data: Path, cache: Path) -> Outcome:
    """Run a trial and write its outcome, in a process of the pool."""
    outcome = run_trial(trial, data)
    Cache(cache).put(trial, outcome)
    return outcome
