from itertools import pairwise

import pytest

from compadagrad.estimators.interrupts import interrupts_as_such


def chained(*errors: BaseException) -> BaseException:
    """The first of them, with the next for its cause, and so on."""
    for error, cause in pairwise(errors):
        error.__cause__ = cause
    return errors[0]


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_an_interrupt_is_one_however_deep(depth: int) -> None:
    error = chained(*(SystemError() for _ in range(depth)), KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt), interrupts_as_such():
        raise error


@pytest.mark.parametrize(
    "error",
    [
        SystemError("of another kind"),
        chained(SystemError("of another kind"), ValueError()),
        chained(ValueError("handled"), KeyboardInterrupt()),
    ],
    ids=repr,
)
def test_other_errors_are_left_alone(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)) as caught, interrupts_as_such():
        raise error
    assert caught.value is error


def test_without_an_error_nothing_happens() -> None:
    with interrupts_as_such():
        done = True
    assert done
