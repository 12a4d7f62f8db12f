"""The exact l1 step against least angle regression to the same lambda."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from online_sequence import OnlineSequence
from step_primed import DELTA, metric_maker
from step_units import milli, reached
from timing import Report, best_of

from compadagrad import CompAdaGrad
from compadagrad.preconditioners import Metric
from compadagrad.regularizers import L1
from compadagrad.updates.lars import lars_solve
from compadagrad.updates.problem import Problem
from compadagrad.updates.separable import solve_separable

__all__ = ["against_lars"]

LIMIT = 20.0
TOLERANCE = 1e-8


class Round(NamedTuple):
    """The update of one round, its weight aside."""

    metric: Metric
    g: NDArray[np.float64]
    anchor: NDArray[np.float64]

    def problem(self, weight: float) -> Problem:
        """A new one, that has computed nothing yet."""
        n = self.anchor.size
        terms = L1(1.0).terms(n, n, self.anchor.dtype)
        return Problem(self.metric, self.g, self.anchor, terms, weight)


def round_after(n: int, k: int, rounds: int) -> Round:
    """The round of the online sequence that comes after so many, in the units of its metric."""
    sequence = OnlineSequence(n, np.float64)
    rate = sequence.rate(n)
    learner = CompAdaGrad(n, k, lr=rate, delta=DELTA, regularizer=L1(0.3))
    for _ in range(rounds):
        learner.step(sequence.gradient(learner))
    g = sequence.gradient(learner)
    metric = metric_maker(learner)(g)
    return Round(metric, g * (rate * 2.0**-metric.exponent), np.array(learner.x))


def weight_for(this: Round, active: int) -> float:
    """A weight at which about so many coordinates are not 0."""
    low, high = -40.0, 0.0  # log2 of the weight against the largest entry of u
    force = this.problem(1.0).force
    weight = force
    for _ in range(40):
        middle = (low + high) / 2
        weight = force * 2.0**middle
        x, _ = solve_separable(this.problem(weight), tolerance=TOLERANCE)
        count = np.count_nonzero(x)
        if abs(count - active) <= active // 100:
            break
        low, high = (middle, high) if count > active else (low, middle)
    return weight


def against_lars(report: Report, seconds: float, *, quick: bool) -> None:
    n, k, rounds = (1 << 10, 32, 20) if quick else (1 << 14, 128, 300)
    this = round_after(n, k, rounds)
    row = report.table(
        f"Exact l1 update against LARS, N = 2^{n.bit_length() - 1}, k = {k}, float64, ms",
        ("active", "solver", "iterations", "events of LARS", "LARS", "ours", "largest difference",
         "ratio", "at least", "reached"),
    )  # fmt: skip
    for active in (10, 100) if quick else (100, 1000):
        weight = weight_for(this, active)
        x, certificate = solve_separable(this.problem(weight), tolerance=TOLERANCE)
        u = this.problem(weight).u
        y, path = lars_solve(this.metric, u, weight)
        difference = np.abs(x - y).max() / np.abs(y).max()
        assert difference < 1e-6, f"the solvers differ by {difference}"
        best = best_of(
            {"ours": solver(this, weight), "LARS": partial(lars_solve, this.metric, u, weight)},
            seconds=4 * seconds, rounds=(3, 300),
        )  # fmt: skip
        value = best["LARS"] / best["ours"]
        judged = active >= 1000
        row(
            np.count_nonzero(x), certificate.solver, certificate.iterations, path.iterations,
            milli(best["LARS"]), milli(best["ours"]), f"{difference:.0e}", f"{value:.1f}",
            int(LIMIT) if judged else "",
            reached(value, LIMIT, at_least=True) if judged else "",
        )  # fmt: skip
    report.say(
        "",
        f"The update is that of round {rounds + 1} of the online sequence, with another lambda, "
        "the same for both solvers. Both start from what a step has when it begins to solve. Ours "
        "computes u, the linear term, from the last point; LARS is given it.",
    )


def solver(this: Round, weight: float) -> Callable[[], object]:
    return lambda: solve_separable(this.problem(weight), tolerance=TOLERANCE)
