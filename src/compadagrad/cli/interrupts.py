"""Ctrl-C and a polite kill, answered when it suits."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Final, final

__all__ = ["Interrupts"]

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@final
class Interrupts:
    """A context in which the first signal sets ``asked``; the second does what it always does.

    Outside the main thread signals are none of our business.
    """

    def __init__(self) -> None:
        self.asked = False
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

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        self._restore()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
