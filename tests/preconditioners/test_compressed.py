from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError, reference
from compadagrad.preconditioners import Compressed, Preconditioner
from compadagrad.projections import SRHT, Coordinates, Projection
from preconditioners.conformance import PreconditionerConformance, gradients, run
from preconditioners.spaces import SPACES, N, basis, parts_of, with_unit

Array = NDArray[Any]


class TestCompressed(PreconditionerConformance):
    scaling = "unit"

    def deltas(self, unit: float) -> tuple[float, float]:
        """``"paper"`` has delta inside a root, in squared units."""
        return (0.01 * unit**2 if self.scaling == "paper" else 0.01 * unit), 0.02 * unit

    def make(self, projection: Projection, unit: float) -> Preconditioner:
        return Compressed(projection, delta=self.deltas(unit), tau=2.0, scaling=self.scaling)

    def expected(self, preconditioner: Preconditioner, G: Array, V: Array, unit: float) -> Array:
        return reference.metric(G, V, delta=self.deltas(unit), tau=2.0, scaling=self.scaling)


class TestThePapersScaling(TestCompressed):
    scaling = "paper"


@pytest.mark.parametrize("scaling", ["unit", "paper"])
@pytest.mark.parametrize(("n", "k", "rounds"), [(64, 12, 200), (64, 12, 5), (32, 32, 150)])
def test_rank_one_updates_give_k_as_a_singular_value_decomposition_does(
    scaling: str, n: int, k: int, rounds: int
) -> None:
    projection, rng = SRHT(n, k, seed=0), np.random.default_rng(0)
    G = rng.standard_normal((rounds, n)) @ np.diag(10.0 ** rng.uniform(-3, 3, n))
    preconditioner = Compressed(projection, delta=1e-3, scaling=scaling)
    memory = preconditioner.start(np.dtype(np.float64))
    for t, g in enumerate(G, start=1):
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
        memory, metric = preconditioner.refresh(memory)
        if t not in (1, 5, 50, rounds):
            continue
        roots, W = np.linalg.svd(G[:t] @ basis(projection), full_matrices=True)[1:]
        roots = np.append(roots, np.zeros(k - roots.size))
        s = n / k
        kappa = roots + 1e-3
        if scaling == "paper":
            kappa = s * np.sqrt(s * roots**2 + 1e-3)
        K = (W.T * kappa) @ W
        found = np.ldexp(parts_of(metric)[1].astype(float), metric.exponent)
        assert np.abs(found - K).max() <= 1e-12 * np.abs(K).max()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_unit_grows_with_the_gradients(dtype: Any) -> None:
    """Gradients whose squares overflow make the metric that they would make without overflow."""
    first, later = (20, 90) if dtype == np.float32 else (100, 700)
    G = gradients(dtype)
    G[:6] *= dtype(2.0**first)
    G[6:] *= dtype(2.0**later)
    preconditioner = Compressed(SPACES["some"](), delta=1.0)
    units, memory = [], preconditioner.start(np.dtype(dtype))
    with np.errstate(all="raise", under="ignore"):
        for g in G:
            memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
            memory, metric = preconditioner.refresh(memory)
            units.append(memory.exponent)
    assert units[0] == units[5] < units[6] == units[-1]
    expected = reference.metric(
        np.ldexp(G.astype(float), -later), basis(preconditioner.projection), delta=(1e-300, 1e-300)
    )
    found = np.ldexp(with_unit(metric), -later)
    atol = (1e-12 if dtype == np.float64 else 1e-5) * np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)


@pytest.mark.parametrize("scaling", ["unit", "paper"])
def test_delta_is_the_metric_of_no_gradient(scaling: str) -> None:
    preconditioner = Compressed(SPACES["some"](), delta=(4.0, 0.5), tau=3.0, scaling=scaling)
    _, metric = preconditioner.refresh(preconditioner.start(np.dtype(np.float64)))
    V = basis(preconditioner.projection)
    inside = 4.0 if scaling == "unit" else N / 6 * 2.0
    P = V @ V.T
    expected = inside * P + 1.5 * (np.eye(N) - P)
    np.testing.assert_allclose(with_unit(metric), expected, atol=1e-14)


def test_one_delta_stands_for_both() -> None:
    p = Coordinates(4, 2, seed=0)
    assert Compressed(p, delta=0.5).delta == Compressed(p, delta=(0.5, 0.5)).delta == (0.5, 0.5)


def test_nothing_is_kept_that_the_ends_do_not_need() -> None:
    memories = {
        space: run(Compressed(SPACES[space](), delta=1.0), gradients(float)) for space in SPACES
    }
    assert memories["all"].outside.size == memories["all coordinates"].outside.size == 0
    assert memories["none"].roots.size == memories["none"].pending.size == 0
    assert memories["some"].pending.shape == (12, 6)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"delta": 0.0}, "delta must be a positive"),
        ({"delta": (1.0, 0.0)}, r"delta\[1\] must be a positive"),
        ({"tau": np.inf}, "tau must be a positive"),
        ({"scaling": "root"}, "scaling must be one of 'unit', 'paper', got 'root'"),
    ],
    ids=str,
)
def test_bad_arguments(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Compressed(Coordinates(4, 2, seed=0), **{"delta": 1.0, **bad})
