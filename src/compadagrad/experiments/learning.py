"""Learners of a study: how they are made of plain values, and one pass of theirs."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

import compadagrad
from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.lazy_rows import LazyRows, present
from compadagrad.experiments.study import Method, Setting, Value
from compadagrad.experiments.task import Labels, Rows
from compadagrad.learners import Learner
from compadagrad.losses import from_name
from compadagrad.regularizers import SquaredL2

__all__ = ["LEARNERS", "check_method", "learned_from", "made", "state_size"]

LEARNERS: Final[Mapping[str | None, Callable[..., Learner]]] = {
    name: getattr(compadagrad, name)
    for name in (
        "CompAdaGrad",
        "DiagonalAdaGrad",
        "FullAdaGrad",
        "OnlineGradientDescent",
        "OnlineNewtonStep",
        "RadaGrad",
        "SAdaGrad",
        "TrackedAdaGrad",
    )
}
LAMBDA: Final = "lambda"
OWN: Final = {"n", "seed", "regularizer", "x0"}  # arguments that a study does not name
KINDS: Final[Mapping[type, str]] = {
    bool: "a truth value",
    int: "an integer",
    float: "a number",
    str: "a string",
}


def made(method: Method, setting: Setting, n: int, seed: int) -> Learner:
    """The learner of a method for ``n`` features, with a setting of its grid."""
    arguments: dict[str, Any] = {**method.fixed, **setting}
    strength = arguments.pop(LAMBDA, 0.0)
    cls = LEARNERS[method.learner]
    if "seed" in inspect.signature(cls).parameters:
        arguments["seed"] = seed
    if strength:
        arguments["regularizer"] = SquaredL2(strength)
    return cls(n, **arguments)


def check_method(method: Method) -> None:
    """Raise where a method names a learner or an argument that is none, or leaves one out.

    So it does where a value is of a wrong type; whether it lies in its range, its trial finds out.
    """
    cls = as_choice(f"method {method.name!r}: learner", method.learner, LEARNERS)
    parameters = inspect.signature(cls).parameters
    kinds = {name: _kinds(hint) for name, hint in get_type_hints(cls.__init__).items()}
    allowed = [name for name in parameters if name not in OWN] + [LAMBDA]
    for setting in method.settings():
        given = {**method.fixed, **setting}
        for name, value in given.items():
            if name not in allowed:
                raise InvalidInputError(
                    f"method {method.name!r}: {method.learner} has no argument {name!r}; "
                    f"there are: {', '.join(allowed)}"
                )
            _check_kind(f"method {method.name!r}: {name}", value, kinds.get(name, {float}))
        for name in allowed[:-1]:
            if parameters[name].default is inspect.Parameter.empty and name not in given:
                raise InvalidInputError(f"method {method.name!r}: {method.learner} needs {name}")


def learned_from(
    learner: Learner, X: Rows, y: Labels, loss: str, batch: int
) -> NDArray[np.float64]:
    """One pass: the predictions of all examples, each made before it is learned from."""
    if batch == 1 and not isinstance(X, LazyRows):
        return learner.one_pass(X, y, loss)
    member, predictions = from_name(loss), np.empty(len(y))
    for start in range(0, len(y), batch):
        part = slice(start, start + batch)
        rows = present(X[part])
        predictions[part] = learner.dot(rows)
        learner.step(member.gradient(rows, predictions[part], y[part]))
    return predictions


def state_size(learner: Learner) -> int:
    """How many numbers it keeps from one step to the next."""
    state = learner.state_dict().values()
    return sum(value.size for value in state if isinstance(value, np.ndarray))


def _kinds(hint: Any) -> set[type]:
    """The types of plain values among those that an annotation allows."""
    return {kind for kind in (hint, *get_args(hint)) if kind in KINDS}


def _check_kind(name: str, value: Value, kinds: set[type]) -> None:
    """Raise where a value is of another type; an integer is a number, too."""
    given = {type(value), float} if type(value) is int else {type(value)}
    if not given & kinds:
        wanted = " or ".join(words for kind, words in KINDS.items() if kind in kinds)
        raise InvalidInputError(f"{name} must be {wanted}, got {value!r}")
