"""The options of the command line, where messages of the library name its arguments."""

import inspect
import re
from typing import Any, Final

from compadagrad.cli.fit import fit

__all__ = ["in_options", "said"]

OTHERWISE: Final = {
    "random_state": "--seed",
    "fit_intercept": "--intercept",
    "one_based": "--zero-based",
}

OPTIONS: Final = {
    **{
        name: "--" + name.replace("_", "-")
        for name in inspect.signature(fit).parameters
        if name != "data"
    },
    **OTHERWISE,
}

QUOTE: Final = "'"

_NAMES = "|".join(sorted(OPTIONS, key=len, reverse=True))
_LONG = "|".join(sorted((name for name in OPTIONS if "_" in name), key=len, reverse=True))
_APART = r"(?<![\w'\"/.=-])"  # not within a path or a quotation
_VALUE = re.compile(rf"{_APART}({_NAMES})=('[^']*'|[^\s,;')]+)")
_FIRST = re.compile(rf"^({_NAMES})(?= must be )")
_WORD = re.compile(rf"{_APART}({_LONG})(?![\w'\"/.=-])")


def said(name: str, value: Any) -> str:
    """An argument with its value, as it is typed.

    >>> said("batch_size", 5), said("random_state", None), said("average", True)
    ('--batch-size 5', 'no --seed', '--average')
    """
    option = OPTIONS.get(name, f"--{name}")
    if name == "one_based":
        value = not value
    if value is None or value is False or value in ([], ()):
        return f"no {option}"
    if value is True:
        return option
    values = value if isinstance(value, list | tuple) else [value]
    return f"{option} {','.join(map(_typed, values))}"


def in_options(message: str) -> str:
    """A message of the library in words of the command line.

    >>> in_options("hash_bits must be an integer; or pass over them with on_error='skip'")
    '--hash-bits must be an integer; or pass over them with --on-error skip'
    """
    message = _VALUE.sub(lambda found: f"{OPTIONS[found[1]]} {found[2].strip(QUOTE)}", message)
    message = _FIRST.sub(lambda found: OPTIONS[found[1]], message)
    return _WORD.sub(lambda found: OPTIONS[found[1]], message)


def _typed(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
