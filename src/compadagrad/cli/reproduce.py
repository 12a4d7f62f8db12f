"""``compadagrad reproduce``: the experiments of the paper."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from compadagrad.errors import InvalidInputError

__all__ = ["reproduce"]


def reproduce(
    experiment: Annotated[
        str | None,
        typer.Argument(help="mnist49, rcv1 or bovw; or none with --study.", show_default=False),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(
            "--data",
            "-d",
            metavar="DIR",
            help="Folder of the data, or of mnist49: embedded (1,000 images that need no download) "
            "or openml; by default $COMPADAGRAD_DATA.",
            show_default=False,
        ),
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option("--study", help="Run the study in this TOML file.", show_default=False),
    ] = None,
    seeds: Annotated[
        int | None, typer.Option("--seeds", help="How many permutations.", show_default=False)
    ] = None,
    batch: Annotated[
        int | None, typer.Option("--batch", "-b", help="Examples a step.", show_default=False)
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="Processes; by default one a core.", show_default=False),
    ] = None,
    backend: Annotated[str, typer.Option("--backend", help="loky, dask or ray.")] = "loky",
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", help="Address of a Dask or Ray cluster.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Folder of the report; by default reports/NAME.", show_default=False
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            "--cache", help="Folder of outcomes; by default $COMPADAGRAD_CACHE.", show_default=False
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Run again what is in the cache.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Much smaller, for a look.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Print the study in TOML, and run nothing.")
    ] = False,
) -> None:
    """Run an experiment of the paper, and write a report.

    What was run once is taken from the cache: an interrupted study goes on where it stopped, and a
    finished one is instant.
    """
    from compadagrad.experiments import run, study_to_toml

    found, folder = planned(experiment, data, study, quick)
    if seeds is not None:
        found = found.with_seeds(seeds)
    if batch is not None:
        found = found.with_batch(batch)
    if show:
        typer.echo(study_to_toml(found).rstrip())
        return
    from compadagrad.report import progress_bar, show_result, write_report

    how: dict[str, Any] = {"jobs": jobs, "backend": backend, "scheduler": scheduler}
    with progress_bar() as watch:
        result = run(found, folder, cache=cache, fresh=fresh, watch=watch, **how)
    show_result(result)
    typer.echo(write_report(result, out or Path("reports", found.name)))


def planned(experiment: str | None, data: str | None, study: Path | None, quick: bool) -> Any:
    """What to run, and the folder of its data; a study says itself what it learns from."""
    from compadagrad.experiments import Plan, experiment_of, read_study

    if study is not None:
        _check_alone(experiment, quick)
        folder = data or os.environ.get("COMPADAGRAD_DATA")
        return Plan(read_study(study), Path(folder) if folder else None)
    if experiment is None:
        raise InvalidInputError("name an experiment (mnist49, rcv1 or bovw) or give --study FILE")
    return experiment_of(experiment).plan(data, quick)


def _check_alone(experiment: str | None, quick: bool) -> None:
    """Raise where a file is to say what is run, and the command says something else, too."""
    if experiment is not None:
        raise InvalidInputError(
            f"give an experiment or --study FILE, not both; got {experiment!r} beside a file"
        )
    if quick:
        raise InvalidInputError(
            "--quick is for experiments; a study in a file is as large as it says there"
        )
