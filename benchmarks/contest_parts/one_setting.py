"""One setting for all tasks: how near it comes to the tuned ones, by online loss alone."""

from collections.abc import Sequence

from timing import Report

from contest_parts.stages import Played
from contest_parts.tables import written

__all__ = ["NEAR", "one_setting"]

NEAR = 1.1


def one_setting(report: Report, played: Sequence[Played]) -> None:
    """For each method the setting that is within 10 % of the best loss on the most tasks."""
    row = report.table(
        "One setting for all tasks: online loss while tuning, relative to the best of each task",
        ("method", "setting", "tasks within 10 %", *(part.task.name for part in played)),
    )
    names = dict.fromkeys(entry.method.name for part in played for entry in part.entries)
    for name in names:
        found = [ratios(name, part) for part in played]
        tables = [table for table in found if table]
        shared = set.intersection(*(set(table) for table in tables))
        if not shared:
            continue

        def merit(key: str, tables: list[dict[str, float]] = tables) -> tuple[int, float]:
            near = sum(table[key] <= NEAR for table in tables)
            return -near, sum(min(table[key], 10.0) for table in tables)

        best = min(sorted(shared), key=merit)
        row(name, best, f"{-merit(best)[0]} of {len(tables)}",
            *(f"{table[best]:.3f}" if table else "" for table in found))  # fmt: skip


def ratios(method: str, played: Played) -> dict[str, float]:
    """Each setting of a method, and its loss over the lowest one."""
    for entry, tuned in zip(played.entries, played.tuned, strict=True):
        if entry.method.name == method:
            least = min(tuned.losses)
            settings = map(written, tuned.grid.settings())
            return {s: loss / least for s, loss in zip(settings, tuned.losses, strict=True)}
    return {}
