"""Ctrl-C, as Python has it."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_as_such"]


@contextmanager
def interrupts_as_such() -> Iterator[None]:
    """Raise the KeyboardInterrupt that compiled code wraps in a SystemError."""
    try:
        yield
    except SystemError as error:
        if not _comes_of_an_interrupt(error):
            raise
        raise KeyboardInterrupt from error


def _comes_of_an_interrupt(error: BaseException | None) -> bool:
    while isinstance(error, SystemError):
        error = error.__cause__
    return isinstance(error, KeyboardInterrupt)
