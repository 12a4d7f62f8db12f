"""What a stream may ask of memory."""

from dataclasses import dataclass
from typing import final

from compadagrad._validation import as_integer

__all__ = ["LARGEST_WIDTH", "Limits"]

LARGEST_WIDTH = (1 << 31) - 1  # columns of a matrix whose indices have 32 bits


@final
@dataclass(frozen=True)
class Limits:
    """How long lines, how wide rows and how big chunks may be, whatever is in a file.

    Parameters
    ----------
    line : int
        Bytes of a line; a longer one is malformed.
    features : int
        Where the number of features is found in the data: the most that are taken.
    entries : int
        Numbers in a chunk; where rows are long a chunk has fewer of them.
    block : int
        Bytes that are parsed at a time.

    Examples
    --------
    >>> from compadagrad.streams import Limits
    >>> Limits(line=1000).line
    1000
    """

    line: int = 1 << 24
    features: int = 1 << 24
    entries: int = 1 << 22
    block: int = 1 << 20

    def __post_init__(self) -> None:
        as_integer("line", self.line, 1, 1 << 30)
        as_integer("features", self.features, 1, LARGEST_WIDTH)
        as_integer("entries", self.entries, 1)
        as_integer("block", self.block, 1, 1 << 30)
