"""The options that more than one command has."""

from typing import Annotated, Final

import typer

__all__ = [
    "LONGEST_LINE",
    "Categorical",
    "Data",
    "Delimiter",
    "Format",
    "Header",
    "Ignore",
    "Ignored",
    "Json",
    "MaxLine",
    "Model",
    "OnError",
    "Target",
    "Weight",
    "column",
    "columns",
]

LONGEST_LINE: Final = 1 << 24

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
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="svmlight, vw, csv or parquet; by default by the suffix of the file.",
        show_default=False,
    ),
]
Target = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        metavar="COLUMN",
        help="Of tables: the column of the target, by name, or by number from 0 on.",
        show_default=False,
    ),
]
Weight = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="COLUMN",
        help="Of tables: the column of the weights.",
        show_default=False,
    ),
]
Ignore = Annotated[
    str,
    typer.Option(
        "--ignore",
        metavar="COLUMNS",
        help="Of tables: columns to leave out, with commas between them.",
        show_default=False,
    ),
]
Ignored = Annotated[
    str | None,
    typer.Option(
        "--ignore",
        metavar="COLUMNS",
        help="Of tables: columns to leave out, with commas between them.",
        show_default=False,
    ),
]
Categorical = Annotated[
    str,
    typer.Option(
        "--categorical",
        metavar="COLUMNS",
        help="Of tables: columns that hold names, with commas between them; needs --hash-bits.",
        show_default=False,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter", metavar="CHARACTER", help="Of csv: what stands between fields.",
        show_default=False,
    ),
]  # fmt: skip
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header", help="Of csv: whether the first line names the columns.",
        show_default=False,
    ),
]  # fmt: skip
OnError = Annotated[
    str,
    typer.Option(
        "--on-error",
        metavar="POLICY",
        help="raise: a malformed line is an error; skip: it is passed over and counted.",
    ),
]
MaxLine = Annotated[
    int, typer.Option("--max-line", metavar="BYTES", help="The longest line that is taken.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def column(text: str | None) -> str | int | None:
    """A column by what was typed: digits are its number.

    >>> column("price"), column("3"), column(None)
    ('price', 3, None)
    """
    return int(text) if text is not None and text.isascii() and text.isdigit() else text


def columns(text: str) -> tuple[str | int, ...]:
    """Columns with commas between them.

    >>> columns("id,3")
    ('id', 3)
    """
    found = (column(part) for part in text.split(",") if part)
    return tuple(part for part in found if part is not None)
