import bz2
import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.streams import Limits, Reading, Stream, format_of

zstandard: Any = pytest.importorskip("zstandard")

LINES = {
    "svmlight": "".join(f"{i % 2} 1:{i} 3:{i / 7}\n" for i in range(1000)),
    "vw": "".join(f"{i % 2} |n a:{i} b{i % 7}\n" for i in range(1000)),
    "csv": "y,a,b\n" + "".join(f"{i % 2},{i},{i / 7}\n" for i in range(1000)),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "svmlight": {"features": 3},
    "vw": {"hash_bits": 8},
    "csv": {"target": "y"},
}


def written(folder: Path, kind: str, suffix: str = "") -> Path:
    path = folder / f"data.{'svm' if kind == 'svmlight' else kind}{suffix}"
    data = LINES[kind].encode()
    path.write_bytes(gzip.compress(data) if suffix else data)
    return path


def reading_of(kind: str, **options: Any) -> Reading:
    return Reading(**{"format": kind, **OPTIONS[kind], **options})


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_chunks_have_the_length_that_was_asked_for(tmp_path: Path, kind: str, suffix: str) -> None:
    stream = Stream(written(tmp_path, kind, suffix), reading_of(kind, limits=Limits(block=777)))
    chunks = list(stream.chunks(130, multiple=4))
    assert [len(chunk) for chunk in chunks] == [128] * 7 + [104]
    assert np.concatenate([chunk.y for chunk in chunks]).tolist() == [i % 2 for i in range(1000)]
    assert stream.fraction == 1.0
    assert stream.faults.count == 0


@pytest.mark.parametrize("kind", LINES)
def test_long_rows_make_short_chunks(tmp_path: Path, kind: str) -> None:
    stream = Stream(written(tmp_path, kind), reading_of(kind, limits=Limits(entries=20)))
    assert max(len(chunk) for chunk in stream.chunks(500)) in (10, 11)  # zeros are stored, or not


def test_names_of_a_table(tmp_path: Path) -> None:
    stream = Stream(written(tmp_path, "csv"), reading_of("csv"))
    assert stream.names is None
    next(stream.chunks(10))
    assert stream.names == ("a", "b")


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO(LINES["svmlight"].encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=data))
    stream = Stream("-", reading_of("svmlight"))
    assert sum(map(len, stream.chunks(64))) == 1000
    assert stream.fraction is None


def test_tables_with_tabs_are_known_by_their_name(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("y\ta\n1\t2\n")
    (chunk,) = Stream(path, reading_of("csv")).chunks(10)
    assert chunk.X.tolist() == [[2.0]]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.svm", "svmlight"), ("a.libsvm.bz2", "svmlight"), ("A.VW", "vw"), ("a.tsv.gz", "csv"),
     ("a.parquet", "parquet"), ("a.svmlight.zst", "svmlight")],
)  # fmt: skip
def test_formats_by_suffix(name: str, kind: str) -> None:
    assert format_of(name) == kind


@pytest.mark.parametrize("name", ["-", "a", "a.txt", "a.gz"])
def test_formats_that_nobody_can_tell(name: str) -> None:
    with pytest.raises(InvalidInputError, match="say which it is: svmlight, vw, csv or parquet"):
        format_of(name)


@pytest.mark.parametrize("value", [0, -1, 2.5])
def test_lengths_of_chunks_are_whole_numbers(tmp_path: Path, value: Any) -> None:
    stream = Stream(written(tmp_path, "csv"), reading_of("csv"))
    with pytest.raises(InvalidInputError, match="rows must be an integer"):
        stream.chunks(value)
    with pytest.raises(InvalidInputError, match="multiple must be an integer"):
        stream.chunks(10, multiple=value)


SPICE = st.sampled_from(
    [b"1 1:1\n", b"1 | a:1\n", b"1,2,3\n", b'"', b"|", b":", b"#", b"\n", b"\r\n", b"\0", b"1e999",
     b"-", b",", b"qid:1 ", b"99999999999999999999:1 ", b"\xef\xbb\xbf", b"\xff\xfe", b"'t|"]
)  # fmt: skip
BYTES = st.lists(st.one_of(SPICE, st.binary(max_size=6)), max_size=30).map(b"".join)


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".zst"])
def test_bytes_of_any_kind_give_rows_or_our_error(tmp_path: Path, kind: str, suffix: str) -> None:
    path = tmp_path / f"data{suffix}"
    head = b"y,a,b\n" if kind == "csv" else b""

    @given(BYTES, st.sampled_from(["raise", "skip"]), st.integers(1, 40), st.integers(1, 60))
    @settings(max_examples=150 if not suffix else 20)
    def check(data: bytes, on_error: str, block: int, line: int) -> None:
        path.write_bytes(head + data)
        reading = reading_of(kind, on_error=on_error, limits=Limits(block=block, line=line))
        refused, lines = "", 0
        try:
            for chunk in Stream(path, reading).chunks(3):
                assert np.isfinite(chunk.X.data if kind != "csv" else chunk.X).all()
                assert np.isfinite(chunk.y).all()
                assert chunk.lines[0] > lines
                lines = chunk.lines[-1]
        except InvalidInputError as error:
            refused = str(error)
        assert not refused or str(path) in refused
        assert len(refused) < 500

    with np.errstate(over="ignore"):
        check()


PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".bz2": bz2.compress,
    ".zst": lambda data: bytes(zstandard.ZstdCompressor().compress(data)),
}


@pytest.mark.parametrize("suffix", PACK)
def test_damage_in_a_packed_file_gives_rows_or_our_error(tmp_path: Path, suffix: str) -> None:
    path, packed = tmp_path / f"data.svm{suffix}", PACK[suffix](LINES["svmlight"].encode())

    @given(st.lists(st.tuples(st.integers(0, len(packed) - 1), st.integers(1, 255)), max_size=3),
           st.integers(0, len(packed)))  # fmt: skip
    @settings(max_examples=100)
    def check(changes: list[tuple[int, int]], length: int) -> None:
        damaged = bytearray(packed)
        for place, change in changes:
            damaged[place] ^= change
        path.write_bytes(damaged[: length or None])
        stream, refused = Stream(path, reading_of("svmlight", on_error="skip")), ""
        try:
            for chunk in stream.chunks(100):
                assert np.isfinite(chunk.X.data).all()
        except InvalidInputError as error:
            refused = str(error)
        assert not refused or str(path) in refused

    check()


def peak() -> int:
    """The most bytes that this process has held since the last reset."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peaks are Linux's")
@pytest.mark.parametrize("kind", LINES)
def test_a_hostile_file_takes_bounded_memory(tmp_path: Path, kind: str) -> None:
    """A line of 80 million bytes without an end."""
    head = {"svmlight": b"1 ", "vw": b"1 |", "csv": b"y,a,b\n1"}[kind]
    piece = {"svmlight": b" 1:1", "vw": b"   a", "csv": b",1,1"}[kind]
    path = tmp_path / "data"
    with open(path, "wb") as file:
        file.write(head)
        for _ in range(2000):
            file.write(piece * 10_000)
    limits = Limits(line=1 << 16, block=1 << 16)
    stream = Stream(path, reading_of(kind, on_error="skip", limits=limits))
    next(Stream(written(tmp_path, kind), reading_of(kind)).chunks(10))  # compiled and warm
    Path("/proc/self/clear_refs").write_text("5")
    before = peak()
    assert list(stream.chunks(10)) == []
    assert stream.faults.count == 1
    assert peak() - before < 10_000_000
