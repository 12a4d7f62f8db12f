"""Files in the idx format, in which MNIST was published."""

import gzip
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError

__all__ = ["read_idx"]

BYTES = 0x08


def read_idx(path: Path) -> NDArray[Any]:
    """The array of bytes in an idx file, compressed by gzip or not.

    Raises
    ------
    InvalidInputError
        Where there is no such file, or it is another one.
    """
    try:
        content = path.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidInputError(f"cannot read {path}: {reason}") from None
    shape = _shape(content)
    if shape is None:
        raise InvalidInputError(f"{path} is not an idx file of bytes, or it is truncated")
    return np.frombuffer(content, np.uint8, offset=4 + 4 * len(shape)).reshape(shape)


def _shape(content: bytes) -> tuple[int, ...] | None:
    """The shape that the header says; None where it does not fit what follows."""
    if len(content) < 4 or content[:2] != b"\0\0" or content[2] != BYTES or not content[3]:
        return None
    start = 4 + 4 * content[3]
    words = [content[at : at + 4] for at in range(4, start, 4)]
    shape = tuple(int.from_bytes(word, "big") for word in words)
    size = 1
    for length in shape:
        size *= length
    return shape if len(content) == start + size else None
