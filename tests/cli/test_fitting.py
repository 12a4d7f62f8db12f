from pathlib import Path
from typing import Any

import pytest

from cli.data import examples, write_svmlight
from compadagrad import InvalidInputError
from compadagrad.cli.checkpoint import checkpoint_path
from compadagrad.cli.fitting import Choices, fit_model
from compadagrad.streams import Limits


def choices(folder: Path, **more: Any) -> Choices:
    values: dict[str, Any] = {
        "data": str(write_svmlight(folder / "a.svm", *examples(50))),
        "model": str(folder / "m"),
        "reading": {"format": None, "features": 4, "delimiter": None},
        "parameters": {"loss": "log_loss", "alpha": None, "random_state": 0},
        "classes": "-1,1",
        "max_line": 1000,
        "max_weights": 1000,
        "passes": 1,
        "chunk_rows": 10,
        "resume": False,
        "restart": False,
        "checkpoint_seconds": 30.0,
        "checkpoint_rows": None,
        "shown": False,
        "as_machine": False,
    }
    return Choices(**{**values, **more})


def test_what_was_not_typed_has_the_default(tmp_path: Path) -> None:
    task = choices(tmp_path, parameters={"loss": "hinge", "penalty": "none", "k": None}).task()
    assert task.reading.format == "svmlight"
    assert task.reading.limits == Limits(line=1000)
    assert task.reading.classes == (-1.0, 1.0)
    assert task.parameters == {"loss": "hinge", "penalty": None}


def test_a_checkpoint_that_is_left_is_not_thrown_away_unasked(tmp_path: Path) -> None:
    path = checkpoint_path(str(tmp_path / "m"))
    path.write_text("of an earlier run")
    with pytest.raises(InvalidInputError, match=r"go on with --resume, or throw it away with"):
        fit_model(choices(tmp_path))
    assert path.read_text() == "of an earlier run"
    fit_model(choices(tmp_path, restart=True))
    assert (tmp_path / "m").exists()
    assert not path.exists()


def test_drafts_that_a_kill_has_left_are_removed(tmp_path: Path) -> None:
    for name in (".m.checkpoint.x1y2z3u4", ".m.x1y2z3u4", ".other.x1y2z3u4"):
        (tmp_path / name).touch()
    fit_model(choices(tmp_path))
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [".other.x1y2z3u4", "a.svm", "m"]


@pytest.mark.parametrize("name", ["a.svm", "./a.svm"])
def test_data_is_not_written_over(tmp_path: Path, name: str) -> None:
    same = choices(tmp_path, model=f"{tmp_path}/{name}")
    before = Path(same.data).read_bytes()
    with pytest.raises(InvalidInputError, match="the model would be written over"):
        fit_model(same)
    assert Path(same.data).read_bytes() == before


def test_data_is_no_checkpoint_to_throw_away(tmp_path: Path) -> None:
    data = tmp_path / "m.checkpoint"
    data.write_bytes(Path(choices(tmp_path).data).read_bytes())
    reading = {"format": "svmlight", "features": 4}
    with pytest.raises(InvalidInputError, match="the checkpoint would be written over"):
        fit_model(choices(tmp_path, data=str(data), reading=reading, restart=True))
    assert data.exists()


def test_a_name_that_is_too_long_is_known_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot write .*: File name too long"):
        fit_model(choices(tmp_path, model=str(tmp_path / ("m" * 250))))
    assert [path.name for path in tmp_path.iterdir()] == ["a.svm"]


def test_a_resume_without_a_checkpoint_begins_at_the_beginning(tmp_path: Path) -> None:
    fit_model(choices(tmp_path, resume=True))
    first = (tmp_path / "m").read_bytes()
    fit_model(choices(tmp_path))
    assert (tmp_path / "m").read_bytes() == first
