"""One exact step: its time in transforms and products, its rivals, its growth; its memory.

    python benchmarks/step.py [--quick] [--seconds S] [--budget S] [--only PART ...]

writes ``step.md``, the times, and ``step_memory.md``, what is counted rather than timed.
Every figure is of one BLAS thread and one Numba thread, on both sides. Ratios are of best times
over interleaved rounds, where a table does not say otherwise.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", NUMBA_NUM_THREADS="1")

import argparse
from pathlib import Path

import numpy as np
import scipy
from step_closed import squared_l2
from step_growth import growth, plot_growth
from step_hostile import hostile_problems
from step_l1 import l1_rounds, plot_iterations
from step_lars import against_lars
from step_memory import memory
from step_small import small_steps
from step_spectral import spectral_update
from timing import Report, output_directory

TIMED = ("closed", "l1", "lars", "spectral", "growth", "small")
COUNTED = ("memory", "hostile")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="small sizes, for a look")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long a timing goes on")
    parser.add_argument(
        "--budget", type=float, default=240.0, help="seconds for each run of l1 rounds"
    )
    parts = (*TIMED, *COUNTED)
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="some tables only")
    output_directory(parser)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    if set(TIMED) & set(options.only):
        report = begin("One step")
        say_units(report)
        time_steps(report, options)
        report.say("", f"({load('end').capitalize()}.)")
        report.save(options.output / "step.md")
    if set(COUNTED) & set(options.only):
        report = begin("Memory and safety of a step")
        count_steps(report, options)
        report.save(options.output / "step_memory.md")


def begin(title: str) -> Report:
    report = Report(title)
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    report.say(f"- SciPy {scipy.__version__}, BLAS {blas['name']} {blas['version']}")
    return report


def say_units(report: Report) -> None:
    report.say(
        f"- {load('start')}",
        "- threads: one BLAS thread and one Numba thread, on both sides of every comparison",
        "- WHT: one full orthonormal transform of that N and dtype, by a call of `fwht` in place "
        "on warm memory",
        "- GEMM: one k x k product in float64, `np.dot` into memory that is there already",
        "",
    )


def load(when: str) -> str:
    """How many threads of other programs wanted to run."""
    running = Path("/proc/loadavg").read_text().split()[3].partition("/")[0]
    return f"other threads that ran at the {when}: {int(running) - 1}"


def time_steps(report: Report, options: argparse.Namespace) -> None:
    """The tables of times, and the plots."""
    quick = options.quick
    seconds = min(options.seconds, 0.1) if quick else options.seconds
    if "closed" in options.only:
        squared_l2(report, seconds, quick=quick)
    if "l1" in options.only:
        runs = l1_rounds(
            report, min(options.budget, 10.0) if quick else options.budget, quick=quick
        )
        plot_iterations(runs, options.output / "step_iterations.svg")
    if "lars" in options.only:
        against_lars(report, seconds, quick=quick)
    if "spectral" in options.only:
        spectral_update(report, seconds)
    if "growth" in options.only:
        curves = growth(report, seconds, quick=quick)
        plot_growth(curves, options.output / "step_growth.svg")
    if "small" in options.only:
        small_steps(report, quick=quick)


def count_steps(report: Report, options: argparse.Namespace) -> None:
    """The tables of bytes and of solvers, which a busy machine does not change."""
    if "memory" in options.only:
        memory(report, quick=options.quick)
    if "hostile" in options.only:
        hostile_problems(report, quick=options.quick)


if __name__ == "__main__":
    main()
