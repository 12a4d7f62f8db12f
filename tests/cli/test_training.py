import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.data import examples, write_svmlight
from compadagrad import InvalidInputError
from compadagrad.cli.app import run
from compadagrad.cli.checkpoint import Rhythm, checkpoint_path
from compadagrad.cli.progress import Bar
from compadagrad.cli.task import Task
from compadagrad.cli.training import Training
from compadagrad.streams import Chunk, Limits, Reading, Stream


def task_of(folder: Path, **more: Any) -> Task:
    path = folder / "a.svm"
    if not path.exists():
        write_svmlight(path, *examples(300))
    values: dict[str, Any] = {
        "data": str(path),
        "reading": Reading(format="svmlight"),
        "parameters": {"loss": "log_loss", "batch_size": 3, "random_state": 0},
        "passes": 2,
        "chunk_rows": 50,
    }
    return Task(**{**values, **more})


class CutOffError(Exception):
    """What stops a training in these tests."""


class Stopping:
    """Checkpoints all the time, and an end after some."""

    def __init__(self, most: int) -> None:
        self.left = most

    def is_due(self, rows: int) -> bool:
        self.left -= 1
        if self.left < 0:
            raise CutOffError
        return True


def stopping(most: int) -> Any:
    return Stopping(most)


@pytest.mark.parametrize("most", [1, 3, 6, 7, 11])
def test_a_training_that_goes_on_has_the_same_bits(tmp_path: Path, most: int) -> None:
    task = task_of(tmp_path)
    whole = Training(task, tmp_path / "whole", resume=False)
    whole.run(Bar(False), Rhythm(None, 1e9))
    first = Training(task, tmp_path / "c", resume=False)
    with pytest.raises(CutOffError):
        first.run(Bar(False), stopping(most))
    second = Training(task, tmp_path / "c", resume=True)
    second.run(Bar(False), Rhythm(None, 1e9))
    assert second.learned < whole.learned
    whole.model.save(tmp_path / "1")
    second.model.save(tmp_path / "2")
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert second.place == whole.place
    assert second.task == whole.task


def test_chunks_keep_whole_batches(tmp_path: Path) -> None:
    lengths: list[int] = []

    class Noting:
        def is_due(self, rows: int) -> bool:
            lengths.append(rows)
            return False

    noting: Any = Noting()
    Training(task_of(tmp_path), tmp_path / "c", resume=False).run(Bar(False), noting)
    assert lengths == ([48] * 6 + [12]) * 2


def test_rows_that_changed_in_the_middle_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    write_svmlight(path, *examples(6000))
    task = task_of(tmp_path, chunk_rows=1500)
    with pytest.raises(CutOffError):
        Training(task, tmp_path / "c", resume=False).run(Bar(False), stopping(3))
    lines = path.read_text().splitlines(keepends=True)
    place = 2900  # neither the beginning nor the end of the file
    assert sum(map(len, lines[:place])) > 1 << 16
    assert sum(map(len, lines[place:])) > 1 << 16
    lines[place] = f"{lines[place][:-2]}{9 - int(lines[place][-2])}\n"
    path.write_text("".join(lines))
    with pytest.raises(InvalidInputError, match="does not begin with the 4,500 rows"):
        Training(task, tmp_path / "c", resume=True).run(Bar(False), Rhythm(None, 1e9))


def test_a_malformed_line_keeps_what_was_learned_before_it(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    X, y = examples(3000)
    write_svmlight(path, X, y)
    good = path.read_text()
    path.write_text(good + "broken\n")
    limits = Limits(block=10_000)
    told = Reading(format="svmlight", features=4, classes=(-1.0, 1.0), limits=limits)
    task = task_of(tmp_path, reading=told, passes=1)
    with pytest.raises(InvalidInputError, match="line 3001"):
        Training(task, tmp_path / "c", resume=False).run(Bar(False), Rhythm(None, 1e9))
    again = Training(
        replace(task, reading=replace(told, on_error="skip")), tmp_path / "c", resume=True
    )
    assert again.place.rows > 2000
    again.run(Bar(False), Rhythm(None, 1e9))
    assert again.faults.count == 1
    path.write_text(good)
    whole = Training(task, tmp_path / "d", resume=False)
    whole.run(Bar(False), Rhythm(None, 1e9))
    assert (again.model.coef_ == whole.model.coef_).all()


def test_what_comes_through_a_pipe_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_svmlight(tmp_path / "a.svm", *examples(300)).read_bytes()
    told = Reading(format="svmlight", features=4, classes=(-1.0, 1.0))
    task = task_of(tmp_path, data="-", reading=told, passes=1)

    def piped(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))

    piped(data)
    with pytest.raises(CutOffError):
        Training(task, tmp_path / "c", resume=False).run(Bar(False), stopping(3))
    piped(data.replace(b"1:", b"1:1", 1))
    with pytest.raises(InvalidInputError, match="standard input does not begin with the 144 rows"):
        Training(task, tmp_path / "c", resume=True).run(Bar(False), Rhythm(None, 1e9))
    piped(data)
    again = Training(task, tmp_path / "c", resume=True)
    again.run(Bar(False), Rhythm(None, 1e9))
    piped(data)
    whole = Training(task, tmp_path / "d", resume=False)
    whole.run(Bar(False), Rhythm(None, 1e9))
    assert (again.model.coef_ == whole.model.coef_).all()


def test_an_interrupt_keeps_all_that_was_learned(tmp_path: Path) -> None:
    task = task_of(tmp_path)

    class Interrupting:
        def is_due(self, rows: int) -> bool:
            os.kill(os.getpid(), signal.SIGINT)
            return False

    interrupting: Any = Interrupting()
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        Training(task, tmp_path / "c", resume=False).run(Bar(False), interrupting)
    assert signal.getsignal(signal.SIGINT) is before
    assert Training(task, tmp_path / "c", resume=True).place.rows == 48


class Watched:
    """A bar that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def say(self, text: str) -> None:
        self.told.append(text)

    def reach(self, share: float | None) -> None:
        self.told.append(share)

    def begin(self) -> None:
        self.told.append("begin")

    def tell(self, rows: int, share: float | None, error: float) -> None:
        self.told.append(rows)


def test_the_clock_starts_where_learning_does(tmp_path: Path) -> None:
    task, watched = task_of(tmp_path, chunk_rows=150, passes=1), Watched()
    bar: Any = watched
    with pytest.raises(CutOffError):
        Training(task, tmp_path / "c", resume=False).run(bar, stopping(1))
    assert watched.told == ["scanning", 1.0, "begin", "pass 1 of 1", 150, "pass 1 of 1", 150]
    watched.told.clear()
    again = Training(task, tmp_path / "c", resume=True)
    again.run(bar, Rhythm(None, 1e9))
    assert watched.told == ["going on", 1.0, "begin", "pass 1 of 1", 150]
    assert 0.0 < again.seconds < 60.0


def waiting(folder: Path, pipe: int) -> subprocess.Popen[bytes]:
    """A fit that waits for more rows on a pipe."""
    command = [
        sys.executable, "-m", "compadagrad", "fit", "-", "-f", "svmlight", "--features", "4",
        "--classes=-1,1", "-q", "--checkpoint-rows", "1", "--model", str(folder / "m"),
    ]  # fmt: skip
    return subprocess.Popen(command, stdin=pipe, stderr=subprocess.PIPE)


@pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_a_run_that_waits_for_its_data(
    tmp_path: Path, number: signal.Signals
) -> None:
    ours, theirs = os.pipe()
    process = waiting(tmp_path, ours)
    os.close(ours)
    with open(theirs, "wb") as file:
        file.write(b"1 1:1\n-1 1:2\n" * 100_000)  # more than a block
        file.flush()
        deadline = time.monotonic() + 60
        while not checkpoint_path(str(tmp_path / "m")).exists():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(20) == 130
    assert process.stderr is not None
    assert process.stderr.read() == b"compadagrad: interrupted\n"
    process.stderr.close()
    assert checkpoint_path(str(tmp_path / "m")).exists()
    assert not (tmp_path / "m").exists()


def test_an_interrupt_in_compiled_code_keeps_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = Stream.chunks

    def broken(self: Stream, rows: int, *, multiple: int = 1) -> Iterator[Chunk]:
        yield next(chunks(self, rows, multiple=multiple))
        raise SystemError("of a kernel") from KeyboardInterrupt()

    task = task_of(tmp_path, reading=Reading(format="svmlight", features=4, classes=(-1.0, 1.0)))
    monkeypatch.setattr(Stream, "chunks", broken)
    with pytest.raises(SystemError):
        Training(task, tmp_path / "c", resume=False).run(Bar(False), Rhythm(None, 1e9))
    assert Training(task, tmp_path / "c", resume=True).place.rows == 48


def killed_at_random(folder: Path, kills: int, rows: int) -> int:
    """Fit with ``kills`` kills on the way; how many of the models that came of it there were."""
    data = write_svmlight(folder / "a.svm", *examples(rows, 30))
    options = ["--chunk-rows", "64", "--checkpoint-rows", "64", "--passes", "2", "-q"]
    arguments = ["fit", str(data), "--resume", *options]
    assert run([*arguments, "--model", str(folder / "whole")]) == 0
    model, chance = folder / "m", random.Random(kills)
    finished, done = 0, 0
    while done < kills or not model.exists():
        command = [sys.executable, "-m", "compadagrad", *arguments, "--model", str(model)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if done < kills and wait_for_random_moment(process, model, chance):
            process.kill()
            assert process.wait() == -signal.SIGKILL
            done += 1
        else:
            assert process.wait() == 0
            finished += 1
            assert model.read_bytes() == (folder / "whole").read_bytes()
            assert sorted(p.name for p in folder.iterdir()) == ["a.svm", "m", "whole"]
            if done < kills:
                model.unlink()
    return finished


def wait_for_random_moment(
    process: subprocess.Popen[bytes], model: Path, chance: random.Random
) -> bool:
    """Whether the process still runs some moments after it has written some checkpoints."""
    wanted, seen, last = chance.randrange(4), 0, 0
    path = checkpoint_path(str(model))
    last = path.stat().st_mtime_ns if path.exists() else 0
    while seen < wanted and process.poll() is None:
        now = path.stat().st_mtime_ns if path.exists() else 0
        seen, last = seen + (now != last), now
        time.sleep(0.002)
    delay = chance.random() * (3.0 if wanted == 0 else 0.05)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        return True
    return False


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_killed_twice_and_resumed_the_model_has_the_same_bits(tmp_path: Path) -> None:
    assert killed_at_random(tmp_path, kills=2, rows=3000) >= 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_killed_twenty_times_and_resumed_the_model_has_the_same_bits(tmp_path: Path) -> None:
    assert killed_at_random(tmp_path, kills=20, rows=6000) >= 1
