from pathlib import Path

import pytest

from cli.data import examples
from compadagrad import InvalidInputError
from compadagrad.cli.evaluating import evaluate_model
from compadagrad.estimators import CompAdaGradRegressor


def test_a_file_without_rows_has_no_scores(tmp_path: Path) -> None:
    X, y = examples(20)
    CompAdaGradRegressor().partial_fit(X, y).save(tmp_path / "m")
    (tmp_path / "a.svm").touch()
    with pytest.raises(InvalidInputError, match="no rows to evaluate on"):
        evaluate_model(
            str(tmp_path / "a.svm"), str(tmp_path / "m"), {"format": None}, 100, as_machine=True
        )
