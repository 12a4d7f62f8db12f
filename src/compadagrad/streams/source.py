"""Where bytes come from: a file, compressed or not, or the standard input."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, final

from compadagrad.errors import InvalidInputError
from compadagrad.streams.compression import DAMAGED, decompressed, without_compression

__all__ = ["STDIN", "Source", "suffix_of"]

STDIN = "-"


@final
class Source:
    """The bytes of a file, or of the standard input for ``"-"``.

    Parameters
    ----------
    path : path-like
        A name that ends in .gz, .bz2 or .zst is decompressed on the way.

    Attributes
    ----------
    name : str
        What messages call it.
    size : int or None
        Bytes in all, as they are stored; None where that is not known.
    position : int
        Bytes read so far, as they are stored.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self.name = "standard input" if self.is_stdin else self.path
        self.size = None if self.is_stdin else _size_of(self.path)
        self.position = 0

    @property
    def is_stdin(self) -> bool:
        """Whether it is the standard input, which can be read once."""
        return self.path == STDIN

    @property
    def is_regular(self) -> bool:
        """Whether it can be read more than once."""
        return not self.is_stdin and Path(self.path).is_file()

    @property
    def is_packed(self) -> bool:
        """Whether it is decompressed on the way."""
        return without_compression(self.path)[1] != ""

    @property
    def kind(self) -> str:
        """The suffix that says what the bytes are; that of a compression does not count."""
        return suffix_of(self.path)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes, decompressed; what goes wrong below is our error."""
        try:
            with self._raw() as raw:
                counted: BinaryIO = _Counted(raw, self)  # type: ignore[assignment]
                yield decompressed(counted, without_compression(self.path)[1])
        except DAMAGED as error:
            raise InvalidInputError(f"cannot read {self.name}: {_reason(error)}") from None

    @contextmanager
    def _raw(self) -> Iterator[BinaryIO]:
        if self.is_stdin:
            if sys.stdin is None:
                raise InvalidInputError(f"cannot read {self.name}: it is closed")
            yield sys.stdin.buffer
            return
        with open(self.path, "rb") as file:
            yield file


@final
class _Counted:
    """A file that tells its source how far it has been read."""

    def __init__(self, file: BinaryIO, source: Source) -> None:
        self._file, self._source = file, source
        source.position = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._source.position += len(data)
        return data


def suffix_of(path: str | os.PathLike[str]) -> str:
    """The suffix of a name in small letters; that of a compression does not count.

    >>> suffix_of("train.SVM.gz")
    '.svm'
    """
    return Path(without_compression(os.fspath(path))[0]).suffix.lower()


def _size_of(path: str) -> int | None:
    try:
        status = os.stat(path)
    except OSError as error:
        raise InvalidInputError(f"cannot read {path}: {error.strerror}") from None
    if stat.S_ISDIR(status.st_mode):
        raise InvalidInputError(f"cannot read {path}: it is a folder; give one file")
    return status.st_size if Path(path).is_file() else None


def _reason(error: Exception) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"{text[0].lower()}{text[1:]}"
