"""The full Walsh-Hadamard transform."""

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from compadagrad._validation import (
    FloatArray,
    as_choice,
    as_floats,
    as_integer,
    as_transform_length,
)
from compadagrad.errors import InvalidInputError
from compadagrad.hadamard._routes import transform_rows

__all__ = ["Norm", "fwht", "scale_of"]

Norm = Literal["ortho", "forward", "backward"] | None

_EXPONENTS: dict[str | None, float] = {"ortho": -0.5, "forward": -1.0, "backward": 0.0, None: 0.0}


def scale_of(norm: Norm, n: int) -> float | None:
    """The factor that ``norm`` puts before the unnormalised transform; None for 1."""
    exponent = as_choice("norm", norm, _EXPONENTS)
    return float(n) ** exponent if exponent else None


def fwht(
    x: ArrayLike,
    *,
    axis: int = -1,
    norm: Norm = "ortho",
    overwrite_x: bool = False,
    threads: int = 1,
) -> FloatArray:
    r"""Walsh-Hadamard transform in natural order.

    .. math:: y = H x, \qquad H_{ij} = (-1)^{\mathrm{popcount}(i \,\&\, j)} / \sqrt N

    in :math:`N \log_2 N` additions. The levels are taken in ascending order of distance, so the
    result has the same bits for every number of threads and on every processor.

    Parameters
    ----------
    x : array_like
        Vectors along ``axis``, with any number of batch dimensions. float32 and float64 are kept,
        float16 becomes float32 and integers become float64. NaN and infinity pass through.
    axis : int
        The axis to transform. Its length N must be a power of two.
    norm : {"ortho", "forward", "backward", None}
        The factor before the sums, named as in :mod:`scipy.fft`: ``"ortho"`` is
        :math:`1/\sqrt N` and makes H its own inverse; ``"forward"`` is :math:`1/N`; ``"backward"``
        and None are 1.
    overwrite_x : bool
        Allow the memory of ``x`` to be used for the result. Use the returned array: ``x`` itself
        then holds the result only where it is a contiguous float array.
    threads : int
        The largest number of threads to use. A small transform takes one all the same.

    Returns
    -------
    numpy.ndarray
        An array of the shape of ``x``.

    See Also
    --------
    fwht_at : only some outputs.
    fwht_sparse : of an input with few nonzeros.

    Examples
    --------
    >>> from compadagrad.hadamard import fwht
    >>> fwht([1, 0, 1, 0, 0, 1, 1, 0], norm=None)
    array([ 4.,  2.,  0., -2.,  0.,  2.,  0.,  2.])
    >>> fwht(fwht([1.0, 2.0, 3.0, 4.0]))
    array([1., 2., 3., 4.])
    """
    given = as_floats("x", x)
    plan = _plan(given.shape, axis, norm, threads)
    rows = given if plan.last else np.moveaxis(given, axis, -1)
    if not rows.flags.carray:  # strided, unaligned or read-only
        source = result = np.array(rows, order="C")
    elif overwrite_x:
        source = result = rows
    else:
        source, result = rows, np.empty_like(rows)
    transform_rows(source.ravel(), result.ravel(), plan.n, plan.scale, plan.threads)
    return result if plan.last else np.moveaxis(result, -1, axis)


class Plan(NamedTuple):
    """What the arguments of a transform come to once they have been checked."""

    n: int
    last: bool  # whether the transformed axis is the last one
    scale: float | None
    threads: int


def _plan(shape: tuple[int, ...], axis: int, norm: Norm, threads: int) -> Plan:
    """Check the arguments; a shape that was seen before is not checked again."""
    try:
        return _checked_plan(shape, axis, norm, threads)
    except TypeError:  # an argument that cannot be hashed is a wrong one: say which
        return _checked_plan.__wrapped__(shape, axis, norm, threads)


@lru_cache(maxsize=256, typed=True)
def _checked_plan(shape: tuple[int, ...], axis: int, norm: Norm, threads: int) -> Plan:
    if not shape:
        raise InvalidInputError("x must have at least one dimension, got a single number")
    along = as_integer("axis", axis, -len(shape), len(shape) - 1)
    n = as_transform_length("the length of x", shape[along], along)
    last = along in (-1, len(shape) - 1)
    return Plan(n, last, scale_of(norm, n), as_integer("threads", threads, 1))
