"""Hostile problems: how exactly they are solved, and how many need more than Newton's method."""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
from step_units import reached
from timing import Report

from compadagrad.updates import Certificate
from compadagrad.updates.separable import solve_separable

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from updates.problems import hostile

__all__ = ["hostile_problems"]

FIRST, COUNT = 1000, 2000  # seeds, those of the tests
TOLERANCE, LIMIT = 1e-10, 1e-8
SAFEGUARDS = ("interior point", "active set")


def hostile_problems(report: Report, *, quick: bool) -> None:
    """Solve them all, and report by solver."""
    count = 50 if quick else COUNT
    certificates = [solved(seed) for seed in range(FIRST, FIRST + count)]
    row = report.table(
        f"{count:,} hostile problems",
        ("solver", "problems", "share, %", "median factorisations", "most",
         "largest KKT residual", "limit", "reached"),
    )  # fmt: skip
    shares = Counter(c.solver for c in certificates)
    for solver, problems in shares.most_common():
        these = [c for c in certificates if c.solver == solver]
        iterations = [c.iterations for c in these]
        worst = max(c.residual for c in these)
        row(
            solver, problems, f"{100 * problems / count:.2f}", f"{np.median(iterations):g}",
            max(iterations), f"{worst:.0e}", f"{LIMIT:.0e}", reached(worst, LIMIT),
        )  # fmt: skip
    saved = sum(shares[solver] for solver in SAFEGUARDS)
    report.say(
        "",
        "The safeguards, an interior point and behind it Newton's method at length, were needed by "
        f"{saved} of {count:,} ({100 * saved / count:.2f} %). The problems are those of "
        "`tests/updates/problems.py`: l1, elastic nets, boxes, sign constraints and mixtures, with "
        "weights for each coordinate and zeros among them, boxes with equal and with infinite "
        "ends, feature scales over e^-9 .. e^9, delta from 1e-8 to 1 of the largest gradient, tau "
        "from 0.1 to 100, k from 0 to N, the first round and the thirtieth. An empty subspace "
        "takes one prox. Newton's method has 20 factorisations before the interior point takes "
        "over.",
    )


def solved(seed: int) -> Certificate:
    certificate: Certificate = solve_separable(hostile(seed).problem, tolerance=TOLERANCE)[1]
    return certificate
