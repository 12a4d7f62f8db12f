"""The figures that the contest is to reach."""

from collections.abc import Sequence

from timing import Report

from contest_parts.rows import Row, estimate

__all__ = ["goals"]

TASK = "mnist"
POINTS = 0.0015


def goals(report: Report, rows: Sequence[Row]) -> None:
    """The online errors on MNIST against their limits."""
    online = {row.method: estimate(row.online).mean for row in rows if row.task == TASK}
    if not online:
        return
    powers = [m for m in online if m.startswith("tracked k=16")]
    pairs = [(["tracked k=16"], "full AdaGrad", POINTS), (powers, "online Newton step", POINTS)]
    pairs += [([f"tracked k={k}"], f"S-AdaGrad k={k}", 0.0) for k in (10, 16, 25)]
    row = report.table(
        "Online error on MNIST against the figures to reach, %",
        ("what", "error", "rival", "its error", "at most", "reached"),
    )
    for names, rival, points in pairs:
        known = [name for name in names if name in online]
        if known and rival in online:
            best = min(known, key=lambda name: online[name])
            limit = online[rival] + points
            row(best, f"{100 * online[best]:.2f}", rival, f"{100 * online[rival]:.2f}",
                f"{100 * limit:.2f}", "yes" if online[best] <= limit else "no")  # fmt: skip
