import sys
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import read_result, read_study
from compadagrad.report import write_report
from compadagrad.report.studies import FIGURES
from report.finished import RESULT, STUDY


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("matplotlib")
    place = tmp_path_factory.mktemp("reports") / "a" / "b"
    assert write_report(RESULT, place) == place / "report.html"
    return place


def test_everything_is_there_and_nothing_else(folder: Path) -> None:
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    figures = {f"figures/{f.name}.{kind}" for f in FIGURES for kind in ("png", "svg")}
    assert found == {"report.html", "result.json", "study.toml", *figures}


def test_the_study_and_its_result_can_be_read_again(folder: Path) -> None:
    assert read_study(folder / "study.toml") == STUDY
    assert read_result(folder) == RESULT


def test_figures_are_whole(folder: Path) -> None:
    for path in (folder / "figures").iterdir():
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
        assert len(content) > 5000


def test_a_report_can_be_written_over(folder: Path) -> None:
    before = (folder / "report.html").read_bytes()
    write_report(RESULT, folder)
    assert (folder / "report.html").read_bytes() == before


def test_folders_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInputError, match="name another one with --out"):
        write_report(RESULT, tmp_path / "file" / "report")


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InvalidInputError, match=r"pip install 'compadagrad\[report\]'"):
        write_report(RESULT, tmp_path)
