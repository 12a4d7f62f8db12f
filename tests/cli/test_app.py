import re
import subprocess
import sys
from collections.abc import Callable
from typing import get_type_hints

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


def test_ctrl_c_in_compiled_code_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        try:
            raise SystemError("inner") from KeyboardInterrupt()
        except SystemError as error:
            raise SystemError(
                "a compiled function returned a result with an exception set"
            ) from error

    monkeypatch.setattr("compadagrad.cli.app.app", interrupted)
    assert run(["fit"]) == 130
    assert capsys.readouterr().err == "compadagrad: interrupted\n"


def test_help_is_quick_for_it_loads_nothing_heavy() -> None:
    heavy = ["sklearn", "pandas", "pyarrow", "matplotlib", "torch", "zstandard"]
    program = (
        f"import sys; from compadagrad.cli.app import run; run(['fit', '--help']); "
        f"sys.exit(str([m for m in {heavy} if m in sys.modules]))"
    )
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Usage" in found.stdout
    assert found.stderr.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_whose_names_are_whole_in_a_narrow_terminal(
    command: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run([command.__name__, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "Usage" in shown
    assert "…" not in shown
    assert names_of(command) <= set(re.findall(r"--[a-z][a-z0-9-]*", shown))


def names_of(command: Callable[..., None]) -> set[str]:
    """The long names of the options of a command, as they were declared."""
    hints = get_type_hints(command, include_extras=True)
    found = [more for hint in hints.values() for more in getattr(hint, "__metadata__", ())]
    names = [name for info in found for name in (info.default, *(info.param_decls or ()))]
    return {part for name in names for part in str(name).split("/") if part.startswith("--")}


def test_the_options_of_a_command_are_found() -> None:
    assert {"--model", "--header", "--no-header", "--checkpoint-seconds"} <= names_of(COMMANDS[0])
