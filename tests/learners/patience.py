"""What learners that let coordinates wait must do besides."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad.learners import Learner
from compadagrad.regularizers import (
    L1,
    Box,
    ElasticNet,
    NonNegative,
    Regularizer,
    SquaredL2,
    Zero,
)
from learners.sequences import KINDS, gradients, unit

N = 40
FREE = np.where(np.arange(N) < 3, 0.0, 1.0)

WAITING: list[Regularizer] = [
    Zero(),
    SquaredL2(0.1),
    L1(0.02),
    ElasticNet(0.02, 0.1),
    L1(0.02 * FREE),
    ElasticNet(np.linspace(0, 0.05, N), 0.2 * FREE),
    NonNegative(),
    Box(-0.1, 0.2),
]


class PatientConformance:
    """Inherit beside :class:`LearnerConformance`, whose hook ``make`` it uses."""

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        raise AssertionError("write this hook")

    @pytest.mark.parametrize("phi", WAITING, ids=lambda phi: phi.kind)
    @pytest.mark.parametrize("algorithm", ["mirror_descent", "dual_averaging"])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_sparse_steps_give_the_numbers_of_dense_ones(
        self, phi: Regularizer, algorithm: str, dtype: Any
    ) -> None:
        rng = np.random.default_rng(0)
        x0 = phi.nearest(rng.standard_normal(N))
        options = {"lr": 0.3, "regularizer": phi, "algorithm": algorithm, "dtype": dtype, "x0": x0}
        thin, dense = self.make(N, 0.01, 1.0, **options), self.make(N, 0.01, 1.0, **options)
        atol = 1e-13 if dtype == np.float64 else 1e-5
        for t in range(150):
            g = np.where(rng.random(N) < 0.05, rng.standard_normal(N), 0.0)
            if t % 50 == 17:
                g = rng.standard_normal(N)
            row = sparse.csr_array(g[None])
            certificate = thin.step(g if t % 50 == 17 else row)
            assert certificate.ok
            dense.step(g)
            probe = np.where(rng.random(N) < 0.1, 1.0, 0.0)
            expected = float(probe @ dense.x)
            assert thin.dot(sparse.coo_array(probe)) == pytest.approx(expected, abs=10 * atol)
            if t % 40 == 3:
                np.testing.assert_allclose(thin.x, dense.x, rtol=0, atol=atol)
        np.testing.assert_allclose(thin.x, dense.x, rtol=0, atol=atol)
        np.testing.assert_array_equal(thin.x == 0, dense.x == 0)

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("algorithm", ["mirror_descent", "dual_averaging"])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_sparse_gradients_of_all_sizes(self, kind: str, algorithm: str, dtype: Any) -> None:
        """In a metric that was made for their size, and in one whose unit they leave."""
        size, atol = unit(kind, dtype), 1e-13 if dtype == np.float64 else 1e-5
        options = {"lr": 0.3, "algorithm": algorithm, "dtype": dtype}
        options["regularizer"] = ElasticNet(0.02 * size, 0.1 * size)
        for delta, rated in ((0.01 * size, size), (0.01, 1.0)):
            thin, dense = (self.make(N, delta, rated, **options) for _ in "ab")
            for g in gradients(kind, N, dtype):
                probe = np.ones(N, dtype)
                assert thin.step(sparse.csr_array(g[None])).ok
                assert dense.step(g).ok
                scale = float(np.abs(dense.x).max()) or 1.0
                expected = float(probe @ dense.x)
                product = thin.dot(sparse.coo_array(probe))
                assert product == pytest.approx(expected, abs=N * atol * scale)
                np.testing.assert_allclose(thin.x, dense.x, rtol=0, atol=atol * scale)

    def test_a_sparse_step_touches_only_its_nonzeros(self) -> None:
        """It costs their time: the arrays of the learner are written in place."""
        learner = self.make(N, 0.01, 1.0, lr=0.3, regularizer=L1(0.1), x0=np.ones(N))
        row = sparse.csr_array(([1.0, 2.0], ([0, 0], [3, 8])), shape=(1, N))
        learner.step(row)
        arrays = {k: v for k, v in vars(learner).items() if isinstance(v, np.ndarray)}
        before = learner.state_dict()
        learner.step(row)
        assert all(vars(learner)[name] is array for name, array in arrays.items())
        after, touched = learner.state_dict(), {3, 8}
        for name, value in after.items():
            if isinstance(value, np.ndarray) and value.shape[-1:] == (N,):
                changed = np.flatnonzero((value != before[name]).reshape(-1, N).any(axis=0))
                assert set(changed) <= touched, name

    def test_a_gradient_without_nonzeros_is_a_round_all_the_same(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=0.3, regularizer=L1(0.1), x0=np.ones(N))
        twin = self.make(N, 0.01, 1.0, lr=0.3, regularizer=L1(0.1), x0=np.ones(N))
        assert learner.step(sparse.csr_array((1, N))).residual == 0.0
        twin.step(np.zeros(N))
        np.testing.assert_allclose(learner.x, twin.x, atol=1e-15)
        assert learner.steps == 1
