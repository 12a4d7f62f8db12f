import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.learners.linear import as_examples
from compadagrad.losses import Hinge, Huber

A = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])


@pytest.mark.parametrize("rows", [A, A.tolist(), A[:, ::-1][:, ::-1], sparse.coo_array(A)])
def test_examples_of_any_form(rows: object) -> None:
    examples = as_examples(rows, [1, -1], "hinge", 3, np.dtype(np.float32))
    assert examples.count == 2
    assert examples.is_sparse == sparse.issparse(rows)
    assert examples.loss == Hinge()
    assert examples.A.dtype == np.float32
    found = np.empty(2)
    if examples.is_sparse:
        stop, g = examples.sparse_batch(1, lambda row: np.full(row.shape[0], 0.25), found)
        g = g.toarray()[0]
    else:
        stop, g = examples.dense_batch(1, np.array([0.0, 0.25 / 3, 0.0], np.float32), found)
    assert stop == 2
    assert found[1] == pytest.approx(0.25)
    np.testing.assert_array_equal(g, [0.0, 3.0, 0.0])


def test_a_loss_with_a_parameter() -> None:
    examples = as_examples(A, [0.0, 9.0], Huber(2.0), 3, np.dtype(np.float64))
    assert examples.compiled(np.empty(2)).loss == (Huber(2.0).code, 2.0)
    _, g = examples.dense_batch(1, np.zeros(3), np.empty(2))
    np.testing.assert_array_equal(g, [0.0, -6.0, 0.0])


@pytest.mark.parametrize("rows", [A, sparse.csr_array(A)])
def test_batches_average_over_those_who_count(rows: object) -> None:
    found = np.empty(2)

    def gradient(weights: list[float]) -> object:
        examples = as_examples(
            rows, [4, 6], "squared", 3, np.dtype(np.float64), sample_weight=weights, batch_size=5
        )
        if examples.is_sparse:
            stop, g = examples.sparse_batch(0, lambda a: np.zeros(a.shape[0]), found)
            g = None if g is None else g.toarray()[0]
        else:
            stop, g = examples.dense_batch(0, np.zeros(3), found)
        assert stop == 2
        return g

    np.testing.assert_array_equal(gradient([1.0, 0.5]), [-2.0, -4.5, -4.0])
    np.testing.assert_array_equal(gradient([0.0, 2.0]), [0.0, -36.0, 0.0])
    assert gradient([0.0, 0.0]) is None


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (
            [1.0],
            r"sample_weight must have one weight for each of the 2 rows",
        ),
        ([1.0, -1.0], r"sample_weight must be finite and 0 or more, got -1\.0 at entry 1"),
        ([np.nan, 1.0], "got nan at entry 0"),
    ],
)
def test_bad_weights(weights: list[float], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        as_examples(A, [1, -1], "hinge", 3, np.dtype(np.float64), sample_weight=weights)
    with pytest.raises(InvalidInputError, match="batch_size must be an integer >= 1, got 0"):
        as_examples(A, [1, -1], "hinge", 3, np.dtype(np.float64), batch_size=0)


def test_lengths_must_agree() -> None:
    with pytest.raises(InvalidInputError, match=r"A must have the shape \(m, 4\), got \(2, 3\)"):
        as_examples(A, [1, -1], "hinge", 4, np.dtype(np.float64))
    with pytest.raises(InvalidInputError, match="y must have one target for each of the 2 rows"):
        as_examples(A, [1, -1, 1], "hinge", 3, np.dtype(np.float64))
