"""Which method learns which task, and the size of it all."""

from dataclasses import dataclass
from typing import Any, final

from contest_parts.grids import Setting
from contest_parts.methods import Method
from contest_parts.task import Task
from contest_parts.trials import Trial

__all__ = ["Entry", "Scale"]


@final
@dataclass(frozen=True)
class Scale:
    """How much work the contest is.

    Examples to tune on, to learn (None: all) and to time; permutations; how often grids may be
    widened; every how many-th rate and combination of the grids is tried.
    """

    tuning: int = 4000
    training: int | None = None
    timing: int = 3000
    orders: int = 5
    widenings: int = 4
    every: int = 1


@final
@dataclass(frozen=True, eq=False)
class Entry:
    """A method on a task."""

    task: Task
    method: Method

    def trial(self, setting: Setting, seed: int, **how: Any) -> Trial:
        """A trial of it."""
        return Trial(
            self.task.name,
            self.task.fingerprint,
            self.method.name,
            self.method.release,
            setting,
            seed,
            **how,
        )

    def tuning_trial(self, setting: Setting, scale: Scale) -> Trial:
        """A trial on what settings are chosen by: the beginning of the first permutation."""
        return self.trial(setting, 0, examples=min(scale.tuning, len(self.task.y)))
