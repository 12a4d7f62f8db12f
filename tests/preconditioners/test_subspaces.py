"""Ways to take in gradients that the conformance suites of the preconditioners do not reach."""

from dataclasses import replace

import numpy as np

from compadagrad.preconditioners.subspace_memory import empty_subspace
from compadagrad.preconditioners.subspaces import followed
from compadagrad.spectral import REPAIR_EVERY


def test_nothing_pending_changes_nothing() -> None:
    memory = empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 0)
    assert followed(memory).state_dict().keys() == memory.state_dict().keys()
    assert followed(memory).rank == 0


def test_rows_are_repaired_after_many_updates() -> None:
    memory = empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 0)
    rng = np.random.default_rng(0)
    for _ in range(REPAIR_EVERY - 1):
        memory = followed(replace(memory, pending=(rng.standard_normal(5),)))
    assert memory.updates == REPAIR_EVERY - 1
    memory.rows[:2] *= 1 + 1e-6
    memory = followed(replace(memory, pending=(1e-9 * rng.standard_normal(5),)))
    assert memory.updates == 0
    np.testing.assert_allclose(memory.basis @ memory.basis.T, np.eye(2), atol=1e-11)


def test_several_in_turn_are_those_one_by_one() -> None:
    G = np.random.default_rng(0).standard_normal((6, 5))
    start = empty_subspace(5, 2, 0, 0, np.dtype(np.float64), 0)
    together, alone = followed(replace(start, pending=tuple(G)), shrink=True), start
    for g in G:
        alone = followed(replace(alone, pending=(g,)), shrink=True)
    np.testing.assert_array_equal(together.roots, alone.roots)
    np.testing.assert_array_equal(together.basis, alone.basis)
    assert together.lost == alone.lost
