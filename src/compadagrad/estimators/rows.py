"""The rows of a matrix as learners take them: chunk by chunk, with the constant feature."""

from collections.abc import Iterator
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["Chunk", "Rows", "stays_sparse"]

Chunk: TypeAlias = tuple[Any, Any]  # rows, and which they are: a slice or an array of indices

ROOM = 1 << 18  # numbers in a dense chunk
SPARSE_ROWS = 1 << 12  # rows in a sparse one
LARGEST_BATCH = 1 << 24  # numbers: sparse batches beyond are not made dense
WIDEST_PATIENT = 1 << 14  # coordinates: up to here dense steps beat those that let others wait


def stays_sparse(width: int, batch: int, *, patient: bool) -> bool:
    """Whether sparse rows are learned from as they are.

    Compiled passes take dense rows and most learners have dense states, so that rows are made dense
    where a batch of them fits; a ``patient`` learner takes sparse steps in the time of nonzeros.
    """
    return width * batch > LARGEST_BATCH or (patient and width > WIDEST_PATIENT)


@final
class Rows:
    """Reads rows chunk by chunk; borders of chunks are borders of batches.

    Parameters
    ----------
    X : numpy.ndarray or scipy.sparse.csr_array, shape (m, n_features)
    width : int
        How many columns a learner wants: behind the features stand the constant 1 where there is
        an intercept, and zeros.
    intercept : bool
    dtype : dtype
    batch : int
    sparse_rows : bool
        Whether sparse rows are handed on as such.
    """

    def __init__(
        self, X: Any, width: int, intercept: bool, dtype: Any, batch: int, *, sparse_rows: bool
    ) -> None:
        self._X, self._n = X, X.shape[1]
        self._intercept, self._dtype, self._width = intercept, np.dtype(dtype), width
        self._thin = bool(sparse.issparse(X)) and sparse_rows
        limit = SPARSE_ROWS if self._thin else ROOM // width
        self._size = max(1, limit // batch) * batch
        self._as_they_are = (
            isinstance(X, np.ndarray)
            and width == self._n
            and X.dtype == self._dtype
            and X.flags.c_contiguous
        )

    def chunks(self, order: NDArray[np.intp] | None = None) -> Iterator[Chunk]:
        """All rows, or those of ``order``; a chunk is good until the next one."""
        count = self._X.shape[0] if order is None else len(order)
        room = None if self._thin else self._room(min(self._size, count))
        for first in range(0, count, self._size):
            part = slice(first, min(first + self._size, count))
            which: Any = part if order is None else order[part]
            rows = self._X[which]
            if room is None:
                yield self._thin_rows(rows), which
            elif self._as_they_are:
                yield rows, which
            else:
                yield self._dense_rows(rows, room), which

    def _room(self, count: int) -> NDArray[Any]:
        if self._as_they_are:
            return np.empty((0, 0))
        room = np.zeros((count, self._width), self._dtype)
        if self._intercept:
            room[:, self._n] = 1
        return room

    def _dense_rows(self, rows: Any, room: NDArray[Any]) -> NDArray[Any]:
        chunk = room[: rows.shape[0]]
        chunk[:, : self._n] = rows.toarray() if sparse.issparse(rows) else rows
        return chunk

    def _thin_rows(self, rows: Any) -> Any:
        count = rows.shape[0]
        more = sparse.csr_array((count, self._width - self._n), dtype=self._dtype)
        if self._intercept:
            more = sparse.csr_array(
                (np.ones(count, self._dtype), np.zeros(count, np.int64), np.arange(count + 1)),
                shape=more.shape,
            )
        joined = sparse.hstack([rows, more], format="csr", dtype=self._dtype)
        return sparse.csr_array(joined)
