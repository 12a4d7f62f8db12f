import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import CompAdaGrad, DiagonalAdaGrad, FullAdaGrad, InvalidInputError, reference
from compadagrad.learners import Learner
from compadagrad.projections import SRHT
from compadagrad.regularizers import L1, Box, NonNegative, Regularizer
from learners.conformance import REGULARIZERS, LearnerConformance, same_bits
from learners.sequences import KINDS, gradients, unit

Array = NDArray[Any]


class CompAdaGradConformance(LearnerConformance):
    k = 5
    tau = 2.0
    scaling = "unit"

    def deltas(self, delta: float, size: float) -> tuple[float, float]:
        """Inside and outside; ``"paper"`` has delta inside the root, in squared units."""
        return (delta * size if self.scaling == "paper" else delta), 2 * delta

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        pair = self.deltas(delta, size)
        fixed: dict[str, Any] = {"tau": self.tau, "scaling": self.scaling, "seed": 1}
        return CompAdaGrad(n, self.k, delta=pair, **fixed, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        p = learner.projection
        assert isinstance(p, SRHT)
        V = reference.srht_basis(np.asarray(p.rows), np.asarray(p.signs))
        pair = self.deltas(delta, size)
        return reference.metric(G, V, delta=pair, tau=self.tau, scaling=self.scaling)


class TestCompAdaGrad(CompAdaGradConformance):
    pass


class TestEmptySubspace(CompAdaGradConformance):
    k = 0


class TestOneDimension(CompAdaGradConformance):
    k = 1


class TestAllButOneDimension(CompAdaGradConformance):
    k = 15


class TestWholeSpace(CompAdaGradConformance):
    k = 16


class TestThePapersScaling(CompAdaGradConformance):
    scaling = "paper"


class TestThePapersScalingOfAnEmptySubspace(TestThePapersScaling):
    k = 0


class TestThePapersScalingOfOneDimension(TestThePapersScaling):
    k = 1


class TestThePapersScalingOfAllButOneDimension(TestThePapersScaling):
    k = 15


class TestThePapersScalingOfTheWholeSpace(TestThePapersScaling):
    k = 16


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("scaling", ["unit", "paper"])
@pytest.mark.parametrize("phi", REGULARIZERS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_subspace_is_diagonal_adagrad(
    seed: int, scaling: str, phi: str, kind: str
) -> None:
    size = unit(kind, np.float64)
    options: dict[str, Any] = {
        "lr": 0.5,
        "delta": 0.01 * size,
        "regularizer": REGULARIZERS[phi](size),
    }
    ours = CompAdaGrad(11, 0, seed=seed, scaling=scaling, **options)
    theirs = DiagonalAdaGrad(11, **options)
    for g in gradients(kind, 11, np.float64):
        ours.step(g)
        theirs.step(g)
        np.testing.assert_allclose(ours.x, theirs.x, rtol=1e-14, atol=1e-300)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("phi", REGULARIZERS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_space_is_full_matrix_adagrad(seed: int, phi: str, kind: str) -> None:
    size = unit(kind, np.float64)
    options: dict[str, Any] = {
        "lr": 0.5,
        "delta": 0.01 * size,
        "regularizer": REGULARIZERS[phi](size),
    }
    ours, theirs = CompAdaGrad(11, 16, seed=seed, **options), FullAdaGrad(11, **options)
    for g in gradients(kind, 11, np.float64):
        ours.step(g)
        theirs.step(g)
        np.testing.assert_allclose(ours.x, theirs.x, rtol=0, atol=1e-11)


@pytest.mark.parametrize(("n", "k"), [(11, 14), (11, 15), (40, 63), (100, 120), (100, 127)])
@pytest.mark.parametrize("algorithm", ["mirror_descent", "dual_averaging"])
@pytest.mark.parametrize("phi", [L1(0.05), L1(0.2), NonNegative(), Box(-0.1, 0.2)], ids=repr)
def test_metrics_of_wide_range_are_solved_as_exactly(
    n: int, k: int, algorithm: str, phi: Regularizer
) -> None:
    """There a residual just within the tolerance is that of a point far from the solution."""
    for kind, seed in itertools.product(["correlated", "low-rank", "sparse"], [1, 2, 3]):
        learner = CompAdaGrad(
            n, k, lr=0.5, delta=1e-8, regularizer=phi, seed=1, algorithm=algorithm
        )
        for g in gradients(kind, n, np.float64, seed=seed):
            assert learner.step(g).residual <= 1e-10, (kind, seed, learner.steps)


def test_refreshing_less_often_uses_the_metric_of_the_last_refresh() -> None:
    G = np.zeros((7, 16))
    G[:, :11] = np.random.default_rng(0).standard_normal((7, 11))
    learner = CompAdaGrad(11, 4, lr=0.5, delta=0.1, refresh_every=3)
    V = learner.projection.lift(np.eye(4)).T
    x = np.zeros(16)
    for t, g in enumerate(G):
        seen = G[: 3 * (t // 3) + 1]
        x = x - 0.5 * np.linalg.solve(reference.metric(seen, V, delta=(0.1, 0.1)), g)
        learner.step(g[:11])
        np.testing.assert_allclose(learner.x, x[:11], atol=1e-12)


def test_many_gradients_between_two_refreshes() -> None:
    G = np.zeros((60, 16))
    G[:, :11] = np.random.default_rng(0).standard_normal((60, 11))
    learner = CompAdaGrad(11, 4, lr=0.5, delta=0.1, refresh_every=40)
    V = learner.projection.lift(np.eye(4)).T
    for g in G[:40]:
        learner.step(g[:11])
    before = learner._point().copy()
    learner.step(G[40, :11])
    A = reference.metric(G[:41], V, delta=(0.1, 0.1))
    np.testing.assert_allclose(
        learner._point(), before - 0.5 * np.linalg.solve(A, G[40]), atol=1e-12
    )


def test_gradients_are_gathered_in_bounded_room(tmp_path: Path) -> None:
    G = np.random.default_rng(0).standard_normal((150, 11))
    straight = CompAdaGrad(11, 4, lr=0.5, delta=0.1, refresh_every=100)
    for t, g in enumerate(G):
        if t == 70:
            straight.save(tmp_path / "learner")
        straight.step(g)
        assert straight.state_dict()["memory.pending"].shape[0] < 16
    resumed = CompAdaGrad.load(tmp_path / "learner")
    for g in G[70:]:
        resumed.step(g)
    assert same_bits(resumed.state_dict(), straight.state_dict())


def test_the_spectrum_is_repaired_and_stays_exact() -> None:
    G = np.random.default_rng(0).standard_normal((300, 11))
    learner = CompAdaGrad(11, 6, lr=0.5)
    for g in G:
        learner.step(g)
    rows = learner.state_dict()["memory.rows"]
    assert learner.state_dict()["memory.updates"] < 300
    np.testing.assert_allclose(rows @ rows.T, np.eye(6), atol=1e-13)


def test_gradients_that_grow_beyond_the_unit() -> None:
    """The unit in which the memory is kept follows the gradients."""
    G = np.random.default_rng(0).standard_normal((4, 8))
    G *= 10.0 ** np.array([-3, -2, 100, 149])[:, None]
    learner = CompAdaGrad(8, 3, lr=0.5, delta=1.0)
    V = learner.projection.lift(np.eye(3)).T
    x, units = np.zeros(8), []
    for t, g in enumerate(G):
        A = reference.metric(G[: t + 1], V, delta=(1.0, 1.0))
        if t < 2:  # later on the reference's own matrix is singular to rounding
            x = x - 0.5 * np.linalg.solve(A, g)
        before = learner.x
        assert learner.step(g).ok
        if t < 2:
            np.testing.assert_allclose(learner.x, x, rtol=1e-12)
        else:  # the gradient outweighs all the past: its own step is that of the first round
            alone = CompAdaGrad(8, 3, lr=0.5, delta=1.0)
            alone.step(g)
            np.testing.assert_allclose(g @ (learner.x - before), g @ alone.x, rtol=1e-9)
        units.append(learner.state_dict()["memory.exponent"])
    assert units[0] == units[1] < units[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 17}, r"k must be an integer in 0\.\.16, got 17"),
        ({"k": -1}, r"k must be an integer in 0\.\.16, got -1"),
        ({"k": 2, "tau": 0.0}, "tau must be a positive"),
        ({"k": 2, "delta": 0.0}, "delta must be a positive"),
        ({"k": 2, "delta": (1.0, -1.0)}, r"delta\[1\] must be a positive"),
        ({"k": 2, "delta": (1.0, 1.0, 1.0)}, "delta must be one number or a pair"),
        ({"k": 2, "scaling": "metric"}, "scaling must be one of 'unit', 'paper'"),
        ({"k": 2, "seed": -1}, "seed must be an integer >= 0"),
        ({"k": 2, "n": 0}, "n must be an integer"),
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        CompAdaGrad(**{"n": 11, "lr": 1.0, **arguments})


def test_another_subspace_in_a_state_is_taken_over() -> None:
    """What the seed draws may change with NumPy; the state says what was drawn."""
    one, two = CompAdaGrad(11, 4, lr=0.5, seed=0), CompAdaGrad(11, 4, lr=0.5, seed=1)
    one.step(np.ones(11))
    two.load_state_dict(one.state_dict())
    one.step(np.arange(11.0))
    two.step(np.arange(11.0))
    np.testing.assert_array_equal(one.x, two.x)
    assert two.projection == one.projection


def test_a_state_for_another_dimension_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"SRHT\(n=11, k=4, seed=0\), and this learner"):
        CompAdaGrad(11, 5, lr=0.5).load_state_dict(CompAdaGrad(11, 4, lr=0.5).state_dict())
