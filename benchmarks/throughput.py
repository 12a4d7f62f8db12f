"""Rows a second of ``compadagrad fit`` beside its rivals on one file.

    python benchmarks/throughput.py [--rows N] [--turns N]

Every program runs in a process of its own, one after the other, in turns, on one thread, and keeps
its best time.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from streams_data import write
from streams_rivals import PROGRAMS
from timing import Report, output_directory

SHAPES: Final = {"dense": (30, 30), "sparse": (100_000, 50)}
ONE_THREAD: Final = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
SLOW: Final = ("compadagrad, tracked", "compadagrad, srht")  # their metric is dense


def measured(name: str, path: Path, features: int) -> dict[str, Any]:
    """What a program says of a file."""
    program = Path(__file__).with_name("streams_rivals.py")
    found = subprocess.run(
        [sys.executable, str(program), name, str(path), str(features)],
        env={**os.environ, **ONE_THREAD}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(found.stdout)
    return result


def contestants(shape: str) -> list[tuple[str, str]]:
    """Programs and the files that they read."""
    names = [name for name in PROGRAMS if shape == "dense" or name not in SLOW]
    files = [(name, ".vw" if name == "vowpal wabbit" else ".svm") for name in names]
    files += [(name, ".vw") for name in names if name == "compadagrad, diagonal"]
    if importlib.util.find_spec("vowpalwabbit") is None:
        files = [pair for pair in files if pair[0] != "vowpal wabbit"]
    return files


def throughput(report: Report, shape: str, rows: int, turns: int) -> None:
    """A table of rows a second, reading and learning together."""
    features, nonzeros = SHAPES[shape]
    row = report.table(
        f"{rows:,} rows with {nonzeros} of {features:,} features",
        ("program", "format", "rows a second", "MB a second", "online error, %"),
    )
    with tempfile.TemporaryDirectory() as folder:
        paths = {suffix: Path(folder) / f"data{suffix}" for suffix in (".svm", ".vw")}
        for suffix, path in paths.items():
            with open(path, "wb") as file:
                write(file, rows, features, nonzeros, bar=suffix == ".vw")
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for _ in range(turns):
            for pair in contestants(shape):
                result = measured(pair[0], paths[pair[1]], features)
                found.setdefault(pair, []).append(result)
        for (name, suffix), results in found.items():
            best = min(results, key=lambda result: float(result["seconds"]))
            seconds = best["seconds"]
            size = paths[suffix].stat().st_size
            row(
                name, suffix[1:], f"{best['rows'] / seconds:,.0f}", f"{size / 1e6 / seconds:.1f}",
                f"{100 * best['online_error']:.2f}",
            )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=100_000, help="rows of the files")
    parser.add_argument("--turns", type=int, default=3, help="how often each program runs")
    output_directory(parser)
    options = parser.parse_args()
    report = Report("Learning from a file")
    report.say(
        "Reading and learning, without the start of the program. Vowpal Wabbit reads its own text,",
        "with the same numbers; scikit-learn predicts a chunk before it learns from it, so that it",
        "has an online error too; `compadagrad` predicts each row before it learns from it.",
    )
    if importlib.util.find_spec("vowpalwabbit") is None:
        report.say("", "Vowpal Wabbit is not installed and was left out.")
    for shape in SHAPES:
        throughput(report, shape, options.rows, options.turns)
    report.save(options.output / "throughput.md")


if __name__ == "__main__":
    main()
