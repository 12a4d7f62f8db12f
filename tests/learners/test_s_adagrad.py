from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad import SAdaGrad, reference
from compadagrad.learners import Learner
from learners.conformance import LearnerConformance

Array = NDArray[Any]


class SAdaGradConformance(LearnerConformance):
    k = 4

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        return SAdaGrad(n, self.k, delta=delta, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        return size * reference.sketched_metric(G / size, self.k, delta=delta / size)


class TestSAdaGrad(SAdaGradConformance):
    pass


class TestNoDirection(SAdaGradConformance):
    k = 0


class TestOneDirection(SAdaGradConformance):
    k = 1


class TestAllDirections(SAdaGradConformance):
    k = 11


def test_the_sketch_bounds_the_gradients() -> None:
    """U^T diag(s) U is below G, and with rho added above it: what Frequent Directions promises."""
    G = np.random.default_rng(0).standard_normal((100, 20)) * np.logspace(1, -1, 20)
    learner = SAdaGrad(20, 5, lr=0.1)
    for t, g in enumerate(G, start=1):
        learner.step(g)
        state = learner.state_dict()
        unit = 4.0 ** state["memory.exponent"]
        rows, squares = state["memory.rows"], unit * state["memory.roots"] ** 2
        sketch = (rows.T * squares[: len(rows)]) @ rows
        gap = np.linalg.eigvalsh(G[:t].T @ G[:t] - sketch)
        rounding = 1e-12 * (G[:t] ** 2).sum()
        assert gap.min() >= -rounding
        assert gap.max() <= unit * state["memory.lost"] + rounding
