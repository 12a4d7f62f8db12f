"""``compadagrad compare``: two studies side by side."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["compare"]


def compare(
    one: Annotated[Path, typer.Argument(metavar="A", help="Folder of a report.")],
    other: Annotated[Path, typer.Argument(metavar="B", help="Folder of another one.")],
) -> None:
    """Compare two studies, method by method; differences are paired where they share seeds."""
    from compadagrad.experiments import compared, read_result
    from compadagrad.report import show_comparison

    show_comparison(compared(read_result(one), read_result(other)))
