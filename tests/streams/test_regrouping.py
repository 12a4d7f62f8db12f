from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from compadagrad.streams import Chunk
from compadagrad.streams.regrouping import regrouped


def parts_of(lengths: list[int], counts: list[int]) -> list[Chunk]:
    """Parts of the given lengths, whose rows hold ``counts`` numbers, over and over."""
    total, parts, at = sum(lengths), [], 0
    sizes = np.resize(counts, total)
    starts = np.append(0, np.cumsum(sizes))
    indices = np.concatenate([np.arange(size) for size in sizes] or [np.empty(0)])
    X = sparse.csr_array((np.ones(starts[-1]), indices, starts), shape=(total, 10))
    whole = Chunk(X, np.arange(float(total)), np.ones(total), np.arange(total) + 1)
    for length in lengths:
        parts.append(whole[at : at + length])
        at += length
    return parts


CASES = st.tuples(
    st.lists(st.integers(0, 9), max_size=9),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 60),
)


@given(CASES)
def test_rows_stay_in_order_and_chunks_keep_their_limits(
    case: tuple[list[int], list[int], int, int, int],
) -> None:
    lengths, counts, groups, multiple, entries = case
    rows = groups * multiple
    found = list(regrouped(parts_of(lengths, counts), rows, multiple, entries))
    assert [y for chunk in found for y in chunk.y] == list(range(sum(lengths)))
    for chunk in found[:-1]:
        assert len(chunk) % multiple == 0
    for chunk in found:
        assert 0 < len(chunk) <= rows
        assert chunk.X.nnz <= entries or len(chunk) <= multiple
    for chunk, after in pairwise(found):  # none could be longer
        first = after[: min(multiple, len(after))].X.nnz
        full = len(first_rows := chunk) + multiple > rows
        assert full or first_rows.X.nnz + first > entries or len(after) < multiple


@given(CASES, st.lists(st.integers(0, 9), max_size=9))
def test_where_chunks_end_does_not_depend_on_the_parts(
    case: tuple[list[int], list[int], int, int, int], other: list[int]
) -> None:
    lengths, counts, groups, multiple, entries = case
    total = sum(lengths)
    while sum(other) < total:
        other = [*other, total - sum(other)]
    while sum(other) > total:
        other = [*other[:-1], max(0, other[-1] - sum(other) + total)] if other[-1] else other[:-1]
    ends = [
        [len(c) for c in regrouped(parts_of(p, counts), groups * multiple, multiple, entries)]
        for p in (lengths, other)
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("rows", [1, 3, 10, 100])
def test_dense_rows(rows: int) -> None:
    X = np.arange(20.0).reshape(10, 2)
    part = Chunk(X, np.arange(10.0), np.ones(10), np.arange(10) + 1)
    found = list(regrouped([part[:7], part[7:]], rows, 1, 8))
    assert [len(chunk) for chunk in found[:-1]] == [min(rows, 4)] * (len(found) - 1)
    np.testing.assert_array_equal(np.concatenate([chunk.X for chunk in found]), X)
