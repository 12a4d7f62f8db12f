"""From the choices of a command line to a model's file."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

from compadagrad._validation import as_integer
from compadagrad.cli.checkpoint import Rhythm, checkpoint_path
from compadagrad.cli.drafts import check_apart, check_room, remove_drafts
from compadagrad.cli.models import save_model
from compadagrad.cli.output import print_result, say_faults
from compadagrad.cli.progress import Bar
from compadagrad.cli.task import Task, classes_of
from compadagrad.cli.training import Training
from compadagrad.errors import InvalidInputError
from compadagrad.streams import Limits, Reading, format_of

__all__ = ["Choices", "fit_model"]

LARGEST_SEED: Final = (1 << 32) - 1


@final
@dataclass(frozen=True, kw_only=True)
class Choices:
    """What was typed; None in ``reading`` and ``parameters`` stands for the default there."""

    data: str
    model: str
    reading: dict[str, Any]
    parameters: dict[str, Any]
    classes: str | None
    max_line: int
    max_weights: int
    passes: int
    chunk_rows: int
    resume: bool
    restart: bool
    checkpoint_seconds: float
    checkpoint_rows: int | None
    shown: bool | None
    as_machine: bool

    def task(self) -> Task:
        """The same, checked."""
        given = {name: value for name, value in self.reading.items() if value is not None}
        given.setdefault("format", None)
        if given["format"] is None:
            given["format"] = format_of(self.data)
        limits = Limits(line=as_integer("max_line", self.max_line, 1, 1 << 30))
        parameters = {name: value for name, value in self.parameters.items() if value is not None}
        if parameters.get("penalty") == "none":
            parameters["penalty"] = None
        as_integer("seed", parameters.get("random_state", 0), 0, LARGEST_SEED)
        task = Task(
            data=self.data,
            reading=Reading(**given, classes=classes_of(self.classes), limits=limits),
            parameters=parameters,
            passes=as_integer("passes", self.passes, 1),
            chunk_rows=as_integer("chunk_rows", self.chunk_rows, 1),
            max_weights=as_integer("max_weights", self.max_weights, 1),
        )
        _check(task)
        return task

    def rhythm(self) -> Rhythm:
        """When checkpoints are due."""
        if not self.checkpoint_seconds >= 0.0:
            raise InvalidInputError(
                f"checkpoint_seconds must be 0 or more, got {self.checkpoint_seconds}"
            )
        rows = self.checkpoint_rows
        return Rhythm(
            None if rows is None else as_integer("checkpoint_rows", rows, 1),
            self.checkpoint_seconds,
        )


def fit_model(choices: Choices) -> None:
    """Train, write the model, print what came out."""
    task, rhythm = choices.task(), choices.rhythm()
    path = _ready(choices)
    training = Training(task, path, resume=choices.resume)
    with Bar(choices.shown) as bar:
        training.run(bar, rhythm)
    save_model(choices.model, training.model, training.task.reading, training.place.names)
    _clean(choices.model)
    print_result(_result(choices, training), as_machine=choices.as_machine)
    say_faults(training.faults)


def _check(task: Task) -> None:
    """What does not go together, before anything is read."""
    task.estimator()
    reading = task.reading
    if reading.classes and not task.is_classification:
        raise InvalidInputError(f"classes are not for loss {task.parameters['loss']!r}")
    if (
        reading.classes
        and isinstance(reading.classes[0], str)
        and reading.format in ("svmlight", "vw")
    ):
        raise InvalidInputError(
            f"the labels of {reading.format} are numbers, got classes {reading.classes}"
        )
    if reading.format in ("csv", "parquet") and reading.target is None:
        raise InvalidInputError("say with --target which column is the target")


def _ready(choices: Choices) -> Path:
    """The path of the checkpoint, which is there only if it is to be gone on from."""
    folder, path = Path(choices.model).parent, checkpoint_path(choices.model)
    if not os.path.isdir(folder):
        raise InvalidInputError(f"cannot write {choices.model}: {folder} is no folder")
    if os.path.exists(choices.model) and not os.path.isfile(choices.model):
        raise InvalidInputError(f"cannot write {choices.model}: it is there, and is no file")
    if choices.resume and choices.restart:
        raise InvalidInputError("--resume and --restart exclude each other; give one of them")
    check_apart(choices.model, "the model", choices.data)
    check_apart(path, "the checkpoint", choices.data)
    check_room(path)
    if choices.restart:
        _clean(choices.model)
    if path.exists() and not choices.resume:
        raise InvalidInputError(
            f"{path} is left from a run that did not end; go on with --resume, or throw it away "
            f"with --restart"
        )
    return path


def _clean(model: str) -> None:
    """Remove the checkpoint of a model, and the drafts of both that a kill has left."""
    path = checkpoint_path(model)
    remove_drafts(Path(model))
    remove_drafts(path)
    path.unlink(missing_ok=True)


def _result(choices: Choices, training: Training) -> dict[str, Any]:
    model, place = training.model, training.place
    result = {
        "model": choices.model,
        "rows": int(model.t_),
        "features": int(model.n_features_in_),
        "subspace": model.subspace,
        "online_error": place.errors[0],
        "seconds": training.seconds,
        "rows_per_second": training.learned / max(training.seconds, 1e-9),
        "skipped": training.faults.count,
    }
    if training.task.is_classification:
        result["classes"] = model.classes_
    if place.passes > 1:
        result["online_errors_of_passes"] = place.errors
    return result
