"""Bytes in blocks of whole lines."""

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from compadagrad.streams.limits import Limits

__all__ = ["Block", "blocks"]

MARK = b"\xef\xbb\xbf"  # what some editors write before UTF-8


class Block(NamedTuple):
    """Some lines, each with its line feed, and the number of the first, counted from 1."""

    text: NDArray[np.uint8]
    first_line: int


def blocks(file: BinaryIO, limits: Limits) -> Iterator[Block]:
    """The lines of a file, in blocks of bounded size.

    Of a line that is longer than it may be, as many bytes are kept as show that it is.
    """
    rest, first_line = bytearray(file.read(len(MARK))).removeprefix(MARK), 1
    while data := file.read(limits.block):
        rest += data
        cut = rest.rfind(b"\n") + 1
        if cut:
            block = _as_block(rest[:cut], first_line)
            yield block
            first_line += int(np.count_nonzero(block.text == ord("\n")))
            del rest[:cut]
        del rest[limits.line + 1 :]
    if rest:
        yield _as_block(rest.removesuffix(b"\n") + b"\n", first_line)


def _as_block(data: Any, first_line: int) -> Block:
    return Block(np.frombuffer(data, np.uint8), first_line)
