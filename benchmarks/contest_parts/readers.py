"""The files of the data sets as arrays."""

import bz2
import gzip
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import io, sparse

__all__ = ["read_csv", "read_idx", "read_matlab", "read_svmlight", "read_text"]

Array = NDArray[Any]


def read_idx(path: Path) -> Array:
    """A compressed idx file of bytes."""
    content = gzip.decompress(path.read_bytes())
    shape = [int.from_bytes(content[4 + 4 * i : 8 + 4 * i], "big") for i in range(content[3])]
    return np.frombuffer(content, np.uint8, offset=4 + 4 * content[3]).reshape(shape)


def read_text(path: Path) -> Array:
    """A compressed table whose columns are separated by blanks."""
    with gzip.open(path, "rt") as lines:
        return np.loadtxt(lines)


def read_csv(path: Path, *, header: bool) -> Array:
    """A compressed table whose columns are separated by commas."""
    with gzip.open(path, "rt") as lines:
        return np.loadtxt(lines, delimiter=",", skiprows=int(header))


def read_matlab(path: Path, *names: str) -> tuple[Array, ...]:
    """Some variables of a MATLAB file."""
    content = io.loadmat(path)
    return tuple(content[name] for name in names)


def read_svmlight(path: Path, n: int) -> tuple[sparse.csr_array, Array]:
    """A compressed svmlight file with ``n`` features, and its labels."""
    labels, indices, values, starts = [], [], [], [0]
    with bz2.open(path, "rt") as lines:
        for line in lines:
            label, *entries = line.split()
            labels.append(float(label))
            for entry in entries:
                index, value = entry.split(":")
                indices.append(int(index) - 1)
                values.append(float(value))
            starts.append(len(indices))
    pattern = np.array(indices, np.int32), np.array(starts, np.int32)  # the rivals want 32 bits
    X = sparse.csr_array((np.array(values), *pattern), shape=(len(labels), n))
    return X, np.array(labels)
