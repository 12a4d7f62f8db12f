"""From the options of an estimator to the learner that does the work."""

from typing import Any

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.estimators.options import LARGEST_K, Recipe
from compadagrad.estimators.penalties import regularizer_of
from compadagrad.learners import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    Learner,
    TrackedAdaGrad,
)

__all__ = ["make_learner", "width_of"]


def width_of(recipe: Recipe, n_features: int) -> int:
    """The length of a learner's vectors: the features, the intercept, and padding.

    A fast transform wants a power of two; what is behind the intercept is 0 in every example, and
    bears the weight of a feature, which leaves the update in closed form.
    """
    width = n_features + recipe.fit_intercept
    return 1 << (width - 1).bit_length() if recipe.subspace == "srht" else width


def make_learner(recipe: Recipe, n_features: int, dtype: Any, seed: int) -> Learner:
    """A learner at its start."""
    width = width_of(recipe, n_features)
    common = {
        "lr": recipe.eta0,
        "delta": recipe.delta,
        "regularizer": regularizer_of(recipe, n_features, width),
        "dtype": np.dtype(dtype),
        "on_inexact": "warn",
    }
    if recipe.subspace == "full":
        return FullAdaGrad(width, **common)
    if recipe.subspace == "diagonal":
        return DiagonalAdaGrad(width, tau=recipe.tau, **common)
    k = _dimension(recipe, width)
    if recipe.subspace == "srht":
        return CompAdaGrad(width, k, tau=recipe.tau, seed=seed, **common)
    return TrackedAdaGrad(width, k, tau=recipe.tau, **common)


def _dimension(recipe: Recipe, width: int) -> int:
    if recipe.k is None:
        return min(LARGEST_K, width)
    if recipe.k > width:
        raise InvalidInputError(
            f"k must be an integer in 0..{width}, the number of coordinates here, "
            f"got {recipe.k}; None takes {min(LARGEST_K, width)}"
        )
    return recipe.k
