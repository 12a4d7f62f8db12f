"""Synthetic examples as text, fast enough to feed a pipe.

    python benchmarks/streams_data.py ROWS FEATURES > train.svm

Rows are drawn from a pool that is formatted once: every row is a new draw, and none is formatted
twice.
"""

import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import numpy as np

__all__ = ["lines", "write"]

POOL: Final = 20_000
DRAW: Final = 20_000


def pool_of(features: int, nonzeros: int, *, bar: bool) -> list[bytes]:
    """Rows with a label that a linear model predicts in nine cases of ten."""
    rng = np.random.default_rng(0)
    truth = rng.standard_normal(features)
    rows = []
    for _ in range(POOL):
        names = np.sort(rng.choice(features, nonzeros, replace=False))
        values = rng.standard_normal(nonzeros)
        label = np.sign(values @ truth[names] + 0.3 * nonzeros**0.5 * rng.standard_normal())
        entries = " ".join(
            f"{name + 1}:{value:.6g}" for name, value in zip(names, values, strict=True)
        )
        rows.append(f"{label:.0f} {'| ' if bar else ''}{entries}\n".encode())
    return rows


def lines(rows: int, features: int, nonzeros: int, *, bar: bool = False) -> Iterator[bytes]:
    """Text of that many rows, piece by piece; with a ``bar`` it is Vowpal Wabbit's."""
    pool, rng = pool_of(features, nonzeros, bar=bar), np.random.default_rng(1)
    for start in range(0, rows, DRAW):
        drawn = rng.integers(POOL, size=min(DRAW, rows - start)).tolist()
        yield b"".join([pool[place] for place in drawn])


def write(
    file: BinaryIO, rows: int, features: int, nonzeros: int | None = None, *, bar: bool = False
) -> None:
    """Write it."""
    for piece in lines(rows, features, nonzeros or features, bar=bar):
        file.write(piece)


if __name__ == "__main__":
    write(sys.stdout.buffer, int(sys.argv[1]), int(sys.argv[2]))
