from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import reference
from compadagrad.preconditioners import Preconditioner, Tracked
from compadagrad.preconditioners.tracked import power_unit, unit_power
from preconditioners.moving import MovingConformance, N, gradients, run
from preconditioners.spaces import with_unit

Array = NDArray[Any]


class TestTracked(MovingConformance):
    power = 0.5

    def make(self, k: int) -> Preconditioner:
        return Tracked(N, k, delta=(0.1, 0.2), tau=3.0, power=self.power)

    def expected(self, G: Array, k: int) -> Array:
        options: dict[str, Any] = {"delta": (0.1, 0.2), "tau": 3.0, "power": self.power}
        return reference.tracked_metric(G, k, **options)


class TestAnOnlineNewtonStep(TestTracked):
    power = 1.0


class TestAnOddPower(TestTracked):
    power = 0.3


@pytest.mark.parametrize("block", [2, 3, 7])
@pytest.mark.parametrize("k", [1, 4, N])
def test_blocks(block: int, k: int) -> None:
    """The subspace moves at the end of a block; until then its gradients are in K and in D."""
    G = gradients()
    preconditioner = Tracked(N, k, delta=0.1, block=block)
    memory = preconditioner.start(np.dtype(np.float64))
    for t, g in enumerate(G, start=1):
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
        memory, metric = preconditioner.refresh(memory)
        assert len(memory.pending) == max(t - k, 0) % block
        A = reference.tracked_metric(G[:t], k, delta=(0.1, 0.1), block=block)
        np.testing.assert_allclose(with_unit(metric), A, atol=1e-9 * np.abs(A).max())


@pytest.mark.parametrize("block", [2, 5])
def test_the_whole_space_has_all_gradients_in_the_metric_at_once(block: int) -> None:
    G = gradients()
    preconditioner = Tracked(N, N, delta=0.1, power=1.0, block=block)
    memory = preconditioner.start(np.dtype(np.float64))
    for t, g in enumerate(G, start=1):
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
        memory, metric = preconditioner.refresh(memory)
        if memory.rank == N:
            exact = G[:t].T @ G[:t] + 0.1 * np.eye(N)
            np.testing.assert_allclose(with_unit(metric), exact, atol=1e-11 * np.abs(exact).max())


def test_a_block_of_gradients_in_the_subspace() -> None:
    rng = np.random.default_rng(0)
    plane = np.linalg.qr(rng.standard_normal((N, 2)))[0].T
    G = rng.standard_normal((13, 2)) @ plane
    memory, _ = run(Tracked(N, 4, delta=0.1, block=3), G)
    assert memory.rank == 2
    assert memory.outside.max() < 1e-20
    roots = np.ldexp(memory.roots[:2], memory.exponent)
    np.testing.assert_allclose(roots, np.linalg.svd(G)[1][:2], rtol=1e-12)


def test_what_is_outside_is_what_is_left_of_the_diagonal() -> None:
    G = gradients(rounds=300)
    memory, _ = run(Tracked(N, 3, delta=0.1), G)
    inside = ((memory.roots[:3, None] * memory.basis) ** 2).sum(0)
    outside = np.ldexp(memory.outside + inside, 2 * memory.exponent)
    np.testing.assert_allclose(outside, (G**2).sum(0), rtol=1e-12)


def test_units_of_powers() -> None:
    assert power_unit(3.0, 1.0) == power_unit(9.0, 0.5) == 2
    assert power_unit(4.0, 1.0) == 3
    assert power_unit(10.0, 500.0) == 1000
    assert power_unit(0.1, 500.0) == -1000
    assert unit_power(3.0) == (3, 1.0)
    whole, factor = unit_power(2.5)
    assert factor * 2.0**whole == pytest.approx(2.0**2.5, rel=1e-15)
