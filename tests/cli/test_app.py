import subprocess
import sys

import pytest
import typer

from compadagrad import InvalidInputError
from compadagrad.cli.app import COMMANDS, app, run


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


def test_help_is_quick_for_it_loads_nothing_heavy() -> None:
    heavy = ["sklearn", "pandas", "pyarrow", "matplotlib", "torch", "zstandard"]
    program = (
        f"import sys; from compadagrad.cli.app import run; run(['fit', '--help']); "
        f"sys.exit(str([m for m in {heavy} if m in sys.modules]))"
    )
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "--checkpoint-seconds" in found.stdout
    assert found.stderr.strip() == "[]"


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert run([command.__name__, "--help"]) == 0
        assert "Usage" in capsys.readouterr().out
