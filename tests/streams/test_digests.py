from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from compadagrad.streams import Chunk, digest_after, fingerprint

X = sparse.csr_array(np.eye(3))
CHUNK = Chunk(X, np.arange(3.0), np.ones(3), np.arange(3) + 1)


def test_the_same_rows_have_the_same_digest() -> None:
    again = Chunk(X.copy(), CHUNK.y.copy(), CHUNK.weights.copy(), CHUNK.lines.copy())
    assert digest_after("", CHUNK) == digest_after("", again)
    assert len(digest_after("", CHUNK)) == 32


@pytest.mark.parametrize(
    "other",
    [
        replace(CHUNK, y=np.array([0.0, 1.0, 3.0])),
        replace(CHUNK, weights=np.array([1.0, 1.0, 2.0])),
        replace(CHUNK, lines=np.array([1, 2, 4])),
        replace(CHUNK, X=sparse.csr_array(np.eye(3)[::-1])),
        replace(CHUNK, X=2 * X),
        replace(CHUNK, X=np.eye(3)),
        replace(CHUNK, y=np.array(["a", "b", "c"], object)),
    ],
)
def test_other_rows_have_another(other: Chunk) -> None:
    assert digest_after("", CHUNK) != digest_after("", other)


def test_what_was_before_counts() -> None:
    assert digest_after("a", CHUNK) != digest_after("b", CHUNK)


def test_a_file_is_known_by_its_size_its_beginning_and_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a"
    data = bytearray(b"x" * 300_000)
    path.write_bytes(data)
    known = fingerprint(path)
    for place, same in ((0, False), (299_999, False), (150_000, True)):
        changed = data.copy()
        changed[place] = ord("y")
        path.write_bytes(changed)
        assert (fingerprint(path) == known) == same
    path.write_bytes(data + b"x")
    assert fingerprint(path) != known


def test_the_standard_input_has_none() -> None:
    assert fingerprint("-") == ""
