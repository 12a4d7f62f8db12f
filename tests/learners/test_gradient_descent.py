from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad import OnlineGradientDescent
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2
from learners.conformance import LearnerConformance
from learners.patience import PatientConformance

Array = NDArray[Any]


class TestOnlineGradientDescent(LearnerConformance, PatientConformance):
    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        return OnlineGradientDescent(
            n, **{**options, "lr": options["lr"] / size} if size != 1.0 else options
        )

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        return np.sqrt(len(G)) * size * np.eye(G.shape[1])


def test_many_different_weights_take_dense_steps() -> None:
    n = 100
    learner = OnlineGradientDescent(n, lr=0.5, regularizer=SquaredL2(np.linspace(0, 1, n)))
    twin = OnlineGradientDescent(n, lr=0.5, regularizer=SquaredL2(np.linspace(0, 1, n)))
    for t in range(5):
        g = np.where(np.arange(n) % 7 == t, 1.0, 0.0)
        learner.step(sparse.csr_array(g[None]))
        twin.step(g)
    assert "waiting.seen" not in learner.state_dict()
    np.testing.assert_array_equal(learner.x, twin.x)
