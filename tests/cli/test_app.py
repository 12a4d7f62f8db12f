import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

import pytest
import typer

from cli.data import examples, write_svmlight
from compadagrad import InvalidInputError
from compadagrad.cli import main
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
    ("error", "code"),
    [
        (InvalidInputError("a\nb"), 2),
        (KeyboardInterrupt(), 130),
        (MemoryError("Unable to allocate 32. GiB"), 2),
        (PermissionError(13, "Permission denied", "/a/file"), 2),
        (UnicodeEncodeError("latin-1", "aл", 1, 2, "ordinal not in range"), 2),
    ],
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


def test_a_warning_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def warning(*arguments: object, **options: object) -> None:
        warnings.simplefilter("always")
        warnings.warn("of\nsome kind", RuntimeWarning, stacklevel=1)

    monkeypatch.setattr("compadagrad.cli.app.app", warning)
    before = warnings.showwarning
    assert run(["fit"]) == 0
    assert capsys.readouterr().err == "compadagrad: warning: of some kind\n"
    assert warnings.showwarning is before


def test_an_interrupt_while_modules_load_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "compadagrad.cli.app":
                raise KeyboardInterrupt

    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "compadagrad.cli.app")
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 130
    assert capsys.readouterr().err == "compadagrad: interrupted\n"


def shell(command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What comes of a line of a shell."""
    line = command.replace("compadagrad", f"{shlex.quote(sys.executable)} -m compadagrad")
    environment = {**os.environ, **variables}
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, check=False, env=environment
    )


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = write_svmlight(tmp_path / "a.svm", *examples(50))
    run(["fit", str(path), "-m", str(tmp_path / "m"), "-q", "--subspace", "srht", "-k", "2"])
    return str(tmp_path / "m")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("command", ["inspect M", "predict M.svm -m M", "fit --help"])
def test_an_output_without_room_is_one_line(command: str, model: str) -> None:
    Path(f"{model}.svm").write_text("1 1:1\n")
    found = shell(f"compadagrad {command.replace('M', model)} > /dev/full")
    assert (
        found.stderr == "compadagrad: cannot write the standard output: No space left on device\n"
    )
    assert found.returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="the shell is that of Unix")
def test_streams_that_are_closed_are_one_line(model: str) -> None:
    found = shell(f"compadagrad predict - -f svmlight -m {model} <&-")
    assert (found.stderr, found.returncode) == (
        "compadagrad: cannot read standard input: it is closed\n",
        2,
    )
    found = shell(f"echo '1 1:1' | compadagrad predict - -f svmlight -m {model} >&-")
    assert (found.stderr, found.returncode) == (
        "compadagrad: cannot write the standard output: it is closed\n",
        2,
    )


@pytest.mark.skipif(os.name != "posix", reason="the shell is that of Unix")
def test_a_picture_in_any_encoding(model: str) -> None:
    found = shell(f"compadagrad inspect {model}", PYTHONIOENCODING="latin-1")
    assert (found.stderr, found.returncode) == ("", 0)
    assert "####" in found.stdout


def completed(words: str) -> set[str]:
    """What bash is told where this has been typed."""
    program = "from compadagrad.cli import main; main()"
    found = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "_COMPADAGRAD_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        },
    )
    assert found.stderr == ""
    return set(found.stdout.split())


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("compadagrad ", {command.__name__ for command in COMMANDS}),
        ("compadagrad fit a.svm --check", {"--checkpoint-rows", "--checkpoint-seconds"}),
        ("compadagrad fit a.svm --loss s", {"squared_hinge", "squared_error"}),
        ("compadagrad predict a.svm --format ", {"svmlight", "vw", "csv", "parquet"}),
        ("compadagrad predict a.svm --what p", {"probabilities"}),
    ],
)
def test_shells_complete_commands_options_and_values(words: str, wanted: set[str]) -> None:
    assert completed(words) == wanted
