"""What the contestants learn: examples, labels, and examples held back."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["Examples", "Labels", "Task"]

Examples: TypeAlias = Any  # NDArray[np.float64], C-contiguous, or scipy.sparse.csr_array
Labels: TypeAlias = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Task:
    """A binary task in one order; labels are -1 and 1."""

    name: str
    X: Examples
    y: Labels
    X_test: Examples
    y_test: Labels

    @property
    def n(self) -> int:
        """How many features, the constant one included."""
        return int(self.X.shape[1])

    @cached_property
    def fingerprint(self) -> str:
        """A digest of every number in it."""
        digest = hashlib.sha256()
        for X, y in ((self.X, self.y), (self.X_test, self.y_test)):
            parts = (X.data, X.indices, X.indptr) if sparse.issparse(X) else (X,)
            for part in (*parts, y):
                digest.update(str((part.shape, part.dtype.name)).encode())
                digest.update(np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()[:16]

    def in_order(self, seed: int, count: int | None) -> tuple[Examples, Labels]:
        """The first ``count`` examples (None: all) of permutation ``seed``."""
        order = np.random.default_rng(seed).permutation(len(self.y))[:count]
        return self.X[order], self.y[order]
