"""What becomes of a step whose solver missed its tolerance."""

import math
import sys
import warnings

from compadagrad._validation import FloatArray
from compadagrad.errors import InexactUpdateError, InexactUpdateWarning
from compadagrad.updates import Certificate
from compadagrad.updates._largest import largest

__all__ = ["accept", "callers_level", "require_finite"]

SMALLER = "Leave this gradient out, or measure gradients in a larger unit"


def accept(certificate: Certificate, step: int, lenient: bool) -> None:
    """Refuse an inexact step, or warn of it; an exact one passes in silence.

    A residual that is no number is refused whatever the leniency: nothing is known of the point.
    """
    if certificate.ok:
        return
    message = (
        f"step {step}: the {certificate.solver} solver reached a residual of "
        f"{certificate.residual:.1e} after {certificate.iterations} iterations, and "
        f"{certificate.tolerance:.1e} is allowed"
    )
    if not math.isfinite(certificate.residual):
        raise InexactUpdateError(f"{message}; the learner is as it was. {SMALLER}")
    if not lenient:
        raise InexactUpdateError(
            f"{message}; the learner is as it was. A larger delta or tolerance, or "
            f'on_inexact="warn", lets it go on'
        )
    warning = f"{message}; the point is taken"
    warnings.warn(warning, InexactUpdateWarning, stacklevel=callers_level())


def require_finite(step: int, what: str, vector: FloatArray) -> None:
    """Refuse what overflows, whatever the leniency: no later step would bring it back."""
    if not largest(vector) < math.inf:
        raise InexactUpdateError(
            f"step {step}: {what} would not hold finite {vector.dtype} numbers; the learner is as "
            f"it was. {SMALLER}"
        )


def callers_level() -> int:
    """The stack level, for a function that calls this, of the first frame outside the library."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith("compadagrad."):
        level, frame = level + 1, frame.f_back
    return level
