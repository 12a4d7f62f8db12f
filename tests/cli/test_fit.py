import inspect
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cli.data import examples, write_csv, write_svmlight
from compadagrad.cli.app import run
from compadagrad.cli.fit import fit
from compadagrad.cli.task import MOST_WEIGHTS
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor


@pytest.fixture
def svm(tmp_path: Path) -> Path:
    return write_svmlight(tmp_path / "train.svm", *examples())


def test_a_model_of_a_file_is_that_of_its_rows(svm: Path, tmp_path: Path) -> None:
    assert run(["fit", str(svm), "--model", str(tmp_path / "m"), "--chunk-rows", "100"]) == 0
    X, y = examples()
    direct = CompAdaGradClassifier(random_state=0).partial_fit(X, y, classes=[-1, 1])
    found = CompAdaGradClassifier.load(tmp_path / "m")
    np.testing.assert_array_equal(found.coef_, direct.coef_)
    np.testing.assert_array_equal(found.intercept_, direct.intercept_)
    assert found.online_error_ == direct.online_error_
    assert found.classes_.tolist() == [-1, 1]


def test_what_came_out_is_said(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["fit", str(svm), "--model", str(tmp_path / "m"), "--json", "--passes", "2"])
    result = json.loads(capsys.readouterr().out)
    assert result["rows"] == 1200
    assert result["features"] == 4
    assert result["classes"] == [-1, 1]
    assert result["online_error"] == result["online_errors_of_passes"][0] < 0.3
    assert len(result["online_errors_of_passes"]) == 2
    assert result["rows_per_second"] > 0
    run(["fit", str(svm), "--model", str(tmp_path / "m")])
    assert "online error" in capsys.readouterr().out


def test_parameters_reach_the_estimator(svm: Path, tmp_path: Path) -> None:
    given = (
        "--loss hinge --penalty elasticnet --alpha 0.01 --l1-ratio 0.5 --subspace srht --k 2 "
        "--eta0 0.3 --tau 2 --delta 0.2 --batch-size 5 --average --no-intercept --seed 7 "
        "--class-weight balanced --multiclass ovr --dtype float32"
    )
    assert run(["fit", str(svm), "--model", str(tmp_path / "m"), *given.split()]) == 0
    model = CompAdaGradClassifier.load(tmp_path / "m")
    wanted = {
        "loss": "hinge", "penalty": "elasticnet", "alpha": 0.01, "l1_ratio": 0.5,
        "subspace": "srht", "k": 2, "eta0": 0.3, "tau": 2.0, "delta": 0.2, "batch_size": 5,
        "average": True, "fit_intercept": False, "random_state": 7, "class_weight": "balanced",
    }  # fmt: skip
    assert wanted.items() <= model.get_params().items()
    assert model.coef_.dtype == np.float32


def test_regression_and_no_penalty(tmp_path: Path) -> None:
    X, _ = examples()
    path = write_csv(tmp_path / "t.csv", X, (X @ [1, 2, 3, 4]).tolist())
    arguments = ["--target", "label", "--loss", "huber", "--epsilon", "0.5", "--penalty", "none"]
    assert run(["fit", str(path), "--model", str(tmp_path / "m"), *arguments]) == 0
    model = CompAdaGradRegressor.load(tmp_path / "m")
    assert (model.epsilon, model.penalty) == (0.5, None)
    assert model.score(X, X @ [1, 2, 3, 4]) > 0.9


def test_a_table_with_names_for_classes_and_columns(tmp_path: Path) -> None:
    X, y = examples()
    path = write_csv(tmp_path / "t.csv", X, ["spam" if label > 0 else "ham" for label in y])
    assert run(["fit", str(path), "--target", "label", "--model", str(tmp_path / "m")]) == 0
    model = CompAdaGradClassifier.load(tmp_path / "m")
    assert model.classes_.tolist() == ["ham", "spam"]
    assert model.online_error_ < 0.3


def test_the_standard_input_needs_to_be_told_what_a_scan_would_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], svm: Path
) -> None:
    arguments = ["fit", "-", "--model", str(tmp_path / "m"), "--format", "svmlight"]

    def piped() -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(svm.read_bytes())))

    piped()
    assert run(arguments) == 2
    assert "can be read only once" in capsys.readouterr().err
    piped()
    assert run([*arguments, "--features", "4", "--classes=-1,1"]) == 0
    assert CompAdaGradClassifier.load(tmp_path / "m").t_ == 600


def test_malformed_lines(svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = svm.read_text().splitlines()
    lines[99], lines[199] = "1 2:x", "7 1:1"
    svm.write_text("\n".join(lines))
    arguments = ["fit", str(svm), "--model", str(tmp_path / "m"), "--classes=-1,1", "--json"]
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert f"{svm}, line 100: the value of a feature must be a finite number, got 'x'" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "m").exists()
    assert run([*arguments, "--on-error", "skip"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["skipped"] == 2
    assert "passed over 2 malformed lines" in shown.err
    assert "line 200: the label 7 is none of the classes -1, 1" in shown.err


@pytest.mark.parametrize(
    ("lines", "loss", "message"),
    [
        (["1 1:1", "-1 1:1e308 1:1e308", "-1 1:2"], "log_loss", "line 2: values that meet in one"),
        (["1 1:1", "2 1:2", "-0.5 1:1"], "poisson", "line 3: the target must be at least 0, got"),
        (["1 1:1", "0.5 1:1", "2 1:1"], "hinge", "line 2: the label 0.5 is no class"),
    ],
)
def test_rows_that_nothing_can_be_learned_from_are_malformed(
    tmp_path: Path, lines: list[str], loss: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.svm"
    path.write_text("\n".join(lines) + "\n")
    arguments = ["fit", str(path), "-m", str(tmp_path / "m"), "--loss", loss, "--json"]
    assert run(arguments) == 2
    assert f"{path}, {message}" in capsys.readouterr().err
    assert run([*arguments, "--restart", "--on-error", "skip"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["rows"], result["skipped"]) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--loss", "nonsense"], "loss must be one of log_loss"),
        (["--alpha", "-1"], "alpha must be a number in"),
        (["--k", "99"], "k must be an integer in"),
        (["--quantile", "0.3"], "quantile is not for loss 'log_loss'"),
        (["--format", "json"], "format must be one of 'svmlight'"),
        (["--classes", "a,b"], "the labels of svmlight are numbers"),
        (["--classes", "1"], "classes must be two or more"),
        (["--loss", "huber", "--classes", "1,2"], "classes are not for loss 'huber'"),
        (["--features", "3"], "the index '4' is beyond the number of features"),
        (["--hash-bits", "40"], "--hash-bits must be an integer"),
        (["--passes", "0"], "passes must be an integer"),
        (["--chunk-rows", "0"], "--chunk-rows must be an integer"),
        (["--max-line", "5"], "line 1: the line is longer than allowed"),
        (["--checkpoint-rows", "0"], "--checkpoint-rows must be an integer"),
        (["--checkpoint-seconds", "nan"], "--checkpoint-seconds must be 0 or more"),
        (
            ["--hash-bits", "28"],
            "268,435,456 features and 1 scores, with a subspace of 0 dimensions",
        ),
        (["--max-weights", "19"], "20 numbers, more than 19; hash into fewer columns"),
        (["--resume", "--restart"], "exclude each other"),
        (["--zero-based", "--features", "4"], "beyond the number of features"),
        (["--dtype", "int8"], "dtype must be one of"),
        (["--seed", "-1"], "seed must be an integer in"),
        (["--classes", "nan,1"], "classes that are numbers must be finite"),
        (["--nonsense"], "nonsense"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_code_2(
    svm: Path,
    tmp_path: Path,
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["fit", str(svm), "--model", str(tmp_path / "m"), *arguments]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
    assert not (tmp_path / "m").exists()


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fit", str(tmp_path / "no.svm"), "--model", str(tmp_path / "m")]) == 2
    assert "No such file" in capsys.readouterr().err
    data = write_svmlight(tmp_path / "a.svm", *examples(5))
    assert run(["fit", str(data), "--model", str(tmp_path / "nowhere" / "m")]) == 2
    assert "is no folder" in capsys.readouterr().err
    table = write_csv(tmp_path / "a.csv", *examples(5))
    assert run(["fit", str(table), "--model", str(tmp_path / "m")]) == 2
    assert "say with --target" in capsys.readouterr().err
    empty = tmp_path / "empty.svm"
    empty.touch()
    for more in ([], ["--features", "3", "--classes", "1,2"]):
        assert run(["fit", str(empty), "--model", str(tmp_path / "m"), *more]) == 2
        assert "no rows to learn from" in capsys.readouterr().err
    assert run(["fit", str(data), "--model", str(tmp_path)]) == 2
    assert "it is there, and is no file" in capsys.readouterr().err
    assert run(["fit", str(tmp_path), "--model", str(tmp_path / "m"), "-f", "svmlight"]) == 2
    assert "it is a folder" in capsys.readouterr().err


def test_very_many_columns_have_no_subspace_unless_there_is_one_asked_for(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["fit", str(svm), "--model", str(tmp_path / "m")]
    wide = [*arguments, "--hash-bits", "15"]
    assert run(wide) == 0
    shown = capsys.readouterr()
    assert "32,768 columns: without a subspace" in shown.err
    assert "subspace         diagonal" in shown.out.splitlines()
    assert run([*wide, "-q", "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert json.loads(shown.out)["subspace"] == "diagonal"
    for same in ([*wide, "--subspace", "tracked", "-k", "1"], [*arguments, "--hash-bits", "14"]):
        assert run([*same, "--passes", "1"]) == 0
        assert CompAdaGradClassifier.load(tmp_path / "m").subspace == "tracked"
        assert capsys.readouterr().err == ""


def test_a_hostile_file_asks_for_no_more_than_it_may(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.svm"
    path.write_text("".join(f"{i} 1:1 16777216:1\n" for i in range(200)))
    assert run(["fit", str(path), "-m", str(tmp_path / "m")]) == 2
    assert "16,777,216 features and 200 scores" in capsys.readouterr().err


def test_the_bound_is_that_of_the_library() -> None:
    assert inspect.signature(fit).parameters["max_weights"].default == MOST_WEIGHTS


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("subspace", ["tracked", "srht", "diagonal", "full"])
@pytest.mark.parametrize("loss", ["log_loss", "squared_error"])
def test_values_as_large_as_they_get(
    tmp_path: Path, subspace: str, loss: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.svm"
    path.write_text("1 1:1e308 2:1e308\n-1 1:1e308\n1 2:-1e308\n" * 20)
    arguments = ["fit", str(path), "-m", str(tmp_path / "m"), "-k", "1", "-q"]
    code = run([*arguments, "--subspace", subspace, "--loss", loss])
    shown = capsys.readouterr()
    assert code in (0, 2)
    assert all(line.startswith("compadagrad: ") for line in shown.err.splitlines())
