"""``compadagrad fit``: a model from data on disk."""

from typing import Annotated, Any, Final

import typer

from compadagrad.cli import options as shared

__all__ = ["fit"]


LEARNING: Final = "What is learned"
RUN: Final = "The run"


LOSSES: Final = (
    "log_loss", "hinge", "squared_hinge",
    "squared_error", "huber", "absolute_error", "quantile", "poisson",
)  # fmt: skip


def learned(*names: str, help: str, **more: Any) -> Any:
    """An option of the estimator; where none is shown, its default is the estimator's."""
    return shared.option(LEARNING, *names, help=help, **more)


def run(*names: str, help: str, **more: Any) -> Any:
    """An option of how the run goes."""
    return shared.option(RUN, *names, help=help, **more)


def fit(
    data: shared.Data,
    model: Annotated[
        str, typer.Option("--model", "-m", metavar="FILE", help="Where the model goes.")
    ],
    target: shared.Target = None,
    format: shared.Format = None,
    weight: shared.Weight = None,
    ignore: shared.Ignored = None,
    categorical: shared.Categorical = None,
    delimiter: shared.Delimiter = None,
    header: shared.Header = None,
    features: Annotated[
        int | None, shared.of_data("--features", help="Of svmlight: how many; else a scan counts.")
    ] = None,
    zero_based: Annotated[
        bool, shared.of_data("--zero-based", help="Of svmlight: indices begin at 0, not at 1.")
    ] = False,
    hash_bits: Annotated[
        int | None,
        shared.of_data("--hash-bits", help="Hash features into 2^BITS columns.", metavar="BITS"),
    ] = None,
    hash_seed: Annotated[int, shared.of_data("--hash-seed", help="Of the hashes.", shown=True)] = 0,
    classes: Annotated[
        str | None, shared.of_data("--classes", help="With commas; else a first scan finds them.")
    ] = None,
    dtype: Annotated[
        str,
        shared.of_data(
            "--dtype", help="float64 or float32.", shown=True, values=("float64", "float32")
        ),
    ] = "float64",
    on_error: shared.OnError = "raise",
    max_line: shared.MaxLine = shared.LONGEST_LINE,
    loss: Annotated[
        str,
        learned(
            "--loss",
            "-l",
            help="Of classes: log_loss, hinge, squared_hinge; of numbers: squared_error, huber, "
            "absolute_error, quantile, poisson.",
            shown=True,
            values=LOSSES,
        ),
    ] = "log_loss",
    penalty: Annotated[
        str | None,
        learned(
            "--penalty",
            help="l2, l1, elasticnet or none.",
            values=("l2", "l1", "elasticnet", "none"),
        ),
    ] = None,
    alpha: Annotated[float | None, learned("--alpha", help="Weight of the penalty.")] = None,
    l1_ratio: Annotated[
        float | None, learned("--l1-ratio", help="Share of l1 in elasticnet.")
    ] = None,
    subspace: Annotated[
        str | None,
        learned(
            "--subspace",
            help="tracked, srht, diagonal or full.",
            values=("tracked", "srht", "diagonal", "full"),
        ),
    ] = None,
    k: Annotated[int | None, learned("--k", "-k", help="Dimension of the subspace.")] = None,
    eta0: Annotated[float | None, learned("--eta0", help="The rate.")] = None,
    tau: Annotated[
        float | None, learned("--tau", help="Factor of the metric outside the subspace.")
    ] = None,
    delta: Annotated[float | None, learned("--delta", help="What is added to the metric.")] = None,
    batch_size: Annotated[int | None, learned("--batch-size", "-b", help="Rows of a step.")] = None,
    average: Annotated[
        bool | None, learned("--average", help="Predict with the mean of the points.")
    ] = None,
    intercept: Annotated[
        bool | None, learned("--intercept/--no-intercept", help="Whether there is an intercept.")
    ] = None,
    positive: Annotated[
        bool | None, learned("--positive", help="Weights must be 0 or more.")
    ] = None,
    multiclass: Annotated[
        str | None,
        learned("--multiclass", help="ovr or multinomial.", values=("ovr", "multinomial")),
    ] = None,
    class_weight: Annotated[
        str | None,
        learned("--class-weight", help="balanced: classes count alike.", values=("balanced",)),
    ] = None,
    epsilon: Annotated[float | None, learned("--epsilon", help="Of huber.")] = None,
    quantile: Annotated[float | None, learned("--quantile", help="Of quantile.")] = None,
    seed: Annotated[int, learned("--seed", help="Of what is random.", shown=True)] = 0,
    passes: Annotated[
        int, run("--passes", "-p", help="How often the data is learned from.", shown=True)
    ] = 1,
    chunk_rows: Annotated[
        int, run("--chunk-rows", help="Rows that are read and learned at a time.", shown=True)
    ] = 4096,
    max_weights: Annotated[
        int,
        run(
            "--max-weights",
            metavar="NUMBERS",
            help="The most that a model may have: features times scores, times the subspace.",
            shown=True,
        ),
    ] = 1 << 25,
    resume: Annotated[
        bool, run("--resume", help="Go on from the checkpoint, if there is one.")
    ] = False,
    restart: Annotated[
        bool, run("--restart", help="Throw the checkpoint of an earlier run away.")
    ] = False,
    checkpoint_seconds: Annotated[
        float, run("--checkpoint-seconds", help="How often a checkpoint is written.", shown=True)
    ] = 30.0,
    checkpoint_rows: Annotated[
        int | None, run("--checkpoint-rows", help="The same, in rows.")
    ] = None,
    quiet: Annotated[bool, run("--quiet", "-q", help="No progress bar.")] = False,
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
            max_weights=max_weights,
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
