from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.experiments import Features
from compadagrad.experiments.features import described, gaussian_kernel, mapped, with_constant
from compadagrad.experiments.task import Examples

RNG = np.random.default_rng(0)
X, X_TEST = RNG.standard_normal((30, 4)), RNG.standard_normal((7, 4))
Y, Y_TEST = np.array([1.0, -1.0] * 15), np.ones(7)
EXAMPLES = Examples(X, Y, X_TEST, Y_TEST)


def test_kernels_are_those_of_their_definition() -> None:
    found = gaussian_kernel(EXAMPLES, 3, seed=1)
    prototypes = [i for i in range(30) if np.isclose(found.X[i], 1.0).any()]
    assert len(prototypes) == 6
    assert Y[prototypes].sum() == 0.0
    columns = [int(np.argmax(found.X[:, j])) for j in range(6)]
    squares = ((X[:, None] - X[columns]) ** 2).sum(-1)
    s = np.median(squares)
    np.testing.assert_allclose(found.X, np.exp(-squares / s), atol=1e-13)
    test = ((X_TEST[:, None] - X[columns]) ** 2).sum(-1)
    np.testing.assert_allclose(found.X_test, np.exp(-test / s), atol=1e-13)


def test_nothing_of_the_test_set_is_in_the_features_of_the_training_set() -> None:
    other = Examples(X, Y, 5.0 * X_TEST, Y_TEST)
    assert np.array_equal(gaussian_kernel(EXAMPLES, 3, 0).X, gaussian_kernel(other, 3, 0).X)


def test_seeds_draw_their_own_prototypes() -> None:
    kernel = Features("gaussian_kernel", {"prototypes": 3})
    one, again, other = (mapped(kernel, EXAMPLES, seed).X for seed in (0, 0, 1))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert np.array_equal(one[:, -1], np.ones(30))


@pytest.mark.parametrize("make", [np.asarray, sparse.csr_array])
def test_a_constant_comes_last(make: Any) -> None:
    found = with_constant(make(X))
    dense = found.toarray() if sparse.issparse(found) else found
    assert np.array_equal(dense, np.hstack([X, np.ones((30, 1))]))


def test_given_features_stay_as_they_are() -> None:
    assert mapped(Features(), EXAMPLES, 0) is EXAMPLES
    assert mapped(Features("given", {"constant": True}), EXAMPLES, 0).X.shape == (30, 5)


def test_maps_are_described() -> None:
    assert described(Features()) == "the features as they are"
    said = described(Features("gaussian_kernel", {"prototypes": 3}))
    assert "3 prototypes of either class" in said
    assert said.endswith("and a constant one")


@pytest.mark.parametrize(
    ("features", "message"),
    [
        (Features("fourier"), "features: kind must be one of 'given', 'gaussian_kernel'"),
        (Features("given", {"prototypes": 3}), r"takes constant \(bool\), got prototypes = 3"),
        (Features("gaussian_kernel", {"prototypes": 3.0}), r"prototypes \(int\)"),
        (Features("gaussian_kernel", {"prototypes": 0}), "prototypes must be an integer >= 1"),
        (Features("gaussian_kernel", {"prototypes": 16}), "it has 15 examples; give fewer"),
    ],
)
def test_maps_that_are_none(features: Features, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        mapped(features, EXAMPLES, 0)


def test_kernels_of_sparse_examples_are_refused() -> None:
    examples = Examples(sparse.csr_array(X), Y, sparse.csr_array(X_TEST), Y_TEST)
    with pytest.raises(InvalidInputError, match="kernels need dense examples"):
        gaussian_kernel(examples, 3, 0)
