"""A line of text that says how far a long game is."""

import sys
import time
from typing import TextIO, final

__all__ = ["Progress"]

PATIENCE = 2.0  # seconds before the first line
INTERVAL = 0.5  # and between two


@final
class Progress:
    """Rounds, time and cumulative loss on ``stream``, rewritten in place.

    ``shown`` of None stands for "where ``stream`` is a terminal". Short games stay silent.
    """

    def __init__(self, shown: bool | None, total: int | None, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty() if shown is None else shown
        self._total, self._started = total, time.perf_counter()
        self._next = self._started + PATIENCE
        self._wrote = False

    def tell(self, rounds: int, loss: float) -> None:
        """After some rounds, if it is time."""
        if self._shown and time.perf_counter() >= self._next:
            self._next = time.perf_counter() + INTERVAL
            self._wrote = True
            self._stream.write(f"\r{self.line(rounds, loss)}")
            self._stream.flush()

    def line(self, rounds: int, loss: float) -> str:
        """What is shown."""
        seconds = time.perf_counter() - self._started
        of = "" if self._total is None else f" of {self._total} ({rounds / self._total:.0%})"
        return f"round {rounds}{of}, {seconds:.0f} s, cumulative loss {loss:.6g}"

    def close(self) -> None:
        """End the line."""
        if self._wrote:
            self._stream.write("\n")
