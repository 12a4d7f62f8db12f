"""Tables for terminals."""

from typing import Any

from compadagrad.errors import MissingExtraError
from compadagrad.experiments import Comparison, Estimate, Result
from compadagrad.report.summary import COLUMNS, cells, conditions

__all__ = ["show_comparison", "show_result"]

ROOM = ((140, 8), (100, 6), (0, 3))  # columns of a terminal, and of the table that fits into it


def show_result(result: Result, width: int | None = None) -> None:
    """Print a study; ``width`` overrides that of the terminal."""
    console, table = _console_and_table(width)
    for sentence in conditions(result):
        console.print(sentence, style="dim", highlight=False)
    shown = next(COLUMNS[:count] for least, count in ROOM if console.width >= least)
    for name in shown:
        left = name in ("method", "setting")
        table.add_column(_header(name), justify="left" if left else "right", no_wrap=True)
    for row in cells(result):
        table.add_row(*row[: len(shown)])
    table.title = result.facts.task
    console.print(table)


def show_comparison(comparison: Comparison, width: int | None = None) -> None:
    """Print two studies side by side."""
    console, table = _console_and_table(width)
    one, other = comparison.names
    for name in ("method", f"test %, {one}", f"test %, {other}", "difference",
                 f"online %, {one}", f"online %, {other}", "difference"):  # fmt: skip
        table.add_column(name, justify="left" if name == "method" else "right")
    for d in comparison.differences:
        test, online = ([e.percent() for e in pair] for pair in (d.test, d.online))
        differences = _points(d.test_difference), _points(d.online_difference)
        table.add_row(d.method, *test, differences[0], *online, differences[1])
    console.print(table)
    console.print(said(comparison), style="dim", highlight=False)


def said(comparison: Comparison) -> str:
    """What the columns of differences are."""
    one, other = comparison.names
    if not comparison.same_data:
        words = f"{one} and {other} have learned from different data or features: nothing is paired"
    elif not comparison.seeds:
        words = f"{one} and {other} share no seed: nothing is paired"
    else:
        words = (
            f"Differences are {other} less {one}, in points, paired over "
            f"{len(comparison.seeds)} shared seeds, with standard errors"
        )
    for name, methods in zip(comparison.names, comparison.only, strict=True):
        if methods:
            words += f"; only in {name}: {', '.join(methods)}"
    return f"{words}."


def _header(name: str) -> str:
    """In two lines, so that columns are as wide as what stands in them."""
    return "\n".join(name.rsplit(" ", 1) if len(name) > 8 else [name])


def _points(difference: Estimate | None) -> str:
    return "" if difference is None else difference.percent(signed=True)


def _console_and_table(width: int | None) -> tuple[Any, Any]:
    try:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        raise MissingExtraError("tables in a terminal", ["rich"], "report") from None
    return Console(width=width), Table(box=SIMPLE_HEAD, title_justify="left", title_style="bold")
