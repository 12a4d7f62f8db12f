"""Lines to rows, by a parser of the library."""

from typing import Any

import numpy as np

from compadagrad.streams import Chunk, Faults, Reading
from compadagrad.streams.blocks import Block
from compadagrad.streams.comma_separated import CommaSeparatedParser
from compadagrad.streams.line_reader import LineParser
from compadagrad.streams.svmlight import SvmlightParser
from compadagrad.streams.vowpal_wabbit import VowpalWabbitParser

__all__ = ["as_block", "parsed", "parser_of", "rows_of"]


def as_block(data: bytes) -> Block:
    return Block(np.frombuffer(bytearray(data), np.uint8), 1)


def parser_of(reading: Reading) -> LineParser:
    if reading.format == "csv":
        return CommaSeparatedParser(reading, "data")
    return (SvmlightParser if reading.format == "svmlight" else VowpalWabbitParser)(reading)


def parsed(data: bytes, **options: Any) -> tuple[Chunk, Faults]:
    """The chunk of the lines, and what was malformed."""
    reading = Reading(**options)
    faults = Faults("data", reading.on_error)
    return parser_of(reading).parse(as_block(data), faults), faults


def rows_of(chunk: Chunk) -> list[dict[int, float]]:
    """The entries of each row of a sparse chunk."""
    X = chunk.X
    return [
        dict(zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True))
        for a, b in zip(X.indptr[:-1], X.indptr[1:], strict=True)
    ]
