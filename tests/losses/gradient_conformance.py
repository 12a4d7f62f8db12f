"""What the gradient of every loss must do: the part of the suite that is about rows of examples."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.losses import Loss

M, N = 6, 9
KINDS = [sparse.csr_array, sparse.csr_matrix, sparse.coo_array, sparse.csc_array]


class GradientConformance:
    """Inherit, and write ``make``."""

    def make(self) -> Loss:
        raise AssertionError("write this hook")

    def batch(self, dtype: Any = np.float64) -> tuple[Any, Any, Any]:
        """Rows with zeros among them, predictions, and targets that every loss allows."""
        rng = np.random.default_rng(11)
        a = np.where(rng.random((M, N)) < 0.6, rng.standard_normal((M, N)), 0.0)
        a[:, 4] = 0.0
        return a.astype(dtype), np.linspace(-2.0, 3.0, M), np.ones(M)

    def average(self, a: Any, p: Any, y: Any) -> Any:
        slopes = np.array([self.make().slope(float(p[i]), float(y[i])) for i in range(len(p))])
        return (slopes[:, None] * a.astype(np.float64)).mean(axis=0)

    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    def test_gradient_of_a_batch_is_the_average(self, dtype: Any) -> None:
        a, p, y = self.batch(dtype)
        found = self.make().gradient(a, p, y)
        assert found.dtype == np.dtype(dtype)
        assert found.shape == (N,)
        slack = 2 * float(np.finfo(dtype).eps)
        expected = self.average(a, p, y)
        np.testing.assert_allclose(found, expected, rtol=slack, atol=slack * abs(expected).max())
        np.testing.assert_array_equal(self.make().gradient(a, p, 1.0), found)

    def test_one_example_is_a_batch_of_one(self) -> None:
        loss, (a, p, y) = self.make(), self.batch()
        for i in range(M):
            found = loss.gradient(a[i], float(p[i]), float(y[i]))
            np.testing.assert_array_equal(found, loss.slope(float(p[i]), 1.0) * a[i])
            np.testing.assert_array_equal(loss.gradient(a[i : i + 1], p[i : i + 1], 1), found)
            np.testing.assert_array_equal(loss.gradient(a[i], [p[i]], [1.0]), found)

    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    @pytest.mark.parametrize("kind", KINDS)
    def test_sparse_batches(self, dtype: Any, kind: Any) -> None:
        loss, (a, p, y) = self.make(), self.batch(dtype)
        given = kind(a)
        before = given.copy()
        found = loss.gradient(given, p, y)
        assert type(found) is sparse.csr_array
        assert found.dtype == np.dtype(dtype)
        assert found.shape == (1, N)
        assert found.has_canonical_format
        assert (found.data != 0).all()
        dense = loss.gradient(a, p, y)
        slack = 2 * np.finfo(dtype).eps
        np.testing.assert_allclose(
            found.toarray()[0], dense, rtol=slack, atol=slack * abs(dense).max()
        )
        assert (given != before).nnz == 0

    def test_sparse_rows_and_vectors(self) -> None:
        loss, (a, _, _) = self.make(), self.batch()
        dense = loss.gradient(a[0], -2.0, 1.0)
        for row in (sparse.csr_array(a[:1]), sparse.coo_array(a[0])):
            for p in (-2.0, [-2.0]):
                np.testing.assert_array_equal(loss.gradient(row, p, 1.0).toarray()[0], dense)

    def test_repeated_entries_are_summed(self) -> None:
        twice = sparse.csr_array((np.array([1.0, 2.0]), np.array([3, 3]), np.array([0, 2])))
        found = self.make().gradient(twice, -2.0, 1.0)
        assert found.indices.tolist() == [3]
        np.testing.assert_allclose(found.data, 3.0 * self.make().slope(-2.0, 1.0), rtol=1e-15)
        assert twice.indices.tolist() == [3, 3]

    def test_an_empty_row_has_no_gradient(self) -> None:
        assert self.make().gradient(sparse.csr_array((1, N)), 0.0, 1.0).nnz == 0

    def test_integers_and_strides(self) -> None:
        loss, (_, p, y) = self.make(), self.batch()
        a = np.arange(M * N).reshape(N, M).T
        np.testing.assert_array_equal(
            loss.gradient(a, p, y), loss.gradient(np.ascontiguousarray(a, float), p, y)
        )
        as_sparse = loss.gradient(sparse.csr_array(a), p, y)
        assert as_sparse.dtype == np.float64

    def test_nan_in_a_prediction_is_seen_in_the_gradient(self) -> None:
        loss, (a, p, y) = self.make(), self.batch()
        p[2] = np.nan
        assert np.isnan(loss.gradient(a, p, y)).all()
        found = loss.gradient(sparse.csr_array(a), p, y).toarray()[0]
        np.testing.assert_array_equal(np.isnan(found), a[2] != 0)

    def test_bad_rows(self) -> None:
        loss = self.make()
        with pytest.raises(InvalidInputError, match=r"each row of a, 2 in all, got shape \(3,\)"):
            loss.gradient(np.ones((2, N)), np.ones(3), 1.0)
        with pytest.raises(InvalidInputError, match=r"each row of a, 2 in all, got shape \(\)"):
            loss.gradient(np.ones((2, N)), 1.0, 1.0)
        with pytest.raises(InvalidInputError, match=r"shape of p, \(2,\), got shape \(3,\)"):
            loss.gradient(sparse.csr_array(np.ones((2, N))), np.ones(2), np.ones(3))
        with pytest.raises(InvalidInputError, match=r"\(m, n\), got shape \(1, 1, 9\)"):
            loss.gradient(np.ones((1, 1, N)), 1.0, 1.0)
        with pytest.raises(InvalidInputError, match="y must hold"):
            loss.gradient(np.ones(N), 1.0, np.nan)
