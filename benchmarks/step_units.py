"""What the times of a step are counted in, and how they are printed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.hadamard import fwht

__all__ = [
    "Array",
    "in_units",
    "micro",
    "milli",
    "product_of_order",
    "reached",
    "slope",
    "transform_of_length",
]

Array = NDArray[Any]


def transform_of_length(n: int, dtype: Any) -> Callable[[], object]:
    """One WHT: a full orthonormal transform by a call of ``fwht``, in place on warm memory."""
    x = np.random.default_rng(0).standard_normal(n).astype(dtype)
    return partial(fwht, x, overwrite_x=True)


def product_of_order(k: int) -> Callable[[], object]:
    """One GEMM: a k x k product in float64 into memory that is there already."""
    a, b = np.random.default_rng(0).standard_normal((2, k, k))
    return partial(np.dot, a, b, out=np.empty((k, k)))


def in_units(best: dict[str, float], transforms: float, products: float) -> float:
    """The time of so many transforms and products."""
    return transforms * best["WHT"] + products * best["GEMM"]


def reached(value: float, limit: float, *, at_least: bool = False) -> str:
    return "yes" if (value >= limit if at_least else value <= limit) else "**no**"


def milli(seconds: float) -> str:
    digits = 1 if seconds >= 1e-2 else 2 if seconds >= 1e-3 else 4
    return f"{seconds * 1e3:,.{digits}f}"


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f}"


def slope(sizes: list[int], times: list[float]) -> float:
    """The exponent p of the power law ``time ~ size^p`` that fits best."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])
