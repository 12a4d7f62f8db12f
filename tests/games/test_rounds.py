from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import DiagonalAdaGrad, InvalidInputError
from compadagrad.games.rounds import Linear, Opaque, as_point, as_round
from compadagrad.losses import Logistic, Squared
from games.sequences import Cone

A = np.array([[1.0, 2.0, 0.0], [0.0, -1.0, 3.0]])
Y = np.array([1.0, -1.0])
X = np.array([0.5, -0.25, 0.125])


def at(x: Any) -> DiagonalAdaGrad:
    return DiagonalAdaGrad(3, lr=1.0, x0=x)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_a_batch_is_the_average_of_its_examples(form: Any) -> None:
    batch = as_round((form(A), Y), Logistic(), 3, 1).meet(at(X))
    one, two = (as_round((a, y), Logistic(), 3, 1).meet(at(X)) for a, y in zip(A, Y, strict=True))
    margins = Y * (A @ X)
    assert batch.loss == pytest.approx(np.log1p(np.exp(-margins)).mean())
    assert batch.loss == pytest.approx((one.loss + two.loss) / 2)
    assert batch.mistakes == np.mean(margins <= 0) == (one.mistakes + two.mistakes) / 2
    gradient = batch.gradient.toarray()[0] if sparse.issparse(batch.gradient) else batch.gradient
    assert gradient == pytest.approx((one.gradient + two.gradient) / 2)


def test_a_sparse_example_has_a_sparse_gradient() -> None:
    met = as_round((sparse.csr_array(A[:1]), [1.0]), Logistic(), 3, 1).meet(at(X))
    assert met.gradient.nnz == 2
    assert met.gradient.toarray()[0] == pytest.approx(-A[0] / (1 + np.exp(A[0] @ X)))


def test_the_value_is_that_of_the_meeting() -> None:
    for each in (as_round((A, Y), Squared(), 3, 1), as_round(Cone(Y @ A), Squared(), 3, 1)):
        assert each.value(X) == pytest.approx(each.meet(at(X)).loss)


def test_there_are_no_mistakes_without_labels() -> None:
    assert np.isnan(as_round((A, [3.0, 4.0]), Squared(), 3, 1).meet(at(X)).mistakes)
    assert np.isnan(as_round(Cone(X), Squared(), 3, 1).meet(at(X)).mistakes)


def test_a_prediction_of_zero_is_a_mistake() -> None:
    assert as_round((A[0], 1.0), Logistic(), 3, 1).meet(at(None)).mistakes == 1.0


def test_rounds_are_told_apart_and_kept() -> None:
    rows = A.copy()
    each = as_round((rows, Y), Squared(), 3, 1)
    rows[:] = 0.0  # a generator may use its memory again
    assert isinstance(each, Linear)
    assert np.array_equal(each.rows, A)
    assert as_round(each, Squared(), 3, 1) is each
    assert isinstance(as_round(Cone(X), Squared(), 3, 1), Opaque)


@pytest.mark.parametrize(
    ("item", "what"),
    [
        ((A[:, :2], Y), "round 7 has examples of 2 features"),
        ((A, [1.0]), "round 7 must have a target for each"),
        ((A, [1.0, 0.0]), "labels -1 and 1"),
        (A, "round 7 must be a pair"),
        ((A, Y, Y), "round 7 must be a pair"),
    ],
)
def test_what_is_no_round_is_refused(item: object, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what):
        as_round(item, Logistic(), 3, 7)


def test_points_are_checked() -> None:
    assert as_point("x", [1, 2], 2).dtype == np.float64
    for bad in ([1.0], [np.nan, 0.0]):
        with pytest.raises(InvalidInputError, match="x must be a point of n = 2"):
            as_point("x", bad, 2)


def test_a_linear_round_is_its_part_of_rows_and_targets() -> None:
    A, y = np.arange(12.0).reshape(6, 2), np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0])
    part = Linear(A, y, Logistic(), 1, 3)
    np.testing.assert_array_equal(part.y, [-1.0, 1.0])
    np.testing.assert_array_equal(part.rows, A[1:3])
    x = np.array([0.3, -0.2])
    expected = np.mean(np.logaddexp(0.0, -y[1:3] * (A[1:3] @ x)))
    assert abs(part.value(x) - expected) < 1e-12
    np.testing.assert_array_equal(Linear(A, y, Logistic()).y, y)
