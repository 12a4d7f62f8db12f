from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import RadaGrad, reference
from compadagrad.learners import Learner
from compadagrad.projections import SRHT
from learners.conformance import LearnerConformance

Array = NDArray[Any]


class RadaGradConformance(LearnerConformance):
    k = 5

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        return RadaGrad(n, self.k, delta=delta, tau=0.7 * size, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        p = learner.projection
        assert isinstance(p, SRHT)
        V = reference.srht_basis(np.asarray(p.rows), np.asarray(p.signs))
        return reference.metric(G, V, delta=(delta, delta), tau=0.7 * size, outside="constant")


class TestRadaGrad(RadaGradConformance):
    pass


class TestEmptySubspace(RadaGradConformance):
    k = 0


class TestOneDimension(RadaGradConformance):
    k = 1


class TestAllButOneDimension(RadaGradConformance):
    k = 15


class TestWholeSpace(RadaGradConformance):
    k = 16


def test_outside_the_subspace_it_is_plain_gradient_descent() -> None:
    learner = RadaGrad(8, 2, lr=0.5, tau=4.0)
    g = learner.projection.complement(np.arange(8.0))
    learner.step(g)
    np.testing.assert_allclose(learner.x, -0.5 / 4.0 * g, atol=1e-14)


def test_one_delta() -> None:
    with pytest.raises(ValueError, match="delta must be a positive, finite number"):
        RadaGrad(8, 2, lr=0.5, delta=(1.0, 1.0))  # type: ignore[arg-type]
