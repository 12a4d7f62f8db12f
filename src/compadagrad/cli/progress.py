"""How far a training is: a bar on a terminal."""

import sys
import time
from types import TracebackType
from typing import Any, final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["Bar"]

STEPS = 1000


@final
class Bar:
    """Shares, online error, rows a second and the time that is left, on stderr.

    Parameters
    ----------
    shown : bool or None
        Whether to show it; None: where stderr is a terminal. With False, notes are not shown, too.
    """

    def __init__(self, shown: bool | None = None) -> None:
        self._silent = shown is False
        shown = sys.stderr.isatty() if shown is None else shown
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[share]}"),
            TextColumn("{task.fields[said]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True, force_terminal=shown or None),
            disable=not shown,
            transient=True,
        )
        self._task = self._progress.add_task("reading", total=None, share="", said="")
        self._started, self._rows = time.monotonic(), 0

    def begin(self) -> None:
        """The clock of rows a second, and of the time that is left, starts now."""
        self._started, self._rows = time.monotonic(), 0
        self._progress.reset(self._task, share="", said="")

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def say(self, text: str) -> None:
        """What is being done."""
        self._progress.update(self._task, description=text)

    def note(self, text: str) -> None:
        """A line on stderr, unless nothing is to be shown."""
        if not self._silent:
            self._progress.console.print(text, highlight=False, soft_wrap=True)

    def tell(self, rows: int, share: float | None, error: float) -> None:
        """After some more rows: the share of all that is done, and the online error."""
        self._rows += rows
        rate = self._rows / max(time.monotonic() - self._started, 1e-9)
        self.reach(share)
        self._progress.update(self._task, said=said(self._rows, rate, error))

    def reach(self, share: float | None) -> None:
        """How much of what is being done is done; None where that is not known."""
        known: dict[str, Any] = {} if share is None else {"completed": STEPS * share}
        self._progress.update(
            self._task,
            total=None if share is None else STEPS,
            share="" if share is None else f"{share:.0%}",
            **known,
        )


def said(rows: int, rate: float, error: float) -> str:
    """What stands behind the bar.

    >>> said(20000, 12345.6, 0.03125)
    '20,000 rows, 12,346 rows/s, online error 0.03125'
    """
    return f"{rows:,} rows, {rate:,.0f} rows/s, online error {error:.4g}"
