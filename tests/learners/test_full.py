from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad import FullAdaGrad, reference
from compadagrad.learners import Learner
from learners.conformance import LearnerConformance

Array = NDArray[Any]


class TestFullAdaGrad(LearnerConformance):
    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        return FullAdaGrad(n, delta=delta, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        return reference.metric(G, np.eye(G.shape[1]), delta=(delta, delta))


def test_there_is_no_subspace() -> None:
    assert FullAdaGrad(3, lr=1.0).projection is None
