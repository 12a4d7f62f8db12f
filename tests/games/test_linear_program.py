import numpy as np
import pytest
from scipy import sparse

from compadagrad.games.linear_program import two_pieces
from compadagrad.losses import Absolute, Hinge, Loss, Quantile

RNG = np.random.default_rng(0)
M, N = 30, 4
A = RNG.standard_normal((M, N))
Y = np.where(A[:, 0] + RNG.standard_normal(M) > 0, 1.0, -1.0)
W = RNG.uniform(0.5, 2.0, M)
FREE = np.full(N, np.inf)


@pytest.mark.parametrize("loss", [Hinge(), Absolute(), Quantile(0.7)])
def test_the_pieces_are_the_loss(loss: Loss) -> None:
    pieces = two_pieces(loss, A, Y, W)
    for x in RNG.standard_normal((10, N)):
        away = A @ x - pieces.corners
        value = np.maximum(-pieces.down * away, pieces.up * away).sum()
        assert value == pytest.approx(W @ loss.value(A @ x, Y))


@pytest.mark.parametrize("loss", [Hinge(), Absolute(), Quantile(0.7)])
@pytest.mark.parametrize("l1", [0.0, 1.0])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_the_line_is_below_everywhere_and_touches_at_the_minimum(
    loss: Loss, l1: float, form: type
) -> None:
    weights = np.full(N, l1)
    found = two_pieces(loss, form(A), Y, W).minimised(weights, -FREE, FREE)
    assert found is not None
    for z in (found.x, *RNG.standard_normal((30, N))):
        value = W @ loss.value(A @ z, Y)
        assert found.gradient @ z + found.below <= value + 1e-8
        best = W @ loss.value(A @ found.x, Y) + l1 * np.abs(found.x).sum()
        assert best <= value + l1 * np.abs(z).sum() + 1e-8
    assert np.abs(found.gradient).max() <= l1 + 1e-8  # 0 is a subgradient of the whole


def test_bounds_hold() -> None:
    lower, upper = np.full(N, 0.1), np.full(N, 0.2)
    for l1 in (0.0, 0.5):
        found = two_pieces(Hinge(), A, Y, W).minimised(np.full(N, l1), lower, upper)
        assert found is not None
        assert (found.x >= lower - 1e-12).all()
        assert (found.x <= upper + 1e-12).all()
