"""Files of lines, taken apart block by block."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import final

from compadagrad.streams.blocks import Block, blocks
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults
from compadagrad.streams.limits import Limits
from compadagrad.streams.reader import Reader
from compadagrad.streams.source import Source

__all__ = ["LineParser", "LineReader"]


class LineParser(ABC):
    """Makes rows of whole lines."""

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the features, as far as they are known."""
        return None

    @property
    def columns(self) -> tuple[str, ...] | None:
        """The names of all columns of a table, as far as they are known."""
        return None

    @abstractmethod
    def parse(self, block: Block, faults: Faults) -> Chunk:
        """The rows of a block; blocks come in the order of the file."""


@final
class LineReader(Reader):
    """A source with a parser for its lines.

    Parameters
    ----------
    source : Source
        Where the bytes come from.
    parser : LineParser
        It may remember the first lines of the file, so each reader has its own.
    limits : Limits
        How long lines may be.
    on_error : {"raise", "skip"}
        What is done about malformed ones.
    """

    def __init__(self, source: Source, parser: LineParser, limits: Limits, on_error: str) -> None:
        self.faults = Faults(source.name, on_error)
        self._source, self._parser, self._limits = source, parser, limits

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the features, once the first rows are read."""
        return self._parser.names

    @property
    def columns(self) -> tuple[str, ...] | None:
        """The names of all columns of a table, once the first rows are read."""
        return self._parser.columns

    @property
    def fraction(self) -> float | None:
        """Bytes read, of those that are stored."""
        size = self._source.size
        return None if size is None else self._source.position / max(size, 1)

    def parts(self) -> Iterator[Chunk]:
        """The rows of one block after the other."""
        with self._source.opened() as file:
            for block in blocks(file, self._limits):
                chunk = self._parser.parse(block, self.faults)
                if len(chunk):
                    yield chunk
