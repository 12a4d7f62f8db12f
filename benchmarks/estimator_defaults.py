"""The estimators with their defaults: errors beside SGDClassifier's with its own.

    python benchmarks/estimator_defaults.py --data DIR [--orders 3] [--tasks mnist usps] [--quick]

The folder of the data sets can also be named by the environment variable COMPADAGRAD_DATA.
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from contest_parts.task import Task
from contest_parts.tasks import DESCRIPTIONS, load_task, missing_files
from numpy.typing import NDArray
from sklearn.linear_model import SGDClassifier
from timing import Report, output_directory

from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import DELTA, ETA0, TAU

Played = tuple[float, float]  # progressive error and test error

ENOUGH = 5  # tasks of seven on which the estimator has to be ahead


def main() -> None:
    options = arguments()
    report = Report("Estimators with their defaults")
    report.say("One pass, one example a step; nothing is tuned. A prediction is made before its")
    report.say(
        "example is learned from: the progressive error is the share of wrong ones. Everybody"
    )
    report.say("has the same rows, scaled alike, in the same orders.", "")
    report.say(f"The defaults of `CompAdaGradClassifier`: eta0 = {ETA0:g}, delta = {DELTA:g},")
    report.say(f"tau = {TAU:g}, subspace = 'tracked', k = 16, alpha = 1e-4, loss = 'log_loss'.")
    tasks = present_tasks(options.tasks, options.data)
    if not tasks:
        raise SystemExit("no task has its files")
    contest(report, tasks, options)
    stem = "estimator_defaults_quick" if options.quick else "estimator_defaults"
    report.save(options.output / f"{stem}.md")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    add = parser.add_argument
    data = os.environ.get("COMPADAGRAD_DATA")
    add("--data", type=Path, default=data, help="folder of data sets, else $COMPADAGRAD_DATA")
    add("--tasks", nargs="+", choices=DESCRIPTIONS, default=list(DESCRIPTIONS))
    add("--orders", type=int, default=3, help="random orders of each training set (3)")
    add("--quick", action="store_true", help="1,000 examples in one order, for a look")
    output_directory(parser)
    options = parser.parse_args()
    options.data = None if options.data is None else Path(options.data)
    return options


def present_tasks(names: list[str], data: Path | None) -> list[str]:
    """The tasks whose files are there; says of the others what they need."""
    if data is None:
        raise SystemExit("name the folder of the data sets with --data or $COMPADAGRAD_DATA")
    for name in names:
        if missing := missing_files(name, data):
            print(f"skipped: task {name}: no files in {missing}")
    return [name for name in names if missing_files(name, data) is None]


def contest(report: Report, tasks: list[str], options: argparse.Namespace) -> None:
    """Everybody on every task, with the mean over the orders."""
    orders, count = (1, 1000) if options.quick else (options.orders, None)
    row = report.table(
        f"Progressive error and, after a slash, test error in %, means over {orders} orders",
        ("task", "examples", "features", *CONTESTANTS, "ahead of SGDClassifier"),
    )
    ahead = 0
    for name in tasks:
        task = load_task(name, options.data)
        found = {
            who: np.mean([play(task, seed, count) for seed in range(orders)], 0)
            for who, play in CONTESTANTS.items()
        }
        won = found[OURS][0] < found[THEIRS][0]
        ahead += bool(won)
        cells = (f"{100 * online:.2f} / {100 * test:.2f}" for online, test in found.values())
        row(name, f"{len(task.y):,}", task.n - 1, *cells, "yes" if won else "no")
    report.say("", f"Ahead on {ahead} of {len(tasks)}; the limit is {ENOUGH} of 7.")


def in_order(task: Task, seed: int, count: int | None) -> tuple[Any, NDArray[np.float64]]:
    """Examples without the constant feature, which estimators add themselves."""
    X, y = task.in_order(seed, count)
    return X[:, :-1], y


def ours(task: Task, seed: int, count: int | None, **options: Any) -> Played:
    X, y = in_order(task, seed, count)
    model = CompAdaGradClassifier(random_state=seed, **options)
    for first in range(0, len(y), 1000):
        part = slice(first, first + 1000)
        model.partial_fit(X[part], y[part], classes=[-1.0, 1.0])
    return model.online_error_, 1.0 - model.score(task.X_test[:, :-1], task.y_test)


def theirs(task: Task, seed: int, count: int | None, **options: Any) -> Played:
    X, y = in_order(task, seed, count)
    model, wrong = SGDClassifier(random_state=seed, **options), 0
    for i in range(len(y)):
        a = X[i : i + 1]
        positive = bool(i) and float((a @ model.coef_[0])[0]) + model.intercept_[0] > 0.0
        wrong += positive != (y[i] > 0.0)
        model.partial_fit(a, y[i : i + 1], classes=None if i else [-1.0, 1.0])
    return wrong / len(y), 1.0 - model.score(task.X_test[:, :-1], task.y_test)


def with_options(play: Callable[..., Played], **options: Any) -> Callable[..., Played]:
    return lambda *given: play(*given, **options)


OURS, THEIRS = "CompAdaGradClassifier", "SGDClassifier"
CONTESTANTS: dict[str, Callable[..., Played]] = {
    OURS: ours,
    "the same, hinge": with_options(ours, loss="hinge"),
    THEIRS: theirs,
    "SGDClassifier, log_loss, average": with_options(theirs, loss="log_loss", average=True),
}


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"\n{time.perf_counter() - started:.0f} s")
