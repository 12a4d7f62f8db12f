"""From the penalty and the bounds of an estimator to a regularizer."""

from typing import Any

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.estimators.options import Bound, Recipe
from compadagrad.regularizers import (
    L1,
    BoundedElasticNet,
    ElasticNet,
    Regularizer,
    SquaredL2,
    Zero,
)

__all__ = ["regularizer_of"]


def regularizer_of(recipe: Recipe, n_features: int, width: int) -> Regularizer:
    """The penalty of the features; the intercept, coordinate ``n_features``, is free of it.

    ``width`` is the length of a learner's vectors: what lies behind the intercept is padding, which
    bears the weights and no bounds.
    """
    weight: Any = 1.0
    if recipe.fit_intercept:
        weight = np.where(np.arange(width) == n_features, 0.0, 1.0)
    l1, l2 = recipe.l1 * weight, recipe.l2 * weight
    if recipe.bounds is not None:
        lower, upper = recipe.bounds
        low = _spread("bounds[0]", lower, -np.inf, n_features, width)
        high = _spread("bounds[1]", upper, np.inf, n_features, width)
        return BoundedElasticNet(l1, l2, low, high)
    if recipe.l1:
        return ElasticNet(l1, l2) if recipe.l2 else L1(l1)
    return SquaredL2(l2) if recipe.l2 else Zero()


def _spread(name: str, bound: Bound, nothing: float, n_features: int, width: int) -> Any:
    if np.shape(bound) not in ((), (n_features,)):
        raise InvalidInputError(
            f"{name} must be one number or one for each of the {n_features} features, "
            f"got {np.size(bound)}"
        )
    out = np.full(width, nothing)
    out[:n_features] = bound
    return out
