"""What becomes of a step whose solver missed its tolerance."""

import sys
import warnings

from compadagrad.errors import InexactUpdateError, InexactUpdateWarning
from compadagrad.updates import Certificate

__all__ = ["accept", "callers_level"]


def accept(certificate: Certificate, step: int, lenient: bool) -> None:
    """Refuse an inexact step, or warn of it; an exact one passes in silence."""
    if certificate.ok:
        return
    message = (
        f"step {step}: the {certificate.solver} solver reached a residual of "
        f"{certificate.residual:.1e} after {certificate.iterations} iterations, and "
        f"{certificate.tolerance:.1e} is allowed"
    )
    if not lenient:
        raise InexactUpdateError(
            f"{message}; the learner is as it was. A larger delta or tolerance, or "
            f'on_inexact="warn", lets it go on'
        )
    warning = f"{message}; the point is taken"
    warnings.warn(warning, InexactUpdateWarning, stacklevel=callers_level())


def callers_level() -> int:
    """The stack level, for a function that calls this, of the first frame outside the library."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith("compadagrad."):
        level, frame = level + 1, frame.f_back
    return level
