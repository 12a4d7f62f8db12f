"""A separable regularizer in numbers, as compiled loops take it."""

from dataclasses import dataclass, field
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Term", "Terms"]

Term: TypeAlias = np.floating | NDArray[np.floating]


@final
@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    r"""The weights and the bounds of a separable regularizer.

    .. math::

       \phi(x) = \sum_i \ell_{1,i} |x_i| + \tfrac12 \ell_{2,i} x_i^2,
       \qquad \mathrm{lower}_i \le x_i \le \mathrm{upper}_i.

    The four are NumPy scalars of one dtype, float32 or float64, the same for every coordinate, or
    contiguous arrays of that dtype with an entry for each: two forms, so that a compiled loop has
    two variants. The arrays are read-only. Nothing is checked here.

    Attributes
    ----------
    l1, l2 : numpy.floating or numpy.ndarray, shape (N,)
        Weights, 0 or more.
    lower, upper : numpy.floating or numpy.ndarray, shape (N,)
        Bounds; infinite where there is none.
    uniform : bool
        The four are scalars.
    bounded : bool
        Some bound is finite.
    smooth : bool
        There is no bound and every ``l1`` is 0.
    free : int or None
        Of smooth terms in array form whose weights ``l2`` are one positive number, save for a
        single 0: where that 0 is. Else None.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.regularizers import SquaredL2
    >>> terms = SquaredL2([0.5, 0.5, 0.0]).terms(3, 3, np.dtype(float))
    >>> terms.smooth, terms.uniform, terms.free
    (True, False, 2)
    """

    l1: Term
    l2: Term
    lower: Term
    upper: Term
    uniform: bool = field(init=False, repr=False)
    bounded: bool = field(init=False, repr=False)
    smooth: bool = field(init=False, repr=False)
    free: int | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("l1", "l2", "lower", "upper"):
            object.__setattr__(self, name, _read_only(getattr(self, name)))
        bounded = bool(np.any(self.lower > -np.inf) or np.any(self.upper < np.inf))
        smooth = not bounded and not np.any(self.l1)
        object.__setattr__(self, "uniform", np.ndim(self.l2) == 0)
        object.__setattr__(self, "bounded", bounded)
        object.__setattr__(self, "smooth", smooth)
        object.__setattr__(self, "free", _free_coordinate(self.l2) if smooth else None)

    @property
    def parts(self) -> tuple[Term, Term, Term, Term]:
        """``l1, l2, lower, upper``: the order in which compiled loops take them."""
        return self.l1, self.l2, self.lower, self.upper


def _read_only(term: Term) -> Term:
    """A view that cannot be written through; a scalar is itself."""
    if isinstance(term, np.ndarray):
        term = term.view()
        term.flags.writeable = False
    return term


def _free_coordinate(l2: Term) -> int | None:
    """Where ``l2`` is 0, if only once and one positive number elsewhere."""
    weights = np.asarray(l2)
    if weights.ndim == 0 or weights.size < 2:
        return None
    index = int(weights.argmin())
    others = weights[1 if index == 0 else 0]
    alike = np.count_nonzero(weights == others) == weights.size - 1
    return index if weights[index] == 0 and others > 0 and alike else None
