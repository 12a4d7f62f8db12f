import io
import time

import pytest

from compadagrad.games import progress
from compadagrad.games.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, shown: bool | None, stream: io.StringIO) -> str:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    bar = Progress(shown, 4, stream)
    bar.tell(1, 2.5)
    bar.tell(2, 3.0)
    bar.close()
    return stream.getvalue()


def test_a_line_is_rewritten_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    text = told(monkeypatch, True, io.StringIO())
    assert text.count("\r") == 2
    assert "[#####...............] round 1 of 4, loss 2.5, 0 s left" in text
    assert "[##########..........] round 2 of 4, loss 3, 0 s left" in text
    assert text.endswith("\n")


def test_by_default_only_terminals_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, None, io.StringIO()) == ""
    assert told(monkeypatch, None, Terminal()) != ""
    assert told(monkeypatch, False, Terminal()) == ""


def test_a_short_game_is_silent() -> None:
    stream = io.StringIO()
    bar = Progress(True, None, stream)
    bar.tell(10, 1.0)
    bar.close()
    assert stream.getvalue() == ""
    assert bar.line(10, 1.0) == "round 10, 0 s, loss 1"


def test_the_time_left_is_that_of_the_rounds_of_this_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    bar = Progress(True, 50, io.StringIO(), begun=10)
    clock[0] = 104.0
    assert bar.line(30, 1.0).endswith("round 30 of 50, loss 1, 4 s left")


def test_a_shorter_line_leaves_nothing_of_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    stream = io.StringIO()
    bar = Progress(True, None, stream)
    bar.tell(1, 1234.56)
    bar.tell(2, 1.0)
    first, second = stream.getvalue().split("\r")[1:]
    assert len(first) == len(second)
