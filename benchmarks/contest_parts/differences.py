"""Paired differences of the tracked subspace to its rivals, and every loss."""

from collections.abc import Iterator, Sequence

from timing import Report

from contest_parts.rows import Estimate, Row, paired

__all__ = ["BASELINE", "differences"]

BASELINE = "diagonal AdaGrad"
ERRORS, POINTS = 3.0, 0.003


def comparisons(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """Each tracked row with the diagonal one and with S-AdaGrad's of the same k."""
    table = {(row.task, row.method): row for row in rows}
    for row in rows:
        if row.method.startswith("tracked k="):
            k = row.method.removeprefix("tracked k=").split(",")[0]
            for name in (BASELINE, f"S-AdaGrad k={k}"):
                if (rival := table.get((row.task, name))) is not None:
                    yield row, rival


def lost(difference: Estimate) -> bool:
    """Worse by more than three standard errors and by more than 0.3 points."""
    return difference.mean > max(ERRORS * difference.error, POINTS)


def differences(report: Report, rows: Sequence[Row]) -> None:
    """The table of differences, and the list of the losses."""
    row = report.table(
        "Paired differences on the same permutations, points: below 0 is better than the rival",
        ("task", "method", "rival", "online", "test", "verdict"),
    )
    losses = []
    for one, rival in comparisons(rows):
        found = {"online": paired(one.online, rival.online), "test": paired(one.test, rival.test)}
        worse = [name for name, difference in found.items() if lost(difference)]
        losses += [f"- {one.task}: {one.method} to {rival.method}, {name} error, "
                   f"{found[name].percent(signed=True)} points" for name in worse]  # fmt: skip
        row(one.task, one.method, rival.method,
            *(difference.percent(signed=True) for difference in found.values()),
            "worse: " + ", ".join(worse) if worse else "")  # fmt: skip
    report.say(
        "",
        f"Losses by more than {ERRORS:.0f} standard errors and {100 * POINTS} points: "
        + (f"{len(losses)}." if losses else "none."),
        *(["", *losses] if losses else []),
    )
