import os
import signal
import threading
from collections.abc import Iterator

import pytest

from compadagrad.cli.interrupts import Interrupts


@pytest.fixture(autouse=True)
def python_hears_interrupts() -> Iterator[None]:
    """Also where the tests run in the background of a shell, which has them ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_interrupts_at_once_and_the_second_is_as_always(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
        assert interrupts.asked
        assert signal.getsignal(number) is before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_held_is_done_to_its_end(number: signal.Signals) -> None:
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            held_through(interrupts, [number])
        assert interrupts.asked


def test_two_interrupts_end_at_once() -> None:
    with Interrupts() as interrupts, pytest.raises(CutOffError):
        held_through(interrupts, [signal.SIGINT] * 2)


class CutOffError(Exception):
    """What says that the end was not reached."""


def held_through(interrupts: Interrupts, numbers: list[signal.Signals]) -> None:
    """Send these signals while all is held; a CutOffError where that breaks it."""
    with interrupts.held():
        try:
            for number in numbers:
                os.kill(os.getpid(), number)
        except KeyboardInterrupt:
            raise CutOffError from None


def test_nothing_is_raised_where_nobody_asked() -> None:
    with Interrupts() as interrupts, interrupts.held():
        pass
    assert not interrupts.asked


def test_handlers_are_put_back_after_an_error() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ValueError, match="odd"), Interrupts():
        raise ValueError("odd")
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_leave_signals_alone() -> None:
    before, seen = signal.getsignal(signal.SIGINT), []

    def work() -> None:
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
