"""The exact l1 step over an online sequence: iterations, solvers, time per iteration."""

from pathlib import Path

import numpy as np
from online_sequence import OnlineSequence
from step_rounds import FIRST, LAST, Run, play
from step_units import milli, reached
from timing import Report

__all__ = ["l1_rounds", "plot_iterations"]

LIMIT = 10
SHORT = (0.03, 0.1, 0.3, 1.0)
LONG = 0.3


def l1_rounds(report: Report, budget: float, *, quick: bool) -> list[Run]:
    """Report the statistics; returns the runs, the long one first."""
    first, last = (5, 15) if quick else (FIRST, LAST)
    long, short = ((1 << 14, 128), (1 << 10, 32)) if quick else ((1 << 20, 512), (1 << 14, 128))
    runs = [play(*long, LONG, first=first, last=last, budget=budget)]
    runs += [play(*short, lam, first=first, last=last, budget=budget) for lam in SHORT]
    say_iterations(report, runs, first)
    say_times(report, runs)
    report.say(
        "",
        f"The sequence: {OnlineSequence.DESCRIPTION}",
        "",
        f"Rounds 1 to {first - 1} are played with the same learner and not counted. Rounds go on "
        f"to {last}, or until they have taken {budget:.0f} s: the table says which were played.",
        "",
        "WHT (float32) and GEMM are measured between the steps, best of three each, and medians "
        "over the rounds are compared. `metric` is what a step spends before it solves: taking "
        "the gradient in, and the rank-one spectral update. An iteration, of Newton's method "
        "or of the interior point method, is one factorisation.",
    )
    return runs


def name_of(run: Run) -> tuple[str, int, float]:
    return f"2^{run.n.bit_length() - 1}", run.k, run.lam


def say_iterations(report: Report, runs: list[Run], first: int) -> None:
    row = report.table(
        "Exact l1 step over an online sequence: iterations",
        ("N", "k", "lambda", "rounds", "nonzero, %", "mean loss", "median", "95th percentile",
         "largest", "solvers", "limit of the median", "reached"),
    )  # fmt: skip
    for run in runs:
        middle, high = np.percentile(run.iterations, [50, 95])
        row(
            *name_of(run), f"{first}..{first + len(run.iterations) - 1}",
            f"{100 * np.mean(run.nonzero):.1f}", f"{run.loss:.3f}", f"{middle:g}", f"{high:g}",
            max(run.iterations), run.shares(), LIMIT, reached(middle, LIMIT),
        )  # fmt: skip


def say_times(report: Report, runs: list[Run]) -> None:
    row = report.table(
        "Exact l1 step over an online sequence: time of an iteration, ms",
        ("N", "k", "lambda", "step", "metric", "8 WHT + 8 GEMM", "step / iterations",
         "ratio of that", "(step - metric) / iterations", "ratio", "limit", "reached",
         "page faults a step"),
    )  # fmt: skip
    for run in runs:
        whole, alone = (run.per_iteration(with_metric=w) for w in (True, False))
        value, judged = alone / run.unit, run is runs[0]
        row(
            *name_of(run), milli(float(np.median(run.seconds))), milli(run.metric),
            milli(run.unit), milli(whole), f"{whole / run.unit:.2f}", milli(alone),
            f"{value:.2f}", 1 if judged else "", reached(value, 1.0) if judged else "",
            f"{np.median(run.faults):.0f}",
        )  # fmt: skip


def plot_iterations(runs: list[Run], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7, 4), layout="constrained")
    most = max(max(run.iterations) for run in runs)
    for run in runs:
        share = np.bincount(run.iterations, minlength=most + 1) / len(run.iterations)
        length, k, lam = name_of(run)
        axis.plot(range(most + 1), 100 * share, "o-", label=f"N = {length}, k = {k}, λ = {lam}")
    axis.axvline(LIMIT, color="k", linestyle=":", linewidth=1)
    axis.set(xlabel="iterations of an exact l1 step", ylabel="% of the rounds")
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig(path)
