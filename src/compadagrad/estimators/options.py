"""The parameters of an estimator, checked."""

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from compadagrad._validation import as_choice, as_floats, as_integer, as_positive
from compadagrad.errors import InvalidInputError

__all__ = [
    "DELTA",
    "ETA0",
    "LARGEST_K",
    "MOST",
    "TAU",
    "Options",
    "Recipe",
    "Schedule",
    "as_number",
    "checked",
    "stored_recipe",
]

ETA0: Final = 0.2
DELTA: Final = 0.1
TAU: Final = 5.0
LARGEST_K: Final = 16
MOST: Final = 1 << 62  # examples there can be: compiled code counts them in 64 bits

PENALTIES: Final[dict[str | None, str | None]] = {
    name: name for name in ("l2", "l1", "elasticnet", None)
}
SUBSPACES: Final[dict[str | None, str]] = {
    name: name for name in ("tracked", "srht", "diagonal", "full")
}

Bound = float | tuple[float, ...]


class Recipe(NamedTuple):
    """What a learner is made of."""

    subspace: str
    k: int | None
    eta0: float
    tau: float
    delta: float | tuple[float, float]
    l1: float
    l2: float
    bounds: tuple[Bound, Bound] | None
    fit_intercept: bool
    average: int | None  # examples before the mean of points begins

    @property
    def shape(self) -> tuple[object, ...]:
        """What cannot change while a model goes on learning."""
        return self.subspace, self.k, self.fit_intercept, self.average

    def state_dict(self) -> dict[str, Any]:
        """Plain values and arrays, from which :func:`stored_recipe` makes it again."""
        bounds = None
        if self.bounds is not None:
            bounds = {
                name: np.array(bound, np.float64)
                for name, bound in zip(("lower", "upper"), self.bounds, strict=True)
            }
        delta = list(map(float, self.delta)) if isinstance(self.delta, tuple) else self.delta
        return {
            **self._asdict(),
            "delta": delta,
            "bounds": bounds,
            "average": self.average or 0,
        }


class Schedule(NamedTuple):
    """How ``fit`` goes through the examples."""

    max_iter: int
    tol: float
    n_iter_no_change: int
    shuffle: bool
    early_stopping: bool
    validation_fraction: float
    warm_start: bool


class Options(NamedTuple):
    """The parameters that both estimators have."""

    recipe: Recipe
    schedule: Schedule
    batch_size: int
    verbose: int


def checked(given: Mapping[str, Any]) -> Options:
    """Options of an estimator with these parameters."""
    verbose = given["verbose"]
    return Options(
        _recipe(given),
        _schedule(given),
        min(as_integer("batch_size", given["batch_size"], 1), MOST),
        int(verbose) if isinstance(verbose, bool) else as_integer("verbose", verbose, 0),
    )


def stored_recipe(state: Mapping[str, Any]) -> Recipe:
    """The recipe whose :meth:`Recipe.state_dict` this is."""
    l1, l2 = (as_number(name, state[name], 0.0, math.inf) for name in ("l1", "l2"))
    bounds = state["bounds"]
    pair = None if bounds is None else (bounds["lower"], bounds["upper"])
    return _made(state, l1, l2, _bounds(pair, False))


def _recipe(given: Mapping[str, Any]) -> Recipe:
    alpha, ratio = _penalty(given)
    bounds = _bounds(given["bounds"], as_flag("positive", given["positive"]))
    return _made(given, alpha * ratio, alpha * (1.0 - ratio), bounds)


def _made(
    given: Mapping[str, Any], l1: float, l2: float, bounds: tuple[Bound, Bound] | None
) -> Recipe:
    k, delta = given["k"], given["delta"]
    return Recipe(
        subspace=as_choice("subspace", given["subspace"], SUBSPACES),
        k=None if k is None else as_integer("k", k, 0),
        eta0=as_positive("eta0", given["eta0"]),
        tau=as_positive("tau", given["tau"]),
        delta=tuple(delta) if isinstance(delta, list) else delta,
        l1=l1,
        l2=l2,
        bounds=bounds,
        fit_intercept=as_flag("fit_intercept", given["fit_intercept"]),
        average=_average(given["average"]),
    )


def _schedule(given: Mapping[str, Any]) -> Schedule:
    tol = -math.inf if given["tol"] is None else as_number("tol", given["tol"], -math.inf, math.inf)
    fraction = as_number("validation_fraction", given["validation_fraction"], 0.0, 1.0)
    if not 0.0 < fraction < 1.0:
        raise InvalidInputError(
            f"validation_fraction must be more than 0 and less than 1, got {fraction}"
        )
    return Schedule(
        max_iter=as_integer("max_iter", given["max_iter"], 1),
        tol=tol,
        n_iter_no_change=as_integer("n_iter_no_change", given["n_iter_no_change"], 1),
        shuffle=as_flag("shuffle", given["shuffle"]),
        early_stopping=as_flag("early_stopping", given["early_stopping"]),
        validation_fraction=fraction,
        warm_start=as_flag("warm_start", given["warm_start"]),
    )


def _penalty(given: Mapping[str, Any]) -> tuple[float, float]:
    """The weight of the penalty and the share of it that is l1."""
    penalty = as_choice("penalty", given["penalty"], PENALTIES)
    alpha = as_number("alpha", given["alpha"], 0.0, math.inf)
    ratio = as_number("l1_ratio", given["l1_ratio"], 0.0, 1.0)
    if penalty is None:
        return 0.0, 0.0
    return alpha, {"l2": 0.0, "l1": 1.0, "elasticnet": ratio}[penalty]


def _average(value: Any) -> int | None:
    if isinstance(value, bool | np.bool):
        return 1 if value else None
    return min(as_integer("average", value, 0), MOST) or None


def _bounds(value: Any, positive: bool) -> tuple[Bound, Bound] | None:
    """Lower and upper bounds; ``positive`` raises what is below 0."""
    if value is None:
        return (0.0, math.inf) if positive else None
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InvalidInputError(
            f"bounds must be a pair (lower, upper) of numbers, arrays or None, got {value!r}"
        )
    low, high = _bound("bounds[0]", value[0], -math.inf), _bound("bounds[1]", value[1], math.inf)
    if positive:
        raised = np.maximum(low, 0.0)
        low = tuple(raised.tolist()) if raised.ndim else float(raised)
    return low, high


def _bound(name: str, value: Any, nothing: float) -> Bound:
    if value is None:
        return nothing
    array = as_floats(name, value)
    if array.ndim > 1:
        raise InvalidInputError(f"{name} must be one number or a vector, got shape {array.shape}")
    return tuple(array.tolist()) if array.ndim else float(array)


def as_flag(name: str, value: Any) -> bool:
    """``value`` as True or False."""
    if not isinstance(value, bool | np.bool):
        raise InvalidInputError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def as_number(name: str, value: Any, low: float, high: float) -> float:
    """``value`` as a float in ``low .. high``, infinity left out; booleans are not numbers."""
    real = isinstance(value, int | float | np.integer | np.floating) and type(value) is not bool
    try:
        number = float(value) if real else math.nan
    except OverflowError:  # an integer beyond every float
        number = math.inf
    if not low <= number <= high or number == high == math.inf:
        raise InvalidInputError(f"{name} must be a number in [{low:g}, {high:g}], got {value!r}")
    return number
