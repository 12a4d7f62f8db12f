from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.preconditioners import spectrum
from compadagrad.preconditioners.memory import Memory
from compadagrad.preconditioners.spectrum import gathered, most_pending, refreshed
from compadagrad.spectral import REPAIR_EVERY

Array = NDArray[Any]

K = 7


def memory(G: Array, pending: int, updates: int = 0) -> Memory:
    """A memory of the gradients in the rows of G, with some of them pending."""
    held, waiting = G[: len(G) - pending], G[len(G) - pending :]
    _, roots, rows = np.linalg.svd(held, full_matrices=True)
    roots = np.append(roots, np.zeros(K - roots.size))
    return Memory(0, len(G), np.zeros(0), roots, np.ascontiguousarray(rows), waiting, updates)


def root(memory: Memory) -> Array:
    """The root of M."""
    matrix: Array = (memory.rows.T * memory.roots) @ memory.rows
    return matrix


def exact_root(G: Array) -> Array:
    _, roots, rows = np.linalg.svd(G, full_matrices=False)
    matrix: Array = (rows.T * roots) @ rows
    return matrix


def test_nothing_pending_is_nothing_to_do() -> None:
    up_to_date = memory(np.random.default_rng(0).standard_normal((4, K)), 0)
    assert refreshed(up_to_date) is up_to_date


@pytest.mark.parametrize("pending", [1, 2, 10, 11, 30])
@pytest.mark.parametrize("rank", [2, K])
def test_the_root_is_that_of_all_gradients(pending: int, rank: int) -> None:
    rng = np.random.default_rng(0)
    G = rng.standard_normal((40, rank)) @ rng.standard_normal((rank, K))
    before = memory(G, pending)
    after = refreshed(before)
    np.testing.assert_allclose(root(after), exact_root(G), rtol=0, atol=1e-13 * np.abs(G).max())
    np.testing.assert_allclose(after.rows @ after.rows.T, np.eye(K), atol=1e-14)
    assert (np.diff(after.roots) <= 0).all()
    assert after.pending.shape == (0, K)
    assert (after.rounds, after.updates) == (before.rounds, pending)


@pytest.mark.parametrize("pending", [1, 3, 12])
def test_the_old_memory_stays(pending: int) -> None:
    before = memory(np.random.default_rng(0).standard_normal((20, K)), pending)
    copies = {name: np.copy(value) for name, value in before.state_dict().items()}
    refreshed(before)
    for name, value in before.state_dict().items():
        np.testing.assert_array_equal(value, copies[name])


@pytest.mark.parametrize(("updates", "due"), [(REPAIR_EVERY - 2, False), (REPAIR_EVERY - 1, True)])
def test_rows_are_repaired_when_it_is_due(
    updates: int, due: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    repaired: list[Array] = []
    monkeypatch.setattr(spectrum, "repair", repaired.append)
    after = refreshed(memory(np.random.default_rng(0).standard_normal((9, K)), 1, updates))
    assert after.updates == (0 if due else updates + 1)
    assert len(repaired) == due
    assert not due or repaired[0] is after.rows


def test_repairs_keep_the_rows_orthonormal() -> None:
    """Rows that are off by more than rounding are orthonormal again once it is due."""
    G = np.random.default_rng(0).standard_normal((9, K))
    off = memory(G, 1, REPAIR_EVERY - 1)
    off.rows[...] *= 1 + 1e-9
    rows = refreshed(off).rows
    np.testing.assert_allclose(rows @ rows.T, np.eye(K), atol=1e-14)


def test_gradients_wait_until_there_are_as_many_as_may() -> None:
    G = np.random.default_rng(0).standard_normal((50, K))
    gathering = memory(G[:8], 0)
    for t, z in enumerate(G[8:], start=9):
        before = gathering.pending.copy()
        after = gathered(gathering, z, gathering.outside)
        np.testing.assert_array_equal(gathering.pending, before)
        assert len(after.pending) == (len(before) + 1) % most_pending(K)
        assert after.rounds == t
        gathering = after
    np.testing.assert_allclose(root(refreshed(gathering)), exact_root(G), rtol=0, atol=1e-12)


@pytest.mark.parametrize(("k", "most"), [(1, 16), (40, 40), (1000, 128)])
def test_how_many_may_wait(k: int, most: int) -> None:
    assert most_pending(k) == most
