"""What preconditioners with a moving subspace must do. A test class inherits and writes hooks."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.preconditioners import Preconditioner, SubspaceMemory
from preconditioners.spaces import with_unit

Array = NDArray[Any]

N = 9


def gradients(dtype: Any = np.float64, rounds: int = 20) -> Array:
    """A graded sequence, which begins with zeros."""
    rng = np.random.default_rng(0)
    G = rng.standard_normal((rounds, N)) * np.logspace(0, -1, N)
    G[:2] = 0.0
    rounded: Array = G.astype(np.float32).astype(dtype)
    return rounded


def run(preconditioner: Preconditioner, G: Array) -> tuple[SubspaceMemory, Any]:
    """The memory and the metric after the gradients in the rows of G, one a round."""
    memory = preconditioner.start(G.dtype)
    metric = None
    for g in G:
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
        memory, metric = preconditioner.refresh(memory)
    assert isinstance(memory, SubspaceMemory)
    return memory, metric


class MovingConformance:
    """Inherit, and write ``make`` and ``expected``."""

    def make(self, k: int) -> Preconditioner:
        raise AssertionError("write this hook")

    def expected(self, G: Array, k: int) -> Array:
        """The metric of the gradients in the rows of G, by its definition."""
        raise AssertionError("write this hook")

    @pytest.mark.parametrize("k", [0, 1, 4, N])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_against_the_definition(self, k: int, dtype: Any) -> None:
        preconditioner, G = self.make(k), gradients(dtype)
        memory = preconditioner.start(np.dtype(dtype))
        for t, g in enumerate(G, start=1):
            memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
            memory, metric = preconditioner.refresh(memory)
            assert memory.rounds == t
            A = self.expected(G[:t].astype(float), k)
            tolerance = (1e-9 if dtype == np.float64 else 1e-4) * np.abs(A).max()
            np.testing.assert_allclose(with_unit(metric), A, rtol=0, atol=tolerance)
            assert metric.diagonal.dtype == dtype

    def test_the_rank_grows_with_the_gradients(self) -> None:
        G = gradients()
        ranks = [run(self.make(4), G[:t])[0].rank for t in range(1, 9)]
        assert ranks == [0, 0, 1, 2, 3, 4, 4, 4]

    def test_the_memory_before_stays(self) -> None:
        preconditioner = self.make(4)
        memory, metric = run(preconditioner, gradients())
        before = {k: np.array(v) for k, v in memory.state_dict().items()}
        A = with_unit(metric)
        later = preconditioner.accumulate(memory, np.ones(N), 1.0)
        preconditioner.refresh(later)
        for name, value in memory.state_dict().items():
            np.testing.assert_array_equal(value, before[name])
        np.testing.assert_array_equal(with_unit(metric), A)

    def test_a_memory_survives_its_state(self) -> None:
        preconditioner = self.make(4)
        memory, _ = run(preconditioner, gradients())
        again = preconditioner.restore(memory.state_dict(), np.dtype(np.float64))
        for m in (memory, again):
            assert m.rank == 4
        one, two = (
            preconditioner.refresh(preconditioner.accumulate(m, np.ones(N), 1.0))[1]
            for m in (memory, again)
        )
        np.testing.assert_array_equal(with_unit(one), with_unit(two))

    def test_a_unit_for_gradients_of_any_size(self) -> None:
        G = gradients()
        preconditioner = self.make(4)
        memory, _ = run(preconditioner, G)
        huge = np.ldexp(np.ones(N), 400)
        later = preconditioner.accumulate(memory, huge, float(huge[0]))
        later, metric = preconditioner.refresh(later)
        assert later.exponent > memory.exponent
        assert np.isfinite(metric.kappa).all()
        top = np.ldexp(later.roots[0], later.exponent)
        np.testing.assert_allclose(top, np.linalg.norm(huge), rtol=1e-12)

    def test_the_subspace_is_a_part_of_the_memory(self) -> None:
        preconditioner = self.make(4)
        assert preconditioner.on(preconditioner.projection) is preconditioner
        assert preconditioner.projection.k == 0

    @pytest.mark.parametrize(
        ("name", "bad"),
        [
            ("lost", -1.0),
            ("lost", np.inf),
            ("roots", np.arange(4.0)),
            ("rows", np.ones((4, N))),
            ("rows", np.eye(N)[:3]),
            ("pending", np.ones((1, N - 1))),
            ("exponent", 10**6),
            ("updates", -1),
            ("rounds", 1.5),
        ],
    )
    def test_bad_states(self, name: str, bad: Any) -> None:
        preconditioner = self.make(4)
        state = run(preconditioner, gradients())[0].state_dict()
        with pytest.raises(InvalidInputError):
            preconditioner.restore({**state, name: bad}, np.dtype(np.float64))
