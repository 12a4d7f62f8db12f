"""The mathematics in plain NumPy, short enough to check by eye; for tests and documentation.

Nothing here is fast and nothing in the library imports it. The transforms are unnormalised and take
arrays of any number type, so that a type that counts its additions can go through them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "butterflies",
    "dyadic_gram",
    "hadamard_matrix",
    "one_sparse",
    "sparse_transform",
    "srht_basis",
    "trimmed_transform",
]

Numbers = NDArray[Any]
Indices = NDArray[np.intp]


def hadamard_matrix(n: int) -> NDArray[np.float64]:
    """The orthonormal Hadamard matrix: ``H[i, j] = (-1)^popcount(i & j) / sqrt(n)``."""
    i = np.arange(n)
    odd = np.bitwise_count(i[:, None] & i) % 2
    matrix: NDArray[np.float64] = np.where(odd, -1.0, 1.0) / np.sqrt(n)
    return matrix


def butterflies(x: Numbers) -> Numbers:
    """The transform along the first axis, level by level: n log2(n) additions a column."""
    y, h = x.copy(), 1
    while h < len(y):
        for i in range(0, len(y), 2 * h):
            a, b = y[i : i + h].copy(), y[i + h : i + 2 * h].copy()
            y[i : i + h], y[i + h : i + 2 * h] = a + b, a - b
        h *= 2
    return y


def one_sparse(value: Any, row: int, n: int) -> Numbers:
    """The paper's Algorithm 1: the transform of one nonzero in n - 1 copies and no addition."""
    y = np.array([value] * n)
    m = 1
    while m < n:
        y[m : 2 * m] = y[:m] if row % 2 == 0 else -y[:m]
        row //= 2
        m *= 2
    return y


def high_parts(r: int) -> int:
    """``R = 2^ceil(log2 r)``: how many high parts the indices are split into."""
    return 1 << (r - 1).bit_length()


def sparse_transform(values: Numbers, rows: Indices, n: int) -> Numbers:
    """The transform of r nonzeros in ``n log2(R) + (r - h) n / R`` additions.

    h is the number of high parts that hold a nonzero. Every nonzero is scattered as the signed row
    that Algorithm 1 gives for its low part; the transform over the high parts finishes.
    """
    high = high_parts(len(rows))
    low = n // high
    zero = type(values[0])(0)
    table = np.full((high, low), zero, values.dtype)
    taken = np.zeros(high, bool)
    for value, row in zip(values, rows, strict=True):
        part = row // low
        line = one_sparse(value, row % low, low)
        table[part] = table[part] + line if taken[part] else line
        taken[part] = True
    return butterflies(table).reshape(n)


def trimmed_transform(x: Numbers, rows: Indices) -> Numbers:
    """k outputs in ``n log2(R) + k (n / R - 1)`` additions: :func:`sparse_transform` transposed."""
    n, high = len(x), high_parts(len(rows))
    low = n // high
    table = butterflies(x.reshape(high, low))
    signs = np.where(hadamard_matrix(low) < 0, -1, 1)
    picked = []
    for row in rows:
        terms = table[row // low] * signs[row % low]
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        picked.append(total)
    return np.array(picked)


def srht_basis(rows: Indices, signs: NDArray[np.int8]) -> NDArray[np.float64]:
    """``V = diag(signs) H[:, rows]``."""
    return signs[:, None] * hadamard_matrix(len(signs))[:, rows]


def dyadic_gram(b: NDArray[np.float64], rows: Indices) -> NDArray[np.float64]:
    """``H[rows] diag(b) H[:, rows]``, as it is written."""
    columns = hadamard_matrix(len(b))[:, rows]
    return columns.T @ (b[:, None] * columns)
