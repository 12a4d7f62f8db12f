import numpy as np
import pytest
from scipy import sparse

from compadagrad.games.comparator import Weights
from compadagrad.games.linear_program import two_pieces
from compadagrad.games.quadratic_program import minimised
from compadagrad.losses import Absolute, Hinge, Loss, Quantile
from compadagrad.regularizers import Box, ElasticNet, Regularizer, SquaredL2

RNG = np.random.default_rng(0)
M, N = 40, 4
A = RNG.standard_normal((M, N))
Y = np.where(A[:, 0] + RNG.standard_normal(M) > 0, 1.0, -1.0)
W = RNG.uniform(0.5, 2.0, M) / M
LOSSES = [Hinge(), Absolute(), Quantile(0.7)]
FREE_LAST = np.array([0.3, 0.3, 0.3, 0.0])


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("phi", [SquaredL2(0.3), SquaredL2(1e-6), ElasticNet(0.1, 0.3)], ids=repr)
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_its_line_is_below_everywhere_and_touches_at_the_minimum(
    loss: Loss, phi: Regularizer, form: type
) -> None:
    found = minimised(two_pieces(loss, form(A), Y, W), Weights.of(phi, N), np.ones(N))
    best = W @ loss.value(A @ found.x, Y)
    assert found.gradient @ found.x + found.below == pytest.approx(best, abs=1e-8)
    for z in (found.x, *RNG.standard_normal((30, N))):
        value = W @ loss.value(A @ z, Y)
        assert found.gradient @ z + found.below <= value + 1e-12
        assert best + phi.value(found.x) <= value + phi.value(z) + 1e-9
    assert phi.distance(found.x, found.gradient).max() < 1e-4


@pytest.mark.parametrize("loss", LOSSES)
def test_scales_change_the_way_and_not_the_end(loss: Loss) -> None:
    terms, units = Weights.of(SquaredL2(0.3), N), np.array([1e-3, 1.0, 1e3, 1e5])
    plain = minimised(two_pieces(loss, A, Y, W), terms, np.ones(N))
    scaled = minimised(
        two_pieces(loss, A * units, Y, W), terms._replace(l2=terms.l2 * units**2), units
    )
    assert scaled.x * units == pytest.approx(plain.x, abs=1e-6)


def test_bounds_of_all_kinds() -> None:
    lower, upper = np.array([0.1, -np.inf, 0.2, -np.inf]), np.array([0.3, 0.1, 0.2, np.inf])
    terms = Weights(np.full(N, 0.01), FREE_LAST, lower, upper)
    found = minimised(two_pieces(Absolute(), A, Y, W), terms, np.ones(N))
    assert (found.x >= lower).all()
    assert (found.x <= upper).all()

    def cost(x: np.ndarray) -> float:
        return float(W @ np.abs(A @ x - Y) + terms.l1 @ np.abs(x) + 0.5 * (terms.l2 @ x**2))

    box, best = Box(lower, upper), cost(found.x)
    for size in (1e-3, 0.1, 1.0):
        for step in size * RNG.standard_normal((30, N)):
            assert best <= cost(box.nearest(found.x + step)) + 1e-9


def test_an_example_without_weight_does_not_count() -> None:
    some = np.where(np.arange(M) % 2, W, 0.0)
    terms = Weights.of(SquaredL2(0.3), N)
    all_of_them = minimised(two_pieces(Hinge(), A, Y, some), terms, np.ones(N))
    half = minimised(two_pieces(Hinge(), A[1::2], Y[1::2], W[1::2]), terms, np.ones(N))
    assert all_of_them.x == pytest.approx(half.x, abs=1e-9)
