"""``compadagrad evaluate``: how good a model is on data on disk."""

from compadagrad.cli import options as shared

__all__ = ["evaluate"]


def evaluate(
    data: shared.Data,
    model: shared.Model,
    target: shared.Target = None,
    format: shared.Format = None,
    weight: shared.Weight = None,
    ignore: shared.Ignored = None,
    delimiter: shared.Delimiter = None,
    header: shared.Header = None,
    on_error: shared.OnError = "raise",
    max_line: shared.MaxLine = shared.LONGEST_LINE,
    json: shared.Json = False,
) -> None:
    """Error, log loss and area under the curve; of numbers, MSE, MAE and R2.

    The file is read as that of the training, but for what is said here.
    """
    from compadagrad.cli.evaluating import evaluate_model

    given = {
        "target": shared.column(target),
        "format": format,
        "weight": shared.column(weight),
        "ignore": None if ignore is None else shared.columns(ignore),
        "delimiter": delimiter,
        "header": header,
        "on_error": on_error,
    }
    evaluate_model(data, model, given, max_line, as_machine=json)
