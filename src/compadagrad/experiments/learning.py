"""Learners of a study: how they are made of plain values, and one pass of theirs."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import compadagrad
from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.lazy_rows import LazyRows, present
from compadagrad.experiments.study import Method, Setting
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
    """Raise where a method names a learner or an argument that is none, or leaves one out."""
    cls = as_choice(f"method {method.name!r}: learner", method.learner, LEARNERS)
    parameters = inspect.signature(cls).parameters
    allowed = [name for name in parameters if name not in OWN] + [LAMBDA]
    for setting in method.settings():
        given = {**method.fixed, **setting}
        for name in given:
            if name not in allowed:
                raise InvalidInputError(
                    f"method {method.name!r}: {method.learner} has no argument {name!r}; "
                    f"there are: {', '.join(allowed)}"
                )
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
