import io

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
    assert "round 2 of 4 (50%), 0 s, cumulative loss 3" in text
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
    assert bar.line(10, 1.0) == "round 10, 0 s, cumulative loss 1"
