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
    prediction, g = examples.gradient(1, np.array([0.25]))
    assert prediction == 0.25
    dense = g.toarray()[0] if sparse.issparse(g) else g
    np.testing.assert_array_equal(dense, [0.0, 3.0, 0.0])


def test_a_loss_with_a_parameter() -> None:
    examples = as_examples(A, [0.0, 9.0], Huber(2.0), 3, np.dtype(np.float64))
    assert examples.gradient(1, 0.0)[1][1] == -6.0
    assert examples.compiled(np.empty(2)).loss == (Huber(2.0).code, 2.0)


def test_lengths_must_agree() -> None:
    with pytest.raises(InvalidInputError, match=r"A must have the shape \(m, 4\), got \(2, 3\)"):
        as_examples(A, [1, -1], "hinge", 4, np.dtype(np.float64))
    with pytest.raises(InvalidInputError, match="y must have one target for each of the 2 rows"):
        as_examples(A, [1, -1, 1], "hinge", 3, np.dtype(np.float64))
