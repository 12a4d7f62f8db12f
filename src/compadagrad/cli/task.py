"""What there is to train on, and how."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, final

from compadagrad.cli.models import described
from compadagrad.errors import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.estimators.options import LARGEST_K, checked
from compadagrad.streams import Reading, survey
from compadagrad.streams.number import is_infinite, is_nan, number_in

__all__ = ["CLASSIFIER_LOSSES", "REGRESSOR_LOSSES", "Task", "check_size", "classes_of", "settled"]

CLASSIFIER_LOSSES: Final = ("log_loss", "hinge", "squared_hinge")
REGRESSOR_LOSSES: Final = ("squared_error", "huber", "absolute_error", "quantile", "poisson")


WIDEST: Final = 1 << 14
"""Columns up to which there is a subspace where nobody asks for one: it is dense in all of them."""


MOST_WEIGHTS: Final = 1 << 25
"""Numbers of a model, where nobody says more: learning takes some hundred bytes for each."""


@final
@dataclass(frozen=True, kw_only=True)
class Task:
    """Data, the way to read it, and the estimator that learns from it.

    Parameters
    ----------
    data : str
        The file, or ``"-"``.
    reading : Reading
        How it is read.
    parameters : dict
        Of the estimator; its loss says which it is.
    passes : int
        How often the data is learned from.
    chunk_rows : int
        Rows of a chunk.
    max_weights : int
        The most numbers that a model may have.
    """

    data: str
    reading: Reading
    parameters: dict[str, Any]
    passes: int
    chunk_rows: int
    max_weights: int = MOST_WEIGHTS

    @property
    def is_classification(self) -> bool:
        """Whether targets are classes."""
        return self.parameters["loss"] in CLASSIFIER_LOSSES

    def estimator(self) -> Any:
        """One that has not learned anything; parameters out of their range are errors."""
        loss = self.parameters["loss"]
        if loss not in CLASSIFIER_LOSSES + REGRESSOR_LOSSES:
            names = ", ".join(CLASSIFIER_LOSSES + REGRESSOR_LOSSES)
            raise InvalidInputError(f"loss must be one of {names}, got {loss!r}")
        kind = CompAdaGradClassifier if self.is_classification else CompAdaGradRegressor
        known = kind().get_params()
        unknown = [name for name in self.parameters if name not in known]
        if unknown:
            raise InvalidInputError(f"{unknown[0]} is not for loss {loss!r}; leave it out")
        model = kind(**self.parameters)
        checked(model.get_params())
        return model

    @property
    def batch(self) -> int:
        """Rows of a step."""
        return int(self.estimator().batch_size)

    def described(self) -> dict[str, Any]:
        """All that a run that goes on must have in common with the one before."""
        reading = self.reading
        return {
            **described(reading),
            "features": reading.features,
            "classes": list(reading.classes),
            "dtype": reading.dtype.name,
            "max_line": reading.limits.line,
            **{f"parameter {name}": value for name, value in self.parameters.items()},
            "passes": self.passes,
            "chunk_rows": self.chunk_rows,
        }


def settled(task: Task, told: Callable[[float | None], None] | None = None) -> Task:
    """The task with the number of features and the classes, found in a first scan if need be.

    Where there are very many columns and nobody has asked for a subspace, the diagonal alone is to
    be learned, in the time of the nonzeros. During the scan ``told`` hears how much has been read.
    """
    reading = task.reading
    wants_features = (
        reading.format == "svmlight" and reading.features is None and reading.hash_bits is None
    )
    wants_classes = task.is_classification and not reading.classes
    if wants_features or wants_classes:
        seen = survey(task.data, reading, classes=wants_classes, told=told)
        if not seen.rows:
            raise InvalidInputError(f"{task.data} has no rows to learn from")
        if wants_classes and not seen.classes:
            raise InvalidInputError(f"{task.data} has no label that is a class")
        if wants_features:
            reading = replace(reading, features=max(1, seen.features))
        if wants_classes:
            reading = replace(reading, classes=seen.classes)
    if reading.classes and isinstance(reading.classes[0], str):
        reading = replace(reading, targets="texts")
    if task.parameters["loss"] == "poisson":
        reading = replace(reading, least=0.0)
    parameters = {**_for_width(reading), **task.parameters}
    found = replace(task, reading=reading, parameters=parameters)
    if _is_width_known(reading):
        check_size(found, reading.width)
    return found


def check_size(task: Task, features: int) -> None:
    """That a model for so many features is not larger than it may be."""
    model, classes = task.estimator(), len(task.reading.classes)
    scores = classes if classes > 2 else 1
    dimension = {"diagonal": 0, "full": features}.get(
        model.subspace, min(model.k or LARGEST_K, features)
    )
    numbers = features * scores * (1 + dimension)
    if numbers > task.max_weights:
        raise InvalidInputError(
            f"{features:,} features and {scores:,} scores, with a subspace of {dimension:,} "
            f"dimensions, make {numbers:,} numbers, more than {task.max_weights:,}; hash into "
            f"fewer columns, take --subspace diagonal, or raise --max-weights"
        )


def _for_width(reading: Reading) -> dict[str, Any]:
    """The parameters that go with many columns."""
    is_wide = _is_width_known(reading) and reading.width > WIDEST
    return {"subspace": "diagonal"} if is_wide else {}


def _is_width_known(reading: Reading) -> bool:
    """Whether it is, before a table is opened."""
    return reading.hash_bits is not None or reading.features is not None


def classes_of(text: str | None) -> tuple[Any, ...]:
    """Classes with commas between them: numbers where all are numbers.

    >>> classes_of("-1,1"), classes_of("ham,spam"), classes_of(None)
    ((-1.0, 1.0), ('ham', 'spam'), ())
    """
    if text is None:
        return ()
    names = tuple(sorted({name.strip() for name in text.split(",")}))
    if len(names) < 2:
        raise InvalidInputError(f"classes must be two or more with commas between, got {text!r}")
    if any(is_nan(name) or is_infinite(name) for name in names):
        raise InvalidInputError(f"classes that are numbers must be finite, got {text!r}")
    found = [number_in(name) for name in names]
    numbers = {number for number in found if number is not None}
    if None in found:
        return names
    if not all(number.is_integer() for number in numbers):
        raise InvalidInputError(f"classes that are numbers must be whole, got {text!r}")
    return tuple(sorted(numbers))
