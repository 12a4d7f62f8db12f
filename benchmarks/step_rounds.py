"""Rounds of the online sequence with an exact l1 step, and what they took."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import final

import numpy as np
from online_sequence import OnlineSequence
from step_primed import DELTA, metric_maker, page_faults
from step_units import product_of_order, transform_of_length
from timing import best_of

from compadagrad import CompAdaGrad
from compadagrad.regularizers import L1

__all__ = ["FIRST", "LAST", "Run", "play"]

FIRST, LAST = 100, 1000


@final
@dataclass
class Run:
    """Rounds from FIRST on: one entry each in the lists."""

    n: int
    k: int
    lam: float
    iterations: list[int] = field(default_factory=list)
    solvers: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    transforms: list[float] = field(default_factory=list)
    products: list[float] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)
    nonzero: list[float] = field(default_factory=list)
    loss: float = 0.0
    metric: float = 0.0
    """Seconds that a step takes for its metric, before it solves."""

    @property
    def last(self) -> int:
        """The last round."""
        return FIRST + len(self.iterations) - 1

    @property
    def unit(self) -> float:
        """8 WHT + 8 GEMM, as they were between the steps."""
        return 8 * median(self.transforms) + 8 * median(self.products)

    def per_iteration(self, *, with_metric: bool) -> float:
        """The median time of an iteration, with its share of the rest of the step or without."""
        rest = 0.0 if with_metric else self.metric
        pairs = zip(self.seconds, self.iterations, strict=True)
        return median((t - rest) / max(i, 1) for t, i in pairs)

    def shares(self) -> str:
        """Each solver's share of the rounds."""
        total = self.solvers.total()
        return ", ".join(f"{s} {100 * c / total:.1f} %" for s, c in self.solvers.most_common())


def play(n: int, k: int, lam: float, *, first: int, last: int, budget: float) -> Run:
    """Rounds 1 .. ``last``, or fewer: after ``budget`` seconds the next one is not begun.

    What is before ``first`` is played like the rest and not counted, in the result or in the time.
    """
    run, sequence = Run(n, k, lam), OnlineSequence(n, np.float32)
    learner = CompAdaGrad(
        n, k, lr=sequence.rate(n), delta=DELTA, regularizer=L1(lam), dtype=np.float32
    )
    transform, product = transform_of_length(n, np.float32), product_of_order(k)
    for _ in range(first - 1):
        learner.step(sequence.gradient(learner))
    sequence.losses.clear()
    finish = time.perf_counter() + budget
    for _ in range(first, last + 1):
        g = sequence.gradient(learner)
        run.transforms.append(quickest(transform))
        run.products.append(quickest(product))
        faults, started = page_faults(), time.perf_counter()
        certificate = learner.step(g)
        run.seconds.append(time.perf_counter() - started)
        run.faults.append(page_faults() - faults)
        run.iterations.append(certificate.iterations)
        run.solvers[certificate.solver] += 1
        run.nonzero.append(float(np.count_nonzero(learner.x)) / n)
        if time.perf_counter() > finish:
            break
    run.loss = float(np.mean(sequence.losses))
    metric, g = metric_maker(learner), sequence.gradient(learner)
    run.metric = best_of({"metric": lambda: metric(g)}, seconds=0.5)["metric"]
    return run


def quickest(call: Callable[[], object]) -> float:
    """The best of three."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return min(times)
