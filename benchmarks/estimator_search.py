"""Where the defaults of the estimators come from: one setting for all tasks, by progressive loss.

    python benchmarks/estimator_search.py --data DIR [--orders 1] [--tasks mnist usps]

The regret of a setting on a task is the logarithm of its progressive log loss beside the least on
that task; the setting whose mean regret over the tasks is least is the one to take. Test sets are
not looked at, and orders are others than those of ``estimator_defaults.py``.
"""

import argparse
import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from contest_parts.task import Task
from contest_parts.tasks import DESCRIPTIONS, load_task, missing_files
from numpy.typing import NDArray
from timing import Report, output_directory

from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import DELTA, ETA0, TAU

ETA0S: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
DELTAS: Final = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)
TAUS: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
FIRST_ORDER: Final = 1000
SHOWN: Final = 10

Losses = NDArray[np.float64]


class Setting(NamedTuple):
    """What is looked for."""

    eta0: float
    delta: float
    tau: float

    def __str__(self) -> str:
        return f"{self.eta0:g}, {self.delta:g}, {self.tau:g}"


SETTINGS: Final = [Setting(*values) for values in itertools.product(ETA0S, DELTAS, TAUS)]
PRESENT: Final = Setting(ETA0, DELTA, TAU)


def progressive_loss(task: Task, setting: Setting, order: int) -> float:
    """The mean log loss of one pass, each prediction before its example."""
    X, y = task.in_order(order, None)
    model = CompAdaGradClassifier(random_state=0, **setting._asdict())
    return float(model.partial_fit(X[:, :-1], y, classes=[-1.0, 1.0]).loss_curve_[0])


def losses_of(names: list[str], data: Path, orders: int) -> Losses:
    """A row for each task, a column for each setting; means over the orders."""
    table = np.empty((len(names), len(SETTINGS)))
    for i, name in enumerate(names):
        task = load_task(name, data)
        for j, setting in enumerate(SETTINGS):
            found = [progressive_loss(task, setting, FIRST_ORDER + o) for o in range(orders)]
            table[i, j] = np.mean(found)
        print(f"{name}: {SETTINGS[int(table[i].argmin())]}", flush=True)
    return table


def regrets(losses: Losses) -> Losses:
    """log(loss / least loss of the task)."""
    result: Losses = np.log(losses / losses.min(axis=1, keepdims=True))
    return result


def chosen_without(regret: Losses) -> Iterator[int]:
    """For each task, the setting that the other tasks choose."""
    for i in range(len(regret)):
        yield int(np.delete(regret, i, axis=0).mean(axis=0).argmin())


def write(report: Report, names: list[str], losses: Losses) -> None:
    """What was found: the best settings, and each task beside the choice of the others."""
    regret = regrets(losses)
    mean = regret.mean(axis=0)
    order = np.argsort(mean)
    row = report.table(
        f"The {SHOWN} best of {len(SETTINGS)} settings: loss above the least of a task, %",
        ("eta0, delta, tau", "mean", *names),
    )
    present = SETTINGS.index(PRESENT)
    for place in dict.fromkeys([*order[:SHOWN].tolist(), present]):
        more = 100.0 * np.expm1(np.array([mean[place], *regret[:, place]]))
        mark = " (the defaults)" if place == present else ""
        row(f"{SETTINGS[place]}{mark}", *(f"{value:.1f}" for value in more))
    if len(names) == 1:
        return
    row = report.table(
        "Each task, with the setting that the other tasks choose",
        ("task", "chosen by the others", "its loss", "best here", "its loss"),
    )
    for i, place in enumerate(chosen_without(regret)):
        best = int(losses[i].argmin())
        row(names[i], SETTINGS[place], f"{losses[i, place]:.4f}", SETTINGS[best],
            f"{losses[i, best]:.4f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    data = os.environ.get("COMPADAGRAD_DATA")
    parser.add_argument("--data", type=Path, default=data, help="else $COMPADAGRAD_DATA")
    parser.add_argument("--tasks", nargs="+", choices=DESCRIPTIONS, default=list(DESCRIPTIONS))
    parser.add_argument("--orders", type=int, default=1, help="random orders of each task (1)")
    output_directory(parser)
    options = parser.parse_args()
    if options.data is None:
        raise SystemExit("name the folder of the data sets with --data or $COMPADAGRAD_DATA")
    folder = Path(options.data)
    names = [name for name in options.tasks if missing_files(name, folder) is None]
    report = Report("The search for the defaults of the estimators")
    report.say("One pass, one example a step, k = 16, alpha = 1e-4; progressive log loss alone.")
    write(report, names, losses_of(names, folder, options.orders))
    report.save(options.output / "estimator_search.md")


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"\n{time.perf_counter() - started:.0f} s")
