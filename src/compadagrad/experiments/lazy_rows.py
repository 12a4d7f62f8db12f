"""Examples that stay where they are until they are learned from."""

from typing import Any, Protocol, Self, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LazyRows", "RowSource", "present"]

AT_ONCE = 4096
"""Rows that are made at a time where all of them are wanted, one after the other."""


class RowSource(Protocol):
    """Examples that are asked for by their numbers."""

    @property
    def n(self) -> int:
        """How many features there are."""

    @property
    def labels(self) -> NDArray[np.float64]:
        """1 or -1 for each example."""

    def rows(self, order: NDArray[np.intp]) -> Any:
        """Some examples, in this order, as a CSR matrix."""


@final
class LazyRows:
    """Rows of a matrix that is never there as a whole: each is made when it is wanted.

    It can be indexed by slices and arrays of row numbers, which makes nothing yet, and multiplied
    by a vector.

    Parameters
    ----------
    source : RowSource
        Makes rows.
    order : numpy.ndarray of int, optional
        Which rows, in which order; all by default.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> from compadagrad.experiments.lazy_rows import present
    >>> from compadagrad.experiments.text import LazyRows, MatrixRows
    >>> rows = LazyRows(MatrixRows(sparse.csr_array([[1.0, 2.0], [0.0, 3.0]]), np.ones(2)))
    >>> rows @ np.array([1.0, 1.0])
    array([3., 3.])
    >>> present(rows[[1]]).toarray()
    array([[0., 3.]])
    """

    ndim = 2

    def __init__(self, source: RowSource, order: NDArray[np.intp] | None = None) -> None:
        self._source = source
        self._order = np.arange(source.labels.size) if order is None else order

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._order.size, self._source.n

    def __getitem__(self, which: Any) -> Self:
        return type(self)(self._source, self._order[which])

    def __matmul__(self, x: NDArray[Any]) -> NDArray[Any]:
        parts = [part.made() @ x for part in self.parts(AT_ONCE)]
        return np.concatenate(parts) if parts else np.empty(0)

    def parts(self, size: int) -> list[Self]:
        """The rows, ``size`` at a time."""
        return [self[at : at + size] for at in range(0, self.shape[0], size)]

    def made(self) -> Any:
        """These rows as a CSR matrix."""
        return self._source.rows(self._order)


def present(rows: Any) -> Any:
    """``rows`` themselves, or made where they are lazy."""
    return rows.made() if isinstance(rows, LazyRows) else rows
