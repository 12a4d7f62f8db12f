"""Vowpal Wabbit as a contestant."""

import time
from functools import lru_cache
from itertools import pairwise
from typing import Any, final

import numpy as np
from scipy import sparse

from contest_parts.contestant import Contestant, Pass, Scores
from contest_parts.task import Examples, Labels

__all__ = ["VowpalWabbit"]

CHUNK = 500


@final
class VowpalWabbit(Contestant):
    """A workspace; the clock runs while it learns examples that are parsed already.

    Parameters
    ----------
    arguments : str
        The command line beside the loss and the absence of a constant.
    state_size : int
        Numbers that it keeps, by its algorithm: it cannot be asked.
    time_parsing : bool
        Whether the clock runs while lines of text become examples, too.
    """

    def __init__(self, arguments: str, state_size: int, *, time_parsing: bool = False) -> None:
        from vowpalwabbit import Workspace

        self._model: Any = Workspace(
            f"--quiet --loss_function logistic --noconstant -b 10 {arguments}"
        )
        self._state_size, self._time_parsing = state_size, time_parsing

    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict and learn each example."""
        found, seconds = [], 0.0
        for start in range(0, len(y), CHUNK):
            rows, labels = X[start : start + CHUNK], y[start : start + CHUNK]
            lines = [
                f"{label:+.0f} {row}" for label, row in zip(labels, features(rows), strict=True)
            ]
            started = time.perf_counter()
            examples = [self._model.parse(line) for line in lines]
            started = started if self._time_parsing else time.perf_counter()
            for example in examples:
                self._model.learn(example)
            seconds += time.perf_counter() - started
            found += self._predictions(examples)
        return Pass(np.array(found), seconds)

    def scores(self, X: Examples) -> Scores:
        """The scores of the model as it is now."""
        found = []
        for start in range(0, X.shape[0], CHUNK):
            examples = [self._model.parse(row) for row in features(X[start : start + CHUNK])]
            for example in examples:
                self._model.predict(example)
            found += self._predictions(examples)
        return np.array(found)

    def _predictions(self, examples: list[Any]) -> list[float]:
        found = [example.get_simplelabel_prediction() for example in examples]
        for example in examples:
            self._model.finish_example(example)
        return found

    def state_size(self) -> int:
        """Numbers kept between examples."""
        return self._state_size


def features(X: Examples) -> list[str]:
    """Examples as text, zeros left out."""
    rows = sparse.csr_array(X)
    names, values = rows.indices.astype(np.int32), rows.data
    bounds = pairwise(rows.indptr.tolist())
    return [text(names[start:end].tobytes(), values[start:end].tobytes()) for start, end in bounds]


@lru_cache(maxsize=20_000)
def text(names: bytes, values: bytes) -> str:
    """One example as text; kept, because every trial asks for the same ones."""
    pairs = zip(
        np.frombuffer(names, np.int32).tolist(), np.frombuffer(values).tolist(), strict=True
    )
    return "| " + " ".join(f"{name}:{value:.9g}" for name, value in pairs)
