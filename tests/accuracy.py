"""Tolerances that follow from the naive algorithm's own error in the same dtype."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad import reference

Array = NDArray[Any]


def exact_transform(x: Array) -> Array:
    """The unnormalised transform along the last axis, in extended precision."""
    wide = np.moveaxis(np.asarray(x, np.longdouble), -1, 0)
    return np.moveaxis(reference.butterflies(wide), 0, -1)


def naive_error(x: Array) -> float:
    """The textbook algorithm's largest error on ``x``, or one rounding a level of its output."""
    exact = exact_transform(x)
    naive = np.moveaxis(reference.butterflies(np.moveaxis(x, -1, 0)), 0, -1)
    levels = x.shape[-1].bit_length()
    rounding = np.finfo(x.dtype).eps / 2 * levels * np.abs(exact).max(initial=0)
    return float(max(np.abs(naive - exact).max(initial=0), rounding))


def vectors(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any) -> Array:
    """Entries of mixed sizes, some of them zero."""
    x = rng.standard_normal(shape) * np.exp(rng.uniform(-3, 3, shape))
    return np.where(rng.random(shape) < 0.1, 0.0, x).astype(dtype)
