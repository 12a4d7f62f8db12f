"""The rows of the contest as tables."""

from collections.abc import Sequence

from timing import Report

from contest_parts.grids import Setting
from contest_parts.rows import Row, estimate
from contest_parts.task import Task
from contest_parts.tasks import DESCRIPTIONS

__all__ = ["overview", "task_table", "written"]


def overview(report: Report, rows: Sequence[Row], tasks: Sequence[Task]) -> None:
    """One wide table: the online error of every method on every task, and of the best constant."""
    names = [task.name for task in tasks]
    row = report.table("Online error, %, all tasks", ("method", *names))
    shares = [100.0 * float((task.y > 0.0).mean()) for task in tasks]
    row("always the commoner label", *(f"{min(share, 100.0 - share):.2f}" for share in shares))
    cells = {(r.method, r.task): estimate(r.online).percent() for r in rows}
    for method in dict.fromkeys(r.method for r in rows):
        row(method, *(cells.get((method, name), "") for name in names))


def task_table(report: Report, rows: Sequence[Row], task: Task) -> None:
    """All that is known of the methods on one task."""
    row = report.table(
        f"{DESCRIPTIONS[task.name]} ({task.name}): n = {task.n}, {len(task.y):,} examples, "
        f"{len(task.y_test):,} to test",
        ("method", "online %", "test %", "online loss", "µs an example", "numbers kept",
         "setting", "at an edge"),
    )  # fmt: skip
    for r in rows:
        if r.task == task.name:
            loss = estimate(r.loss)
            row(
                r.method,
                estimate(r.online).percent(),
                estimate(r.test).percent(),
                f"{loss.mean:.4f} ± {loss.error:.4f}",
                "" if r.seconds is None else f"{r.seconds * 1e6:.1f}",
                "" if r.state is None else f"{r.state:,}",
                written(r.setting),
                ", ".join(r.edges),
            )
    failed = [f"{r.method} {r.failures}" for r in rows if r.task == task.name and r.failures]
    if failed:
        report.say("", f"Settings that overflowed or raised while tuning: {', '.join(failed)}.")


def written(setting: Setting) -> str:
    """A setting in words."""
    return ", ".join(
        f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in setting.items()
    )
