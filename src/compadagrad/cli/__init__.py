"""The command line: ``compadagrad``, or ``python -m compadagrad``."""

import importlib.util

from compadagrad.errors import MissingExtraError

__all__ = ["main"]

NEEDED = ("typer", "rich")


def main() -> None:
    """Run the command that the arguments name, and exit: 0, 2 for what the user can mend, 130.

    An error that the library raises on purpose, or a wrong argument, is one line on stderr and the
    exit code 2; an interrupt is 130. Anything else is a fault of this program, and is shown whole.
    """
    import sys

    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        print(
            f"compadagrad: {MissingExtraError('the command line', missing, 'cli')}", file=sys.stderr
        )
        sys.exit(2)
    try:
        from compadagrad.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules were loading, or run was about to end
        print("compadagrad: interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
