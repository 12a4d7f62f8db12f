from pathlib import Path
from typing import Any

import pytest

from compadagrad import DiagonalAdaGrad, InvalidInputError
from compadagrad._storage import save_file
from compadagrad.learners.files import part_of, stored_learner
from compadagrad.regularizers import L1


def test_parts() -> None:
    state = {"memory.a": 1, "memory.b.c": 2, "memo": 3, "x": 4}
    assert part_of(state, "memory") == {"a": 1, "b.c": 2}


def test_what_is_in_a_file(tmp_path: Path) -> None:
    learner = DiagonalAdaGrad(3, lr=0.5, regularizer=L1(0.25))
    learner.step([1.0, 2.0, 3.0])
    learner.save(tmp_path / "learner")
    arguments, state = stored_learner(tmp_path / "learner", "DiagonalAdaGrad")
    assert arguments["regularizer"] == L1(0.25)
    assert arguments["n"] == 3
    assert state["steps"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "holds a None, not a 'DiagonalAdaGrad' learner"),
        ({"kind": "CompAdaGrad"}, "holds a 'CompAdaGrad', not a"),
        ({"kind": "DiagonalAdaGrad"}, "does not hold the arguments"),
        ({"kind": "DiagonalAdaGrad", "arguments": [1]}, "does not hold the arguments"),
        ({"kind": "DiagonalAdaGrad", "arguments": {"n": 3}}, "does not hold the arguments"),
        (
            {"kind": "DiagonalAdaGrad", "arguments": {"n": 3, "regularizer": {"kind": "?"}}},
            "kind must be one of",
        ),
    ],
    ids=str,
)
def test_other_content_is_refused(content: dict[str, Any], message: str, tmp_path: Path) -> None:
    save_file(tmp_path / "file", content)
    with pytest.raises(InvalidInputError, match=message):
        stored_learner(tmp_path / "file", "DiagonalAdaGrad")
    with pytest.raises(InvalidInputError):
        DiagonalAdaGrad.load(tmp_path / "file")


def test_arguments_that_no_learner_takes(tmp_path: Path) -> None:
    content = {
        "kind": "DiagonalAdaGrad",
        "arguments": {"n": 3, "lr": 1.0, "speed": 9, "regularizer": {"kind": "zero"}},
    }
    save_file(tmp_path / "file", content)
    with pytest.raises(InvalidInputError, match="does not hold the arguments"):
        DiagonalAdaGrad.load(tmp_path / "file")
