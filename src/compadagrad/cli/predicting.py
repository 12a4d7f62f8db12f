"""From a model and a file to a line for each row."""

import csv
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TextIO, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_choice
from compadagrad.cli.drafts import check_apart, written_whole
from compadagrad.cli.models import Loaded
from compadagrad.cli.output import as_json, say_faults
from compadagrad.cli.reading import Question, questions
from compadagrad.errors import InvalidInputError

__all__ = ["Wanted", "predict_file"]

METHODS: Final[dict[str | None, str]] = {
    "labels": "predict",
    "probabilities": "predict_proba",
    "margins": "decision_function",
}


@final
class Wanted(NamedTuple):
    """What is asked of a model, and how it is written."""

    what: str
    output: str
    as_table: bool
    as_machine: bool


def predict_file(
    data: str, model: str, given: dict[str, Any], max_line: int, wanted: Wanted
) -> None:
    """Write predictions to a file, which is there when all are, or to the standard output."""
    method = as_choice("what", wanted.what, METHODS)
    if wanted.as_table and wanted.as_machine:
        raise InvalidInputError("--csv and --json exclude each other; give one of them")
    loaded, faults, asked = questions(data, model, given, max_line, targets=False)
    if not hasattr(loaded.model, method):
        raise InvalidInputError(
            f"the model has no {wanted.what}: it was trained with loss={loaded.model.loss!r}"
        )
    if os.path.isfile(wanted.output):
        check_apart(wanted.output, "the output", data, model)
    with _written(wanted.output) as file:
        names = _columns(loaded, wanted)
        if wanted.as_table:
            file.write(_fields(["line", *names]))
        for question in asked:
            file.writelines(_lines(loaded, question, method, names, wanted))
    say_faults(faults)


def _columns(loaded: Loaded, wanted: Wanted) -> list[str]:
    """What the values of a row are called."""
    if wanted.what == "labels":
        return ["prediction"]
    classes = [_text(label) for label in loaded.model.classes_]
    singular = {"probabilities": "probability", "margins": "margin"}[wanted.what]
    return [f"{singular} {label}" for label in (classes[1:] if len(classes) == 2 else classes)]


def _lines(
    loaded: Loaded, question: Question, method: str, names: Sequence[str], wanted: Wanted
) -> Iterator[str]:
    found: NDArray[Any] = np.asarray(getattr(loaded.model, method)(question.X))
    if wanted.what == "probabilities" and found.shape[1] == 2:
        found = found[:, 1]
    rows = found[:, None] if found.ndim == 1 else found
    for number, row in zip(question.chunk.lines.tolist(), rows, strict=True):
        if wanted.as_machine:
            values = [value.item() for value in row]
            yield as_json({"line": number, **dict(zip(names, values, strict=True))}) + "\n"
        else:
            texts = [_text(value) for value in row]
            yield _fields([str(number), *texts] if wanted.as_table else texts)


def _text(value: Any) -> str:
    """A label as it was typed, a number so that it can be read back."""
    plain = value.item() if isinstance(value, np.generic) else value
    return repr(plain).removesuffix(".0") if isinstance(plain, float) else str(plain)


def _fields(values: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


@contextmanager
def _written(path: str) -> Iterator[TextIO]:
    """The standard output, or a file that replaces ``path`` once all is written.

    What is there and no regular file, a device or a named pipe, is written to as it is.
    """
    if path == "-":
        if sys.stdout is None:
            raise InvalidInputError("cannot write the standard output: it is closed")
        yield sys.stdout
        sys.stdout.flush()
    elif os.path.exists(path) and not os.path.isfile(path):
        try:
            with open(path, "w", encoding="utf-8") as file:
                yield file
        except OSError as error:
            raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    else:
        with written_whole(path) as file:
            yield file
