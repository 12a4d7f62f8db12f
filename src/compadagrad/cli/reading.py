"""The data that a model is asked about."""

from collections.abc import Iterator
from typing import Any, NamedTuple, final

import numpy as np

from compadagrad._validation import as_integer
from compadagrad.cli.models import Loaded, load_model, reading_for
from compadagrad.errors import InvalidInputError
from compadagrad.streams import Chunk, Faults, Limits, Stream, format_of

__all__ = ["Question", "questions"]

ROWS = 4096


@final
class Question(NamedTuple):
    """Rows for a model, in the order of its columns."""

    X: Any
    chunk: Chunk


def questions(
    data: str, model: str, given: dict[str, Any], max_line: int, *, targets: bool
) -> tuple[Loaded, Faults, Iterator[Question]]:
    """A model, what is malformed, and the rows of a file, chunk by chunk.

    ``given`` is what was typed about the file; None stands for what its suffix tells, or else the
    model's file.
    """
    loaded = load_model(model)
    known = given["format"] or format_of(data, loaded.stream.get("format"))
    limits = Limits(line=as_integer("max_line", max_line, 1, 1 << 30))
    reading = reading_for(loaded, {**given, "format": known, "limits": limits}, targets=targets)
    if targets and reading.format in ("csv", "parquet") and reading.target is None:
        raise InvalidInputError("say with --target which column is the target")
    stream = Stream(data, reading)
    return loaded, stream.faults, _asked(loaded, stream)


def _asked(loaded: Loaded, stream: Stream) -> Iterator[Question]:
    width = int(loaded.model.n_features_in_)
    for number, chunk in enumerate(stream.chunks(ROWS)):
        if number == 0:
            order = loaded.order_of(stream.names, stream.name)
        X = chunk.X if order is None else np.ascontiguousarray(chunk.X[:, order])
        if X.shape[1] != width:
            raise InvalidInputError(
                f"{stream.name} has {X.shape[1]} features and the model has {width}; give the "
                f"columns that it was trained on, with --ignore for the others"
            )
        yield Question(X, chunk)
