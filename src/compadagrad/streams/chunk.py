"""Some rows of a stream."""

from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["Chunk", "joined"]


@final
@dataclass(frozen=True, eq=False)
class Chunk:
    """Consecutive examples.

    Attributes
    ----------
    X : numpy.ndarray or scipy.sparse.csr_array, shape (m, n)
        The examples. Indices of sparse rows ascend, and none is there twice.
    y : numpy.ndarray, shape (m,)
        Their targets: float64, NaN where a line has none; or strings.
    weights : numpy.ndarray of float64, shape (m,)
        Their weights, 1 where nothing else is said.
    lines : numpy.ndarray of int64, shape (m,)
        The lines that they stood on, or rows of a Parquet file, counted from 1.
    """

    X: Any
    y: NDArray[Any]
    weights: NDArray[np.float64]
    lines: NDArray[np.int64]

    def __len__(self) -> int:
        return int(self.X.shape[0])

    def __getitem__(self, rows: slice) -> "Chunk":
        return Chunk(self.X[rows], self.y[rows], self.weights[rows], self.lines[rows])

    def rows(self, places: NDArray[np.intp]) -> "Chunk":
        """The rows at these places."""
        return Chunk(self.X[places], self.y[places], self.weights[places], self.lines[places])

    @property
    def entries_before(self) -> NDArray[np.int64]:
        """How many numbers there are before each row, and in all; of length m + 1."""
        if sparse.issparse(self.X):
            starts: NDArray[np.int64] = self.X.indptr.astype(np.int64)
            return starts
        return np.arange(len(self) + 1, dtype=np.int64) * int(self.X.shape[1])


def joined(chunks: list[Chunk]) -> Chunk:
    """Chunks of one kind as one."""
    if len(chunks) == 1:
        return chunks[0]
    is_sparse = sparse.issparse(chunks[0].X)
    X = [chunk.X for chunk in chunks]
    return Chunk(
        sparse.vstack(X, format="csr") if is_sparse else np.concatenate(X),
        np.concatenate([chunk.y for chunk in chunks]),
        np.concatenate([chunk.weights for chunk in chunks]),
        np.concatenate([chunk.lines for chunk in chunks]),
    )
