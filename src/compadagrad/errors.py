"""What the library raises."""

__all__ = ["CompAdaGradError", "InvalidInputError"]


class CompAdaGradError(Exception):
    """Any error that this library raises on purpose."""


class InvalidInputError(CompAdaGradError, ValueError):
    """An argument that cannot be used: says what was given, what is allowed and what to do."""
