from dataclasses import replace
from pathlib import Path

import pytest
from report.finished import RESULT

from compadagrad.cli.app import run
from compadagrad.experiments import Result, write_result

pytest.importorskip("rich", reason="install the experiments extra")


def folder_of(result: Result, folder: Path) -> str:
    """The folder of a report, as far as a comparison looks into it."""
    folder.mkdir()
    write_result(result, folder / "result.json")
    return str(folder)


def test_two_studies_are_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = folder_of(RESULT, tmp_path / "one")
    worse = [
        replace(
            row, outcomes=tuple(replace(o, test_error=o.test_error + 0.1) for o in row.outcomes)
        )
        for row in RESULT.rows
    ]
    other = folder_of(replace(RESULT, rows=tuple(worse)), tmp_path / "other")
    assert run(["compare", one, other]) == 0
    lines = capsys.readouterr().out.splitlines()
    diagonal = next(line for line in lines if "diagonal AdaGrad" in line)
    assert "30.50 ± 0.50" in diagonal
    assert "40.50 ± 0.50" in diagonal
    assert "+10.00 ± 0.00" in diagonal
    assert any("paired over 2 shared seeds" in line for line in lines)


def test_studies_of_other_data_are_not_paired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = folder_of(RESULT, tmp_path / "one")
    other = folder_of(
        replace(RESULT, facts=replace(RESULT.facts, fingerprint="0" * 16)), tmp_path / "other"
    )
    assert run(["compare", one, other]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "nothing is paired" in shown
    assert "+0.00" not in shown


def test_the_file_of_a_result_will_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = folder_of(RESULT, tmp_path / "one")
    assert run(["compare", one, f"{one}/result.json"]) == 0
    assert "A is mnist49-small, B is mnist49-small." in capsys.readouterr().out


def test_what_is_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = folder_of(RESULT, tmp_path / "one")
    (tmp_path / "broken.json").write_text("{}")
    for path, message in (("nowhere", "cannot read"), ("broken.json", "does not hold the result")):
        assert run(["compare", one, str(tmp_path / path)]) == 2
        shown = capsys.readouterr().err
        assert message in shown
        assert shown.count("\n") == 1
