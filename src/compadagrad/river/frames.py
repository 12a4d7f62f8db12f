"""Data frames and series of pandas, Polars and Arrow, read and made alike."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.river.names import Name

__all__ = [
    "Frame",
    "Target",
    "frame_like",
    "matrix_of",
    "read_frame",
    "read_series",
    "rows_of",
    "series_like",
]


class Frame(NamedTuple):
    """A frame, its column names, and whether all of it is numbers and booleans."""

    wrapped: nw.DataFrame[Any]
    names: list[Name]
    is_numeric: bool

    def __len__(self) -> int:
        return len(self.wrapped)


class Target(NamedTuple):
    """The values and the name of a series."""

    values: NDArray[Any]
    name: Any


def read_frame(X: Any) -> Frame:
    """A native frame, wrapped."""
    try:
        wrapped = nw.from_native(X, eager_only=True)
    except TypeError:
        raise InvalidInputError(
            f"X must be a data frame of pandas or Polars, got {type(X).__name__}"
        ) from None
    kinds = wrapped.schema.values()
    return Frame(
        wrapped, list(wrapped.columns), all(k.is_numeric() or k == nw.Boolean for k in kinds)
    )


def read_series(name: str, y: Any, length: int) -> Target:
    """A native series of ``length`` values."""
    try:
        wrapped = nw.from_native(y, series_only=True)
    except TypeError:
        raise InvalidInputError(
            f"{name} must be a series of pandas or Polars, got {type(y).__name__}"
        ) from None
    if len(wrapped) != length:
        raise InvalidInputError(
            f"{name} must have one value for each of the {length} rows of X, got {len(wrapped)}"
        )
    return Target(wrapped.to_numpy(), wrapped.name)


def matrix_of(frame: Frame) -> NDArray[np.float64]:
    """The numbers of a frame; what is missing is NaN."""
    if frame.wrapped.implementation.is_pandas_like():
        native = frame.wrapped.to_native()
        found: NDArray[np.float64] = native.to_numpy(dtype=np.float64, na_value=np.nan)
        return found
    return np.asarray(frame.wrapped.to_numpy(), dtype=np.float64)


def rows_of(frame: Frame) -> Iterator[dict[Name, Any]]:
    """The rows of a frame as examples."""
    for row in frame.wrapped.iter_rows():
        yield dict(zip(frame.names, row, strict=True))


def series_like(frame: Frame, values: Sequence[Any] | NDArray[Any], name: Any) -> Any:
    """A native series of the kind of the frame, with its index."""
    backend = frame.wrapped.implementation
    return _indexed(frame, nw.new_series(name, values, backend=backend).to_native())


def frame_like(frame: Frame, columns: dict[Any, NDArray[Any]]) -> Any:
    """A native frame of the kind of the frame; names become strings where pandas is not."""
    backend = frame.wrapped.implementation
    if not backend.is_pandas_like():
        columns = {str(name): values for name, values in columns.items()}
    if not columns:
        return frame.wrapped.select().to_native()
    return _indexed(frame, nw.from_dict(columns, backend=backend).to_native())


def _indexed(frame: Frame, native: Any) -> Any:
    index = nw.maybe_get_index(frame.wrapped)
    if index is not None:
        native.index = index
    return native
