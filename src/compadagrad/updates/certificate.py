"""What an update certifies about itself."""

from dataclasses import dataclass
from typing import final

__all__ = ["Certificate"]


@final
@dataclass(frozen=True, slots=True)
class Certificate:
    r"""How far a point is from satisfying the optimality conditions of its update.

    .. math::

       \frac{\max_i \mathrm{dist}\left(-(u + A x)_i,\; w\,\partial\phi_i(x_i)\right)}
            {\lVert u \rVert_\infty}, \qquad u = g - A x_t

    It is 0 for an exact solution, and infinite for a point out of bounds.

    Attributes
    ----------
    residual : float
        The number above.
    iterations : int
        Factorisations that the solver made, knots of a path; 0 for a closed form.
    solver : str
        What found the point: ``"closed form"``, ``"prox"``, ``"newton"``, ``"interior point"`` or
        ``"lars"``.
    tolerance : float
        The largest residual that was asked for.

    Examples
    --------
    >>> from compadagrad.updates.certificate import Certificate
    >>> Certificate(3e-15, 4, "newton", 1e-10).ok
    True
    """

    residual: float
    iterations: int
    solver: str
    tolerance: float

    @property
    def ok(self) -> bool:
        """Whether the residual is within the tolerance; NaN is not."""
        return self.residual <= self.tolerance
