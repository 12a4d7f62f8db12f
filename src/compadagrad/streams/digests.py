"""By what a file, and the rows that have been read of it, are known again."""

import hashlib
import os
from typing import Any

import numpy as np
from scipy import sparse

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.source import Source

__all__ = ["digest_after", "fingerprint"]

ENDS = 1 << 16


def fingerprint(path: str | os.PathLike[str]) -> str:
    """The size of a file with a digest of its beginning and its end; "" for what is no file.

    It is quick, and cannot see a change in the middle: :func:`digest_after` does.
    """
    source = Source(path)
    if not source.is_regular or source.size is None:
        return ""
    digest = hashlib.sha256()
    with open(source.path, "rb") as file:
        digest.update(file.read(ENDS))
        file.seek(max(0, source.size - ENDS))
        digest.update(file.read(ENDS))
    return f"{source.size}:{digest.hexdigest()[:32]}"


def digest_after(before: str, chunk: Chunk) -> str:
    """The digest of all rows so far, from that of the rows before the chunk."""
    digest = hashlib.blake2b(before.encode(), digest_size=16)
    X: Any = chunk.X
    parts = (X.indptr, X.indices, X.data) if sparse.issparse(X) else (X,)
    for part in (*parts, chunk.weights, chunk.lines):
        digest.update(np.ascontiguousarray(part).data)
    is_text = chunk.y.dtype == object
    digest.update("\0".join(chunk.y).encode() if is_text else np.ascontiguousarray(chunk.y).data)
    return digest.hexdigest()
