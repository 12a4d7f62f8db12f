"""A bar that says how far a long game is."""

import sys
import time
from typing import TextIO, final

__all__ = ["Progress"]

PATIENCE = 2.0  # seconds before the first line
INTERVAL = 0.5  # and between two
WIDTH = 20  # letters of the bar


@final
class Progress:
    """A bar with rounds, cumulative loss and the time left on ``stream``, rewritten in place.

    The loss is that of all rounds, those of earlier parts of the game too. ``shown`` of None stands
    for "where ``stream`` is a terminal". Short games stay silent. Of the ``total`` rounds, if they
    are known, ``begun`` have been played before.
    """

    def __init__(
        self,
        shown: bool | None,
        total: int | None,
        stream: TextIO | None = None,
        *,
        begun: int = 0,
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty() if shown is None else shown
        self._total, self._begun, self._started = total, begun, time.perf_counter()
        self._next = self._started + PATIENCE
        self._longest = 0

    def tell(self, rounds: int, loss: float, name: str = "loss") -> None:
        """After some rounds, if it is time; ``name`` says what loss it is."""
        if self._shown and time.perf_counter() >= self._next:
            self._next = time.perf_counter() + INTERVAL
            line = self.line(rounds, loss, name)
            self._longest = max(self._longest, len(line))
            self._stream.write(f"\r{line.ljust(self._longest)}")
            self._stream.flush()

    def line(self, rounds: int, loss: float, name: str = "loss") -> str:
        """What is shown."""
        seconds = time.perf_counter() - self._started
        if self._total is None:
            return f"round {rounds}, {seconds:.0f} s, {name} {loss:.6g}"
        share, pace = rounds / self._total, seconds / max(1, rounds - self._begun)
        bar, left = "#" * int(share * WIDTH), pace * (self._total - rounds)
        return (
            f"[{bar:.<{WIDTH}}] round {rounds} of {self._total}, {name} {loss:.6g}, "
            f"{left:.0f} s left"
        )

    def close(self) -> None:
        """End the line."""
        if self._longest:
            self._stream.write("\n")
