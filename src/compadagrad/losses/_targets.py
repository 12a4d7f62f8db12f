"""The targets that a loss is for, checked."""

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_contiguous, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.losses import _loops

__all__ = ["Labels", "as_targets"]

Labels: TypeAlias = Literal["binary", "real", "count"]


class _Sort(NamedTuple):
    code: int
    allowed: str
    advice: str


_SORTS: Final[dict[Labels, _Sort]] = {
    "binary": _Sort(
        _loops.BINARY,
        "the labels -1 and 1",
        "make them of two classes with numpy.where(y == positive_class, 1, -1)",
    ),
    "real": _Sort(_loops.REAL, "finite numbers", "leave out examples without a target"),
    "count": _Sort(
        _loops.COUNT,
        "counts or rates, finite numbers that are 0 or more",
        "leave out examples without one",
    ),
}


def as_targets(labels: Labels, y: ArrayLike) -> NDArray[np.float64]:
    """``y`` as a contiguous float64 array of targets that ``labels`` allows."""
    targets = as_contiguous(as_floats("y", y).astype(np.float64, copy=False))
    sort = _SORTS[labels]
    bad = _loops.first_outside(sort.code, targets.reshape(-1))
    if bad >= 0:
        where = f" at entry {_place(targets.shape, bad)}" if targets.ndim else ""
        raise InvalidInputError(
            f"y must hold {sort.allowed}, got {targets.flat[bad]}{where}; {sort.advice}"
        )
    return targets


def _place(shape: tuple[int, ...], flat: int) -> int | tuple[int, ...]:
    """The index of an entry: a number in one dimension, else a tuple."""
    place = tuple(int(i) for i in np.unravel_index(flat, shape))
    return place[0] if len(place) == 1 else place
