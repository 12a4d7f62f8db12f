"""The contest from its first trial to its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from contest_parts.cache import Cache
from contest_parts.clock import time_an_example
from contest_parts.entries import Entry, Scale
from contest_parts.pool import Pool
from contest_parts.rows import Row
from contest_parts.task import Task
from contest_parts.trials import Outcome
from contest_parts.tuning import Tuned, tune

__all__ = ["Played", "play", "rows_of"]


@final
@dataclass(frozen=True)
class Played:
    """What became of one task.

    An element of ``tuned`` and of ``outcomes``, one in each order, for each entry.
    """

    entries: Sequence[Entry]
    tuned: Sequence[Tuned]
    outcomes: Sequence[Sequence[Outcome]]

    @property
    def task(self) -> Task:
        """The task."""
        return self.entries[0].task


def play(entries: Sequence[Entry], pool: Pool, scale: Scale) -> Played:
    """Tune the methods of one task, and let each learn the whole of it in several orders."""
    tuned = tune(entries, pool, scale)
    trials = [
        entry.trial(found.best, seed, examples=scale.training, test=True)
        for entry, found in zip(entries, tuned, strict=True)
        for seed in range(scale.orders)
    ]
    outcomes = pool.run(trials, f"{entries[0].task.name}, {scale.orders} permutations")
    orders = scale.orders
    grouped = [outcomes[i : i + orders] for i in range(0, len(outcomes), orders)]
    return Played(entries, tuned, grouped)


def rows_of(played: Played, cache: Cache, scale: Scale, *, clock: bool) -> list[Row]:
    """A row for each method, with its time an example unless ``clock`` is off."""
    seconds: Sequence[float | None] = [None] * len(played.entries)
    if clock:
        best = [found.best for found in played.tuned]
        seconds = time_an_example(played.entries, best, cache, scale)
    return [
        Row(
            task=entry.task.name,
            method=entry.method.name,
            setting=found.best,
            edges=sorted(found.edges),
            tuning_loss=min(found.losses),
            loss=[float(outcome["loss"]) for outcome in outcomes],
            online=[float(outcome["online"]) for outcome in outcomes],
            test=[float(outcome["test"]) for outcome in outcomes],
            seconds=time,
            state=outcomes[0].get("state"),
            failures=sum(loss == float("inf") for loss in found.losses),
        )
        for entry, found, outcomes, time in zip(
            played.entries, played.tuned, played.outcomes, seconds, strict=True
        )
    ]
