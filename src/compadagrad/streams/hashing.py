"""From names to columns."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_integer
from compadagrad.streams._murmur import hash_many

__all__ = ["hash_names"]


def hash_names(names: Sequence[str], *, seed: int = 0) -> NDArray[np.int64]:
    r"""MurmurHash3 of 32 bits, of the UTF-8 bytes of each name.

    Column :math:`h(\text{name}, \text{seed}) \bmod 2^b` is that of a feature. A feature with a
    name and a value, or in a namespace, is :math:`h(\text{value}, h(\text{name}, \text{seed}))`.

    Parameters
    ----------
    names : sequence of str
        What is hashed.
    seed : int
        32 bits.

    Returns
    -------
    numpy.ndarray of int64
        In 0 .. 2^32 - 1.

    Examples
    --------
    >>> from compadagrad.streams import hash_names
    >>> hash_names(["price", "size"]) % 2**10
    array([ 526, 1018])
    """
    as_integer("seed", seed, 0, (1 << 32) - 1)
    pieces = [name.encode("utf-8", "surrogateescape") for name in names]
    ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
    out = np.empty(len(pieces), np.int64)
    hash_many(np.frombuffer(b"".join(pieces), np.uint8), ends, seed, out)
    return out
