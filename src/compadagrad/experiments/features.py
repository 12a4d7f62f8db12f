"""Maps of features: what becomes of examples before anybody learns from them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_choice, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.lazy_rows import LazyRows
from compadagrad.experiments.study import Features, Setting
from compadagrad.experiments.task import Examples, Rows

__all__ = ["FEATURES", "FeatureMap", "described", "gaussian_kernel", "mapped", "with_constant"]

Array = NDArray[Any]


def mapped(features: Features, examples: Examples, seed: int) -> Examples:
    """The examples with their features; ``seed`` is for maps that draw."""
    chosen = _map_of(features)
    return chosen.apply(examples, _options(features), seed)


def described(features: Features) -> str:
    """The map in words."""
    options = _options(features)
    said = _map_of(features).describe(options)
    return f"{said}, and a constant one" if options["constant"] else said


def gaussian_kernel(examples: Examples, each: int, seed: int) -> Examples:
    r"""Features :math:`\exp(-\lVert x - c_j \rVert^2 / s)` of prototypes c from the training set.

    ``each`` prototypes are drawn from either class, and s is the median of the squared distances
    between the training set and the prototypes.
    """
    X, y, X_test, y_test = examples
    if not isinstance(X, np.ndarray):
        raise InvalidInputError("features: kernels need dense examples, and these are sparse")
    rng = np.random.default_rng(seed)
    drawn = [_draw(rng, np.flatnonzero(y == label), each) for label in (-1.0, 1.0)]
    prototypes = X[np.concatenate(drawn)]
    distances = _squared_distances(X, prototypes)
    s = np.median(distances)
    test = _squared_distances(X_test, prototypes)
    return Examples(np.exp(-distances / s), y, np.exp(-test / s), y_test)


def with_constant(X: Rows) -> Rows:
    """A last column of ones: the intercept is a weight like the others."""
    if isinstance(X, LazyRows):
        raise InvalidInputError(
            "features: a constant one cannot be added to rows that stay on disk"
        )
    ones = np.ones((X.shape[0], 1))
    if sparse.issparse(X):
        return sparse.csr_array(sparse.hstack([X, sparse.csr_array(ones)], format="csr"))
    return np.ascontiguousarray(np.hstack([X, ones]))


@final
class FeatureMap(NamedTuple):
    """A map of features: its options with their defaults, in words, and itself."""

    options: Setting
    describe: Callable[[Setting], str]
    apply: Callable[[Examples, Setting, int], Examples]


def _kernel(examples: Examples, options: Setting, seed: int) -> Examples:
    each = as_integer("features: prototypes", options["prototypes"], 1)
    return _finished(gaussian_kernel(examples, each, seed), options)


def _given(examples: Examples, options: Setting, seed: int) -> Examples:
    return _finished(examples, options)


def _finished(examples: Examples, options: Setting) -> Examples:
    if not options["constant"]:
        return examples
    X, y, X_test, y_test = examples
    return Examples(with_constant(X), y, with_constant(X_test), y_test)


FEATURES: Final[dict[str | None, FeatureMap]] = {
    "given": FeatureMap({"constant": False}, lambda options: "the features as they are", _given),
    "gaussian_kernel": FeatureMap(
        {"prototypes": 200, "constant": True},
        lambda options: (
            f"Gaussian kernels with {options['prototypes']} prototypes of either class, drawn from "
            f"the training set; their squared bandwidth is the median squared distance"
        ),
        _kernel,
    ),
}


def _map_of(features: Features) -> FeatureMap:
    return as_choice("features: kind", features.kind, FEATURES)


def _options(features: Features) -> Setting:
    known = _map_of(features).options
    for name, value in features.options.items():
        if name not in known or type(value) is not type(known[name]):
            allowed = ", ".join(f"{key} ({type(known[key]).__name__})" for key in known)
            raise InvalidInputError(
                f"features: {features.kind!r} takes {allowed}, got {name} = {value!r}"
            )
    return {**known, **features.options}


def _draw(rng: np.random.Generator, members: Array, count: int) -> Array:
    if len(members) < count:
        raise InvalidInputError(
            f"features: {count} prototypes of a class are wanted and it has {len(members)} "
            f"examples; give fewer"
        )
    return rng.choice(members, count, replace=False)


def _squared_distances(X: Array, C: Array) -> Array:
    squares = (X * X).sum(axis=1)[:, None] + (C * C).sum(axis=1) - 2.0 * X @ C.T
    result: Array = np.maximum(squares, 0.0)
    return result
