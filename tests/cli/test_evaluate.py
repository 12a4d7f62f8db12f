import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from cli.data import HEADER, examples, write_csv, write_svmlight
from compadagrad.cli.app import run
from compadagrad.estimators import CompAdaGradClassifier


def test_scores_of_a_classifier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_svmlight(tmp_path / "a.svm", *examples())
    test = write_svmlight(tmp_path / "b.svm", *examples(seed=1))
    run(["fit", str(data), "--model", str(tmp_path / "m"), "-q"])
    capsys.readouterr()
    assert run(["evaluate", str(test), "--model", str(tmp_path / "m"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    X, y = examples(seed=1)
    model = CompAdaGradClassifier.load(tmp_path / "m")
    assert found["error"] == pytest.approx(1 - model.score(X, y))
    assert found["rows"] == 600
    assert 0.9 < found["auc"] < 1.0
    assert 0.0 < found["log_loss"] < 0.5
    run(["evaluate", str(test), "--model", str(tmp_path / "m")])
    assert "log loss" in capsys.readouterr().out


def test_scores_of_a_regressor_with_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, _ = examples()
    path = write_csv(tmp_path / "a.csv", X, (X[:, :3] @ [1, 2, 3]).tolist())
    model = str(tmp_path / "m")
    run(["fit", str(path), "--target", "label", "--ignore", "d", "--loss", "squared_error",
         "--model", model, "-q"])  # fmt: skip
    capsys.readouterr()
    assert run(["evaluate", str(path), "--model", model, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"rows", "mse", "mae", "r2", "skipped"}
    assert found["r2"] > 0.95
    assert run(["evaluate", str(path), "--model", model, "--weight", "d", "--json"]) == 2
    assert "the weight must be a finite number of at least 0" in capsys.readouterr().err


def test_classes_with_names_in_a_compressed_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    path = write_csv(tmp_path / "a.csv", X, np.where(y > 0, "yes", "no").tolist())
    packed = tmp_path / "a.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    model = str(tmp_path / "m")
    run(["fit", str(path), "--target", "label", "--model", model, "-q"])
    capsys.readouterr()
    results = []
    for data in (path, packed):
        assert run(["evaluate", str(data), "--model", model, "--json"]) == 0
        results.append(json.loads(capsys.readouterr().out))
    assert results[0] == results[1]
    assert results[0]["auc"] > 0.9


def test_a_parquet_file_says_the_same_as_the_table_in_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    X, y = examples()
    write_csv(tmp_path / "a.csv", X, y.tolist())
    columns = dict(zip(HEADER, [y, *X.T], strict=True))
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    found = []
    for name in ("a.csv", "a.parquet"):
        run(["fit", str(tmp_path / name), "--target", "label", "-m", str(tmp_path / "m"), "-q"])
        capsys.readouterr()
        run(["evaluate", str(tmp_path / name), "--model", str(tmp_path / "m"), "--json"])
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]


def test_labels_that_the_model_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    data = write_svmlight(tmp_path / "a.svm", X, y)
    run(["fit", str(data), "--model", str(tmp_path / "m"), "-q"])
    test = write_svmlight(tmp_path / "b.svm", X, np.where(np.arange(600) % 2, y, 5))
    capsys.readouterr()
    assert run(["evaluate", str(test), "--model", str(tmp_path / "m")]) == 2
    assert "b.svm, line 1: the label 5 is none of the classes -1, 1" in capsys.readouterr().err
    asked = ["evaluate", str(test), "--model", str(tmp_path / "m"), "--json", "--on-error", "skip"]
    assert run(asked) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rows"], found["skipped"]) == (300, 300)


@pytest.mark.filterwarnings("always")
def test_scores_that_are_too_large_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    data = write_svmlight(tmp_path / "a.svm", X, y)
    run(["fit", str(data), "-m", str(tmp_path / "m"), "-q", "--loss", "huber"])
    data.write_text("1e200 1:1\n1e200 1:1\n")
    capsys.readouterr()
    assert run(["evaluate", str(data), "-m", str(tmp_path / "m"), "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["mse"] is None
    assert all(line.startswith("compadagrad: warning: ") for line in shown.err.splitlines())
