import numpy as np
import pytest

from compadagrad.hadamard._numba import full


@pytest.mark.parametrize(("levels", "largest"), [(m, g) for m in range(1, 12) for g in (3, 4)])
def test_passes_are_of_nearly_equal_radix(levels: int, largest: int) -> None:
    steps, left = [], levels
    while left:
        steps.append(full.next_radix(left, largest))
        left -= steps[-1]
    assert max(steps) <= largest
    assert max(steps) - min(steps) <= 1
    assert len(steps) == -(-levels // largest)


def test_a_run_is_not_touched_by_its_neighbours() -> None:
    x = np.random.default_rng(0).standard_normal((3, 64))
    out = np.empty_like(x)
    full.transform(x.reshape(-1), out.reshape(-1), 64, None)
    for row, result in zip(x, out, strict=True):
        alone = np.empty_like(row)
        full.transform(row, alone, 64, None)
        np.testing.assert_array_equal(result, alone)
