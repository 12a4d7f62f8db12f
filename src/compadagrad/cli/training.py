"""A training that can be cut off anywhere and goes on from where it was."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, final

import numpy as np

from compadagrad.cli.checkpoint import Place, Rhythm, read_checkpoint, write_checkpoint
from compadagrad.cli.interrupts import Interrupts
from compadagrad.cli.progress import Bar
from compadagrad.cli.task import Task, check_size, settled
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.files import content_of, model_from
from compadagrad.streams import Chunk, Faults, Stream, digest_after

__all__ = ["Training"]

WIDE: Final = (
    "{:,} columns: without a subspace, as if by --subspace diagonal, an example takes the time of "
    "its nonzeros; --subspace tracked is there, too"
)


@final
class Training:
    """Learns from a file chunk by chunk, pass by pass.

    The estimator sees the chunks of the file in order, and where chunks end follows from the file.
    A training that goes on reads the rows once more that it has learned from, compares their
    digest, and learns from the rest: the numbers are those of a training that was never cut off.

    Parameters
    ----------
    asked : Task
        What the user wants; what it leaves open is found in a first scan.
    path : Path
        Of the checkpoint.
    resume : bool
        Whether to go on from the checkpoint, if there is one.
    """

    def __init__(self, asked: Task, path: Path, *, resume: bool) -> None:
        self._asked, self._path = asked, path
        self.place, self.learned, self.seconds = Place(), 0, 0.0
        self._began: float | None = None
        self.task, self._known = asked, 0
        self.model: Any = None
        self.faults = Faults(asked.data, asked.reading.on_error)
        self._whole = True
        if resume and path.exists():
            found, self.place, content = read_checkpoint(path, asked)
            classes = tuple(found["classes"])
            reading = replace(asked.reading, features=found["features"], classes=classes)
            self.task, self._known = replace(asked, reading=reading), self.place.rows
            self.model = model_from(content, str(path))

    def run(self, bar: Bar, rhythm: Rhythm) -> None:
        """Learn until all passes are over."""
        with Interrupts() as interrupts:
            bar.say("scanning" if self._asked is self.task else "going on")
            self.task = settled(self.task, told=bar.reach)
            if self.model is None:
                self.model = self.task.estimator()
            if self.task.parameters != self._asked.parameters:
                bar.note(WIDE.format(self.task.reading.width))
            while self.place.passes < self.task.passes:
                self._pass(bar, rhythm, interrupts)
        if self._began is not None:
            self.seconds = time.monotonic() - self._began

    def _pass(self, bar: Bar, rhythm: Rhythm, interrupts: Interrupts) -> None:
        stream = Stream(self.task.data, self.task.reading)
        try:
            for chunk in self._new_chunks(stream, bar):
                self._start_clock(bar)
                bar.say(f"pass {self.place.passes + 1} of {self.task.passes}")
                with interrupts.held():
                    self._learn(chunk)
                    self.place.names = None if stream.names is None else list(stream.names)
                    bar.tell(len(chunk), self._share(stream), float(self.model.online_error_))
                    if rhythm.is_due(len(chunk)):
                        self._keep()
        except (InvalidInputError, KeyboardInterrupt, SystemError):  # so compiled code says Ctrl-C
            if self._whole and self.place.rows:
                self._keep()
            raise
        if not self.place.rows:
            raise InvalidInputError(f"{stream.name} has no rows to learn from")
        self._end_pass(stream)

    def _start_clock(self, bar: Bar) -> None:
        """At the first chunk: what a scan, or reading again, takes is no time of learning."""
        if self._began is None:
            self._began = time.monotonic()
            bar.begin()

    def _new_chunks(self, stream: Stream, bar: Bar) -> Iterator[Chunk]:
        """The chunks that have not been learned from; those that have are compared."""
        rows, digest = 0, ""
        chunks = stream.chunks(self.task.chunk_rows, multiple=self.task.batch)
        while rows < self._known:
            chunk = next(chunks, None)
            if chunk is None:
                break
            rows, digest = rows + len(chunk), digest_after(digest, chunk)
            bar.reach(stream.fraction)
        if rows != self._known or (rows and digest != self.place.digest):
            raise InvalidInputError(
                f"{stream.name} does not begin with the {self._known:,} rows that were learned "
                f"from; give the data that the checkpoint was made with, or use --restart"
            )
        yield from chunks

    def _learn(self, chunk: Chunk) -> None:
        if not self.learned:
            check_size(self.task, int(chunk.X.shape[1]))
        classes = self.task.reading.classes
        y: Any = chunk.y.astype(str) if chunk.y.dtype == object else chunk.y
        weights = None if (chunk.weights == 1.0).all() else chunk.weights
        self._whole = False
        self.model.partial_fit(chunk.X, y, classes=_as_array(classes), sample_weight=weights)
        self.place.rows += len(chunk)
        self.place.digest = digest_after(self.place.digest, chunk)
        self.learned += len(chunk)
        self._whole = True

    def _share(self, stream: Stream) -> float | None:
        fraction = stream.fraction
        return None if fraction is None else (self.place.passes + fraction) / self.task.passes

    def _end_pass(self, stream: Stream) -> None:
        """Note the online error of the pass, and begin the next."""
        examples, wrong = float(self.model.t_), float(self.model.t_ * self.model.online_error_)
        before = self.place.before
        count = examples - before[0]
        self.place.errors.append((wrong - before[1]) / count if count else np.nan)
        self.faults = stream.faults
        self.task = replace(self.task, reading=stream.reading)
        self.place.passes, self.place.before = self.place.passes + 1, (examples, wrong)
        self.place.rows, self.place.digest, self._known = 0, "", 0

    def _keep(self) -> None:
        write_checkpoint(self._path, self.task, self._asked, self.place, content_of(self.model))


def _as_array(classes: tuple[Any, ...]) -> Any:
    """Classes as the estimator takes them: whole numbers are integers."""
    if not classes or isinstance(classes[0], str):
        return np.array(classes) if classes else None
    numbers = np.array(classes)
    whole = bool((numbers == np.round(numbers)).all() and (np.abs(numbers) < 2**53).all())
    return numbers.astype(np.int64) if whole else numbers
