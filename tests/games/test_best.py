import numpy as np
import pytest
from scipy import sparse

from compadagrad import DiagonalAdaGrad, InvalidInputError
from compadagrad.games import Examples, adversaries, best_fixed_point, play
from compadagrad.games.rounds import Round, as_round
from compadagrad.losses import Absolute, Hinge, Logistic, Loss, Poisson, Quantile, Squared
from compadagrad.regularizers import L1, Box, ElasticNet, NonNegative, Regularizer, SquaredL2, Zero
from games.sequences import Cone, correlated

N, ROUNDS = 6, 60
GAME = correlated(ROUNDS, N, rank=N)


def as_rounds(loss: Loss, examples: Examples = GAME) -> list[Round]:
    return [as_round(each, loss, N, 1) for each in examples]


def cost(rounds: list[Round], phi: Regularizer, x: np.ndarray) -> float:
    return sum(f.value(x) for f in rounds) + len(rounds) * phi.value(x)


def test_squared_loss_and_squared_l2_by_the_normal_equations() -> None:
    best = best_fixed_point(as_rounds(Squared()), SquaredL2(0.3), n=N)
    A, y = GAME.A, GAME.y
    x = np.linalg.solve(A.T @ A + ROUNDS * 0.3 * np.eye(N), A.T @ y)
    assert best.x == pytest.approx(x, abs=1e-5)
    assert best.ok


LOSSES: list[Loss] = [Logistic(), Squared(), Hinge(), Absolute(), Quantile(0.7)]
REGULARIZERS: list[Regularizer] = [
    L1(0.1),
    SquaredL2(0.1),
    SquaredL2(1e-5),
    ElasticNet(0.05, 0.1),
    Box(-0.1, 0.2),
    Box(0.1, 0.2),
    NonNegative(),
]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("phi", REGULARIZERS, ids=repr)
def test_no_other_point_is_better_than_the_gap_allows(loss: Loss, phi: Regularizer) -> None:
    rounds, rng = as_rounds(loss), np.random.default_rng(0)
    best = best_fixed_point(rounds, phi, n=N)
    assert best.value == pytest.approx(cost(rounds, phi, best.x), rel=1e-12)
    for size in (1e-3, 1e-2, 0.1, 1.0):
        for step in size * rng.standard_normal((20, N)):
            z = phi.nearest(best.x + step)
            if (np.abs(z) <= best.radius).all():
                assert cost(rounds, phi, z) >= best.value - best.gap - 1e-12 * best.value
    assert best.ok
    assert best.gap <= 1e-6 * (1.0 + best.value)


@pytest.mark.parametrize("size", [1e-4, 1e3, 1e6])
@pytest.mark.parametrize("loss", [*LOSSES, Poisson()])
def test_the_unit_of_the_features_does_not_matter(loss: Loss, size: float) -> None:
    """Each in a unit of its own, around ``size``: the same minimum, in these units."""
    y = np.maximum(GAME.y, 0.0) if loss.labels == "count" else GAME.y
    units = size * np.geomspace(0.01, 100.0, N)
    plain, scaled = (
        best_fixed_point(as_rounds(loss, Examples(A, y)), Zero(), n=N)
        for A in (GAME.A, GAME.A * units)
    )
    assert plain.ok
    assert scaled.ok
    assert scaled.value == pytest.approx(plain.value, rel=2e-6)
    if loss == Squared():
        assert scaled.x * units == pytest.approx(plain.x, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("phi", [Zero(), L1(0.1), SquaredL2(0.1)], ids=repr)
def test_the_unit_of_the_targets_does_not_matter(phi: Regularizer) -> None:
    for loss in (Squared(), Absolute()):
        assert best_fixed_point(as_rounds(loss, Examples(GAME.A, 1e6 * GAME.y)), phi, n=N).ok


def test_kinks_and_small_squares_on_sparse_features() -> None:
    game = adversaries.sparse_heavy_tailed(60, 800)
    rounds = [as_round(each, Hinge(), 60, 1) for each in game]
    best = best_fixed_point(rounds, SquaredL2(1e-5), n=60)
    assert best.ok
    assert best.gap <= 1e-6 * best.value


def test_a_free_coordinate_and_a_fixed_one_beside_squares() -> None:
    lower, upper = np.full(N, -np.inf), np.full(N, np.inf)
    lower[2] = upper[2] = 0.25
    for phi in (SquaredL2(0.1 * (np.arange(N) < N - 1)), Box(lower, upper)):
        best = best_fixed_point(as_rounds(Absolute()), phi, n=N)
        assert best.ok
        assert phi.value(best.x) < np.inf


class Portfolio:
    """``<a, x> - log <a, x>``: infinite at 0."""

    def __init__(self, a: np.ndarray) -> None:
        self.a = a

    def value(self, x: np.ndarray) -> float:
        return float(self.a @ x - np.log(self.a @ x))

    def subgradient(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(self.a - self.a / (self.a @ x))


def test_a_function_that_is_infinite_at_zero() -> None:
    prices = np.exp(0.1 * np.random.default_rng(0).standard_normal((60, 4)))
    learner = DiagonalAdaGrad(4, lr=0.1, x0=np.full(4, 0.25), regularizer=NonNegative())
    record = play(learner, [Portfolio(a) for a in prices])
    assert record.comparator().ok
    assert 0.0 < record.regret() <= record.bound()
    with pytest.raises(InvalidInputError, match="no finite loss at x0"):
        best_fixed_point(record.rounds, NonNegative(), n=4)


def test_a_beginning_beyond_all_numbers_is_left() -> None:
    rounds = [as_round((a, 1.0), Poisson(), N, 1) for a in GAME.A]
    far, near = (best_fixed_point(rounds, Zero(), n=N, x0=x) for x in (np.full(N, 500.0), None))
    assert far.ok
    assert far.value == pytest.approx(near.value)


def test_the_gap_of_a_bad_point_is_honest() -> None:
    rounds, phi = as_rounds(Hinge()), L1(0.1)
    best = best_fixed_point(rounds, phi, n=N)
    rough = best_fixed_point(rounds, phi, n=N, tolerance=0.5)
    assert best.ok
    assert rough.value - best.value <= rough.gap + best.gap
    assert rough.gap > best.gap


def test_a_median() -> None:
    rounds = [as_round(([1.0], y), Absolute(), 1, 1) for y in (0.0, 1.0, 7.0)]
    best = best_fixed_point(rounds, Zero(), n=1)
    assert best.x == pytest.approx([1.0], abs=1e-6)
    assert best.ok


def test_functions_known_by_values_and_subgradients() -> None:
    centers = np.random.default_rng(1).standard_normal((9, N))
    rounds = [as_round(Cone(center), Squared(), N, 1) for center in centers]
    best = best_fixed_point(rounds, Zero(), n=N)
    assert best.ok
    assert best.value <= cost(rounds, Zero(), np.median(centers, axis=0))


class Parabola:
    """``|x - center|^2 / 2``, with a sparse gradient."""

    def __init__(self, center: np.ndarray) -> None:
        self.center = center

    def value(self, x: np.ndarray) -> float:
        return 0.5 * float((x - self.center) @ (x - self.center))

    def subgradient(self, x: np.ndarray) -> sparse.csr_array:
        return sparse.csr_array((x - self.center)[None])


def test_sparse_subgradients() -> None:
    centers = np.random.default_rng(1).standard_normal((5, N))
    record = play(DiagonalAdaGrad(N, lr=0.5), [Parabola(center) for center in centers])
    assert record.comparator().x == pytest.approx(centers.mean(axis=0), abs=1e-6)
    assert record.regret() <= record.bound()


class Taxi:
    """``|x - center|`` in l1: kinks that nobody names."""

    def __init__(self, center: np.ndarray) -> None:
        self.center = center

    def value(self, x: np.ndarray) -> float:
        return float(np.abs(x - self.center).sum())

    def subgradient(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(np.sign(x - self.center))


@pytest.mark.parametrize("phi", [Zero(), L1(0.1), SquaredL2(0.1), Box(0.1, 0.2)], ids=repr)
def test_hidden_kinks(phi: Regularizer) -> None:
    centers = np.random.default_rng(1).standard_normal((9, 3))
    rounds = [as_round(Taxi(center), Squared(), 3, 1) for center in centers]
    best = best_fixed_point(rounds, phi, n=3)
    assert best.ok
    assert best.value == pytest.approx(cost(rounds, phi, best.x))
    if isinstance(phi, Zero):
        assert best.x == pytest.approx(np.median(centers, axis=0), abs=1e-5)


def test_a_minimum_that_is_not_attained_is_approached() -> None:
    rounds = [as_round(([1.0], 1.0), Logistic(), 1, 1)] * 10
    best = best_fixed_point(rounds, Zero(), n=1)
    assert 0.0 < best.value < 1e-3
    assert best.gap <= 10.0


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="at least one round"):
        best_fixed_point([], Zero(), n=1)
    with pytest.raises(InvalidInputError, match="x0"):
        best_fixed_point(as_rounds(Squared()), Zero(), n=N, x0=[1.0])
    with pytest.raises(InvalidInputError, match="tolerance"):
        best_fixed_point(as_rounds(Squared()), Zero(), n=N, tolerance=0.0)
