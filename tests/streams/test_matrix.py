from typing import Any

import numpy as np
import pytest

from compadagrad.streams.matrix import sparse_rows

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
