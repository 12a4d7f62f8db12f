"""The page of the contest."""

from collections.abc import Sequence
from pathlib import Path

from timing import Report

from contest_parts.differences import differences
from contest_parts.entries import Scale
from contest_parts.figure import plot
from contest_parts.goals import goals
from contest_parts.methods import FULL_MATRIX_LIMIT
from contest_parts.one_setting import one_setting
from contest_parts.rows import Row
from contest_parts.stages import Played
from contest_parts.tables import overview, task_table
from contest_parts.tuning import MARGIN

__all__ = ["write_page"]


def write_page(played: Sequence[Played], rows: Sequence[Row], scale: Scale, path: Path) -> None:
    """Write tables and figure."""
    report = Report("The contest: one pass, one example a step")
    report.say(*conditions(scale))
    tasks = [part.task for part in played]
    figure = path.with_suffix(".svg")
    if plot(rows, figure):
        report.say("", f"![Online error against time an example]({figure.name})")
    overview(report, rows, tasks)
    goals(report, rows)
    differences(report, rows)
    one_setting(report, played)
    for task in tasks:
        task_table(report, rows, task)
    report.save(path)


def conditions(scale: Scale) -> list[str]:
    """The rules of the contest."""
    examples = "all" if scale.training is None else f"{scale.training:,}"
    return [
        f"Logistic loss, no regularizer; {examples} examples of the training set in "
        f"{scale.orders} permutations, each seen once. Online: predicted before it is learned. "
        "Test: the last point. Figures are means ± standard errors over the permutations, which "
        "say nothing of the choice of the test set.",
        "",
        "Every method gets the same number of settings, seven rates by seven combinations of what "
        "else it has (49 rates where there is nothing else), and the one with the lowest online "
        f"loss on the first {scale.tuning:,} examples of the first permutation is taken. Where the "
        "best of one method lies at an edge of its grid, and nothing away from that edge comes "
        f"within {100 * MARGIN:g} % of it, the grids of all methods of that task are widened by "
        f"one rate at that end, or by one combination, up to {scale.widenings} times; the last "
        "column says where an edge is left. Methods that keep n² numbers take part where n is at "
        f"most {FULL_MATRIX_LIMIT}.",
        "",
        "µs an example: the best of three passes over the first "
        f"{scale.timing:,} examples, methods in turns, one thread and nothing beside. For the "
        "learners of this library it holds prediction and update in the loop over examples; for "
        "scikit-learn and river the calls of `partial_fit` and `learn_one`, for Vowpal Wabbit "
        "`learn` with examples that are parsed already.",
    ]
