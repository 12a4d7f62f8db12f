import sys
from dataclasses import replace

import pytest

from compadagrad import MissingExtraError
from compadagrad.experiments import compared
from compadagrad.report import show_comparison, show_result
from compadagrad.report.terminal import said
from report.finished import FAILED, RESULT

pytest.importorskip("rich")


@pytest.mark.parametrize(("width", "present"), [(150, True), (80, False)])
def test_tables_fit_their_terminal(
    width: int, present: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    show_result(RESULT, width=width)
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= width
    assert "Test error: 30.50 % with diagonal AdaGrad; 20.50" in shown
    for words in ("MNIST 4 & 9", "CompAdaGrad k=64", "12.50 ± 0.50", "10.50 ± 0.50"):
        assert words in shown
    assert ("η 1, δ 0.01, λ 0" in shown) == present
    assert ("at an end of their grid" in " ".join(shown.split())) == present
    assert "…" not in shown


@pytest.mark.parametrize("width", [80, 130])
def test_two_studies_side_by_side(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    show_comparison(compared(RESULT, RESULT), width=width)
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= width
    assert "A is mnist49-small, B is mnist49-small." in shown
    assert shown.count("+0.00 ± 0.00") == (4 if width < 100 else 8)
    assert "paired over 2 shared seeds" in shown


def test_what_is_paired_is_said() -> None:
    other = replace(RESULT, study=replace(RESULT.study, seeds=(8, 9)))
    assert said(compared(RESULT, other)) == "A and B share no seed: nothing is paired."
    facts = replace(RESULT.facts, fingerprint="0")
    assert "different data" in said(compared(RESULT, replace(RESULT, facts=facts)))
    fewer = replace(
        RESULT, rows=RESULT.rows[:3], study=replace(RESULT.study, methods=RESULT.study.methods[:3])
    )
    assert said(compared(RESULT, fewer)).endswith("; only in A: tracked <k=10>.")


def test_without_rich_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.table", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'compadagrad\[report\]'"):
        show_result(RESULT)


@pytest.mark.parametrize("width", [150, 80])
def test_what_came_to_nothing_is_shown(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    show_result(FAILED, width=width)
    shown = " ".join(capsys.readouterr().out.split())
    assert "55.00 ± 45.00 †" in shown
    assert "1 of 4 settings came to nothing while it was tuned (<grew> [fast])." in shown
    assert "† CompAdaGrad k=64: seed 5 came to nothing ([burst])" in shown


def test_a_comparison_says_it_too() -> None:
    words = said(compared(RESULT, FAILED))
    assert "in B, seeds of CompAdaGrad k=64 that came to nothing" in words
    assert "in A" not in words
