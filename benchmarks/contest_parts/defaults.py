"""The defaults of learners beside their tuned settings, by online loss alone."""

from collections.abc import Sequence

from timing import Report

from contest_parts.one_setting import NEAR
from contest_parts.stages import Played

__all__ = ["defaults"]


def defaults(report: Report, played: Sequence[Played]) -> None:
    """For each method with defaults, its loss over the tuned one on every task."""
    row = report.table(
        "Defaults: online loss while tuning, relative to the best setting of each task",
        ("method", "tasks within 10 %", *(part.task.name for part in played)),
    )
    for name in dict.fromkeys(name for part in played for name in part.untuned):
        ratios = [ratio(name, part) for part in played]
        known = [found for found in ratios if found is not None]
        row(name, f"{sum(found <= NEAR for found in known)} of {len(known)}",
            *("" if found is None else f"{found:.3f}" for found in ratios))  # fmt: skip


def ratio(name: str, part: Played) -> float | None:
    """The loss with defaults over the least loss of the method's grid, where it takes part."""
    for entry, tuned in zip(part.entries, part.tuned, strict=True):
        if entry.method.name == name:
            return part.untuned[name] / min(tuned.losses)
    return None
