"""A learner in the middle of a long run, without the run, and the metric of one."""

import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, final

import numpy as np
from step_units import Array

from compadagrad import CompAdaGrad
from compadagrad.preconditioners import Compressed, Metric
from compadagrad.preconditioners.memory import memory_from_state
from compadagrad.regularizers import Regularizer
from compadagrad.updates import Certificate

__all__ = ["DELTA", "Stepping", "gaussian_gradients", "metric_maker", "page_faults", "primed"]

DELTA = 1e-2


def primed(
    n: int,
    k: int,
    dtype: Any,
    regularizer: Regularizer | None,
    *,
    lr: float = 0.01,
    algorithm: str = "mirror_descent",
) -> CompAdaGrad:
    """A learner in the state after 2k standard normal gradients, whose spectrum has full rank.

    Their coordinates in the subspace are standard normal, their sum is normal, and the sums of
    their squares outside the subspace are, but for a share k / n, chi-squared: so all of these are
    drawn rather than computed.
    """
    rng = np.random.default_rng(1)
    learner = CompAdaGrad(
        n, k, lr=lr, regularizer=regularizer, dtype=dtype, algorithm=algorithm, delta=DELTA
    )
    state = learner.state_dict()
    unit = 2.0 ** -state["memory.exponent"]
    rounds = 2 * k
    state["steps"] = state["memory.rounds"] = rounds
    state["memory.pending"] = rng.standard_normal((rounds, k)) * unit
    squares = (1.0 - k / n) * rng.chisquare(rounds, state["memory.outside"].size)
    state["memory.outside"] = (squares * unit**2).astype(dtype)
    if "total" in state:
        total = np.sqrt(rounds) * rng.standard_normal(state["total"].size)
        state["total"] = total.astype(dtype)
    learner.load_state_dict(state)
    learner.step(next(gaussian_gradients(n, dtype)))  # absorbs what is pending
    return learner


def gaussian_gradients(n: int, dtype: Any, count: int = 8) -> Iterator[Array]:
    """Standard normal gradients, the same few for ever."""
    rng = np.random.default_rng(2)
    return cycle([rng.standard_normal(n).astype(dtype) for _ in range(count)])


@final
@dataclass
class Stepping:
    """A call that makes the next step, and what the steps so far were like."""

    learner: CompAdaGrad
    gradients: Iterator[Array]
    certificates: list[Certificate] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)
    """Pages that the system had to bring, for memory that a step asked for anew."""

    def __call__(self) -> None:
        """Make the next step."""
        g = next(self.gradients)
        faults, started = page_faults(), time.perf_counter()
        certificate = self.learner.step(g)
        self.seconds.append(time.perf_counter() - started)
        self.faults.append(page_faults() - faults)
        self.certificates.append(certificate)


def page_faults() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def metric_maker(learner: CompAdaGrad) -> Callable[[Array], Metric]:
    """A call that takes one gradient into the learner's memory and returns the metric.

    It does what a step does before it solves, and leaves the learner alone.
    """
    preconditioner = Compressed(learner.projection, delta=DELTA)
    state = learner.state_dict()
    prefix = "memory."
    memory = memory_from_state(
        {name.removeprefix(prefix): v for name, v in state.items() if name.startswith(prefix)},
        preconditioner.start(learner.dtype),
    )

    def metric(g: Array) -> Metric:
        size = max(float(g.max()), -float(g.min()))
        return preconditioner.refresh(preconditioner.accumulate(memory, g, size))[1]

    return metric
