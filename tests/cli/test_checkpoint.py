from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.data import examples, write_svmlight
from compadagrad import InvalidInputError
from compadagrad._storage import load_file, save_file
from compadagrad.cli.checkpoint import Place, Rhythm, read_checkpoint, write_checkpoint
from compadagrad.cli.task import Task
from compadagrad.streams import Reading

PLACE = Place(1, 30, "abc", [0.25], (100.0, 25.0), ["a", "b"])


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(
        data=str(write_svmlight(tmp_path / "a.svm", *examples(20))),
        reading=Reading(format="svmlight"),
        parameters={"loss": "log_loss", "alpha": 0.5},
        passes=2,
        chunk_rows=10,
    )


@pytest.fixture
def path(tmp_path: Path, task: Task) -> Path:
    path = tmp_path / "m.checkpoint"
    found = replace(task, reading=replace(task.reading, features=4, classes=(-1.0, 1.0)))
    write_checkpoint(path, found, task, PLACE, {"kind": "x"})
    return path


def test_what_was_written_is_read(path: Path, task: Task) -> None:
    found, place, model = read_checkpoint(path, task)
    assert found == {"features": 4, "classes": [-1.0, 1.0]}
    assert place == PLACE
    assert model == {"kind": "x"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passes": 3}, "made with --passes 2, not with --passes 3; give the same options, or"),
        ({"chunk_rows": 5}, "was made with --chunk-rows 10, not with --chunk-rows 5"),
        ({"parameters": {"loss": "log_loss", "alpha": 0.1}}, "--alpha 0.5, not with --alpha 0.1"),
        ({"parameters": {"loss": "log_loss"}}, "was made with --alpha 0.5, not with no --alpha"),
        ({"reading": Reading(format="svmlight", features=9)}, "with no --features, not with"),
    ],
)
def test_other_options_are_refused(
    path: Path, task: Task, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_checkpoint(path, replace(task, **change))
    assert message in str(caught.value)


def test_how_malformed_lines_are_met_may_change(path: Path, task: Task) -> None:
    other = replace(task, reading=replace(task.reading, on_error="skip"))
    assert read_checkpoint(path, other)[1] == PLACE


def test_other_data_is_refused_and_the_same_under_another_name_is_not(
    path: Path, task: Task, tmp_path: Path
) -> None:
    moved = tmp_path / "b.svm"
    moved.write_bytes(Path(task.data).read_bytes())
    assert read_checkpoint(path, replace(task, data=str(moved)))[1] == PLACE
    moved.write_bytes(Path(task.data).read_bytes() + b"1 1:1\n")
    with pytest.raises(InvalidInputError, match=r"was made with other data than .*--restart"):
        read_checkpoint(path, replace(task, data=str(moved)))


@pytest.mark.parametrize("lost", ["checkpoint", "data", "task", "found", "place", "model"])
def test_files_of_another_kind(path: Path, task: Task, lost: str) -> None:
    content = load_file(path)
    del content[lost]
    save_file(path, content)
    with pytest.raises(InvalidInputError, match="is not a checkpoint of compadagrad fit"):
        read_checkpoint(path, task)
    content["checkpoint"] = 2
    save_file(path, content)
    with pytest.raises(InvalidInputError, match="of another release"):
        read_checkpoint(path, task)


def test_a_rhythm_of_rows() -> None:
    rhythm = Rhythm(100, 1e9)
    assert [rhythm.is_due(40) for _ in range(6)] == [False, False, True, False, False, True]


def test_a_rhythm_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((0.0, 1.0, 9.9, 10.0, 10.0, 11.0, 19.9, 20.5, 20.5))
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    rhythm = Rhythm(None, 10.0)
    assert [rhythm.is_due(1) for _ in range(6)] == [False, False, True, False, False, True]
