"""``compadagrad inspect``: what a model is."""

from typing import Annotated

import typer

from compadagrad.cli import options as shared

__all__ = ["inspect"]


def inspect(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The model's file.")],
    largest: Annotated[
        int, typer.Option("--largest", help="How many of the largest weights are shown.")
    ] = 10,
    json: shared.Json = False,
) -> None:
    """What a model is and has learned: its weights, and the energy of the gradients it has seen.

    The captured share is that of the squared length of all gradients that lies in the subspace
    with the full metric; the bars are its directions.
    """
    from compadagrad.cli.inspecting import inspect_model

    inspect_model(model, largest, as_machine=json)
