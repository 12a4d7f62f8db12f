"""What every separable regularizer can do."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NoReturn, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import LONGEST, FloatArray, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.regularizers import _loops
from compadagrad.regularizers._arguments import as_float_dtype, as_steps, as_vector
from compadagrad.regularizers._coefficients import Coefficient, check_lengths
from compadagrad.regularizers._padding import Coefficients, padded_terms
from compadagrad.regularizers.terms import Terms

__all__ = ["Config", "Regularizer"]

Config: TypeAlias = dict[str, Any]


class Regularizer(ABC):
    r"""A convex function of each coordinate on its own, added up.

    .. math::

       \phi(x) = \sum_i \ell_{1,i} |x_i| + \tfrac12 \ell_{2,i} x_i^2,
       \qquad \mathrm{lower}_i \le x_i \le \mathrm{upper}_i,

    and infinite out of bounds. Each member of the family sets some of the four and leaves the
    others at nothing. A weight is one number for all coordinates or an array with one for each; a
    weight of 0 leaves a coordinate free, an intercept for example. Regularizers cannot be changed,
    and two of a kind with the same numbers are equal.

    A new regularizer has a ``kind`` of its own and names its ``parameters`` in the order in which
    its constructor takes them; it writes that constructor, which checks them and passes them to
    ``_keep``, and the hook ``_coefficients``.
    """

    kind: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]] = ()

    _latest: tuple[tuple[int, int, Any], Terms] | None = None

    @abstractmethod
    def _coefficients(self) -> Coefficients:
        """l1, l2 and the bounds."""

    def value(self, x: ArrayLike) -> float:
        """phi(x): infinite out of bounds.

        Parameters
        ----------
        x : array_like, shape (n,)

        Returns
        -------
        float
            Added up in float64.
        """
        vector = as_vector("x", x)
        return float(_loops.value(vector, *self._terms_of(vector).parts))

    def prox(self, c: ArrayLike, step: ArrayLike) -> FloatArray:
        r"""The minimiser of :math:`\sum_i s_i \phi_i(x_i) + \frac12 (x_i - c_i)^2`.

        Parameters
        ----------
        c : array_like, shape (n,)
        step : float or array_like, shape (n,)
            s, positive: one number, or one for each coordinate.

        Returns
        -------
        numpy.ndarray, shape (n,)
            In the dtype of ``c``. What is 0 is exactly 0, and what is at a bound exactly there. NaN
            stays NaN.
        """
        center = as_vector("c", c)
        steps, out = as_steps(step, center), np.empty_like(center)
        one = center.dtype.type(1)
        _loops.prox_into(center, one, steps, *self._terms_of(center).parts, out)
        return out

    def prox_derivative(self, c: ArrayLike, step: ArrayLike) -> FloatArray:
        """The derivative of :meth:`prox` in ``c``, coordinate by coordinate, in [0, 1].

        At a kink, where the slopes on the left and on the right differ, it is 0. So it is for every
        ``c`` where the bounds are equal.

        Parameters
        ----------
        c : array_like, shape (n,)
        step : float or array_like, shape (n,)
            As for :meth:`prox`.

        Returns
        -------
        numpy.ndarray, shape (n,)
        """
        center = as_vector("c", c)
        steps, out = as_steps(step, center), np.empty_like(center)
        one = center.dtype.type(1)
        _loops.slope_into(center, one, steps, *self._terms_of(center).parts, out)
        return out

    def distance(self, x: ArrayLike, q: ArrayLike) -> FloatArray:
        r"""How far :math:`-q_i` is from :math:`\partial\phi_i(x_i)`, coordinate by coordinate.

        All are 0 where x minimises :math:`\langle q, x\rangle + \phi(x)`.

        Parameters
        ----------
        x, q : array_like, shape (n,)

        Returns
        -------
        numpy.ndarray, shape (n,)
            Infinite where x is out of bounds, and where x or q is NaN or infinite.
        """
        point, gradient = as_vector("x", x), as_vector("q", q)
        if point.size != gradient.size:
            raise InvalidInputError(
                f"x and q must have the same length, got {point.size} and {gradient.size}"
            )
        dtype = np.result_type(point, gradient)
        point, gradient = point.astype(dtype, copy=False), gradient.astype(dtype, copy=False)
        out = np.empty_like(point)
        one = dtype.type(1)
        _loops.distances_into(point, gradient, one, *self._terms_of(point).parts, out)
        return out

    def nearest(self, x: ArrayLike) -> FloatArray:
        """The point within the bounds that is nearest to ``x``.

        Parameters
        ----------
        x : array_like, shape (n,)

        Returns
        -------
        numpy.ndarray, shape (n,)
            In the dtype of ``x``.
        """
        vector = as_vector("x", x)
        terms = self._terms_of(vector)
        nearest: FloatArray = np.minimum(np.maximum(vector, terms.lower), terms.upper)
        return nearest

    def terms(self, n: int, n_padded: int, dtype: DTypeLike) -> Terms:
        """The four numbers, or arrays of ``n_padded``, that compiled loops take.

        A weight that is one number holds for all ``n_padded`` coordinates. Weights given for each
        coordinate, and bounds in any form, leave those from ``n`` on free.

        Parameters
        ----------
        n : int
            Length of the vectors: how many entries a weight or bound for each coordinate must have.
        n_padded : int
            N, the length with padding.
        dtype : dtype_like
            float32 or float64.

        Returns
        -------
        Terms
        """
        n = as_integer("n", n, 1, LONGEST)
        n_padded = as_integer("n_padded", n_padded, n, LONGEST)
        key = n, n_padded, as_float_dtype(dtype)
        if self._latest is not None and self._latest[0] == key:
            return self._latest[1]
        check_lengths(self._values(), n)
        terms = padded_terms(self._coefficients(), *key)
        object.__setattr__(self, "_latest", (key, terms))
        return terms

    def config(self) -> Config:
        """``kind`` and the parameters, as strings, numbers and arrays; see :func:`from_config`."""
        return {"kind": self.kind, **self._values()}

    def _keep(self, **values: Coefficient) -> None:
        """Set the parameters, once."""
        check_lengths(values)
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _values(self) -> dict[str, Coefficient]:
        return {name: getattr(self, name) for name in self.parameters}

    def _terms_of(self, x: FloatArray) -> Terms:
        return self.terms(x.size, x.size, x.dtype)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")

    def __reduce__(self) -> tuple[type[Self], tuple[Coefficient, ...]]:
        return type(self), tuple(self._values().values())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self._values(), other._values()
        return all(np.array_equal(mine[name], theirs[name]) for name in mine)

    def __hash__(self) -> int:
        return hash(
            (self.kind, *(np.asarray(value).tobytes() for value in self._values().values()))
        )

    def __repr__(self) -> str:
        values = (f"{name}={_shown(value)}" for name, value in self._values().items())
        return f"{type(self).__name__}({', '.join(values)})"


def _shown(value: Coefficient) -> str:
    if isinstance(value, float):
        return repr(value)
    return np.array2string(value, separator=", ", threshold=12)
