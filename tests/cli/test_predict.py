import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cli.data import HEADER, examples, write_csv, write_svmlight
from compadagrad.cli.app import run
from compadagrad.estimators import CompAdaGradClassifier


@pytest.fixture
def svm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = write_svmlight(tmp_path / "a.svm", *examples())
    run(["fit", str(path), "--model", str(tmp_path / "m"), "-q"])
    capsys.readouterr()
    return path


def model(tmp_path: Path) -> CompAdaGradClassifier:
    return CompAdaGradClassifier.load(tmp_path / "m")


def test_a_label_a_line(svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["predict", str(svm), "--model", str(tmp_path / "m")]) == 0
    X, _ = examples()
    assert list(map(int, capsys.readouterr().out.split())) == model(tmp_path).predict(X).tolist()


def test_probabilities_and_margins_can_be_read_back(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, _ = examples()
    wanted = {
        "probabilities": model(tmp_path).predict_proba(X)[:, 1],
        "margins": model(tmp_path).decision_function(X),
    }
    for what, values in wanted.items():
        run(["predict", str(svm), "--model", str(tmp_path / "m"), "--what", what])
        found = np.array(capsys.readouterr().out.split(), float)
        np.testing.assert_allclose(found, values, rtol=1e-12)


def test_a_table_and_json(svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["predict", str(svm), "--model", str(tmp_path / "m"), "--what", "margins"]
    run([*asked, "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == ["line", "margin 1"]
    run([*asked, "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["line"] for line in lines] == list(range(1, 601))
    assert [line["margin 1"] for line in lines] == [float(row["margin 1"]) for row in rows]
    assert run([*asked, "--json", "--csv"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_several_classes_with_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    X, _ = examples()
    names = np.array(["low", "mid, or so", "high"])[np.digitize(X[:, 0], [-0.5, 0.5])]
    path = write_csv(tmp_path / "a.csv", X, names.tolist())
    run(["fit", str(path), "--target", "label", "--model", str(tmp_path / "m"), "-q"])
    capsys.readouterr()
    run(["predict", str(path), "--model", str(tmp_path / "m"), "--csv", "-w", "probabilities"])
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["line", *(f"probability {c}" for c in ("high", "low", "mid, or so"))]
    assert rows[1][0] == "2"
    np.testing.assert_allclose(np.array(rows[1:], float)[:, 1:].sum(axis=1), 1.0)
    run(["predict", str(path), "--model", str(tmp_path / "m")])
    found = [row[0] for row in csv.reader(io.StringIO(capsys.readouterr().out))]
    assert found == model(tmp_path).predict(X).tolist()


def test_columns_may_stand_in_another_order_and_the_target_may_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    run(["fit", str(write_csv(tmp_path / "a.csv", X, y)), "--target", "label", "--model",
         str(tmp_path / "m"), "-q"])  # fmt: skip
    capsys.readouterr()
    other = tmp_path / "b.csv"
    lines = [",".join(map(str, row)) for row in X[:, ::-1].tolist()]
    other.write_text("\n".join([",".join(HEADER[:0:-1]), *lines]) + "\n")
    run(["predict", str(other), "--model", str(tmp_path / "m")])
    assert list(map(int, capsys.readouterr().out.split())) == model(tmp_path).predict(X).tolist()
    other.write_text("a,b\n1,2\n")
    assert run(["predict", str(other), "--model", str(tmp_path / "m")]) == 2
    assert "has no column 'c', which the model needs" in capsys.readouterr().err


def test_a_file_is_there_when_all_is_written(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "p.txt"
    asked = ["predict", str(svm), "--model", str(tmp_path / "m"), "--output", str(out)]
    assert run(asked) == 0
    first = out.read_text()
    assert first.count("\n") == 600
    svm.write_text(svm.read_text() + "broken\n")
    assert run(asked) == 2
    assert "line 601" in capsys.readouterr().err
    assert out.read_text() == first
    assert run([*asked, "--on-error", "skip"]) == 0
    assert "passed over 1 malformed lines" in capsys.readouterr().err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.svm", "m", "p.txt"]
    assert run([*asked[:-1], str(tmp_path)]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert run([*asked[:-1], str(tmp_path / "no" / "p.txt")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_what_is_read_is_not_written_over(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "o.part"
    other.write_text("of somebody else")
    asked = ["predict", str(svm), "-m", str(tmp_path / "m"), "-o"]
    for path in (svm, tmp_path / "m"):
        before = path.read_bytes()
        assert run([*asked, str(path)]) == 2
        assert "the output would be written over" in capsys.readouterr().err
        assert path.read_bytes() == before
    assert run([*asked, str(tmp_path / "o")]) == 0
    assert other.read_text() == "of somebody else"


def test_a_name_that_is_too_long(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / ("o" * 300))
    assert run(["predict", str(svm), "-m", str(tmp_path / "m"), "-o", out]) == 2
    assert "File name too long" in capsys.readouterr().err
    assert run(["fit", str(svm), "-m", out]) == 2
    assert "File name too long" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_regular_file_is_written_to_as_it_is(svm: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    assert run(["predict", str(svm), "-m", str(tmp_path / "m"), "-o", str(pipe)]) == 0
    assert reader.communicate()[0].count("\n") == 600
    assert not pipe.is_file()


def test_a_reader_that_has_seen_enough_is_no_error(svm: Path, tmp_path: Path) -> None:
    lines = svm.read_text()
    svm.write_text(lines * 50)
    command = [sys.executable, "-m", "compadagrad", "predict", str(svm), "-m", str(tmp_path / "m")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_a_model_without_probabilities_says_so(
    svm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["fit", str(svm), "--model", str(tmp_path / "h"), "--loss", "hinge", "-q"])
    asked = ["predict", str(svm), "--model", str(tmp_path / "h"), "--what"]
    assert run([*asked, "probabilities"]) == 2
    assert "was trained with --loss hinge" in capsys.readouterr().err
    assert run([*asked, "nonsense"]) == 2
    assert "what must be one of 'labels'" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--hash-bits", "10"]])
def test_a_target_by_number_is_known_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    X, y = examples()
    data = write_csv(tmp_path / "a.csv", X, y.tolist())
    model = str(tmp_path / "m")
    assert run(["fit", str(data), "-t", "0", "--ignore", "4", "-m", model, "-q", *more]) == 0
    capsys.readouterr()
    bare = tmp_path / "b.csv"
    lines = [line.split(",", 1)[1] for line in data.read_text().splitlines()]
    bare.write_text("\n".join(lines) + "\n")
    said = []
    for path in (data, bare):
        assert run(["predict", str(path), "-m", model, "--what", "margins"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    run(["inspect", model, "--json"])
    stream = json.loads(capsys.readouterr().out)["data"]
    assert (stream["target"], stream["ignore"]) == ("label", ["d"])


def test_a_table_without_a_header_must_have_the_columns_of_the_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    lines = write_csv(tmp_path / "h.csv", X, y.tolist()).read_text().splitlines()[1:]
    data, bare, model = tmp_path / "a.csv", tmp_path / "b.csv", str(tmp_path / "m")
    data.write_text("\n".join(lines) + "\n")
    bare.write_text("\n".join(line.split(",", 1)[1] for line in lines) + "\n")
    fit = ["fit", str(data), "--no-header", "-t", "0", "--hash-bits", "10", "-m", model, "-q"]
    assert run(fit) == 0
    assert run(["predict", str(data), "-m", model]) == 0
    assert run(["predict", str(bare), "-m", model]) == 2
    assert "4 columns and no header, and should have 5" in capsys.readouterr().err


def test_columns_of_weights_and_left_out_ones_need_not_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = examples()
    data = write_csv(tmp_path / "a.csv", np.abs(X), y.tolist())
    model = str(tmp_path / "m")
    columns = ["-t", "label", "--weight", "b", "--ignore", "c"]
    assert run(["fit", str(data), *columns, "-m", model, "-q"]) == 0
    bare = tmp_path / "b.csv"
    bare.write_text("d,a\n1,2\n")
    assert run(["predict", str(bare), "-m", model]) == 0
    bare.write_text("label,d,a,b\n1,1,2,1\n")
    assert run(["evaluate", str(bare), "-m", model]) == 0
    capsys.readouterr()
    assert run(["predict", str(bare), "-m", model, "--ignore", "e"]) == 2
    assert "has no column 'e'" in capsys.readouterr().err
