"""The rate in the units of a metric."""

import math

import numpy as np

from compadagrad.errors import InexactUpdateError

__all__ = ["holds_rate", "rate_in_units"]

EXPONENTS = {np.dtype(np.float32): (-126, 128), np.dtype(np.float64): (-1022, 1024)}
"""Of normal numbers, from the least one to where they end."""


def holds_rate(lr: float, exponent: int, dtype: np.dtype[np.floating]) -> bool:
    """Whether ``2^-exponent lr`` is a normal number of this type."""
    least, end = EXPONENTS[dtype]
    return least <= math.log2(lr) - exponent < end


def rate_in_units(step: int, lr: float, exponent: int, dtype: np.dtype[np.floating]) -> float:
    r""":math:`2^{-e} \eta`, refused where ``dtype`` does not hold it: a step of 0 is no step.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.learners.rates import rate_in_units
    >>> rate_in_units(1, 0.5, 3, np.dtype(float))
    0.0625
    """
    if not holds_rate(lr, exponent, dtype):
        raise InexactUpdateError(
            f"step {step}: the rate {lr} is beyond {dtype} numbers in the unit of the metric, "
            f"2^{exponent}; the learner is as it was. Measure gradients in another unit"
        )
    return math.ldexp(lr, -exponent)
