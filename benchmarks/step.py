"""One exact step: its time in transforms and products, its rivals, its growth, its memory.

    python benchmarks/step.py [--quick] [--seconds S] [--budget S] [--only PART ...]

Every figure is of one BLAS thread and one Numba thread, on both sides. Ratios are of best times
over interleaved rounds, where a table does not say otherwise.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", NUMBA_NUM_THREADS="1")

import argparse

import numpy as np
import scipy
from step_closed import squared_l2
from step_growth import growth, plot_growth
from step_l1 import l1_rounds, plot_iterations
from step_lars import against_lars
from step_memory import memory
from step_small import small_steps
from step_spectral import spectral_update
from timing import Report, output_directory

PARTS = ("closed", "l1", "lars", "spectral", "growth", "memory", "small")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="small sizes, for a look")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long a timing goes on")
    parser.add_argument(
        "--budget", type=float, default=240.0, help="seconds for each run of l1 rounds"
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some tables only")
    output_directory(parser)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    report = begin()
    run(report, options)
    report.say("", load("end"))
    report.save(options.output / "step.md")


def begin() -> Report:
    report = Report("One step")
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    report.say(
        f"- SciPy {scipy.__version__}, BLAS {blas['name']} {blas['version']}",
        f"- {load('start')}",
        "- threads: one BLAS thread and one Numba thread, on both sides of every comparison",
        "- WHT: one full orthonormal transform of that N and dtype, by a call of `fwht` in place "
        "on warm memory",
        "- GEMM: one k x k product in float64, `np.dot` into memory that is there already",
        "",
    )
    return report


def load(when: str) -> str:
    """How busy the machine was; this program alone makes a load of 1."""
    return f"Load average at the {when}: {os.getloadavg()[0]:.1f}"


def run(report: Report, options: argparse.Namespace) -> None:
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
    if "memory" in options.only:
        memory(report, quick=quick)
    if "small" in options.only:
        small_steps(report, quick=quick)


if __name__ == "__main__":
    main()
