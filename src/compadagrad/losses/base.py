"""What every loss can do."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import FloatArray, as_contiguous, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.losses import _loops
from compadagrad.losses._averages import (
    Rows,
    as_dense_rows,
    as_sparse_rows,
    dense_average,
    sparse_average,
)
from compadagrad.losses._targets import Labels, as_targets

__all__ = ["Config", "Loss"]

Config: TypeAlias = dict[str, Any]
Numbers: TypeAlias = Any  # float for a number, numpy.ndarray for an array
Gradient: TypeAlias = Any  # numpy.ndarray, or scipy.sparse.csr_array: SciPy carries no types
Loop: TypeAlias = Callable[..., None]


class Loss(ABC):
    r"""A convex function :math:`\ell(p, y)` of a prediction p, for a target y.

    For a linear model :math:`p = \langle a, x\rangle`, and :math:`\ell'(p, y)\, a` is a subgradient
    in x. All is computed in float64; a result beyond the range of its type is infinite, and
    predictions that are NaN give NaN. Targets are checked. Losses cannot be changed, and two of a
    kind with the same parameter are equal.

    A new loss gets a code in ``losses/_scalars.py`` and its formulas there; its class has a
    ``kind`` of its own, that ``code``, the ``labels`` it is for, and names its parameter, if it has
    one, in ``parameters``; the constructor checks it and passes it to ``_keep``.

    Attributes
    ----------
    kind : str
        The name of the loss.
    labels : {"binary", "real", "count"}
        What targets are: -1 and 1, finite numbers, or finite numbers that are 0 or more.
    """

    kind: ClassVar[str]
    labels: ClassVar[Labels]
    parameters: ClassVar[tuple[str, ...]] = ()

    @property
    @abstractmethod
    def code(self) -> int:
        """What compiled loops know the loss by."""

    @property
    def parameter(self) -> float:
        """What compiled loops take beside the code: the parameter, or 0 where there is none."""
        return float(getattr(self, self.parameters[0])) if self.parameters else 0.0

    def value(self, p: ArrayLike, y: ArrayLike) -> Numbers:
        r""":math:`\ell(p, y)`, for one prediction or for each of an array.

        Parameters
        ----------
        p : float or array_like
            Predictions.
        y : float or array_like, of the shape of ``p``
            Targets; one number is the target of all.

        Returns
        -------
        float or numpy.ndarray, of the shape of ``p``
            An array has the dtype of ``p``.
        """
        return self._each(_loops.values_into, p, y)

    def slope(self, p: ArrayLike, y: ArrayLike) -> Numbers:
        r"""The derivative of :math:`\ell` in p; on a kink, the subgradient that the loss names.

        Parameters
        ----------
        p : float or array_like
            Predictions.
        y : float or array_like, of the shape of ``p``
            Targets; one number is the target of all.

        Returns
        -------
        float or numpy.ndarray, of the shape of ``p``
            An array has the dtype of ``p``.
        """
        return self._each(_loops.slopes_into, p, y)

    def gradient(self, a: Rows, p: ArrayLike, y: ArrayLike) -> Gradient:
        r"""The average :math:`\frac1m \sum_i \ell'(p_i, y_i)\, a_i` over a mini-batch.

        Parameters
        ----------
        a : array_like or SciPy sparse, shape (m, n) or (n,)
            The examples, a row each; a vector is one example.
        p : array_like, shape (m,)
            Their predictions, :math:`\langle a_i, x\rangle`; for one example, a number will do.
        y : float or array_like, shape (m,)
            Their targets; one number is the target of all.

        Returns
        -------
        numpy.ndarray, shape (n,), or scipy.sparse.csr_array, shape (1, n)
            In the dtype of ``a`` and added up in float64; sparse where ``a`` is.
        """
        is_sparse = sparse.issparse(a)
        rows = as_sparse_rows(a) if is_sparse else as_dense_rows(a)
        predictions = _for_rows(as_floats("p", p), rows.shape[0])
        slopes = self._in_float64(_loops.slopes_into, predictions, self.check_targets(y))
        return sparse_average(slopes, rows) if is_sparse else dense_average(slopes, rows)

    def check_targets(self, y: ArrayLike) -> NDArray[np.float64]:
        """``y`` as a float64 array, where this loss is for such targets.

        Parameters
        ----------
        y : float or array_like
            Targets.

        Returns
        -------
        numpy.ndarray, of the shape of ``y``

        Raises
        ------
        InvalidInputError
            Where a target is none that ``labels`` allows.
        """
        return as_targets(self.labels, y)

    def config(self) -> Config:
        """``kind`` and the parameter, a string and a number; see :func:`from_config`."""
        return {"kind": self.kind, **self._values()}

    def _keep(self, **values: float) -> None:
        """Set the parameter, once."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _values(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in self.parameters}

    def _each(self, loop: Loop, p: ArrayLike, y: ArrayLike) -> Numbers:
        predictions = as_floats("p", p)
        out = self._in_float64(loop, predictions, self.check_targets(y))
        if predictions.ndim == 0:
            return float(out[0])
        with np.errstate(over="ignore"):
            return out.reshape(predictions.shape).astype(predictions.dtype, copy=False)

    def _in_float64(self, loop: Loop, p: FloatArray, y: NDArray[np.float64]) -> NDArray[np.float64]:
        """What ``loop`` finds for each prediction, in one dimension."""
        if y.shape not in ((), p.shape):
            raise InvalidInputError(
                f"y must be one number or have the shape of p, {p.shape}, got shape {y.shape}"
            )
        flat = as_contiguous(p.astype(np.float64, copy=False)).reshape(-1)
        out = np.empty(flat.size)
        loop(self.code, flat, y.reshape(-1), self.parameter, out)
        return out

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")

    def __reduce__(self) -> tuple[type[Self], tuple[float, ...]]:
        return type(self), tuple(self._values().values())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.kind, *self._values().values()))

    def __repr__(self) -> str:
        values = (f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__name__}({', '.join(values)})"


def _for_rows(p: FloatArray, m: int) -> FloatArray:
    """``p`` as ``m`` predictions; one number is that of one row."""
    if p.shape != (m,) and not (m == 1 and p.ndim == 0):
        raise InvalidInputError(
            f"p must hold a prediction for each row of a, {m} in all, got shape {p.shape}"
        )
    return p.reshape(m)
