"""``compadagrad fit``: a model from data on disk."""

from typing import Annotated, Any

import typer

from compadagrad.cli import options as shared

__all__ = ["fit"]


def option(*names: str, help: str, metavar: str | None = None) -> Any:
    """An option whose default is that of the estimator."""
    return typer.Option(*names, help=help, metavar=metavar, show_default=False)


def fit(
    data: shared.Data,
    model: Annotated[
        str, typer.Option("--model", "-m", metavar="FILE", help="Where the model goes.")
    ],
    target: shared.Target = None,
    format: shared.Format = None,
    weight: shared.Weight = None,
    ignore: shared.Ignore = "",
    categorical: shared.Categorical = "",
    delimiter: shared.Delimiter = None,
    header: shared.Header = None,
    features: Annotated[
        int | None,
        option("--features", help="Of svmlight: how many; by default found in a first scan."),
    ] = None,
    zero_based: Annotated[
        bool, option("--zero-based", help="Of svmlight: indices begin at 0, not at 1.")
    ] = False,
    hash_bits: Annotated[
        int | None, option("--hash-bits", help="Hash features into 2^BITS columns.", metavar="BITS")
    ] = None,
    hash_seed: Annotated[int, typer.Option("--hash-seed", help="Of the hashes.")] = 0,
    classes: Annotated[
        str | None,
        option("--classes", help="With commas between; by default found in a first scan."),
    ] = None,
    loss: Annotated[
        str,
        typer.Option(
            "--loss",
            "-l",
            help="log_loss, hinge, squared_hinge for classes; squared_error, huber, "
            "absolute_error, quantile, poisson for numbers.",
        ),
    ] = "log_loss",
    penalty: Annotated[str | None, option("--penalty", help="l2, l1, elasticnet or none.")] = None,
    alpha: Annotated[float | None, option("--alpha", help="Weight of the penalty.")] = None,
    l1_ratio: Annotated[
        float | None, option("--l1-ratio", help="Share of l1 in elasticnet.")
    ] = None,
    subspace: Annotated[
        str | None, option("--subspace", help="tracked, srht, diagonal or full.")
    ] = None,
    k: Annotated[int | None, option("--k", "-k", help="Dimension of the subspace.")] = None,
    eta0: Annotated[float | None, option("--eta0", help="The rate.")] = None,
    tau: Annotated[
        float | None, option("--tau", help="Factor of the metric outside the subspace.")
    ] = None,
    delta: Annotated[float | None, option("--delta", help="What is added to the metric.")] = None,
    batch_size: Annotated[int | None, option("--batch-size", "-b", help="Rows of a step.")] = None,
    average: Annotated[
        bool | None, option("--average", help="Predict with the mean of the points.")
    ] = None,
    intercept: Annotated[
        bool | None, option("--intercept/--no-intercept", help="Whether there is an intercept.")
    ] = None,
    positive: Annotated[
        bool | None, option("--positive", help="Weights must be 0 or more.")
    ] = None,
    multiclass: Annotated[str | None, option("--multiclass", help="ovr or multinomial.")] = None,
    class_weight: Annotated[
        str | None, option("--class-weight", help="balanced: classes count alike.")
    ] = None,
    epsilon: Annotated[float | None, option("--epsilon", help="Of huber.")] = None,
    quantile: Annotated[float | None, option("--quantile", help="Of quantile.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of what is random.")] = 0,
    dtype: Annotated[str, typer.Option("--dtype", help="float64 or float32.")] = "float64",
    passes: Annotated[
        int, typer.Option("--passes", "-p", help="How often the data is learned from.")
    ] = 1,
    chunk_rows: Annotated[
        int, typer.Option("--chunk-rows", help="Rows that are read and learned at a time.")
    ] = 4096,
    on_error: shared.OnError = "raise",
    max_line: shared.MaxLine = shared.LONGEST_LINE,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint, if there is one.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Throw the checkpoint of an earlier run away.")
    ] = False,
    checkpoint_seconds: Annotated[
        float, typer.Option("--checkpoint-seconds", help="How often where a run is is noted.")
    ] = 30.0,
    checkpoint_rows: Annotated[
        int | None, option("--checkpoint-rows", help="The same, in rows.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    json: shared.Json = False,
) -> None:
    """Learn from a file, chunk by chunk in bounded memory, and write a model.

    Where it is, is noted in MODEL.checkpoint every 30 seconds, on Ctrl-C and before an error: the
    same command with --resume goes on from there, and the model has the same bits as if it had
    never stopped.
    """
    from compadagrad.cli.fitting import Choices, fit_model

    parameters = {
        "loss": loss,
        "penalty": penalty,
        "alpha": alpha,
        "l1_ratio": l1_ratio,
        "subspace": subspace,
        "k": k,
        "eta0": eta0,
        "tau": tau,
        "delta": delta,
        "batch_size": batch_size,
        "average": average,
        "fit_intercept": intercept,
        "positive": positive,
        "multiclass": multiclass,
        "class_weight": class_weight,
        "epsilon": epsilon,
        "quantile": quantile,
        "random_state": seed,
    }
    reading = {
        "format": format,
        "target": shared.column(target),
        "weight": shared.column(weight),
        "ignore": shared.columns(ignore),
        "categorical": shared.columns(categorical),
        "delimiter": delimiter,
        "header": header,
        "features": features,
        "one_based": not zero_based,
        "hash_bits": hash_bits,
        "hash_seed": hash_seed,
        "dtype": dtype,
        "on_error": on_error,
    }
    fit_model(
        Choices(
            data=data,
            model=model,
            reading=reading,
            parameters=parameters,
            classes=classes,
            max_line=max_line,
            passes=passes,
            chunk_rows=chunk_rows,
            resume=resume,
            restart=restart,
            checkpoint_seconds=checkpoint_seconds,
            checkpoint_rows=checkpoint_rows,
            shown=None if not (quiet or json) else False,
            as_machine=json,
        )
    )
