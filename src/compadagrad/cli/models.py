"""Model files: an estimator with the way in which its data was read."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import load_file, save_file
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.files import content_of, model_from
from compadagrad.streams import Reading

__all__ = ["Loaded", "described", "load_model", "reading_for", "save_model"]

KEPT: Final = (
    "format", "target", "weight", "ignore", "categorical", "one_based", "hash_bits", "hash_seed",
    "delimiter", "header", "columns",
)  # fmt: skip


@final
@dataclass(frozen=True, eq=False)
class Loaded:
    """What a model's file holds.

    Attributes
    ----------
    model : CompAdaGradClassifier or CompAdaGradRegressor
        The estimator.
    stream : dict
        How its data was read; empty where nobody noted it.
    names : tuple of str or None
        What its features are called.
    """

    model: Any
    stream: dict[str, Any]
    names: tuple[str, ...] | None

    @property
    def is_classifier(self) -> bool:
        """Whether there are classes."""
        return hasattr(self.model, "classes_")

    def order_of(self, names: Sequence[str] | None, source: str) -> NDArray[np.intp] | None:
        """Where the model's columns are among these; None where they need not be moved."""
        if self.names is None or names is None or tuple(names) == self.names:
            return None
        places = {name: place for place, name in enumerate(names)}
        missing = next((name for name in self.names if name not in places), None)
        if missing is not None:
            raise InvalidInputError(f"{source} has no column {missing!r}, which the model needs")
        return np.array([places[name] for name in self.names], np.intp)


def described(reading: Reading) -> dict[str, Any]:
    """What a model's file says about the way in which its data was read."""
    values = {name: value for name, value in asdict(reading).items() if name in KEPT}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def save_model(
    path: str | os.PathLike[str],
    model: Any,
    reading: Reading,
    names: Sequence[str] | None,
) -> None:
    """Write a model, whole or not at all; the estimators' ``load`` reads it, too."""
    stream = {**described(reading), "names": None if names is None else list(names)}
    save_file(path, {**content_of(model), "stream": stream})


def load_model(path: str | os.PathLike[str]) -> Loaded:
    """The model in a file that ``fit``, or ``save`` of an estimator, wrote."""
    content = load_file(path)
    model = model_from(content, os.fspath(path))
    stream = content.get("stream")
    stream = dict(stream) if isinstance(stream, Mapping) else {}
    names = stream.pop("names", None) or getattr(model, "feature_names_in_", None)
    return Loaded(model, stream, None if names is None else tuple(map(str, names)))


def reading_for(loaded: Loaded, given: Mapping[str, Any], *, targets: bool) -> Reading:
    """How data for a model is read: as in training, but for what is ``given`` and not None.

    What training left out need not be there.
    """
    model = loaded.model
    options = {name: value for name, value in loaded.stream.items() if name in KEPT}
    options["dropped"], options["ignore"] = options.get("ignore", ()), ()
    if given.get("ignore") is not None:
        options["dropped"], options["columns"] = (), None
    options.update({name: value for name, value in given.items() if value is not None})
    width = int(model.n_features_in_)
    if options.get("hash_bits") is None and options["format"] == "svmlight":
        options["features"] = width
    try:
        for name in ("ignore", "dropped", "categorical"):
            options[name] = tuple(options.get(name, ()))
        reading = Reading(**options, dtype=np.dtype(model.coef_.dtype).name)
    except (TypeError, AttributeError):
        raise InvalidInputError(
            f"the model's file does not say how its data was read: {loaded.stream}"
        ) from None
    if reading.hash_bits is not None and reading.width != width:
        raise InvalidInputError(
            f"the model has {width} features, and hashes of {reading.hash_bits} bits make "
            f"{reading.width}; the model was not trained on hashed features of this kind"
        )
    if not targets:
        return replace(reading, targets="optional")
    return _with_targets(reading, loaded)


def _with_targets(reading: Reading, loaded: Loaded) -> Reading:
    if not loaded.is_classifier:
        return reading
    classes = loaded.model.classes_.tolist()
    if isinstance(classes[0], str):
        return replace(reading, targets="texts", classes=tuple(classes))
    return replace(reading, classes=tuple(map(float, classes)))
