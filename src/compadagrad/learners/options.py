"""What learners have in common, as their constructors take it."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import as_choice, as_integer, as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.learners.algorithms import ALGORITHMS, Algorithm
from compadagrad.regularizers import Regularizer, Zero

__all__ = ["Checked", "Options"]

DTYPES: Final[dict[str | None, np.dtype[np.floating]]] = {
    "float32": np.dtype(np.float32),
    "float64": np.dtype(np.float64),
}
ON_INEXACT: Final[dict[str | None, bool]] = {"raise": False, "warn": True}


class Checked(NamedTuple):
    """Options that have been checked, in the types that learners keep."""

    lr: float
    regularizer: Regularizer
    dtype: np.dtype[np.floating]
    algorithm: Algorithm
    refresh_every: int
    tolerance: float | None
    lenient: bool


class Options(NamedTuple):
    """The arguments that every learner has; see :class:`~compadagrad.CompAdaGrad`."""

    lr: float
    regularizer: Regularizer | None
    x0: ArrayLike | None
    dtype: DTypeLike
    algorithm: str
    refresh_every: int
    tolerance: float | None
    on_inexact: str

    def checked(self) -> Checked:
        """All but ``x0``, whose length and bounds a learner knows."""
        return Checked(
            as_positive("lr", self.lr),
            _as_regularizer(self.regularizer),
            _as_dtype(self.dtype),
            as_choice("algorithm", self.algorithm, ALGORITHMS),
            as_integer("refresh_every", self.refresh_every, 1),
            None if self.tolerance is None else as_positive("tolerance", self.tolerance),
            as_choice("on_inexact", self.on_inexact, ON_INEXACT),
        )


def _as_regularizer(given: Any) -> Regularizer:
    if given is None:
        return Zero()
    if not isinstance(given, Regularizer):
        raise InvalidInputError(
            f"regularizer must be one of compadagrad.regularizers or None, got {given!r}"
        )
    return given


def _as_dtype(given: DTypeLike) -> np.dtype[np.floating]:
    try:
        name = np.dtype(given).name
    except TypeError:
        name = repr(given)
    return as_choice("dtype", name, DTYPES)
