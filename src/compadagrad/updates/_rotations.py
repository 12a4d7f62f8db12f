"""A triangular factor without one of its columns: the compiled loops."""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["remove_column"]

TOGETHER = 8  # columns that are rotated side by side: a rotation waits for the one before it


@inlined_kernel
def start(column: int) -> int:
    """Where a column begins in packed storage."""
    return column * (column + 1) // 2


@inlined_kernel
def rotate_together(packed: Array, j: int, first: int, last: int, turns: Array, kept: Array) -> int:
    """The known rotations on columns ``first .. last - 1``, written one place to the left.

    A column writes where its left neighbour was read one row before. Returns the next row.
    """
    for c in range(first, last):
        for p in range(j):
            packed[start(c - 1) + p] = packed[start(c) + p]
        kept[c - first] = packed[start(c) + j]
    for p in range(j, first - 1):
        cosine, sine = turns[0, p], turns[1, p]
        for c in range(first, last):
            upper, lower = kept[c - first], packed[start(c) + p + 1]
            packed[start(c - 1) + p] = cosine * upper + sine * lower
            kept[c - first] = cosine * lower - sine * upper
    return first - 1


@inlined_kernel
def rotate_and_close(packed: Array, row: int, c: int, upper: float, turns: Array) -> None:
    """The rotations from ``row`` on, and the one that clears the last entry of column ``c``."""
    for p in range(row, c - 1):
        cosine, sine = turns[0, p], turns[1, p]
        lower = packed[start(c) + p + 1]
        packed[start(c - 1) + p] = cosine * upper + sine * lower
        upper = cosine * lower - sine * upper
    lower = packed[start(c) + c]
    length = math.hypot(upper, lower)
    turns[0, c - 1] = upper / length
    turns[1, c - 1] = lower / length
    packed[start(c - 1) + c - 1] = length


@kernel
def remove_column(packed: Array, half: Array, m: int, j: int) -> None:
    """Take column ``j`` out of R, m x m and packed by columns, and apply the rotations to ``half``.

    Without its column j, R is triangular but for one entry below the diagonal in each of the
    columns that follow; a rotation of two neighbouring rows clears each.
    """
    turns = np.empty((2, m), packed.dtype)
    kept = np.empty(TOGETHER, packed.dtype)
    for first in range(j + 1, m, TOGETHER):
        last = min(first + TOGETHER, m)
        row = rotate_together(packed, j, first, last, turns, kept)
        for c in range(first, last):
            rotate_and_close(packed, row, c, kept[c - first], turns)
    upper = half[j]
    for p in range(j, m - 1):
        lower = half[p + 1]
        half[p] = turns[0, p] * upper + turns[1, p] * lower
        upper = turns[0, p] * lower - turns[1, p] * upper
