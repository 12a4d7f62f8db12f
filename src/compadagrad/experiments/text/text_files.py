"""The lines of text files, compressed or not."""

import bz2
import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from compadagrad.errors import InvalidInputError

__all__ = ["lines_of"]

OPEN: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open}


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file in Latin-1, one at a time; ``.gz`` and ``.bz2`` are unpacked."""
    try:
        with OPEN.get(path.suffix, open)(path, "rt", encoding="latin-1") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInputError(f"cannot read {path}: {reason}") from None
