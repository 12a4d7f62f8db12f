"""``compadagrad predict``: what a model says about data on disk."""

from typing import Annotated

import typer

from compadagrad.cli import options as shared

__all__ = ["predict"]


def predict(
    data: shared.Data,
    model: shared.Model,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where it goes; - is stdout.")
    ] = "-",
    what: Annotated[
        str,
        typer.Option(
            "--what",
            "-w",
            help="labels, probabilities or margins.",
            autocompletion=shared.completing(("labels", "probabilities", "margins")),
        ),
    ] = "labels",
    csv: Annotated[
        bool, typer.Option("--csv", help="A table with a header and the number of each line.")
    ] = False,
    format: shared.Format = None,
    ignore: shared.Ignored = None,
    delimiter: shared.Delimiter = None,
    header: shared.Header = None,
    on_error: shared.OnError = "raise",
    max_line: shared.MaxLine = shared.LONGEST_LINE,
    json: shared.Json = False,
) -> None:
    """A prediction a line; targets are not looked at.

    The file is read as that of the training, but for what is said here. Of two classes, a
    probability or margin is that of the second; of more, there is one for each, with commas
    between. With --json each line is an object.
    """
    from compadagrad.cli.predicting import Wanted, predict_file

    given = {
        "format": format,
        "ignore": None if ignore is None else shared.columns(ignore),
        "delimiter": delimiter,
        "header": header,
        "on_error": on_error,
    }
    predict_file(data, model, given, max_line, Wanted(what, output, csv, json))
