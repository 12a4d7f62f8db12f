"""What the library raises."""

from collections.abc import Sequence

__all__ = [
    "CompAdaGradError",
    "InexactUpdateError",
    "InexactUpdateWarning",
    "InvalidInputError",
    "MissingExtraError",
]


class CompAdaGradError(Exception):
    """Any error that this library raises on purpose."""


class InvalidInputError(CompAdaGradError, ValueError):
    """An argument that cannot be used: says what was given, what is allowed and what to do."""


class InexactUpdateError(CompAdaGradError, RuntimeError):
    """An update whose solver missed its tolerance: says by how much; the learner is as it was."""


class MissingExtraError(CompAdaGradError, ImportError):
    """A part of the library was asked for whose dependencies are not installed."""

    def __init__(self, what: str, missing: Sequence[str], extra: str) -> None:
        super().__init__(
            f"{what} needs {', '.join(missing)}; install with: pip install 'compadagrad[{extra}]'"
        )


class InexactUpdateWarning(RuntimeWarning):
    """The same where the best point found was accepted."""
