"""What rounding allows: the certificate of a step that was made in one pass."""

import numpy as np

from compadagrad.updates.certificate import Certificate

__all__ = ["held_to", "narrowed"]

ROUNDINGS = 64


def held_to(
    tolerance: float,
    residual: float,
    force: float,
    size: float,
    dtype: np.dtype[np.floating],
    iterations: int,
    solver: str,
) -> Certificate:
    r"""The certificate of an absolute residual.

    .. math:: \text{residual} \le \max(\text{tolerance} \cdot \lVert u\rVert_\infty,\;
        64\,\epsilon \cdot \text{size})

    ``force`` is the largest entry of u, and ``size`` that of the two terms whose difference u is:
    where they cancel, no point of this dtype has a smaller residual than their rounding, and the
    tolerance in the certificate says so.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.updates.rounding import held_to
    >>> held_to(1e-8, 3e-9, 1.0, 1.0, np.dtype(float), 1, "closed form").ok
    True
    >>> held_to(1e-8, 3e-8, 1.0, 1.0, np.dtype(float), 1, "closed form").ok
    False
    """
    scale = force if force > 0.0 else size if size > 0.0 else 1.0
    allowed = max(tolerance, ROUNDINGS * float(np.finfo(dtype).eps) * size / scale)
    return Certificate(residual / scale, iterations, solver, allowed)


def narrowed(certificate: Certificate, residual: float) -> Certificate:
    """The certificate of a point that was found in float64 and rounded.

    ``residual`` is that of the rounded point. It is all that is left of an exact solution, which no
    other point of the narrower type improves on for sure, so it raises the tolerance; the miss of
    one that is not exact remains a miss.
    """
    allowed = max(certificate.tolerance, residual) if certificate.ok else certificate.tolerance
    return Certificate(residual, certificate.iterations, certificate.solver, allowed)
