import numpy as np
import pytest
from scipy import sparse

from compadagrad.streams import Chunk
from compadagrad.streams.chunk import joined


def chunk(rows: int, *, is_sparse: bool) -> Chunk:
    X = np.arange(3.0 * rows).reshape(rows, 3)
    matrix = sparse.csr_array(X) if is_sparse else X
    return Chunk(matrix, np.arange(rows, dtype=float), np.ones(rows), np.arange(rows) + 1)


@pytest.mark.parametrize("is_sparse", [False, True])
def test_parts_of_a_chunk_make_it_again(is_sparse: bool) -> None:
    whole = chunk(5, is_sparse=is_sparse)
    again = joined([whole[:2], whole[2:2], whole[2:5]])
    assert len(again) == 5
    assert sparse.issparse(again.X) == is_sparse
    assert abs(again.X - whole.X).max() == 0
    for name in ("y", "weights", "lines"):
        np.testing.assert_array_equal(getattr(again, name), getattr(whole, name))


def test_a_single_chunk_is_not_copied() -> None:
    whole = chunk(3, is_sparse=False)
    assert joined([whole]) is whole


def test_entries_are_counted_before_each_row() -> None:
    assert chunk(2, is_sparse=False).entries_before.tolist() == [0, 3, 6]
    assert chunk(2, is_sparse=True).entries_before.tolist() == [0, 2, 5]  # the first number is 0
