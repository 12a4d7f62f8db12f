"""Where the defaults of TrackedAdaGrad come from: one setting for all tasks, by online loss alone.

    python benchmarks/tracked_defaults.py --data DIR [--jobs 2] [--tasks mnist usps]

A loss is that of the first 4,000 examples of the first permutation, which the contest tunes on,
over the least that the contest's grid found there for the same k (benchmarks/results/contest.json).
Of the settings that are within 10 % of it on the most tasks for every k, the one is taken whose
largest ratio on the five tasks that are nearest is least. Test errors are not looked at.
"""

import argparse
import inspect
import itertools
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from contest_parts.cache import Cache
from contest_parts.entries import Entry, Scale
from contest_parts.methods import METHODS
from contest_parts.pool import Pool
from contest_parts.tasks import DESCRIPTIONS, load_task, missing_files
from timing import Report, output_directory

from compadagrad import TrackedAdaGrad

RATES: Final = (0.05, 0.1, 0.15, 0.2, 0.5)
DELTAS: Final = (0.1, 0.3, 1.0, 3.0, 10.0)
TAUS: Final = (1.0, 2.0, 3.0, 5.0, 10.0)
RANKS: Final = (10, 16, 25)
NEAR: Final = 1.1
ENOUGH: Final = 5
SHOWN: Final = 8

Ratios = dict[tuple[str, int], float]


class Setting(NamedTuple):
    """What is looked for."""

    lr: float
    delta: float
    tau: float

    def __str__(self) -> str:
        return f"{self.lr:g}, {self.delta:g}, {self.tau:g}"


SETTINGS: Final = [Setting(*values) for values in itertools.product(RATES, DELTAS, TAUS)]


def defaults() -> Setting:
    """The setting that the learner has now."""
    parameters = inspect.signature(TrackedAdaGrad).parameters
    return Setting(*(parameters[name].default for name in Setting._fields))


def main() -> None:
    options = arguments()
    names = [name for name in options.tasks if missing_files(name, options.data) is None]
    if not names:
        raise SystemExit("no task has its files")
    pool = Pool(Cache(options.cache), options.data, options.jobs)
    try:
        found = ratios_of(names, options.data, pool, tuned_losses(options.contest))
    finally:
        pool.close()
    report = Report("The search for the defaults of TrackedAdaGrad")
    report.say(
        "Online logistic loss on the first 4,000 examples of the first permutation, over the least",
        "that the contest's own grid found there for the same k, among at least 49 settings.",
        f"{len(SETTINGS)} settings of (lr, delta, tau); power 1/2, one gradient a block.",
    )
    best_first = sorted(found, key=lambda setting: merit(found[setting], names))
    summary(report, best_first, found, names)
    details(report, found[defaults()], names)
    report.save(options.output / "tracked_defaults.md")


def arguments() -> argparse.Namespace:
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    add = parser.add_argument
    data = os.environ.get("COMPADAGRAD_DATA")
    add("--data", type=Path, default=data, help="folder of data sets, else $COMPADAGRAD_DATA")
    add("--cache", type=Path, default=here / ".cache", help="folder of outcomes")
    add("--contest", type=Path, default=here / "results" / "contest.json", help="what was tuned")
    add("--jobs", type=int, default=os.cpu_count(), help="processes, of one thread each")
    add("--tasks", nargs="+", choices=DESCRIPTIONS, default=list(DESCRIPTIONS))
    output_directory(parser)
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where the data sets are, with --data or COMPADAGRAD_DATA")
    options.data = Path(options.data)
    return options


def tuned_losses(path: Path) -> Ratios:
    """The least loss of each tracked method's grid on each task."""
    rows = json.loads(path.read_text())
    methods = {f"tracked k={k}": k for k in RANKS}
    return {
        (row["task"], methods[row["method"]]): row["tuning_loss"]
        for row in rows
        if row["method"] in methods
    }


def ratios_of(names: Sequence[str], data: Path, pool: Pool, tuned: Ratios) -> dict[Setting, Ratios]:
    """The loss of every setting on every task for every k, over the tuned one."""
    settings = list(dict.fromkeys([*SETTINGS, defaults()]))
    found: dict[Setting, Ratios] = {setting: {} for setting in settings}
    for name in names:
        task = load_task(name, data)
        for k in RANKS:
            entry = Entry(task, METHODS[f"tracked k={k}"])
            trials = [entry.tuning_trial(dict(s._asdict()), Scale()) for s in settings]
            outcomes = pool.run(trials, f"{name}, k = {k}")
            for setting, outcome in zip(settings, outcomes, strict=True):
                found[setting][name, k] = float(outcome["loss"]) / tuned[name, k]
    return found


def near(ratios: Ratios, names: Sequence[str], k: int) -> int:
    """On how many tasks it is within 10 %."""
    return sum(ratios[name, k] <= NEAR for name in names)


def merit(ratios: Ratios, names: Sequence[str]) -> tuple[int, float]:
    """Least for the best setting."""
    counts = [min(near(ratios, names, k), ENOUGH) for k in RANKS]
    nearest = [sorted(ratios[name, k] for name in names)[:ENOUGH][-1] for k in RANKS]
    return -min(counts), max(nearest)


def summary(
    report: Report,
    best_first: Sequence[Setting],
    found: dict[Setting, Ratios],
    names: Sequence[str],
) -> None:
    row = report.table(
        f"The {SHOWN} best settings, and the defaults",
        ("lr, delta, tau", *(f"tasks within 10 %, k = {k}" for k in RANKS),
         f"the {ENOUGH}th nearest task, worst of all k"),
    )  # fmt: skip
    for setting in dict.fromkeys([*best_first[:SHOWN], defaults()]):
        mark = " (the defaults)" if setting == defaults() else ""
        counts = (f"{near(found[setting], names, k)} of {len(names)}" for k in RANKS)
        row(f"{setting}{mark}", *counts, f"{merit(found[setting], names)[1]:.3f}")


def details(report: Report, ratios: Ratios, names: Sequence[str]) -> None:
    row = report.table(
        f"The defaults, {defaults()}: loss over the tuned loss of each task",
        ("k", "tasks within 10 %", *names, "at least", "reached"),
    )
    for k in RANKS:
        count = near(ratios, names, k)
        cells = (f"{ratios[name, k]:.3f}" for name in names)
        row(k, f"{count} of {len(names)}", *cells, ENOUGH, "yes" if count >= ENOUGH else "no")


if __name__ == "__main__":
    main()
