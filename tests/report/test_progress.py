import sys

import pytest

from compadagrad import MissingExtraError
from compadagrad.experiments import Progress
from compadagrad.report.progress import progress_bar, time_left

pytest.importorskip("rich")


@pytest.mark.parametrize(
    ("left", "said"),
    [(None, ""), (0.2, "about 1 s left"), (75.0, "about 75 s left"), (600.0, "about 10 min left")],
)
def test_the_time_left_is_said(left: float | None, said: str) -> None:
    assert time_left(Progress("tuning", 3, 10, left)) == said
    assert time_left(Progress("tuning", 10, 10, left)) == ""


def test_the_bar_is_on_stderr_and_reaches_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as watch:
        for done in range(4):
            watch(Progress("tuning", done, 3, 5.0))
        watch(Progress("learning", 2, 2, 0.0))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "tuning" in shown.err
    assert "3/3" in shown.err
    assert "2/2" in shown.err


def test_without_rich_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with pytest.raises(MissingExtraError, match=r"compadagrad\[report\]"), progress_bar():
        pass
