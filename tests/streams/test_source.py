import gzip
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from compadagrad import InvalidInputError
from compadagrad.streams.source import Source, suffix_of


def test_a_file_knows_its_size_and_how_far_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    path.write_bytes(b"0123456789")
    source = Source(path)
    assert (source.size, source.position, source.is_regular) == (10, 0, True)
    with source.opened() as file:
        assert file.read(4) == b"0123"
    assert source.position == 4
    with source.opened() as file:
        assert file.read() == b"0123456789"
    assert source.position == 10


def test_positions_are_those_of_the_packed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.svm.gz"
    path.write_bytes(gzip.compress(bytes(10**6)))
    source = Source(path)
    with source.opened() as file:
        assert len(file.read()) == 10**6
    assert source.position == source.size == path.stat().st_size


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"1 1:2\n")))
    source = Source("-")
    assert (source.name, source.size, source.is_regular) == ("standard input", None, False)
    with source.opened() as file:
        assert file.read() == b"1 1:2\n"


def test_the_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with (
        pytest.raises(InvalidInputError, match="cannot read standard input: it is closed"),
        Source("-").opened(),
    ):
        raise AssertionError


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*absent: No such file"):
        Source(tmp_path / "absent")


def test_a_folder_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*: it is a folder"):
        Source(tmp_path)


def test_damage_is_our_error(tmp_path: Path) -> None:
    path = tmp_path / "a.svm.gz"
    path.write_bytes(gzip.compress(b"1 1:2\n" * 1000)[:-5])
    with (
        pytest.raises(InvalidInputError, match=r"cannot read .*a\.svm\.gz: compressed file ended"),
        Source(path).opened() as file,
    ):
        file.read()


@pytest.mark.parametrize(
    ("name", "suffix"), [("a.svm", ".svm"), ("a.CSV.zst", ".csv"), ("a", ""), ("a.gz", "")]
)
def test_suffixes(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix
