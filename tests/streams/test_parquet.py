import importlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.streams import Limits, Reading, hash_names
from compadagrad.streams.parquet import ParquetReader
from compadagrad.streams.source import Source
from streams.parsing import rows_of

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")

TABLE = {
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
    text = tmp_path / "a.csv"
    text.write_text("y\n")
    with pytest.raises(InvalidInputError, match=r"ends in \.parquet"):
        reader_of(text)


def test_damage_in_the_middle_never_crashes(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    broken = tmp_path / "broken.parquet"
    rng = np.random.default_rng(0)
    for _ in range(150):
        changed = bytearray(data)
        for place in rng.integers(4, len(data) - 8, 3):
            changed[place] = rng.integers(256)
        broken.write_bytes(changed)
        with suppress(InvalidInputError):
            for part in reader_of(broken, ignore=("color",), on_error="skip").parts():
                assert np.isfinite(part.X).all()


def test_a_library_that_is_not_there_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"pyarrow.*pip install 'compadagrad\[cli\]'"):
        reader_of(path)
