from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.preconditioners import blocks
from compadagrad.preconditioners.blocks import in_a_block
from compadagrad.preconditioners.subspace_memory import SubspaceMemory, empty_subspace

Array = NDArray[Any]

N, K = 40, 4
KINDS = {  # and how many need the way of reflections
    "any": 0,
    "alike": 0,
    "equal": 0,
    "zero": 0,
    "some zero": 0,
    "inside": 0,
    "nearly equal": 1,
    "nearly inside": 1,
}


def memory(gradients: Array, rank: int = K) -> SubspaceMemory:
    """A subspace of this rank, and pending gradients."""
    start = empty_subspace(N, K, N, N, np.dtype(np.float64), 0)
    rows, roots = start.rows.copy(), np.zeros(K)
    rows[:rank] = np.linalg.qr(np.random.default_rng(0).standard_normal((N, K)))[0].T[:rank]
    roots[:rank] = [9.0, 5.0, 3.0, 2.0][:rank]
    return replace(start, rows=rows, roots=roots, rank=rank, pending=tuple(gradients))


def gradients(kind: str, before: SubspaceMemory) -> Array:
    rng = np.random.default_rng(1)
    G = rng.standard_normal((3, N))
    inside = (G @ before.basis.T) @ before.basis
    return {
        "any": G,
        "alike": G[0] + 0.01 * G,
        "equal": np.array([G[0], G[0], 2 * G[0]]),
        "zero": np.zeros((3, N)),
        "some zero": G * [[1.0], [0.0], [1.0]],
        "nearly equal": G[0] + 1e-7 * G,
        "inside": inside,
        "nearly inside": inside + 1e-7 * G,
    }[kind]


@pytest.mark.parametrize("slab", [7, 16, 1 << 13])
@pytest.mark.parametrize("rank", [0, 2, K])
@pytest.mark.parametrize("kind", KINDS)
def test_a_block_is_the_stacked_matrix(
    kind: str, rank: int, slab: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "SLAB", slab)
    G = gradients(kind, memory(np.empty((0, N)), rank))
    before = memory(G, rank)
    roots, rows, found, outside = in_a_block(before)
    stacked = np.concatenate([before.roots[:rank, None] * before.basis, G])
    exact, vectors = np.linalg.svd(stacked, full_matrices=False)[1:]
    there = int((exact > 1e-12 * exact[0]).sum())
    assert found == min(there, K)
    np.testing.assert_allclose(roots[:found], exact[:found], rtol=1e-9, atol=1e-15 * exact[0])
    np.testing.assert_allclose(rows[:found] @ rows[:found].T, np.eye(found), atol=1e-13)
    M = (rows[:found].T * roots[:found] ** 2) @ rows[:found]
    expected = (vectors[:found].T * exact[:found] ** 2) @ vectors[:found]
    np.testing.assert_allclose(M, expected, atol=1e-11 * exact[0] ** 2)
    total = (stacked**2).sum(0) - np.diag(M)
    np.testing.assert_allclose(outside, total, atol=1e-12 * exact[0] ** 2)


def test_which_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = 0
    careful = blocks._by_reflections

    def counted(m: SubspaceMemory) -> Any:
        nonlocal taken
        taken += 1
        return careful(m)

    monkeypatch.setattr(blocks, "_by_reflections", counted)
    for kind, reflections in KINDS.items():
        taken = 0
        in_a_block(memory(gradients(kind, memory(np.empty((0, N))))))
        assert taken == reflections, kind
