"""From examples and frames to the vectors and matrices that learners take."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.river.columns import UNKNOWN, Columns, Places
from compadagrad.river.features import check_finite, read_features
from compadagrad.river.frames import Frame, matrix_of, rows_of
from compadagrad.river.names import Name

__all__ = ["Encoder", "Rows"]

CHUNK = 1 << 20  # entries of the matrices that a frame is cut into

Rows: TypeAlias = Any  # numpy.ndarray, or scipy.sparse.csr_array: SciPy carries no types


@final
class Encoder:
    """Columns for features, the last one for the intercept where ``columns`` leave it free.

    Parameters
    ----------
    columns : Columns
        Where features go.
    n : int
        Length of the vectors: ``columns.room``, or one more with an intercept.
    is_sparse : bool
        Whether to make SciPy rows.
    """

    def __init__(self, columns: Columns, n: int, is_sparse: bool) -> None:
        self.columns, self.n, self.is_sparse = columns, n, is_sparse

    @property
    def with_intercept(self) -> bool:
        """Whether the last column is 1 in all examples."""
        return self.n > self.columns.room

    def example(self, x: Mapping[Any, Any], *, new: bool) -> Rows:
        """One example as a matrix of one row; ``new`` lets unknown features in."""
        names, values = read_features(x)
        return self._assembled(self.columns.places(names, new=new), values[None])

    def chunks(self, frame: Frame, *, new: bool) -> Iterator[Rows]:
        """The examples of a frame, in matrices of bounded size.

        Where all columns hold numbers they are read whole, and checked before the first is given.
        """
        if frame.is_numeric:
            names, values = frame.names, matrix_of(frame)
            check_finite(names, values)
            places = self.columns.places(names, new=new)
            step = max(1, CHUNK // max(self.n, 1))
            for first in range(0, len(values), step):
                yield self._assembled(places, values[first : first + step])
        else:
            for x in rows_of(frame):
                yield self.example(x, new=new)

    def weights(self, x: NDArray[Any]) -> dict[Name, float]:
        """The entries of a point by the names of their features."""
        return {name: float(x[column]) for name, column in self.columns.table.items()}

    def intercept(self, x: NDArray[Any]) -> float:
        """The last entry of a point, where there is an intercept."""
        return float(x[-1]) if self.with_intercept else 0.0

    def _assembled(self, places: Places, values: NDArray[np.float64]) -> Rows:
        known = places.columns != UNKNOWN
        at, signed = places.columns, values * places.signs
        if not known.all():
            at, signed = at[known], signed[:, known]
        if self.with_intercept:
            at = np.append(at, self.n - 1)
            signed = np.hstack([signed, np.ones((len(values), 1))])
        return self._sparse(at, signed) if self.is_sparse else self._dense(at, signed)

    def _dense(self, at: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
        if len(values) == 1:
            row: NDArray[np.float64] = np.bincount(at, values[0], self.n).astype(np.float64)
            return row[None]
        rows = np.zeros((self.n, len(values)))
        np.add.at(rows, at, values.T)
        return np.ascontiguousarray(rows.T)

    def _sparse(self, at: NDArray[np.intp], values: NDArray[np.float64]) -> Rows:
        distinct, place = np.unique(at, return_inverse=True)
        summed = np.zeros((distinct.size, len(values)))
        np.add.at(summed, place, values.T)
        ends = np.arange(len(values) + 1) * distinct.size
        parts = (summed.T.ravel(), np.tile(distinct, len(values)), ends)
        return sparse.csr_array(parts, shape=(len(values), self.n))
