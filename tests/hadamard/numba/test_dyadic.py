import numpy as np
import pytest

from compadagrad.hadamard._numba.dyadic import gather_xor


@pytest.mark.parametrize("log_groups", [0, 1, 3, 6])
@pytest.mark.parametrize("k", [1, 63, 65, 300])
def test_every_grouping_gathers_the_same(k: int, log_groups: int) -> None:
    n = 1 << 12
    rng = np.random.default_rng(k)
    w = rng.standard_normal(n)
    rows = np.sort(rng.choice(n, k, replace=False)).astype(np.uint32)
    starts = np.searchsorted(rows, np.arange((1 << log_groups) + 1) * n >> log_groups)
    out = np.full((k, k), np.nan)
    gather_xor(w, rows, starts, out)
    np.testing.assert_array_equal(out, w[rows[:, None] ^ rows])


def test_a_float32_vector_gathers_into_float64() -> None:
    w = np.arange(4, dtype=np.float32)
    out = np.empty((2, 2))
    gather_xor(w, np.array([1, 2], np.uint32), np.array([0, 2]), out)
    np.testing.assert_array_equal(out, [[0, 3], [3, 0]])
