"""MurmurHash3 of 32 bits (A. Appleby, 2008, public domain), of bytes and of whole numbers."""

from typing import Any, Final

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["hash_bytes", "hash_many", "hash_number"]

U = np.uint32
FIRST: Final = 0xCC9E2D51
SECOND: Final = 0x1B873593


@inlined_kernel
def _turned(word: Any, by: int) -> Any:
    return U((word << U(by)) | (word >> U(32 - by)))


@inlined_kernel
def _mixed(word: Any) -> Any:
    return U(_turned(U(word * U(FIRST)), 15) * U(SECOND))


@inlined_kernel
def _with_word(state: Any, word: Any) -> Any:
    return U(_turned(U(state ^ _mixed(word)), 13) * U(5) + U(0xE6546B64))


@inlined_kernel
def _ended(state: Any, length: int) -> Any:
    state = U(state ^ U(length))
    state = U((state ^ (state >> U(16))) * U(0x85EBCA6B))
    state = U((state ^ (state >> U(13))) * U(0xC2B2AE35))
    return U(state ^ (state >> U(16)))


@kernel
def hash_bytes(text: Array, start: int, end: int, seed: int) -> int:
    """The hash of ``text[start:end]``, in 0 .. 2^32 - 1."""
    state, at = U(seed), start
    while at + 4 <= end:
        word = U(text[at]) | U(text[at + 1]) << U(8) | U(text[at + 2]) << U(16)
        state = _with_word(state, U(word | U(text[at + 3]) << U(24)))
        at += 4
    tail = U(0)
    for i in range(end - 1, at - 1, -1):
        tail = U(tail << U(8)) | U(text[i])
    if at < end:
        state = U(state ^ _mixed(U(tail)))
    return int(_ended(state, end - start))


@kernel
def hash_number(number: int, seed: int) -> int:
    """The hash of a whole number's eight bytes, the lowest first."""
    low, high = U(number & 0xFFFFFFFF), U((number >> 32) & 0xFFFFFFFF)
    return int(_ended(_with_word(_with_word(U(seed), low), high), 8))


@kernel
def hash_many(text: Array, ends: Array, seed: int, out: Array) -> None:
    """The hash of each piece of ``text``, where they end."""
    start = 0
    for i in range(ends.size):
        out[i] = hash_bytes(text, start, ends[i], seed)
        start = ends[i]
