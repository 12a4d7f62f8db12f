from typing import Any

import numpy as np
import pytest

from compadagrad.streams import Chunk, Faults
from compadagrad.streams.matrix import sparse_rows, with_finite_sums

VALUES, INDICES = np.array([1.0, 2.0, 4.0]), np.array([2, 0, 2], np.int32)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rows_are_canonical_whatever_the_order(dtype: str) -> None:
    ends = np.array([0, 3], np.int32)
    kind: Any = np.dtype(dtype)
    X = sparse_rows(VALUES.copy(), INDICES.copy(), ends, 4, kind, ascending=False)
    assert X.dtype == dtype
    assert X.toarray().tolist() == [[0, 0, 0, 0], [2, 0, 5, 0]]
    assert X.has_canonical_format


def test_no_rows() -> None:
    nothing, kind = np.empty(0, np.int32), np.dtype(np.float64)
    X = sparse_rows(np.empty(0), nothing, nothing, 4, kind, ascending=True)
    assert X.shape == (0, 4)


def test_sums_that_are_too_large_are_malformed() -> None:
    ends = np.array([1, 1, 3, 4], np.int32)
    values, kind = np.array([1.0, 1e308, 1e308, 2.0]), np.dtype(np.float64)
    X = sparse_rows(values, np.array([0, 1, 1, 2], np.int32), ends, 3, kind, ascending=False)
    chunk = Chunk(X, np.arange(4.0), np.ones(4), np.array([3, 5, 6, 9]))
    faults = Faults("data", "skip")
    kept = with_finite_sums(chunk, faults)
    assert kept.y.tolist() == [0.0, 1.0, 3.0]
    assert kept.X.toarray().tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 2]]
    assert faults.first[0].startswith("data, line 6: values that meet in one column add up to")
    assert with_finite_sums(kept, faults) is kept
