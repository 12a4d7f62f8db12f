"""What every preconditioner must do. A test class for a new one inherits this and writes hooks."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.preconditioners import Memory, Metric, Preconditioner
from compadagrad.preconditioners.memory import memory_from_state
from compadagrad.projections import Projection
from preconditioners.spaces import SPACES, N, basis, with_unit

Array = NDArray[Any]

ROUNDS = 12
LARGEST_ERROR = {np.float64: 1e-12, np.float32: 1e-5}


def gradients(dtype: Any, unit: float = 1.0, seed: int = 0) -> Array:
    """Correlated ones, a zero one, and one with a single nonzero."""
    rng = np.random.default_rng(seed)
    G = rng.standard_normal((ROUNDS, N)) @ (np.eye(N) + 0.5 * rng.standard_normal((N, N)))
    G[3], G[5, 1:] = 0.0, 0.0
    rounded: Array = (G.astype(np.float32) * unit).astype(dtype)
    return rounded


def run(preconditioner: Preconditioner, G: Array) -> Memory:
    """The memory after the gradients in the rows of G."""
    memory = preconditioner.start(G.dtype)
    for g in G:
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
    return memory


def numbers(memory: Memory, metric: Metric) -> list[bytes]:
    """All that a memory and a metric hold, bit for bit."""
    arrays = [*memory.state_dict().values(), metric.rows, metric.kappa, metric.diagonal]
    return [np.asarray(value).tobytes() for value in [*arrays, metric.exponent]]


class PreconditionerConformance:
    """Inherit, and write ``make`` and ``expected``."""

    spaces = tuple(SPACES)

    def make(self, projection: Projection, unit: float) -> Preconditioner:
        """One over this subspace, for gradients of this size."""
        raise AssertionError("write this hook")

    def expected(self, preconditioner: Preconditioner, G: Array, V: Array, unit: float) -> Array:
        """The metric of the gradients in the rows of G, by its definition."""
        raise AssertionError("write this hook")

    def over(self, space: str, unit: float = 1.0) -> Preconditioner:
        return self.make(SPACES[space](), unit)

    def each(self) -> list[Preconditioner]:
        return [self.over(space) for space in self.spaces]

    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    @pytest.mark.parametrize("exponent", [0, 50, -50])
    def test_against_the_definition(self, dtype: Any, exponent: int) -> None:
        unit = 2.0**exponent
        for space in self.spaces:
            preconditioner, G = self.over(space, unit), gradients(dtype, unit)
            V = basis(preconditioner.projection)
            memory = preconditioner.start(np.dtype(dtype))
            for t, g in enumerate(G, start=1):
                memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
                memory, metric = preconditioner.refresh(memory)
                assert memory.rounds == t
                expected = self.expected(preconditioner, G[:t].astype(float), V, unit)
                error = np.abs(with_unit(metric) - expected).max() / np.abs(expected).max()
                assert error <= LARGEST_ERROR[dtype], (space, t)

    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_the_metric_is_positive_and_its_parts_have_their_types(self, dtype: Any) -> None:
        for preconditioner in self.each():
            p = preconditioner.projection
            _, metric = preconditioner.refresh(run(preconditioner, gradients(dtype)))
            assert metric.projection is p
            assert metric.diagonal.shape == (p.n_padded,)
            assert metric.diagonal.dtype == dtype
            assert metric.rows.shape == (p.k, p.k)
            assert metric.rows.dtype == metric.kappa.dtype == np.float64
            assert (metric.kappa > 0).all()
            assert (metric.diagonal > 0).all()
            np.testing.assert_allclose(metric.rows @ metric.rows.T, np.eye(p.k), atol=1e-14)

    def test_gathering_first_gives_the_same_metric(self) -> None:
        for preconditioner in self.each():
            memory = preconditioner.start(np.dtype(np.float64))
            for g in gradients(float):
                memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
                memory, metric = preconditioner.refresh(memory)
            _, other = preconditioner.refresh(run(preconditioner, gradients(float)))
            A, B = with_unit(metric), with_unit(other)
            np.testing.assert_allclose(A, B, rtol=0, atol=1e-12 * np.abs(A).max())

    def test_refreshing_again_changes_nothing(self) -> None:
        for preconditioner in self.each():
            memory, metric = preconditioner.refresh(run(preconditioner, gradients(float)))
            again, other = preconditioner.refresh(memory)
            assert numbers(again, other) == numbers(memory, metric)

    @pytest.mark.parametrize("size", [1.0, 2.0**260])
    def test_old_memories_stay(self, size: float) -> None:
        """Also where the new gradient sets a new unit."""
        for preconditioner in self.each():
            memory, metric = preconditioner.refresh(run(preconditioner, gradients(float)))
            before = numbers(memory, metric)
            g = np.full(N, size)
            later = preconditioner.accumulate(memory, g, size)
            preconditioner.refresh(later)
            assert numbers(memory, metric) == before
            np.testing.assert_array_equal(g, size)

    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_a_memory_survives_its_state(self, dtype: Any) -> None:
        for preconditioner in self.each():
            memory = run(preconditioner, gradients(dtype))
            like = preconditioner.start(np.dtype(dtype))
            again = memory_from_state(memory.state_dict(), like)
            assert numbers(*preconditioner.refresh(again)) == numbers(
                *preconditioner.refresh(memory)
            )

    def test_the_same_over_another_subspace(self) -> None:
        for space, preconditioner in zip(self.spaces, self.each(), strict=True):
            moved = self.over(self.spaces[0]).on(SPACES[space]())
            assert type(moved) is type(preconditioner)
            assert numbers(*moved.refresh(run(moved, gradients(float)))) == numbers(
                *preconditioner.refresh(run(preconditioner, gradients(float)))
            )

    def test_it_has_a_kind(self) -> None:
        for preconditioner in self.each():
            assert preconditioner.kind
            assert type(preconditioner).__doc__
