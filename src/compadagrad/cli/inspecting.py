"""What there is to say about a model."""

import math
import sys
from dataclasses import fields
from typing import Any

import numpy as np

from compadagrad._validation import as_integer
from compadagrad.cli.models import Loaded, load_model
from compadagrad.cli.output import as_json, print_result, text_of
from compadagrad.cli.spectrum import can_draw, picture, spectrum_of
from compadagrad.streams import Reading

__all__ = ["inspect_model"]


def inspect_model(path: str, largest: int, *, as_machine: bool) -> None:
    """Print it."""
    count = as_integer("largest", largest, 0)
    loaded = load_model(path)
    summary = _summary(loaded)
    heads = [_head(loaded, row, count) for row in range(len(_weights(loaded)))]
    if as_machine:
        print(as_json({**summary, "scores": heads}))
        return
    print_result(summary, as_machine=False)
    for head in heads:
        _print_head(head)


def _summary(loaded: Loaded) -> dict[str, Any]:
    model = loaded.model
    weights = _weights(loaded)
    found = {
        "kind": type(model).__name__,
        "features": int(model.n_features_in_),
        "not_zero": int(np.count_nonzero(weights)),
        "examples": int(model.t_),
        "online_error": float(model.online_error_),
        "learner": type(model.learners_[0]).__name__,
        "dtype": weights.dtype.name,
        "parameters": _telling(model),
    }
    if loaded.is_classifier:
        found["classes"] = model.classes_
    if loaded.stream:
        found["data"] = {k: v for k, v in loaded.stream.items() if v not in _usual(k)}
    return found


def _usual(name: str) -> tuple[Any, ...]:
    """What need not be said of the way in which data was read."""
    defaults = {field.name: field.default for field in fields(Reading)}
    return None, [], defaults.get(name)


def _telling(model: Any) -> dict[str, Any]:
    """The parameters that are not the default ones."""
    usual = type(model)().get_params()
    return {k: v for k, v in model.get_params().items() if v != usual[k]}


def _weights(loaded: Loaded) -> Any:
    return np.atleast_2d(loaded.model.coef_)


def _head(loaded: Loaded, row: int, count: int) -> dict[str, Any]:
    """What is known of one score: a class, or the number that is predicted."""
    model, weights = loaded.model, _weights(loaded)[row]
    order = np.argsort(-np.abs(weights), kind="stable")[:count]
    found: dict[str, Any] = {
        "intercept": float(np.atleast_1d(model.intercept_)[row]),
        "largest": {_name(loaded, i): float(weights[i]) for i in order.tolist() if weights[i]},
    }
    if loaded.is_classifier:
        found = {"class": model.classes_[1 if len(model.classes_) == 2 else row], **found}
    spectrum = spectrum_of(model.learners_[row])
    if spectrum is not None:
        found["captured"], found["energies"] = spectrum.captured, spectrum.energies
    return found


def _name(loaded: Loaded, column: int) -> str:
    """What a feature is called in the data: its name, its index, or its hash."""
    if loaded.names is not None:
        return loaded.names[column]
    one_based = loaded.stream.get("format") == "svmlight" and loaded.stream.get("one_based", False)
    is_index = one_based and loaded.stream.get("hash_bits") is None
    return str(column + 1 if is_index else column)


def _print_head(head: dict[str, Any]) -> None:
    print()
    if "class" in head:
        print(f"score of class {text_of(head['class'])}")
    print(f"intercept {head['intercept']:g}")
    for name, weight in head["largest"].items():
        print(f"  {weight:>+12.6g}  {name}")
    if "captured" in head and not math.isnan(head["captured"]):
        print(f"{100 * head['captured']:.1f} % of the gradients' energy is in the subspace:")
        for line in picture(head["energies"], plain=not can_draw(sys.stdout)):
            print(f"  {line}")
