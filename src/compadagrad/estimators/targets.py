"""Classes and their weights."""

import math
from collections.abc import Mapping
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.options import as_number

__all__ = ["ClassWeights", "as_classes", "as_sample_weight", "codes_of", "signs_of"]

Floats = NDArray[np.float64]


def as_classes(classes: ArrayLike) -> NDArray[Any]:
    """Distinct classes in ascending order."""
    found: NDArray[Any] = np.unique(np.asarray(classes))
    if found.size < 2:
        raise InvalidInputError(
            f"the number of classes has to be greater than one; got {found.size} class"
        )
    return found


def codes_of(y: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.intp]:
    """The place of each label among the classes."""
    codes = np.minimum(np.searchsorted(classes, y), classes.size - 1)
    strange = classes[codes] != y
    if np.any(strange):
        raise InvalidInputError(
            f"y holds {y[strange][0]!r}, which is not among the classes {classes.tolist()}"
        )
    return codes


def signs_of(codes: NDArray[np.intp], classes: int) -> Floats:
    """1 for a row's class and -1 for the others, a column for each; one column for two classes."""
    if classes == 2:
        return np.where(codes == 1, 1.0, -1.0)[:, None]
    return np.where(codes[:, None] == np.arange(classes), 1.0, -1.0)


def as_sample_weight(given: ArrayLike | None, count: int) -> Floats:
    """A weight for each example; empty stands for 1 each, and one number for that of all."""
    if given is None:
        return np.empty(0)
    weights = as_floats("sample_weight", np.asarray(given), empty=True)
    if weights.ndim == 0:
        weights = np.full(count, weights)
    if weights.shape != (count,):
        raise InvalidInputError(
            f"sample_weight must have one weight for each of the {count} rows of X, "
            f"got shape {weights.shape}"
        )
    if not ((weights >= 0.0) & (weights < np.inf)).all():
        raise InvalidInputError("sample_weight must hold finite numbers that are 0 or more")
    return weights.astype(np.float64)


@final
class ClassWeights:
    """Factors of the examples' weights by their class.

    Parameters
    ----------
    given : dict, "balanced" or None
        Class to factor, 1 for those left out; or n / (K n_c), for what has been seen of class c.
    classes : numpy.ndarray, shape (K,)
    """

    def __init__(self, given: Any, classes: NDArray[Any]) -> None:
        self.counts = np.zeros(classes.size)
        self._balanced = isinstance(given, str) and given == "balanced"
        self._fixed: Floats | None = None
        if isinstance(given, Mapping):
            self._fixed = _factors(given, classes)
        elif given is not None and not self._balanced:
            raise InvalidInputError(
                f"class_weight must be a dictionary, 'balanced' or None, got {given!r}"
            )

    def applied(self, weights: Floats, codes: NDArray[np.intp]) -> Floats:
        """The weights of examples of these classes; "balanced" counts them first."""
        if self._balanced:
            amount = weights if weights.size else None
            self.counts = self.counts + np.bincount(codes, amount, self.counts.size)
            factors = _balancing(self.counts)
        elif self._fixed is not None:
            factors = self._fixed
        else:
            return weights
        each: Floats = factors[codes]
        return each * weights if weights.size else each


def _balancing(counts: Floats) -> Floats:
    """``n / (K n_c)`` of the classes that have been seen; 1 for the others."""
    seen = counts > 0.0
    factors = np.ones(counts.size)
    factors[seen] = counts.sum() / (np.count_nonzero(seen) * counts[seen])
    return factors


def _factors(given: Mapping[Any, Any], classes: NDArray[Any]) -> Floats:
    """Those of the classes; labels that are none, of classes that are not in y, count nothing."""
    factors, known = np.ones(classes.size), classes.tolist()
    checked = {
        label: as_number(f"class_weight[{label!r}]", factor, 0.0, math.inf)
        for label, factor in given.items()
    }
    named = [label for label in checked if label in known]
    if given and not named:
        raise InvalidInputError(
            f"class_weight names none of the classes {known}, it has {list(given)}"
        )
    for label in named:
        factors[known.index(label)] = checked[label]
    return factors
