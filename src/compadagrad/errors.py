"""What the library raises."""

__all__ = [
    "CompAdaGradError",
    "InexactUpdateError",
    "InexactUpdateWarning",
    "InvalidInputError",
]


class CompAdaGradError(Exception):
    """Any error that this library raises on purpose."""


class InvalidInputError(CompAdaGradError, ValueError):
    """An argument that cannot be used: says what was given, what is allowed and what to do."""


class InexactUpdateError(CompAdaGradError, RuntimeError):
    """An update whose solver missed its tolerance: says by how much; the learner is as it was."""


class InexactUpdateWarning(RuntimeWarning):
    """The same where the best point found was accepted."""
