import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.streams import hash_names
from streams.plain import murmur


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=9), max_size=5))
def test_names_are_hashed_one_by_one(names: list[str]) -> None:
    wanted = [murmur(name.encode(), 7) for name in names]
    assert hash_names(names, seed=7).tolist() == wanted


def test_names_spread_over_the_columns() -> None:
    columns = hash_names([f"feature {i}" for i in range(10_000)]) % 64
    counts = np.bincount(columns, minlength=64)
    assert abs(counts - 10_000 / 64).max() < 5 * (10_000 / 64) ** 0.5


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5])
def test_seeds_have_32_bits(seed: int) -> None:
    with pytest.raises(InvalidInputError, match="seed must be an integer in"):
        hash_names(["a"], seed=seed)
