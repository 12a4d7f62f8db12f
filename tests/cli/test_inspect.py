import json
from pathlib import Path

import numpy as np
import pytest

from cli.data import examples, write_csv, write_svmlight
from compadagrad.cli.app import run
from compadagrad.estimators import CompAdaGradClassifier


def test_what_a_model_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_csv(tmp_path / "a.csv", *examples())
    model = str(tmp_path / "m")
    run(
        [
            "fit",
            str(path),
            "--target",
            "label",
            "--model",
            model,
            "--alpha",
            "0.01",
            "-k",
            "2",
            "-q",
        ]
    )
    capsys.readouterr()
    assert run(["inspect", model, "--largest", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    weights = CompAdaGradClassifier.load(model).coef_[0]
    assert found["kind"] == "CompAdaGradClassifier"
    assert found["parameters"] == {"alpha": 0.01, "k": 2, "random_state": 0}
    assert found["data"] == {"format": "csv", "target": "label"}
    (score,) = found["scores"]
    order = np.argsort(-abs(weights))[:2]
    assert score["largest"] == {"abcd"[i]: weights[i] for i in order}
    assert score["class"] == 1
    assert 0.3 < score["captured"] < 1.0
    assert len(score["energies"]) == 2


def test_it_is_told_to_people_with_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_svmlight(tmp_path / "a.svm", *examples())
    run(["fit", str(path), "--model", str(tmp_path / "m"), "--subspace", "srht", "-k", "3", "-q"])
    capsys.readouterr()
    run(["inspect", str(tmp_path / "m")])
    lines = capsys.readouterr().out.splitlines()
    assert "learner       CompAdaGrad" in lines
    assert any(line.endswith("  4") for line in lines)  # the largest weight: index 4 of the file
    assert any("% of the gradients' energy is in the subspace:" in line for line in lines)
    assert sum("█" in line for line in lines) == 3


def test_a_diagonal_model_has_no_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_svmlight(tmp_path / "a.svm", *examples())
    run(["fit", str(path), "--model", str(tmp_path / "m"), "--subspace", "diagonal", "-q"])
    run(["inspect", str(tmp_path / "m")])
    assert "energy" not in capsys.readouterr().out


def test_what_is_no_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(tmp_path / "no")]) == 2
    assert "cannot read" in capsys.readouterr().err
