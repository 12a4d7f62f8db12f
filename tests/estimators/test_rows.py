from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad.estimators import rows as room
from compadagrad.estimators.rows import Rows, stays_sparse
from estimators.examples import FORMS, rows

X = rows(count=23)


def read(reader: Rows, order: Any = None) -> tuple[Any, list[int]]:
    """All rows as one dense matrix, and the sizes of the chunks."""
    chunks, places = [], []
    for chunk, which in reader.chunks(order):
        chunks.append(chunk.toarray() if sparse.issparse(chunk) else chunk.copy())
        places.append(np.arange(23)[which])
    np.testing.assert_array_equal(np.concatenate(places), np.arange(23) if order is None else order)
    return np.vstack(chunks), [len(chunk) for chunk in chunks]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sparse_rows", [False, True])
@pytest.mark.parametrize("order", [None, np.random.default_rng(0).permutation(23)[:17]])
def test_rows_with_the_constant_and_padding(
    form: str, sparse_rows: bool, order: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "ROOM", 50)
    monkeypatch.setattr(room, "SPARSE_ROWS", 6)
    given = sparse.csr_array(FORMS[form](X)) if "sparse" in form else FORMS[form](X)
    reader = Rows(given, 8, True, given.dtype, 2, sparse_rows=sparse_rows)
    found, sizes = read(reader, order)
    expected = np.hstack([X, np.ones((23, 1)), np.zeros((23, 1))]).astype(given.dtype)
    np.testing.assert_array_equal(found, expected if order is None else expected[order])
    assert found.dtype == given.dtype
    assert set(sizes[:-1]) == {6}  # the most that there is room for, in whole batches


def test_chunks_end_where_batches_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ROOM", 60)
    for batch, expected in ((1, [10, 10, 3]), (4, [8, 8, 7]), (11, [11, 11, 1]), (99, [23])):
        reader = Rows(X, 6, False, X.dtype, batch, sparse_rows=False)
        assert read(reader)[1] == expected


def test_rows_that_fit_are_not_copied() -> None:
    reader = Rows(X, 6, False, X.dtype, 1, sparse_rows=False)
    assert all(np.shares_memory(chunk, X) for chunk, _ in reader.chunks())


def test_another_dtype() -> None:
    found, _ = read(Rows(X, 7, True, np.float32, 1, sparse_rows=False))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found[:, :6], X.astype(np.float32))


def test_no_more_than_a_chunk_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ROOM", 70)
    reader = Rows(X, 7, True, X.dtype, 1, sparse_rows=False)
    chunks = [chunk for chunk, _ in reader.chunks()]
    assert all(np.shares_memory(chunks[0], chunk) for chunk in chunks)


def test_when_sparse_rows_stay_so() -> None:
    assert not stays_sparse(1 << 14, 1, patient=True)
    assert stays_sparse((1 << 14) + 1, 1, patient=True)
    assert not stays_sparse(1 << 20, 1, patient=False)
    assert stays_sparse(1 << 20, 160, patient=False)
