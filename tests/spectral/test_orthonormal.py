import numpy as np

from compadagrad.spectral import REPAIR_EVERY, rank_one_update, reorthonormalise
from spectral.cases import orthogonality_error, orthonormal_rows


def test_rows_are_repaired_and_the_input_left_alone() -> None:
    rng = np.random.default_rng(0)
    rows = orthonormal_rows(rng, 6, 11) + 1e-9 * rng.standard_normal((6, 11))
    before = rows.copy()
    repaired = reorthonormalise(rows)
    assert orthogonality_error(repaired) <= 1e-15
    assert np.abs(repaired - rows).max() <= 1e-8
    np.testing.assert_array_equal(rows, before)
    assert not np.shares_memory(repaired, rows)


def test_no_rows() -> None:
    assert reorthonormalise(np.empty((0, 5))).shape == (0, 5)


def test_the_interval_is_short_enough() -> None:
    rng = np.random.default_rng(0)
    s, W = np.zeros(48), np.eye(48)
    for _ in range(REPAIR_EVERY):
        s, W = rank_one_update(s, W, W @ rng.standard_normal(48))
    assert 1e-15 < orthogonality_error(W) <= 1e-13
    assert orthogonality_error(reorthonormalise(W)) <= 2e-15
