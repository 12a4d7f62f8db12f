from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Limits, Reading
from compadagrad.streams.line_reader import LineReader
from compadagrad.streams.source import Source
from streams.parsing import parser_of


def reader_of(path: Path, on_error: str = "raise", **limits: int) -> LineReader:
    reading = Reading(format="svmlight", features=5, on_error=on_error, limits=Limits(**limits))
    return LineReader(Source(path), parser_of(reading), reading.limits, on_error)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.svm"
    path.write_text("".join(f"{i} 1:{i}\n" for i in range(100)) + "x\n7 1:2")
    return path


@pytest.mark.parametrize("block", [1, 13, 10_000])
def test_blocks_of_any_size_give_the_same_rows(path: Path, block: int) -> None:
    reader = reader_of(path, "skip", block=block)
    parts = list(reader.parts())
    assert [y for part in parts for y in part.y] == [*range(100), 7]
    assert [line for part in parts for line in part.lines] == [*range(1, 101), 102]
    assert all(len(part) for part in parts)
    assert reader.faults.count == 1
    assert reader.fraction == 1.0
    assert reader.names is None


def test_a_fault_ends_the_reading(path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"a\.svm, line 101: the label must be"):
        list(reader_of(path).parts())


def test_how_much_was_read(path: Path) -> None:
    reader = reader_of(path, "skip", block=100)
    parts = reader.parts()
    next(parts)
    fraction = reader.fraction
    assert fraction is not None
    assert 0.0 < fraction < 0.5


def test_a_long_line_is_a_fault_whether_it_fits_a_block_or_not(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    path.write_text("1 1:1\n1 1:" + "1" * 5000 + "\n2 2:2\n")
    for block in (10, 100_000):
        reader = reader_of(path, "skip", line=50, block=block)
        assert [y for part in reader.parts() for y in part.y] == [1.0, 2.0]
        assert reader.faults.count == 1
        assert "line 2: the line is longer than allowed" in reader.faults.first[0]
