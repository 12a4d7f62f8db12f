import pytest

from compadagrad.cli.progress import Bar, said


def test_what_is_said_behind_the_bar() -> None:
    assert said(1000, 500.4, 0.5) == "1,000 rows, 500 rows/s, online error 0.5"


@pytest.mark.parametrize("share", [None, 0.25])
def test_a_bar_shows_how_far_a_training_is(
    share: float | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with Bar(True) as bar:
        bar.say("pass 1 of 2")
        bar.tell(1000, share, 0.125)
        bar.tell(500, share, 0.125)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "pass 1 of 2" in shown.err
    if share is not None:
        assert "25%" in shown.err


def test_a_bar_that_nobody_sees_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    for shown in (False, None):  # in tests stderr is no terminal
        with Bar(shown) as bar:
            bar.tell(10, 0.5, 0.5)
    assert capsys.readouterr().err == ""


def test_a_note_is_read_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for shown in (None, False):
        with Bar(shown) as bar:
            bar.note("a line that is longer than any narrow terminal " * 3)
        assert capsys.readouterr().err.count("\n") == (shown is None)


def test_rows_a_second_are_counted_from_the_beginning_of_learning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("compadagrad.cli.progress.time.monotonic", lambda: now[0])
    with Bar(True) as bar:
        bar.say("scanning")
        bar.reach(0.375)
        now[0] = 100.0
        bar.begin()
        now[0] = 102.0
        bar.tell(1000, None, 0.125)
    shown = capsys.readouterr().err
    assert "1,000 rows, 500 rows/s" in shown
