"""Sequences of gradients that learners are tried on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

ROUNDS = 6
KINDS = ["correlated", "low-rank", "sparse", "zero", "huge", "tiny"]


def unit(kind: str, dtype: Any) -> float:
    """The size of the gradients, a power of two, so that scaling by it is exact."""
    exponent = {"huge": 1, "tiny": -1}.get(kind, 0)
    return 2.0 ** (exponent * (50 if dtype == np.float32 else 498))


def gradients(kind: str, n: int, dtype: Any, seed: int = 0) -> Array:
    """``ROUNDS`` gradients of a kind, one a row."""
    rng = np.random.default_rng(seed)
    mixing = np.eye(n) + 0.8 * rng.standard_normal((n, n)) / np.sqrt(n)
    G = rng.standard_normal((ROUNDS, n)) @ mixing
    if kind == "low-rank":
        G = rng.integers(-8, 9, (ROUNDS, 2)) @ rng.integers(-8, 9, (2, n)) / 64.0  # to the bit
    elif kind == "sparse":
        G *= rng.random((ROUNDS, n)) < 0.2
    elif kind == "zero":
        G[[0, 2, 3]] = 0.0
    rounded: Array = (G.astype(np.float32).astype(np.float64) * unit(kind, dtype)).astype(dtype)
    return rounded
