"""The commands, put together."""

import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import typer

import compadagrad
from compadagrad.cli.compare import compare
from compadagrad.cli.evaluate import evaluate
from compadagrad.cli.fit import fit
from compadagrad.cli.inspect import inspect
from compadagrad.cli.naming import in_options
from compadagrad.cli.predict import predict
from compadagrad.cli.reproduce import reproduce
from compadagrad.errors import CompAdaGradError

__all__ = ["COMMANDS", "app", "run"]

USAGE, INTERRUPTED = 2, 130

# Some releases of Typer bring a Click of their own, so the class is found where it is derived from.
_WrongArgument = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    name="compadagrad",
    help="Full-matrix AdaGrad's accuracy at close to the diagonal method's cost.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def show_version(asked: bool) -> None:
    """Print the version and stop."""
    if asked:
        typer.echo(f"compadagrad {compadagrad.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Full-matrix AdaGrad's accuracy at close to the diagonal method's cost."""


COMMANDS: Final = (fit, predict, evaluate, inspect, reproduce, compare)
"""The functions that are commands, in the order of the help."""

for command in COMMANDS:
    app.command()(command)


def run(arguments: Sequence[str]) -> int:
    """Run a command; the exit code. Without arguments, help is shown."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            outcome = app(
                list(arguments) or ["--help"], prog_name="compadagrad", standalone_mode=False
            )
        if sys.stdout is not None:
            sys.stdout.flush()
    except CompAdaGradError as error:
        return _complain(in_options(str(error)), USAGE)
    except MemoryError as error:
        return _complain(f"there is not enough memory: {error}", USAGE)
    except UnicodeEncodeError as error:
        return _complain(_cannot_encode(error), USAGE)
    except OSError as error:
        return _complain(_cannot_write(error), USAGE)
    except (typer.Abort, KeyboardInterrupt):
        outcome = INTERRUPTED
    except Exception as error:
        if _comes_of_an_interrupt(error):
            return _complain("interrupted", INTERRUPTED)
        if not isinstance(error, _WrongArgument):
            raise
        return _complain(_message(error), USAGE)
    if outcome == INTERRUPTED:
        return _complain("interrupted", INTERRUPTED)
    return outcome if isinstance(outcome, int) else 0


def _warn(message: Warning | str, *about: Any, **more: Any) -> None:
    """A warning as a line, without the place in the library that it comes from."""
    _complain(f"warning: {message}", 0)


def _cannot_encode(error: UnicodeEncodeError) -> str:
    letter = error.object[error.start]
    return (
        f"cannot write {letter!a} to the standard output: its encoding, {error.encoding}, does not "
        f"have it; set PYTHONIOENCODING=utf-8"
    )


def _cannot_write(error: OSError) -> str:
    """What the system refused; what is left of the output is given up, or Python complains, too."""
    if error.filename is None and sys.stdout is not None:
        with suppress(OSError):
            sys.stdout.close()
    return f"cannot write {error.filename or 'the standard output'}: {error.strerror or error}"


def _comes_of_an_interrupt(error: BaseException | None) -> bool:
    """Compiled code reports Ctrl-C by a SystemError that has it for a cause."""
    while isinstance(error, SystemError):
        error = error.__cause__
    return isinstance(error, KeyboardInterrupt)


def _message(error: Any) -> str:
    return str(error.format_message())


def _complain(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"compadagrad: {line}", file=sys.stderr)
    return code
