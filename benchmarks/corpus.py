"""The paper's Reuters in bounded memory: a generated corpus of its shape, counted and learned.

python benchmarks/corpus.py [--documents N] [--steps N] [--scratch DIR]
"""

import argparse
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from timing import Report, output_directory

from compadagrad import CompAdaGrad, DiagonalAdaGrad
from compadagrad.experiments.text import (
    CountTable,
    WeightedRows,
    ZipfCorpus,
    learn,
    permuted_split,
    vocabulary_of,
    write_counts,
    zero_one_risk,
)
from compadagrad.experiments.text.minibatches import BATCH
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2

T = TypeVar("T")

DOCUMENTS, FEATURES = 800_000, 1_889_478
"""The shape of the paper's matrix."""

PHI = SquaredL2(1e-7)


class Measured(NamedTuple):
    """What came of a stage, its CPU time, and the most memory that was in use while it ran."""

    outcome: Any
    cpu: float
    mebibytes: float


def measured(stage: Callable[[], T]) -> Measured:
    done, peak = threading.Event(), [anonymous_memory()]

    def watch() -> None:
        while not done.wait(0.05):
            peak[0] = max(peak[0], anonymous_memory())

    watcher = threading.Thread(target=watch)
    watcher.start()
    before = time.process_time()
    try:
        outcome = stage()
    finally:
        cpu = time.process_time() - before
        done.set()
        watcher.join()
    return Measured(outcome, cpu, peak[0])


def anonymous_memory() -> float:
    """MiB of this process that no file stands behind (Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("RssAnon")).split()[1]) / 1024


def counted(report: Report, corpus: ZipfCorpus, scratch: Path) -> CountTable:
    row = report.table("Two passes over the documents", ("pass", "CPU s", "peak MiB", "result"))
    first = measured(lambda: vocabulary_of(corpus, scratch=scratch))
    n = len(first.outcome)
    row("1: count n-grams", *figures(first), f"{n:,} features")
    second = measured(lambda: write_counts(corpus, first.outcome, scratch / "counts"))
    table: CountTable = second.outcome
    disk = sum(path.stat().st_size for path in (scratch / "counts").iterdir()) / 2**20
    counts = f"{table.starts[-1]:,} counts, {table.nonzeros_a_row:.1f} a document"
    row("2: write rows", *figures(second), f"{counts}; {disk:,.0f} MiB on disk")
    whole = 12 * int(table.starts[-1]) / 2**20
    report.say("", f"The matrix as CSR in memory would take {whole:,.0f} MiB; it never is there.")
    return table


def figures(stage: Measured) -> tuple[str, str]:
    return f"{stage.cpu:.0f}", f"{stage.mebibytes:.0f}"


def learned(report: Report, source: WeightedRows, k: int, steps: int) -> None:
    columns = (
        "learner", "steps", "CPU ms a step", "CPU s", "peak MiB", "online, %", "test, %",
    )  # fmt: skip
    train, test = permuted_split(len(source.labels), seed=0)
    row = report.table(f"One pass, mini-batches of {BATCH}, one thread of Python", columns)
    learners: list[tuple[str, Callable[[], Learner], NDArray[np.intp]]] = [
        ("diagonal AdaGrad", lambda: diagonal(source.n), train),
        (f"CompAdaGrad, k = {k}", lambda: compressed(source.n, k), train[: steps * BATCH or None]),
    ]
    for name, make, order in learners:
        learn(make(), source, train[: 2 * BATCH])  # compiles what is to be compiled
        learner = make()
        passed = measured(partial(learn, learner, source, order))
        row(
            name,
            f"{learner.steps:,}",
            f"{1e3 * passed.cpu / learner.steps:.1f}",
            *figures(passed),
            f"{100 * passed.outcome.error:.2f}",
            f"{100 * zero_one_risk(learner, source, test):.2f}",
        )
    whole = -(-len(train) // BATCH)
    if steps and steps < whole:
        report.say("", f"CompAdaGrad took the first {steps:,} of {whole:,} steps.")


def diagonal(n: int) -> Learner:
    return DiagonalAdaGrad(n, lr=0.3, delta=1e-3, regularizer=PHI)


def compressed(n: int, k: int) -> Learner:
    return CompAdaGrad(n, k, lr=0.3, delta=1e-3, regularizer=PHI)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=DOCUMENTS, help="how many to generate")
    parser.add_argument("--steps", type=int, default=0, help="of CompAdaGrad; 0 means a whole pass")
    parser.add_argument("--k", type=int, default=512, help="dimension of the subspace")
    parser.add_argument("--scratch", type=Path, help="folder for files that are removed again")
    output_directory(parser)
    options = parser.parse_args()
    corpus = ZipfCorpus(
        options.documents, vocabulary=300_000, exponent=1.42, length=90.0, phrases=0.7, topical=0.3
    )
    report = Report("The paper's Reuters in bounded memory")
    report.say(
        f"The paper's matrix has {DOCUMENTS:,} documents and {FEATURES:,} features. The corpus:",
        f"{corpus.description}.",
        "Times are CPU times of the process, reading and weighting of the rows among them.",
        "Memory is that of the process without the pages of files, which the system may drop.",
        f"At the start, with the library loaded, it is {anonymous_memory():.0f} MiB.",
    )
    with tempfile.TemporaryDirectory(dir=options.scratch, prefix="compadagrad-") as scratch:
        table = counted(report, corpus, Path(scratch))
        learned(report, WeightedRows(table), options.k, options.steps)
    report.save(options.output / "corpus.md")


if __name__ == "__main__":
    main()
