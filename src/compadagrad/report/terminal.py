"""Tables for terminals."""

from typing import Any

from compadagrad.errors import MissingExtraError
from compadagrad.experiments import Comparison, Estimate, Result
from compadagrad.report.studies import families
from compadagrad.report.summary import COLUMNS, conditions, headline, remarks
from compadagrad.report.summary import cells as cells_of

__all__ = ["show_comparison", "show_result"]

ROOM = ((140, 8), (100, 6), (0, 3))  # columns of a terminal, and of the table that fits into it

PAIRS = ("method", "test %\nof A", "test %\nof B", "B less A", "online %\nof A", "online %\nof B",
         "B less A")  # fmt: skip
PAIRS_WIDTH = 120


def show_result(result: Result, width: int | None = None) -> None:
    """Print a study; ``width`` overrides that of the terminal."""
    console, table = _console_and_table(width)
    shown = next(COLUMNS[:count] for least, count in ROOM if console.width >= least)
    for sentence in conditions(result, shown):
        console.print(sentence, style="dim", highlight=False, markup=False)
    for name in shown:
        _add_column(table, name, _header(name))
    for row in cells_of(result):
        table.add_row(*row[: len(shown)])
    table.title = result.facts.task
    console.print(table)
    for sentence in remarks(result):
        console.print(sentence, highlight=False, markup=False)
    console.print(headline(families(result)), highlight=False)


def show_comparison(comparison: Comparison, width: int | None = None) -> None:
    """Print two studies side by side."""
    console, table = _console_and_table(width)
    shown = len(PAIRS) if console.width >= PAIRS_WIDTH else 4
    for name in PAIRS[:shown]:
        _add_column(table, name, name)
    for d in comparison.differences:
        test, online = ([e.percent() for e in pair] for pair in (d.test, d.online))
        cells = d.method, *test, _points(d.test_difference), *online, _points(d.online_difference)
        table.add_row(*cells[:shown])
    one, other = comparison.names
    console.print(f"A is {one}, B is {other}.", highlight=False)
    console.print(table)
    console.print(said(comparison), style="dim", highlight=False)


def said(comparison: Comparison) -> str:
    """What the columns of differences are."""
    count = len(comparison.seeds)
    if not comparison.same_data:
        words = "A and B have learned from different data or features: nothing is paired"
    elif not count:
        words = "A and B share no seed: nothing is paired"
    else:
        words = f"Differences are in points, paired over {count} shared seeds"
    for name, methods in zip("AB", comparison.only, strict=True):
        if methods:
            words += f"; only in {name}: {', '.join(methods)}"
    for number, name in enumerate("AB"):
        for d in comparison.differences:
            if d.failures[number]:
                words += (
                    f"; in {name}, seeds of {d.method} that came to nothing and count as an error "
                    f"of 100 %: {d.failures[number]}"
                )
    return f"{words}."


def _add_column(table: Any, name: str, header: str) -> None:
    """A column; names of methods are what is broken where there is no room."""
    left = name in ("method", "setting")
    table.add_column(header, justify="left" if left else "right", no_wrap=name != "method")


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
