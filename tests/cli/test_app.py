import pytest
import typer

from compadagrad import InvalidInputError
from compadagrad.cli.app import app, run


def test_help_is_shown_where_no_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    run([])
    shown = capsys.readouterr()
    assert "Usage" in shown.out + shown.err


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"]])
def test_a_wrong_argument_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "nonsense" in shown.err


@pytest.mark.parametrize(
    ("error", "code"), [(InvalidInputError("a\nb"), 2), (KeyboardInterrupt(), 130)]
)
def test_what_a_command_raises_on_purpose_is_one_line(
    error: BaseException,
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> None:
        raise error

    monkeypatch.setattr(
        app, "registered_commands", [typer.models.CommandInfo("broken", callback=broken)]
    )
    assert run(["broken"]) == code
    assert capsys.readouterr().err.count("\n") == 1
