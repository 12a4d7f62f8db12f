"""The options that more than one command has."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

__all__ = [
    "LONGEST_LINE",
    "Categorical",
    "Data",
    "Delimiter",
    "Format",
    "Header",
    "Ignored",
    "Json",
    "MaxLine",
    "Model",
    "OnError",
    "Target",
    "Weight",
    "column",
    "columns",
    "completing",
    "of_data",
    "option",
]

LONGEST_LINE: Final = 1 << 24
FORMATS: Final = ("svmlight", "vw", "csv", "parquet")

DATA: Final = "How the data is read"


def option(
    panel: str,
    *names: str,
    help: str,
    metavar: str | None = None,
    shown: bool = False,
    values: Sequence[str] = (),
) -> Any:
    """An option in a panel of the help; its default is not ``shown`` where it says nothing.

    Shells complete its ``values``.
    """
    return typer.Option(
        *names,
        help=help,
        metavar=metavar,
        show_default=shown,
        rich_help_panel=panel,
        autocompletion=completing(values) if values else None,
    )


def completing(values: Sequence[str]) -> Callable[[str], list[str]]:
    """What shells are told of an option: its values that begin with what was typed."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in values if value.startswith(incomplete)]

    return complete


def of_data(*names: str, help: str, **more: Any) -> Any:
    """An option that says what a file is."""
    return option(DATA, *names, help=help, **more)


Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file, or - for the standard input; .gz, .bz2 and .zst are decompressed.",
        show_default=False,
    ),
]
Model = Annotated[str, typer.Option("--model", "-m", metavar="FILE", help="The model's file.")]
Format = Annotated[
    str | None,
    of_data(
        "--format",
        "-f",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)}; by default by the suffix.",
        values=FORMATS,
    ),
]
Target = Annotated[
    str | None,
    of_data("--target", "-t", metavar="COLUMN", help="Of tables: by name, or by number from 0 on."),
]
Weight = Annotated[
    str | None,
    of_data("--weight", metavar="COLUMN", help="Of tables: the column of the weights."),
]
Ignored = Annotated[
    str | None,
    of_data("--ignore", metavar="COLUMNS", help="Of tables: what to leave out, with commas."),
]
Categorical = Annotated[
    str | None,
    of_data("--categorical", metavar="COLUMNS", help="Of tables: names; needs --hash-bits."),
]
Delimiter = Annotated[
    str | None,
    of_data("--delimiter", metavar="CHARACTER", help="Of csv: what stands between fields."),
]
Header = Annotated[
    bool | None,
    of_data("--header/--no-header", help="Of csv: whether the first line names the columns."),
]
OnError = Annotated[
    str,
    of_data(
        "--on-error",
        metavar="POLICY",
        help="raise: a malformed line ends the run; skip: it is counted and passed over.",
        shown=True,
        values=("raise", "skip"),
    ),
]
MaxLine = Annotated[
    int, of_data("--max-line", metavar="BYTES", help="The longest line that is taken.", shown=True)
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def column(text: str | None) -> str | int | None:
    """A column by what was typed: digits are its number.

    >>> column("price"), column("3"), column(None)
    ('price', 3, None)
    """
    return int(text) if text is not None and text.isascii() and text.isdigit() else text


def columns(text: str | None) -> tuple[str | int, ...]:
    """Columns with commas between them.

    >>> columns("id,3"), columns(None)
    (('id', 3), ())
    """
    found = (column(part) for part in (text or "").split(",") if part)
    return tuple(part for part in found if part is not None)
