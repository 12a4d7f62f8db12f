"""Small files to learn from."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["HEADER", "examples", "write_csv", "write_svmlight"]

HEADER = ["label", "a", "b", "c", "d"]

Array = NDArray[Any]


def examples(rows: int = 600, features: int = 4, seed: int = 0) -> tuple[Array, Array]:
    """Rows that a linear model can tell apart, but for some noise."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((rows, features)).round(4)
    return X, np.where(
        X @ np.linspace(-1, 2, features) + 0.3 * rng.standard_normal(rows) > 0, 1, -1
    )


def write_svmlight(path: Path, X: Array, y: Array) -> Path:
    lines = (
        f"{label} " + " ".join(f"{j}:{value!r}" for j, value in enumerate(row.tolist(), 1)) + "\n"
        for row, label in zip(X, y.tolist(), strict=True)
    )
    path.write_text("".join(lines))
    return path


def write_csv(path: Path, X: Array, y: Any) -> Path:
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        writer.writerows([label, *row] for row, label in zip(X.tolist(), y, strict=True))
    return path
