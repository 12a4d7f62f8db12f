"""A file as chunks of examples."""

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, final

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.columns import by_names
from compadagrad.streams.comma_separated import CommaSeparatedParser
from compadagrad.streams.faults import Faults
from compadagrad.streams.labels import with_known_labels, with_targets_from
from compadagrad.streams.line_reader import LineParser, LineReader
from compadagrad.streams.parquet import ParquetReader
from compadagrad.streams.reader import Reader
from compadagrad.streams.reading import Reading
from compadagrad.streams.regrouping import regrouped
from compadagrad.streams.source import Source, suffix_of
from compadagrad.streams.svmlight import SvmlightParser
from compadagrad.streams.vowpal_wabbit import VowpalWabbitParser

__all__ = ["Stream", "format_of"]

BY_SUFFIX: Final = {
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".vw": "vw",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
}


@final
class Stream:
    r"""The examples of a file in chunks, in bounded memory, once.

    Parameters
    ----------
    path : path-like
        The file, or ``"-"`` for the standard input. What ends in .gz, .bz2 or .zst is decompressed
        on the way.
    reading : Reading
        What the file is.

    Attributes
    ----------
    name : str
        What messages call it.

    Raises
    ------
    InvalidInputError
        While chunks are read: for a malformed line, with file and line, unless
        ``on_error="skip"``; for a file that is damaged or lacks a column.
    MissingExtraError
        For Parquet or .zst without the library that reads it.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from compadagrad.streams import Reading, Stream
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "two.svm"
    ...     _ = path.write_text("1 1:0.5 3:2\n-1 2:1 # a comment\n")
    ...     stream = Stream(path, Reading(format="svmlight", features=3))
    ...     chunk, = stream.chunks(1000)
    >>> chunk.X.toarray()
    array([[0.5, 0. , 2. ],
           [0. , 1. , 0. ]])
    >>> chunk.y
    array([ 1., -1.])
    """

    def __init__(self, path: str | os.PathLike[str], reading: Reading) -> None:
        source = Source(path)
        self.name = source.name
        self._reading = reading
        self._reader = _reader(source, reading)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the features, once a chunk is read, where the file tells them."""
        return self._reader.names

    @property
    def reading(self) -> Reading:
        """What the file is, with columns by their names once a chunk is read."""
        columns = self._reader.columns
        return self._reading if columns is None else by_names(self._reading, columns)

    @property
    def fraction(self) -> float | None:
        """How much has been read, in 0 .. 1; None where that is not known."""
        return self._reader.fraction

    @property
    def faults(self) -> Faults:
        """What was malformed so far."""
        return self._reader.faults

    def chunks(self, rows: int, *, multiple: int = 1) -> Iterator[Chunk]:
        """Chunks of ``rows`` rows each, in the order of the file.

        Where rows are long, a chunk has fewer, so that it holds no more numbers than the limits
        allow, and a multiple of ``multiple``, at least one. Only the last may be short. Where
        chunks end follows from the rows alone.
        """
        as_integer("multiple", multiple, 1)
        rows = as_integer("rows", rows, 1) // multiple * multiple or multiple
        parts = self._reader.parts()
        if self._reading.classes:
            parts = with_known_labels(parts, self._reading.classes, self.faults)
        if self._reading.least > -math.inf:
            parts = with_targets_from(parts, self._reading.least, self.faults)
        return regrouped(parts, rows, multiple, self._reading.limits.entries)


def format_of(path: str | os.PathLike[str], otherwise: str | None = None) -> str:
    """The format of a file by its suffix; that of a compression does not count.

    Where the name does not tell, it is ``otherwise``, and an error where that is None.

    >>> format_of("train.vw.gz"), format_of("-", "csv")
    ('vw', 'csv')
    """
    kind = BY_SUFFIX.get(suffix_of(path), otherwise)
    if kind is None:
        raise InvalidInputError(
            f"cannot tell the format of {os.fspath(path)!r} by its name; say which it is: "
            f"svmlight, vw, csv or parquet"
        )
    return kind


def _reader(source: Source, reading: Reading) -> Reader:
    if reading.format == "parquet":
        return ParquetReader(source, reading)
    if reading.format == "csv" and source.kind == ".tsv" and reading.delimiter == ",":
        reading = replace(reading, delimiter="\t")
    parser: LineParser
    if reading.format == "csv":
        parser = CommaSeparatedParser(reading, source.name)
    else:
        parser = (SvmlightParser if reading.format == "svmlight" else VowpalWabbitParser)(reading)
    return LineReader(source, parser, reading.limits, reading.on_error)
