"""Which k, which tau, which scaling: CompAdaGrad on MNIST, 4 against 9.

    python benchmarks/choices.py --data DIR [--jobs 2] [--quick]

The folder of the data sets can also be named by the environment variable COMPADAGRAD_DATA.
"""

import argparse
import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", NUMBA_NUM_THREADS="1")

from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, final

import numpy as np
from contest_parts.task import Task
from contest_parts.tasks import load_task
from timing import Report, output_directory

import compadagrad

RANKS, TAUS = (25, 64, 128, 256), (1.0, 10.0, 100.0, 1000.0)
RATES, DELTAS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0), (1e-3, 1e-2, 1e-1)
BATCH, TUNING, AGAIN = 10, 4000, 4
OTHERS = (
    ("DiagonalAdaGrad", 0),
    ("SAdaGrad", 10),
    ("SAdaGrad", 25),
    ("TrackedAdaGrad", 10),
    ("TrackedAdaGrad", 25),
    ("FullAdaGrad", 0),
)


@final
@dataclass(frozen=True)
class Setting:
    """A learner with its arguments, and the order and subspace that it plays in."""

    learner: str
    lr: float
    delta: float
    k: int = 0
    tau: float = 1.0
    scaling: str = "unit"
    seed: int = 0

    def arguments(self) -> dict[str, Any]:
        """Of the constructor; the paper's K is larger by gain, and so are rate and tau there."""
        given: dict[str, Any] = {"lr": self.lr, "delta": self.delta}
        if self.learner != "CompAdaGrad":
            return given | ({"k": self.k} if self.k else {})
        gain = 1.0 if self.scaling == "unit" else (512 / self.k) ** 1.5
        return given | {
            "lr": gain * self.lr,
            "tau": gain * self.tau,
            "k": self.k,
            "scaling": self.scaling,
            "seed": self.seed,
        }


Errors = tuple[float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    data = os.environ.get("COMPADAGRAD_DATA")
    parser.add_argument("--data", type=Path, default=data, help="folder of data sets")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--quick", action="store_true", help="two values of each, for a look")
    output_directory(parser)
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where the data sets are, with --data or COMPADAGRAD_DATA")
    groups = groups_of(2 if options.quick else 6)
    with get_context("spawn").Pool(options.jobs) as pool:
        play = partial(pool.map, partial(errors, options.data), chunksize=1)
        tried = play([setting for group in groups.values() for setting in group])
        results = dict(zip((s for group in groups.values() for s in group), tried, strict=True))
        best = {name: min(group, key=results.__getitem__) for name, group in groups.items()}
        orders = range(1, AGAIN + 1)
        again = play([replace(setting, seed=seed) for setting in best.values() for seed in orders])
    means = np.mean(np.reshape(again, (len(best), AGAIN, 2)), axis=1)
    report = Report("Which k, which tau, which scaling")
    say(report, best, dict(zip(best, means, strict=True)), len(orders))
    report.save(options.output / ("choices_quick.md" if options.quick else "choices.md"))


def groups_of(most: int) -> dict[tuple[Any, ...], list[Setting]]:
    """The settings of each cell of the tables, of which the best is shown."""
    grid = list(product(RATES[-most:], DELTAS[-most:]))
    groups: dict[tuple[Any, ...], list[Setting]] = {
        (name, k): [Setting(name, lr / 10, delta, k) for lr, delta in grid] for name, k in OTHERS
    }
    for scaling, k, tau in product(("unit", "paper"), RANKS[:most], TAUS[:most]):
        groups[scaling, k, tau] = [
            Setting("CompAdaGrad", lr, delta, k, tau, scaling) for lr, delta in grid
        ]
    return groups


@cache
def task_in(folder: Path) -> Task:
    return load_task("mnist", folder)


def errors(folder: Path, setting: Setting) -> Errors:
    """The online and the test error of one pass, in percent; order 0 is for tuning, and short."""
    task = task_in(folder)
    A, y = task.in_order(setting.seed, None if setting.seed else TUNING)
    learner = getattr(compadagrad, setting.learner)(task.n, **setting.arguments())
    scores = learner.one_pass(A, y, loss="logistic", batch_size=BATCH)
    wrong = np.mean(scores * y <= 0)
    test = np.mean(learner.dot(task.X_test) * task.y_test <= 0)
    return 100 * float(wrong), 100 * float(test)


def say(
    report: Report,
    best: dict[tuple[Any, ...], Setting],
    means: dict[tuple[Any, ...], Any],
    orders: int,
) -> None:
    taus = sorted({cell[2] for cell in best if len(cell) == 3})
    ranks = sorted({cell[1] for cell in best if len(cell) == 3})
    for scaling in ("unit", "paper"):
        row = report.table(
            f'scaling="{scaling}": online / test error, %', ("k", *(f"tau = {t:g}" for t in taus))
        )
        for k in ranks:
            row(k, *(shown(means[scaling, k, tau]) for tau in taus))
    row = report.table("Beside them", ("learner", "online / test error, %"))
    for name, k in OTHERS:
        row(f"{name}, k = {k}" if k else name, shown(means[name, k]))
    ends = sum(at_an_end(setting) for setting in best.values())
    report.say(
        "",
        f"MNIST, 4 against 9: 400 Gaussian-kernel features and a constant one, one pass in "
        f"mini-batches of {BATCH}, logistic loss, no regularizer. For each cell the rate and delta "
        f"with the lowest online error over {TUNING:,} examples, of {len(RATES)} and "
        f"{len(DELTAS)}; shown are means over {orders} whole passes, in other orders and "
        f"subspaces. In the paper's scaling K is about (N / k)^(3/2) times as large; there rates "
        f"and tau are those of the table times that.",
        "",
        "Rates are " + ", ".join(f"{lr:g}" for lr in RATES) + ", a tenth of that for the "
        "others; deltas " + ", ".join(f"{delta:g}" for delta in DELTAS) + ". "
        f"{ends} of the {len(best)} best rates are at an end of their grid.",
    )


def at_an_end(setting: Setting) -> bool:
    scale = 1.0 if setting.learner == "CompAdaGrad" else 10.0
    return any(np.isclose(scale * setting.lr, edge) for edge in (RATES[0], RATES[-1]))


def shown(pair: Any) -> str:
    return f"{pair[0]:.2f} / {pair[1]:.2f}"


if __name__ == "__main__":
    main()
