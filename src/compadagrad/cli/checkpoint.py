"""Where a training is, in a file beside the model that it makes."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, final

from compadagrad._storage import load_file, save_file
from compadagrad.cli.naming import said
from compadagrad.cli.task import Task
from compadagrad.errors import InvalidInputError
from compadagrad.streams import fingerprint

__all__ = ["Place", "Rhythm", "checkpoint_path", "read_checkpoint", "write_checkpoint"]

VERSION: Final = 1


@final
@dataclass
class Place:
    """How far a training has come.

    Attributes
    ----------
    passes : int
        Passes that are over.
    rows : int
        Rows of this pass that have been learned from.
    digest : str
        Of these rows.
    errors : list of float
        The online errors of the passes that are over.
    before : tuple of float
        Examples and sum of errors before this pass.
    names : list of str or None
        What the features are called.
    """

    passes: int = 0
    rows: int = 0
    digest: str = ""
    errors: list[float] = field(default_factory=list)
    before: tuple[float, float] = (0.0, 0.0)
    names: list[str] | None = None


@final
class Rhythm:
    """When it is time for a checkpoint: after so many rows, or so many seconds."""

    def __init__(self, rows: int | None, seconds: float) -> None:
        self._rows, self._seconds = rows, seconds
        self._count, self._since = 0, time.monotonic()

    def is_due(self, rows: int) -> bool:
        """After ``rows`` more rows."""
        self._count += rows
        late = time.monotonic() - self._since >= self._seconds
        if not late and (self._rows is None or self._count < self._rows):
            return False
        self._count, self._since = 0, time.monotonic()
        return True


def checkpoint_path(model: str) -> Path:
    """The file beside a model.

    >>> checkpoint_path("out.model").name
    'out.model.checkpoint'
    """
    return Path(f"{model}.checkpoint")


def write_checkpoint(path: Path, task: Task, asked: Task, place: Place, content: Any) -> None:
    """Write it whole or not at all; ``content`` is that of the estimator."""
    found = {"features": task.reading.features, "classes": list(task.reading.classes)}
    save_file(
        path,
        {
            "checkpoint": VERSION,
            "data": fingerprint(task.data),
            "task": asked.described(),
            "found": found,
            "place": {**asdict(place), "before": list(place.before)},
            "model": content,
        },
    )


def read_checkpoint(path: Path, asked: Task) -> tuple[dict[str, Any], Place, Any]:
    """What a first scan had found, the place and the estimator's content, for the same task."""
    stored = load_file(path)
    try:
        if stored["checkpoint"] != VERSION:
            raise InvalidInputError(f"{path} is a checkpoint of another release; start again")
        _check_same(path, stored, asked)
        place = Place(**{**stored["place"], "before": tuple(stored["place"]["before"])})
        return dict(stored["found"]), place, stored["model"]
    except (KeyError, TypeError, AttributeError):
        raise InvalidInputError(f"{path} is not a checkpoint of compadagrad fit") from None


def _check_same(path: Path, stored: Mapping[str, Any], asked: Task) -> None:
    if stored["data"] != fingerprint(asked.data):
        raise InvalidInputError(
            f"{path} was made with other data than {asked.data}; give the file that it was made "
            f"with, or start again with --restart"
        )
    before, now = stored["task"], asked.described()
    for name in sorted(set(before) | set(now)):
        if before.get(name) != now.get(name):
            typed = name.removeprefix("parameter ")
            raise InvalidInputError(
                f"{path} was made with {said(typed, before.get(name))}, not with "
                f"{said(typed, now.get(name))}; give the same options, or start again with "
                f"--restart"
            )
