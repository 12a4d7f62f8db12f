"""Compressed files as streams of bytes, by suffix."""

import bz2
import gzip
import importlib
import io
import zlib
from typing import Any, BinaryIO, cast, final

from compadagrad.errors import MissingExtraError

__all__ = ["DAMAGED", "SUFFIXES", "decompressed", "without_compression"]

SUFFIXES = (".gz", ".bz2", ".zst")

DAMAGED = (OSError, EOFError, zlib.error)
"""What reading a damaged file raises."""

FEED = 1024  # compressed bytes at a time: a frame of zstandard may grow by a factor of 32,000


def without_compression(name: str) -> tuple[str, str]:
    """A name without the suffix of a compression, and that suffix.

    >>> without_compression("train.svm.gz")
    ('train.svm', '.gz')
    """
    suffix = next((s for s in SUFFIXES if name.lower().endswith(s)), "")
    return name[: len(name) - len(suffix)], suffix


def decompressed(file: BinaryIO, suffix: str) -> BinaryIO:
    """What ``file`` holds behind a compression; reading it raises one of ``DAMAGED``."""
    if suffix == ".gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if suffix == ".bz2":
        return cast(BinaryIO, bz2.BZ2File(file))
    if suffix == ".zst":
        return cast(BinaryIO, _ZstandardFile(file))
    return file


@final
class _ZstandardFile(io.RawIOBase):
    """Frames of zstandard, one behind the other; one that is cut off is an error."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            self._library: Any = importlib.import_module("zstandard")
        except ImportError:
            raise MissingExtraError("reading .zst files", ["zstandard"], "cli") from None
        self._file = file
        self._frame: Any = None
        self._ahead, self._out, self._at = b"", b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        while self._at == len(self._out):
            if not self._advance():
                return 0
        count = min(len(view), len(self._out) - self._at)
        view[:count] = self._out[self._at : self._at + count]
        self._at += count
        return count

    def _advance(self) -> bool:
        """Decompress some more; False at the end."""
        data = self._ahead or self._file.read(FEED)
        self._ahead = b""
        if not data:
            if self._frame is not None:
                raise EOFError("compressed file ended before the end of its last frame")
            return False
        if self._frame is None:
            self._frame = self._library.ZstdDecompressor().decompressobj()
        try:
            self._out, self._at = self._frame.decompress(data), 0
        except self._library.ZstdError as error:
            raise OSError(str(error)) from None
        if self._frame.eof:
            self._ahead, self._frame = self._frame.unused_data, None
        return True
