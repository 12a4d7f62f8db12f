"""One program over one file, in a process of its own; what came out is printed as JSON.

python benchmarks/streams_rivals.py PROGRAM FILE FEATURES
"""

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

__all__ = ["PROGRAMS"]

CHUNK: Final = 1 << 20  # bytes of text that scikit-learn reads at a time

Chunks = Iterator[tuple[Any, Any]]


def vowpal_wabbit(path: Path, features: int) -> dict[str, float]:
    """Vowpal Wabbit's own loop, with its default algorithm and the logistic loss."""
    from vowpalwabbit import Workspace

    started = time.perf_counter()
    model: Any = Workspace(f"--quiet --binary --loss_function logistic -b 18 -d {path}")
    seconds = time.perf_counter() - started
    weight, loss = model.get_weighted_examples(), model.get_sum_loss()
    model.finish()
    return {"rows": weight, "seconds": seconds, "online_error": loss / weight}


def by_scikit(path: Path, features: int) -> Chunks:
    """The parts of a file, by scikit-learn's reader."""
    from sklearn.datasets import load_svmlight_file

    for offset in range(0, os.path.getsize(path), CHUNK):
        X, y = load_svmlight_file(
            str(path), n_features=features, zero_based=False, offset=offset, length=CHUNK
        )
        X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
        yield X, y  # SGDClassifier takes 32 bits alone, and the reader gives 64


def by_us(path: Path, features: int) -> Chunks:
    """The parts of a file, by the streams of this library."""
    from compadagrad.streams import Reading, Stream

    for chunk in Stream(path, Reading(format="svmlight", features=features)).chunks(4096):
        yield chunk.X, chunk.y


def scikit(chunks: Callable[[Path, int], Chunks]) -> Callable[[Path, int], dict[str, float]]:
    """scikit-learn's SGDClassifier, whose predictions come before it learns from a chunk."""

    def run(path: Path, features: int) -> dict[str, float]:
        from sklearn.linear_model import SGDClassifier

        model = SGDClassifier(loss="log_loss", random_state=0)
        rows, wrong = 0, 0
        started = time.perf_counter()
        for X, y in chunks(path, features):
            if rows:
                wrong += int(np.count_nonzero(model.predict(X) != y))
            else:
                wrong += len(y) // 2
            model.partial_fit(X, y, classes=[-1.0, 1.0])
            rows += len(y)
        return {
            "rows": rows,
            "seconds": time.perf_counter() - started,
            "online_error": wrong / rows,
        }

    return run


def ours(*options: str) -> Callable[[Path, int], dict[str, float]]:
    """``compadagrad fit``."""

    def run(path: Path, features: int) -> dict[str, float]:
        from compadagrad.cli.app import run as command

        more = [f"--features={features}"] if path.suffix == ".svm" else ["--hash-bits=18"]
        arguments = ["fit", str(path), f"--model={path}.model", "--classes=-1,1", *more, *options]
        with open(f"{path}.json", "w") as file, contextlib.redirect_stdout(file):
            code = command([*arguments, "--quiet", "--json"])
        if code:
            sys.exit(code)
        result: dict[str, float] = json.loads(Path(f"{path}.json").read_text())
        return result

    return run


PROGRAMS: Final[dict[str, Callable[[Path, int], dict[str, float]]]] = {
    "vowpal wabbit": vowpal_wabbit,
    "scikit-learn, its reader": scikit(by_scikit),
    "scikit-learn, our reader": scikit(by_us),
    "compadagrad, diagonal": ours("--subspace=diagonal"),
    "compadagrad, tracked": ours(),
    "compadagrad, srht": ours("--subspace=srht"),
}


def main() -> None:
    name, path, features = sys.argv[1:]
    print(json.dumps(PROGRAMS[name](Path(path), int(features))))


if __name__ == "__main__":
    main()
