"""Parquet files."""

import importlib
from collections.abc import Iterator
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError, MissingExtraError
from compadagrad.streams._comma_separated import CATEGORY, NUMBER, TARGET, WEIGHT
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.columns import columns_of
from compadagrad.streams.faults import Faults
from compadagrad.streams.hashing import hash_names
from compadagrad.streams.matrix import sparse_rows, with_finite_sums
from compadagrad.streams.reader import Reader
from compadagrad.streams.reading import Reading
from compadagrad.streams.source import Source

__all__ = ["ParquetReader"]

MOST_ROWS = 1 << 16  # at a time
AHEAD = 1 << 20  # bytes of a column that are read at a time: a row group may be the whole file

Array = NDArray[Any]


@final
class ParquetReader(Reader):
    """Columns of numbers, flags and, where they are hashed, names; a batch of rows at a time.

    A row with a null, NaN or infinity in it is malformed. Numbers in a column of names are hashed
    as the text they print as.
    """

    def __init__(self, source: Source, reading: Reading) -> None:
        self.faults = Faults(source.name, reading.on_error)
        self._source, self._reading = source, reading
        self._library = _pyarrow()
        if not source.is_regular or source.is_packed:
            raise InvalidInputError(
                f"Parquet is read from a regular file that is not packed once more, "
                f"got {source.name}"
            )
        with self._safely():
            self._file = self._library.parquet.ParquetFile(
                source.path, pre_buffer=False, buffer_size=AHEAD
            )
            names = [str(name) for name in self._file.schema_arrow.names]
        self._columns = columns_of(names, reading, source.name)
        self._line, self._total = 0, self._file.metadata.num_rows
        self._check_types()

    @property
    def names(self) -> tuple[str, ...] | None:
        """The columns that are features, unless they are hashed."""
        return None if self._reading.mask else self._columns.features

    @property
    def columns(self) -> tuple[str, ...] | None:
        """All columns."""
        return self._columns.names

    @property
    def fraction(self) -> float | None:
        """Rows read, of those that there are."""
        return self._line / max(int(self._total), 1)

    def parts(self) -> Iterator[Chunk]:
        """The rows of one batch after the other."""
        columns, self._line = self._columns, 0
        wanted = [columns.names[i] for i in np.flatnonzero(columns.roles)]
        rows = min(MOST_ROWS, max(1, self._reading.limits.entries // len(wanted)))
        with self._safely():
            for batch in self._file.iter_batches(batch_size=rows, columns=wanted):
                chunk = self._chunk({name: batch.column(name) for name in wanted}, len(batch))
                self._line += len(batch)
                if len(chunk):
                    yield chunk

    def _chunk(self, data: dict[str, Any], rows: int) -> Chunk:
        found = {c: self._read(i, data[c]) for i, c in self._named()}
        good = np.ones(rows, bool)
        for i, name in self._named():
            good &= self._noted(name, int(self._columns.roles[i]), found[name], good)
        kept = np.flatnonzero(good)
        y = found.get(self._column(TARGET), np.full(rows, np.nan))[kept]
        weights = found.get(self._column(WEIGHT), np.ones(rows))[kept]
        chunk = Chunk(self._matrix(found, kept), y, weights, self._line + 1 + kept)
        return with_finite_sums(chunk, self.faults) if self._reading.mask else chunk

    def _named(self) -> Iterator[tuple[int, str]]:
        return ((int(i), self._columns.names[i]) for i in np.flatnonzero(self._columns.roles))

    def _column(self, role: int) -> str:
        """The name of the column with a role; none where there is no such column."""
        return next((name for i, name in self._named() if self._columns.roles[i] == role), "\0")

    def _read(self, place: int, column: Any) -> Array:
        """A column as numbers (NaN for a null), columns of hashes (-1) or texts (None)."""
        role, texts = self._columns.roles[place], self._reading.targets == "texts"
        string = self._library.string()
        if role == CATEGORY:
            coded = column.cast(string).dictionary_encode()
            names = [name or "" for name in coded.dictionary.to_pylist()]
            hashes = hash_names(names, seed=int(self._columns.seeds[place])) & self._reading.mask
            places: NDArray[np.int64] = coded.indices.fill_null(len(names)).to_numpy()
            return np.append(hashes, -1)[places]
        if role == TARGET and texts:
            found = np.array(column.cast(string).to_pylist(), object)
            if self._library.types.is_floating(column.type):
                found[~np.isfinite(self._numbers(column))] = None
            return found
        return self._numbers(column)

    def _numbers(self, column: Any) -> Array:
        """Decimals and whole numbers beyond 2^53 are rounded."""
        numbers = column.cast(self._library.float64(), safe=False)
        return np.asarray(numbers.to_numpy(zero_copy_only=False))

    def _noted(self, name: str, role: int, values: Array, good: NDArray[np.bool_]) -> Any:
        """Which rows have a value here; the first column without one is named."""
        if values.dtype == object:
            fine = np.array([value is not None for value in values], bool)
        else:
            fine = (values >= 0) if role in (CATEGORY, WEIGHT) else np.abs(values) < np.inf
            fine &= np.abs(values) <= self._reading.largest
        for row in np.flatnonzero(good & ~fine).tolist():
            wanted = "not be negative" if role == WEIGHT else "be finite and not null"
            self.faults.add(self._line + 1 + row, f"{name!r} must {wanted}")
        return fine

    def _matrix(self, found: dict[str, Array], kept: NDArray[np.intp]) -> Any:
        reading, roles = self._reading, self._columns.roles
        features = [(i, name) for i, name in self._named() if roles[i] in (NUMBER, CATEGORY)]
        values = np.empty((kept.size, len(features)))
        indices = np.empty(values.shape, np.int32)
        for j, (i, name) in enumerate(features):
            is_number = roles[i] == NUMBER
            values[:, j] = found[name][kept] if is_number else 1.0
            indices[:, j] = (
                self._columns.seeds[i] & reading.mask if is_number else found[name][kept]
            )
        if not reading.mask:
            return values.astype(reading.dtype)
        ends = np.arange(1, kept.size + 1, dtype=np.int32) * len(features)
        flat = values.ravel(), indices.ravel(), ends.astype(np.int32)
        return sparse_rows(*flat, reading.width, reading.dtype, ascending=False)

    def _check_types(self) -> None:
        for i, name in self._named():
            role, kind = self._columns.roles[i], self._file.schema_arrow.field(name).type
            if role == CATEGORY or (role == TARGET and self._reading.targets == "texts"):
                continue
            types = self._library.types
            is_number = types.is_primitive(kind) and not types.is_temporal(kind)
            if not is_number and not types.is_decimal(kind):
                raise InvalidInputError(
                    f"{self._source.name}: the column {name!r} holds {kind}, no numbers; "
                    f"ignore it, or hash it as a categorical one"
                )

    def _safely(self) -> "_Translated":
        return _Translated(self._library, self._source.name)


@final
class _Translated:
    """A context in which what Arrow raises becomes our error."""

    def __init__(self, library: Any, name: str) -> None:
        self._kinds = (library.ArrowException, OSError, UnicodeDecodeError, OverflowError)
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, self._kinds):
            raise InvalidInputError(f"cannot read {self._name}: {error}") from None


def _pyarrow() -> Any:
    try:
        library = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("reading Parquet files", ["pyarrow"], "cli") from None
    return library
