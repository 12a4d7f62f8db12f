"""By hand; ``test_passes.py`` compares with steps, with every weight, batch and free coordinate."""

import numpy as np

from compadagrad.learners._batches import Examples
from compadagrad.learners._pass_subspace import compressed_pass, subspace_pass
from compadagrad.losses._scalars import SQUARED
from compadagrad.projections import SRHT

NONE, UNUSED = np.empty(0), np.zeros(2, np.int64)
GOAL = (1e-12, 1e-8, 4)


def test_a_subspace_that_is_the_first_gradient() -> None:
    """Along the gradient ``(-3, 0, -4)`` the metric is 5 + delta."""
    predictions, x = np.empty(1), np.zeros(3)
    examples = Examples(
        np.array([[3.0, 0.0, 4.0]]), np.ones(1), NONE, 1, (SQUARED, 0.0), predictions
    )
    reached, steps, d, _, roots, _, _, rank, _, x = subspace_pass(
        examples, 0, 1.0, 1e9, False, np.zeros(3), 0.0, np.zeros(1), np.zeros((2, 3)),
        np.zeros((2, 3)), 0, (0, 100), (0.5, 1.0), (1.0, 1.0), 1.0, 1.0, 0.0, -1, GOAL, x,
        NONE, UNUSED,
    )  # fmt: skip
    assert (reached, steps, rank) == (1, 1, 1)
    np.testing.assert_allclose(roots, [5.0])
    np.testing.assert_allclose(x, np.array([3.0, 0.0, 4.0]) / 6.0)
    assert not d.any()


def test_a_fixed_subspace_with_a_free_coordinate() -> None:
    """All of the space and a large delta: the metric is the identity times delta, to rounding."""
    p, predictions = SRHT(2, 2, seed=0), np.empty(1)
    examples = Examples(np.array([[1.0, 1.0]]), np.ones(1), NONE, 1, (SQUARED, 0.0), predictions)
    delta = 1e9
    reached, steps, _, _, _, _, x = compressed_pass(
        examples, 0, 1.0, 1e12, p.compiled(np.dtype(np.float64)), NONE, np.zeros(2), np.eye(2),
        (0, 100), (delta, 0.0), (1.0, delta), delta, delta, 1, GOAL, np.zeros(2), NONE, UNUSED,
    )  # fmt: skip
    assert (reached, steps) == (1, 1)
    np.testing.assert_allclose(x, [0.5, 1.0], rtol=1e-6)
