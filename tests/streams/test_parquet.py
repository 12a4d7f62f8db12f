import gzip
import importlib
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.streams import Limits, Reading, hash_names
from compadagrad.streams.parquet import ParquetReader
from compadagrad.streams.source import Source
from streams.parsing import rows_of

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")

TABLE: dict[str, list[Any]] = {
    "y": [1, -1, 1],
    "a": [0.5, 1.5, 2.5],
    "b": [True, False, True],
    "color": ["red", "blue", None],
    "w": [1.0, 0.0, 2.0],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path, TABLE)


def write(folder: Path, table: dict[str, Any]) -> Path:
    path = folder / "t.parquet"
    pq.write_table(pa.table(table), path)
    return path


def reader_of(path: Path, **options: Any) -> ParquetReader:
    return ParquetReader(Source(path), Reading(**{"format": "parquet", "target": "y", **options}))


def test_dense_rows_with_weights(path: Path) -> None:
    reader = reader_of(path, weight="w", ignore=("color",))
    (chunk,) = reader.parts()
    assert chunk.X.tolist() == [[0.5, 1.0], [1.5, 0.0], [2.5, 1.0]]
    assert (chunk.y.tolist(), chunk.weights.tolist()) == ([1.0, -1.0, 1.0], [1.0, 0.0, 2.0])
    assert chunk.lines.tolist() == [1, 2, 3]
    assert reader.names == ("a", "b")
    assert reader.fraction == 1.0


def test_hashed_columns_are_those_of_the_same_table_in_text(path: Path) -> None:
    reader = reader_of(
        path, ignore=("b", "w"), categorical=("color",), hash_bits=10, on_error="skip"
    )
    (chunk,) = reader.parts()
    a, color = hash_names(["a", "color"]).tolist()
    red, blue = (hash_names(["red", "blue"], seed=color) % 1024).tolist()
    assert rows_of(chunk) == [
        dict(sorted({a % 1024: 0.5, red: 1.0}.items())),
        dict(sorted({a % 1024: 1.5, blue: 1.0}.items())),
    ]
    assert reader.faults.first == [f"{path}, line 3: 'color' must be finite and not null"]
    assert reader.names is None


def test_numbers_that_are_categories_are_hashed_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, {"y": [1.0], "zip": [8001]})
    (chunk,) = reader_of(path, categorical=("zip",), hash_bits=10).parts()
    key = int(hash_names(["zip"])[0])
    assert rows_of(chunk) == [{int(hash_names(["8001"], seed=key)[0]) % 1024: 1.0}]


def test_batches_are_bounded_and_lines_go_on(tmp_path: Path) -> None:
    path = write(tmp_path, {"y": np.arange(100.0), "a": np.arange(100.0)})
    reader = reader_of(path, limits=Limits(entries=20))
    parts = list(reader.parts())
    assert max(len(part) for part in parts) == 10
    assert [line for part in parts for line in part.lines] == list(range(1, 101))


def test_targets_may_be_texts_or_missing(path: Path) -> None:
    (chunk,) = reader_of(path, target="color", targets="texts", on_error="skip").parts()
    assert chunk.y.tolist() == ["red", "blue"]
    (chunk,) = reader_of(path, targets="optional", ignore=("color",)).parts()
    assert np.isnan(chunk.y).all()
    assert chunk.X.shape == (3, 3)


@pytest.mark.parametrize(
    ("column", "role", "message"),
    [
        ([1.0, None], "feature", "line 2: 'v' must be finite and not null"),
        ([1.0, np.nan], "feature", "line 2: 'v' must be finite and not null"),
        ([-np.inf, 1.0], "feature", "line 1: 'v' must be finite and not null"),
        ([1.0, -1.0], "weight", "line 2: 'v' must not be negative"),
        ([1.0, None], "target", "line 2: 'v' must be finite and not null"),
    ],
)
def test_malformed_rows(tmp_path: Path, column: list[Any], role: str, message: str) -> None:
    path = write(tmp_path, {"y": [1.0, 2.0], "a": [1.0, 2.0], "v": column})
    options = {} if role == "feature" else {role: "v"}
    with pytest.raises(InvalidInputError) as caught:
        list(reader_of(path, **options).parts())
    assert message in str(caught.value)


def test_a_column_of_texts_must_be_said_to_hold_names(path: Path) -> None:
    with pytest.raises(InvalidInputError, match="the column 'color' holds string, no numbers"):
        reader_of(path)


def test_other_files(tmp_path: Path, path: Path) -> None:
    for data in (b"", b"PAR1", b"PAR1" + bytes(100) + b"PAR1", path.read_bytes()[:-9]):
        broken = tmp_path / "broken.parquet"
        broken.write_bytes(data)
        with pytest.raises(InvalidInputError, match=r"cannot read .*broken"):
            reader_of(broken)
    packed = tmp_path / "a.parquet.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(InvalidInputError, match="a regular file that is not packed once more"):
        reader_of(packed)


def test_the_name_of_a_file_does_not_matter(path: Path) -> None:
    moved = path.rename(path.with_name("t.pq"))
    (chunk,) = reader_of(moved, ignore=("color",)).parts()
    assert len(chunk) == 3


def test_whole_numbers_and_decimals_are_rounded(tmp_path: Path) -> None:
    table = {"y": [1.0, 2.0], "a": [2**60 + 1, 3], "b": [Decimal("1.5"), Decimal("-2.25")]}
    (chunk,) = reader_of(write(tmp_path, table)).parts()
    assert chunk.X.tolist() == [[2.0**60, 1.5], [3.0, -2.25]]


def test_targets_that_are_no_numbers_are_no_texts_either(tmp_path: Path) -> None:
    path = write(tmp_path, {"y": [1.0, np.nan, np.inf], "a": [1.0, 2.0, 3.0]})
    reader = reader_of(path, targets="texts", on_error="skip")
    (chunk,) = reader.parts()
    assert [float(label) for label in chunk.y] == [1.0]
    assert reader.faults.first[0] == f"{path}, line 2: 'y' must be finite and not null"


KINDS: dict[str, dict[str, Any]] = {
    "numbers": {"ignore": ("color",)},
    "texts": {"target": "color", "targets": "texts"},
    "names": {"categorical": ("color",), "hash_bits": 8},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compression", ["none", "snappy"])
def test_damage_gives_rows_or_our_error(tmp_path: Path, kind: str, compression: str) -> None:
    path, broken = tmp_path / "t.parquet", tmp_path / "broken.parquet"
    table = {name: values * 20 for name, values in TABLE.items()}
    pq.write_table(pa.table(table), path, compression=compression)
    data = path.read_bytes()

    @given(
        st.lists(
            st.tuples(st.integers(4, len(data) - 9), st.integers(1, 255)), min_size=1, max_size=4
        ),
        st.sampled_from(["raise", "skip"]),
    )
    @settings(max_examples=150, deadline=None)
    def check(changes: list[tuple[int, int]], on_error: str) -> None:
        damaged = bytearray(data)
        for place, change in changes:
            damaged[place] ^= change
        broken.write_bytes(damaged)
        with suppress(InvalidInputError):
            for part in reader_of(broken, on_error=on_error, **KINDS[kind]).parts():
                assert np.isfinite(part.X if kind != "names" else part.X.data).all()
                assert all(isinstance(label, str if kind == "texts" else float) for label in part.y)

    check()


def test_a_library_that_is_not_there_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"pyarrow.*pip install 'compadagrad\[cli\]'"):
        reader_of(path)
