from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad import DiagonalAdaGrad, reference
from compadagrad.learners import Learner
from learners.conformance import LearnerConformance
from learners.patience import PatientConformance

Array = NDArray[Any]


class TestDiagonalAdaGrad(LearnerConformance, PatientConformance):
    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        return DiagonalAdaGrad(n, delta=delta, tau=2.0, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        n = G.shape[1]
        return reference.metric(G, np.zeros((n, 0)), delta=(delta, delta), tau=2.0)


def test_sparse_gradients_that_grow_beyond_the_unit() -> None:
    from scipy import sparse

    dense, thin = (DiagonalAdaGrad(5, lr=0.5, delta=1e-150) for _ in "ab")
    for exponent, j in ((-150, 0), (-20, 1), (150, 1), (149, 0)):
        g = np.zeros(5)
        g[j] = 10.0**exponent
        dense.step(g)
        thin.step(sparse.csr_array(g[None]))
        np.testing.assert_allclose(thin.x, dense.x, rtol=1e-13)
