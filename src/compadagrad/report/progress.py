"""A bar that says how far a study has come, and how long it will take."""

from collections.abc import Iterator
from contextlib import contextmanager

from compadagrad.errors import MissingExtraError
from compadagrad.experiments import Progress
from compadagrad.experiments.runner import Watcher

__all__ = ["progress_bar", "time_left"]


@contextmanager
def progress_bar() -> Iterator[Watcher]:
    """A bar on stderr, from the first Progress of a study to the end of the block."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar
    except ImportError:
        raise MissingExtraError("a progress bar", ["rich"], "report") from None
    columns = (
        TextColumn("{task.description:9}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
    )
    bars: dict[str, int] = {}
    bar = Bar(*columns, console=Console(stderr=True))

    def watch(progress: Progress) -> None:
        bar.start()
        if progress.stage not in bars:
            bars[progress.stage] = bar.add_task(progress.stage, total=progress.total, left="")
        bar.update(
            bars[progress.stage],  # type: ignore[arg-type]
            completed=progress.done,
            total=progress.total,
            left=time_left(progress),
        )

    try:
        yield watch
    finally:
        if bars:
            bar.stop()


def time_left(progress: Progress) -> str:
    """The time left, in words."""
    if progress.done == progress.total or progress.seconds_left is None:
        return ""
    seconds = round(progress.seconds_left)
    if seconds < 100:
        return f"about {max(seconds, 1)} s left"
    return f"about {round(seconds / 60)} min left"
