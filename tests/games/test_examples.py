import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.games import Examples

A = np.arange(15.0).reshape(5, 3)
Y = np.array([1.0, -1.0, 1.0, 1.0, -1.0])


def test_rounds_are_the_rows() -> None:
    for a, (row, y), label in zip(A, Examples(A, Y), Y, strict=True):
        assert np.array_equal(a, row)
        assert y == label


def test_sparse_rounds_are_the_same_rows() -> None:
    examples = Examples(sparse.coo_array(A), Y)
    assert examples.is_sparse
    assert all(np.array_equal(r.toarray()[0], a) for (r, _), a in zip(examples, A, strict=True))


def test_a_slice_is_a_part_of_the_game() -> None:
    part = Examples(A, Y)[2:4]
    assert len(part) == 2
    assert np.array_equal(part.A, A[2:4])
    assert np.array_equal(part.y, Y[2:4])
    with pytest.raises(InvalidInputError, match="slices"):
        Examples(A, Y)[1]  # type: ignore[index]


def test_batches_hold_every_example_once() -> None:
    batches = list(Examples(A, Y).batches(2))
    assert [len(y) for _, y in batches] == [2, 2, 1]
    assert np.array_equal(np.concatenate([a for a, _ in batches]), A)


@pytest.mark.parametrize(
    ("rows", "y", "what"),
    [
        (A, Y[:3], "a row for each"),
        (A[0], Y[:3], "must be a matrix"),
        (np.where(A == 7.0, np.nan, A), Y, "finite"),
    ],
)
def test_what_is_no_game_is_refused(rows: object, y: object, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what):
        Examples(rows, y)  # type: ignore[arg-type]


def test_it_says_how_long_it_is() -> None:
    assert repr(Examples(A, Y)) == "Examples(5 rounds of 3 features)"
