from pathlib import Path

import numpy as np
import pytest

from cli.data import examples, write_csv
from compadagrad import InvalidInputError
from compadagrad.cli.reading import questions
from compadagrad.estimators import CompAdaGradRegressor


@pytest.fixture
def model(tmp_path: Path) -> str:
    X, y = examples(20)
    CompAdaGradRegressor().partial_fit(X, y).save(tmp_path / "m")
    return str(tmp_path / "m")


def test_rows_come_with_what_is_known_of_them(tmp_path: Path, model: str) -> None:
    X, y = examples(9000)
    path = write_csv(tmp_path / "a.csv", X, y.tolist())
    given = {"format": None, "target": "label"}
    loaded, faults, asked = questions(str(path), model, given, 1000, targets=True)
    found = list(asked)
    np.testing.assert_array_equal(np.concatenate([question.X for question in found]), X)
    assert np.concatenate([question.chunk.lines for question in found]).tolist()[-1] == 9001
    assert not loaded.is_classifier
    assert faults.count == 0


def test_a_table_with_another_number_of_columns(tmp_path: Path, model: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("label,a\n1,2\n")
    _, _, asked = questions(
        str(path), model, {"format": None, "target": "label"}, 1000, targets=True
    )
    with pytest.raises(InvalidInputError, match="has 1 features and the model has 4"):
        list(asked)


def test_the_target_of_a_table_must_be_known(tmp_path: Path, model: str) -> None:
    path = write_csv(tmp_path / "a.csv", *examples(5))
    with pytest.raises(InvalidInputError, match="say with --target"):
        questions(str(path), model, {"format": None}, 1000, targets=True)
    with pytest.raises(InvalidInputError, match="cannot tell the format"):
        questions("a.txt", model, {"format": None}, 1000, targets=True)
