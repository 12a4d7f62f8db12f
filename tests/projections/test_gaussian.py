import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.projections import Gaussian
from projections.conformance import ProjectionConformance


class TestGaussian(ProjectionConformance):
    def make(self, n: int, k: int, seed: int = 0) -> Gaussian:
        return Gaussian(n, k, seed=seed)


def test_the_span_is_that_of_the_draws() -> None:
    draws = np.random.default_rng(4).standard_normal((20, 3))
    p = Gaussian(20, 3, seed=4)
    np.testing.assert_allclose(p.complement(draws.T), 0, atol=1e-14)
    assert (np.diag(p.basis.T @ draws) > 0).all()


def test_a_basis_that_is_not_orthonormal_is_refused() -> None:
    state = Gaussian(8, 2, seed=0).state_dict()
    with pytest.raises(InvalidInputError, match="orthonormal"):
        Gaussian.from_state_dict({**state, "basis": 2 * state["basis"]})
