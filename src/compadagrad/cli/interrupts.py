"""Ctrl-C and a polite kill, answered at once, or when what must be whole is done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final, final

__all__ = ["Interrupts"]

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@final
class Interrupts:
    """A context in which the first signal interrupts, and the second does what it always does.

    Within ``held()`` the interrupt comes at the end. Outside the main thread signals are none of
    our business.
    """

    def __init__(self) -> None:
        self.asked = False
        self._holding = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._note) for number in SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    @contextmanager
    def held(self) -> Iterator[None]:
        """A context that the first signal does not break."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self.asked:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        self._restore()
        if not self._holding:
            raise KeyboardInterrupt

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
