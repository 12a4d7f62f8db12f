"""A model against the targets of a file."""

from typing import Any

from compadagrad.cli.output import print_result, say_faults
from compadagrad.cli.reading import questions
from compadagrad.cli.scores import ClassScores, NumberScores, Scores
from compadagrad.errors import InvalidInputError

__all__ = ["evaluate_model"]


def evaluate_model(
    data: str, model: str, given: dict[str, Any], max_line: int, *, as_machine: bool
) -> None:
    """Read a file once, and print the scores of the model."""
    loaded, faults, asked = questions(data, model, given, max_line, targets=True)
    scores: Scores = ClassScores() if loaded.is_classifier else NumberScores()
    rows = 0
    for X, chunk in asked:
        y = chunk.y.astype(str) if chunk.y.dtype == object else chunk.y
        scores.add(loaded.model, X, y, chunk.weights)
        rows += len(chunk)
    if not rows:
        raise InvalidInputError(f"{data} has no rows to evaluate on")
    result = {"rows": rows, **scores.result(), "skipped": faults.count}
    print_result(result, as_machine=as_machine)
    say_faults(faults)
