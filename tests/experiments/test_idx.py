import gzip
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.idx import read_idx

ARRAY = np.arange(12, dtype=np.uint8).reshape(3, 2, 2)


def written(array: np.ndarray) -> bytes:
    shape = b"".join(length.to_bytes(4, "big") for length in array.shape)
    return bytes([0, 0, 8, array.ndim]) + shape + array.tobytes()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_arrays_come_back(pack: object, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(pack(written(ARRAY)))  # type: ignore[operator]
    assert np.array_equal(read_idx(path), ARRAY)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\0\x08",
        b"\0\0\x08\0",
        b"\0\0\x0d\x01" + (4).to_bytes(4, "big") + b"1234",
        written(ARRAY)[:-1],
        written(ARRAY) + b"1",
        b"\0\0\x08\x03\0\0",
        b"\0\0\x08\xff",
        b"words",
    ],
)
def test_what_is_no_idx_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(InvalidInputError, match="is not an idx file of bytes"):
        read_idx(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="No such file"):
        read_idx(tmp_path / "nowhere")
    damaged = tmp_path / "damaged"
    damaged.write_bytes(gzip.compress(written(ARRAY))[:-4])
    with pytest.raises(InvalidInputError, match="cannot read"):
        read_idx(damaged)
