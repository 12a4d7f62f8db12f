import bz2
import gzip
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text.text_files import lines_of

CONTENT = "café\nsecond\n".encode("latin-1")
PACKED = gzip.compress(CONTENT)


def test_lines_of_plain_and_compressed_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(CONTENT)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(CONTENT))
    (tmp_path / "a.txt.bz2").write_bytes(bz2.compress(CONTENT))
    for path in tmp_path.iterdir():
        assert list(lines_of(path)) == ["café\n", "second\n"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*absent\.txt: No such file"):
        list(lines_of(tmp_path / "absent.txt"))


@pytest.mark.parametrize("content", [b"no archive", PACKED[:-9], PACKED[:10] + b"\xff" * 20])
def test_a_damaged_archive_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged.gz"
    path.write_bytes(content)
    with pytest.raises(InvalidInputError, match=r"cannot read .*damaged\.gz"):
        list(lines_of(path))
