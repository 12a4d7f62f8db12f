"""Tables in text: fields with a delimiter between them."""

import csv
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.streams._comma_separated import comma_separated_rows
from compadagrad.streams.blocks import Block
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.columns import Columns, columns_of
from compadagrad.streams.faults import Faults, empty_notes
from compadagrad.streams.line_reader import LineParser
from compadagrad.streams.matrix import sparse_rows, with_finite_sums
from compadagrad.streams.reading import Reading

__all__ = ["CommaSeparatedParser"]


@final
class CommaSeparatedParser(LineParser):
    """Rows of numbers and, where they are hashed, names.

    Fields in double quotes may hold delimiters and doubled quotes, but no line break. Blanks around
    a field are no part of it. Features that are not hashed make dense rows.
    """

    def __init__(self, reading: Reading, source: str) -> None:
        self._reading, self._source = reading, source
        self._columns: Columns | None = None

    @property
    def names(self) -> tuple[str, ...] | None:
        """The columns that are features, unless they are hashed."""
        return self._columns.features if self._columns and not self._reading.mask else None

    @property
    def columns(self) -> tuple[str, ...] | None:
        """All columns, once the first line is read."""
        return self._columns.names if self._columns else None

    def parse(self, block: Block, faults: Faults) -> Chunk:
        """The rows of a block."""
        if self._columns is None:
            self._columns, block = self._opened(block)
        reading, size, columns = self._reading, block.text.size, self._columns
        most = size + 1 if reading.mask else size // 2 + len(columns.names) + 1
        room = size // len(columns.names) + 2
        labels, weights, lines = np.empty(room), np.empty(room), np.empty(room, np.int64)
        spans, ends = np.empty((room, 2), np.int64), np.empty(room, np.int32)
        indices = np.empty(most if reading.mask else 0, np.int32)
        values, notes = np.empty(most), empty_notes()
        numeric = reading.targets == "numbers"
        rules = (reading.limits.line, ord(reading.delimiter), reading.mask, numeric)
        rows, entries, faulty, ascending = comma_separated_rows(
            block.text, block.first_line, rules, reading.largest, faults.skips,
            columns.roles, columns.seeds, labels, spans, weights,
            ends, indices, values, lines, notes,
        )  # fmt: skip
        faults.take(block.text, notes, faulty)
        X: Any = values[:entries].reshape(rows, -1 if rows else len(columns.features))
        if reading.mask:
            X = sparse_rows(
                values[:entries].copy(), indices[:entries].copy(), ends[:rows],
                reading.width, reading.dtype, ascending=ascending,
            )  # fmt: skip
        y = self._targets(block.text, labels[:rows], spans[:rows])
        chunk = Chunk(X.astype(reading.dtype), y, weights[:rows].copy(), lines[:rows].copy())
        return with_finite_sums(chunk, faults) if reading.mask else chunk

    def _targets(
        self, text: NDArray[np.uint8], labels: NDArray[np.float64], spans: NDArray[np.int64]
    ) -> NDArray[Any]:
        if self._reading.targets == "texts":
            found = [text[a:b].tobytes().decode(errors="replace") for a, b in spans.tolist()]
            return np.array(found, object)
        return labels.copy() if self._reading.targets == "numbers" else np.full(len(labels), np.nan)

    def _opened(self, block: Block) -> tuple[Columns, Block]:
        """The columns that the first line names or has, and what is left of the block."""
        stop = int(np.flatnonzero(block.text == ord("\n"))[0])
        if stop > self._reading.limits.line:
            raise InvalidInputError(f"{self._source}, line 1: the line is longer than allowed")
        names = self._fields(block.text[:stop].tobytes())
        if self._reading.header:
            block = Block(block.text[stop + 1 :], 2)
        else:
            names = [str(place) for place in range(len(names))]
        return columns_of(names, self._reading, self._source), block

    def _fields(self, line: bytes) -> list[str]:
        try:
            text = line.removesuffix(b"\r").decode()
            rows = list(csv.reader([text], delimiter=self._reading.delimiter, strict=True))
        except (UnicodeDecodeError, csv.Error) as error:
            raise InvalidInputError(f"cannot read the header of {self._source}: {error}") from None
        return [field.strip(" ") for field in rows[0]] if rows else []
