import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad.streams._murmur import hash_bytes, hash_number
from streams.plain import murmur


@given(st.binary(max_size=20), st.integers(0, 2**32 - 1))
def test_it_is_murmurhash3(data: bytes, seed: int) -> None:
    text = np.frombuffer(b"<" + data + b">", np.uint8)
    assert hash_bytes(text, 1, 1 + len(data), seed) == murmur(data, seed)


@given(st.integers(0, 2**53), st.integers(0, 2**32 - 1))
def test_numbers_are_hashed_by_their_bytes(number: int, seed: int) -> None:
    assert hash_number(number, seed) == murmur(number.to_bytes(8, "little"), seed)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
def test_the_plain_one_is_that_of_scikit_learn(seed: int) -> None:
    utils = pytest.importorskip("sklearn.utils")
    for data in (b"", b"a", b"feature", b"\xff\x00\x80"):
        assert murmur(data, seed) == utils.murmurhash3_32(data, seed=seed, positive=True)
