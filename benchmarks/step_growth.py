"""How the time of a step grows with N and with k."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from step_primed import Stepping, gaussian_gradients, primed
from step_units import milli, product_of_order, slope, transform_of_length
from timing import Report, best_of

from compadagrad.regularizers import SquaredL2

__all__ = ["growth", "plot_growth"]

FLOATS = (np.float32, np.float64)
TIMES = ("step", "median", "WHT", "GEMM")

Curve = tuple[list[int], list[float]]
Curves = dict[str, dict[str, Curve]]


def timed(n: int, k: int, dtype: Any, seconds: float) -> dict[str, float]:
    """Seconds, and the page faults of a step."""
    learner = primed(n, k, dtype, SquaredL2(1e-3))
    step = Stepping(learner, gaussian_gradients(n, dtype, 4))
    contenders: dict[str, Callable[[], object]] = {
        "step": step,
        "WHT": transform_of_length(n, dtype),
        "GEMM": product_of_order(k),
    }
    best = best_of(contenders, seconds=seconds)
    return best | {"median": median(step.seconds), "faults": median(step.faults)}


def growth(report: Report, seconds: float, *, quick: bool) -> Curves:
    """Report both sweeps; returns the curves by sweep and dtype."""
    lengths = [1 << m for m in (range(10, 15) if quick else range(12, 23))]
    orders = [1 << m for m in (range(4, 8) if quick else range(4, 11))]
    long, few = (1 << 12, 16) if quick else (1 << 18, 64)
    return {
        "N": sweep(report, "N", [(n, few) for n in lengths], f"k = {few}", seconds),
        "k": sweep(report, "k", [(long, k) for k in orders], f"N = {long}", seconds),
    }


def sweep(
    report: Report, name: str, shapes: list[tuple[int, int]], held: str, seconds: float
) -> dict[str, Curve]:
    row = report.table(
        f"Squared-l2 step against {name} at {held}, ms",
        (
            name,
            *(f"{np.dtype(t).name}: {what}" for t in FLOATS for what in (*TIMES, "faults")),
        ),
    )
    sizes = [shape["Nk".index(name)] for shape in shapes]
    curves: dict[str, Curve] = {np.dtype(t).name: (sizes, []) for t in FLOATS}
    for size, (n, k) in zip(sizes, shapes, strict=True):
        cells: list[str] = []
        for dtype in FLOATS:
            best = timed(n, k, dtype, seconds)
            curves[np.dtype(dtype).name][1].append(best["step"])
            cells += [milli(best[what]) for what in TIMES] + [f"{best['faults']:.0f}"]
        row(f"2^{size.bit_length() - 1}", *cells)
    say_slopes(report, name, curves)
    return curves


def say_slopes(report: Report, name: str, curves: dict[str, Curve]) -> None:
    report.say("", f"Time as a power of {name}, by least squares of logarithms:", "")
    for dtype, (sizes, times) in curves.items():
        half = len(sizes) // 2
        report.say(
            f"- {dtype}: {name}^{slope(sizes, times):.2f} over all sizes, "
            f"{name}^{slope(sizes[half:], times[half:]):.2f} from {sizes[half]} on "
            f"(from {milli(times[half])} to {milli(times[-1])} ms)"
        )
    report.say("", "The slopes are of best times; the medians and the page faults are of steps.")


def plot_growth(curves: Curves, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for axis, (name, by_type) in zip(axes, curves.items(), strict=True):
        for dtype, (sizes, times) in by_type.items():
            label = f"{dtype}, {name}^{slope(sizes, times):.2f}"
            axis.loglog(sizes, [1e3 * t for t in times], "o-", base=2, label=label)
        axis.set_yscale("log", base=10)
        axis.set(xlabel=name, ylabel="ms a squared-l2 step, one thread")
        axis.grid(alpha=0.3)
        axis.legend()
    figure.savefig(path)
