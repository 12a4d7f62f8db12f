from pathlib import Path

import numpy as np
import pytest

from cli.data import examples
from compadagrad.cli.inspecting import inspect_model
from compadagrad.cli.models import save_model
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.streams import Reading


@pytest.mark.parametrize(
    ("reading", "name"),
    [
        (Reading(format="svmlight", features=4), "4"),
        (Reading(format="svmlight", features=4, one_based=False), "3"),
        (Reading(format="svmlight", hash_bits=2), "3"),
        (Reading(format="vw", hash_bits=2), "3"),
    ],
)
def test_features_without_names_are_called_as_in_the_file(
    tmp_path: Path, reading: Reading, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    model = CompAdaGradClassifier(random_state=0).partial_fit(X, y, classes=[-1, 1])
    save_model(tmp_path / "m", model, reading, None)
    inspect_model(str(tmp_path / "m"), 1, as_machine=False)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("   ")][:1]
    assert line.split()[1] == name


def test_every_class_has_a_score_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, _ = examples()
    y = np.digitize(X[:, 0], [-0.5, 0.5])
    CompAdaGradClassifier(random_state=0).partial_fit(X, y, classes=[0, 1, 2]).save(tmp_path / "m")
    inspect_model(str(tmp_path / "m"), 1, as_machine=False)
    out = capsys.readouterr().out
    assert [f"score of class {label}" in out for label in (0, 1, 2)] == [True] * 3
