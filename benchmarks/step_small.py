"""Small steps, where calls rather than numbers take the time."""

import time
from statistics import median

import numpy as np
from step_primed import gaussian_gradients, primed
from step_units import micro, reached
from timing import Report

from compadagrad.regularizers import L1, SquaredL2, Zero

__all__ = ["small_steps"]

N, K, LIMIT = 512, 64, 150e-6


def small_steps(report: Report, *, quick: bool) -> None:
    row = report.table(
        f"Small steps: N = {N}, k = {K}, float64, µs",
        ("regularizer", "best", "median of all steps", "figure", "limit", "reached"),
    )
    for regularizer in (SquaredL2(1e-3), Zero(), L1(1.0)):
        learner = primed(N, K, np.float64, regularizer)
        gradients = gaussian_gradients(N, np.float64, 64)
        times = []
        for _ in range(100 * (1 + batches(quick))):
            g = next(gradients)
            started = time.perf_counter()
            learner.step(g)
            times.append(time.perf_counter() - started)
        warm = [times[i : i + 100] for i in range(100, len(times), 100)]
        figure = median(min(batch) for batch in warm)
        exact = not isinstance(regularizer, L1)
        row(
            regularizer, micro(min(map(min, warm))), micro(median(times[100:])), micro(figure),
            micro(LIMIT) if exact else "", reached(figure, LIMIT) if exact else "",
        )  # fmt: skip
    report.say(
        "",
        f"The figure is the median of the best steps of {batches(quick)} batches of 100, after one "
        "batch to warm up. The limit is for the closed form.",
    )


def batches(quick: bool) -> int:
    return 5 if quick else 50
