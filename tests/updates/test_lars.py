import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError, errors
from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Coordinates, Gaussian
from compadagrad.regularizers.terms import Terms
from compadagrad.updates import lars as module
from compadagrad.updates.lars import LarsPath, lars_path, lars_solve
from compadagrad.updates.problem import Problem
from compadagrad.updates.separable import solve_separable
from updates.l1_problems import PROJECTIONS, basis, dense, draw_metric, kkt_residual, ranks

Array = NDArray[np.float64]

CYCLING = [153, 718, 899, 1505, 1783, 2471]  # where leaving without a look at the way there cycles


def draw_u(n: int, seed: int) -> Array:
    rng = np.random.default_rng([seed, n])
    return rng.standard_normal(n) * np.exp(rng.uniform(-2, 2, n))


def worst_on_path(metric: Metric, u: Array, path: LarsPath) -> float:
    """The largest KKT residual at the knots and halfway between them."""
    A = dense(metric)
    between = (path.lambdas[1:] + path.lambdas[:-1]) / 2
    return max(kkt_residual(A, u, path.at(lam), lam) for lam in [*path.lambdas, *between])


def leaves(path: LarsPath) -> int:
    return int((~path.enters & (path.coordinates >= 0)).sum())


@pytest.mark.parametrize("kind", PROJECTIONS)
@pytest.mark.parametrize("n", [1, 13, 32, 50])
def test_the_whole_path_is_optimal(kind: Any, n: int) -> None:
    N = kind(n, 0, seed=0).n_padded
    for k in ranks(N):
        metric, u = draw_metric(kind, n, k, seed=k), draw_u(N, k)
        path = lars_path(metric, u)
        assert path.lambdas[0] == np.abs(u).max()
        assert path.lambdas[-1] == 0.0
        assert (np.diff(path.lambdas) <= 0.0).all()
        assert worst_on_path(metric, u, path) < 1e-10
        x = np.linalg.solve(dense(metric), -u)
        np.testing.assert_allclose(path.at(0.0), x, atol=1e-10 * np.abs(x).max())


@pytest.mark.parametrize("kind", PROJECTIONS)
def test_one_point_is_optimal_and_exactly_zero_elsewhere(kind: Any) -> None:
    for seed, (n, share) in enumerate(itertools.product([5, 37, 64], [0.9, 0.3, 0.01, 0.0])):
        N = kind(n, 0, seed=0).n_padded
        metric, u = draw_metric(kind, n, N // 3, seed, spread=2.0), draw_u(N, seed)
        lam = share * float(np.abs(u).max())
        x, certificate = lars_solve(metric, u, lam)
        residual = certificate.residual * np.abs(u).max()
        exact = kkt_residual(dense(metric), u, x, lam) * np.abs(u).max()
        assert residual == pytest.approx(exact, abs=1e-13 * np.abs(u).max())
        assert certificate.ok
        assert certificate.solver == "lars"
        assert kkt_residual(dense(metric), u, x, lam) < 1e-12
        assert x.dtype == np.float64
        assert x.shape == (N,)
        path = lars_path(metric, u, lam_min=lam)
        assert path.lambdas[-1] == lam
        np.testing.assert_array_equal(x == 0.0, path.at(lam) == 0.0)
        np.testing.assert_allclose(x, path.at(lam), atol=1e-10 * np.abs(x).max(initial=1))
        assert certificate.iterations == len(path.lambdas) - 1


def test_coordinates_do_leave_and_the_events_account_for_who_is_active() -> None:
    left = 0
    for seed in range(10):
        metric, u = draw_metric(SRHT, 64, 32, seed, spread=3.0), draw_u(64, seed)
        path = lars_path(metric, u)
        assert worst_on_path(metric, u, path) < 1e-10
        left += leaves(path)
        active: set[int] = set()
        for lam, coordinate, enters in zip(
            path.lambdas, path.coordinates, path.enters, strict=True
        ):
            before = set(active)
            if coordinate >= 0:
                assert (coordinate in active) != enters
                (active.add if enters else active.remove)(int(coordinate))
            assert set(np.flatnonzero(path.at(lam))) == before & active
    assert left > 50


def test_brute_force_over_supports_and_signs() -> None:
    for seed, kind in enumerate(PROJECTIONS):
        metric, u = draw_metric(kind, 4, 2, seed, spread=2.0), draw_u(4, seed)
        A = dense(metric)
        for lam in np.abs(u).max() * np.array([0.05, 0.3, 0.7]):
            best, minimum = np.zeros(4), 0.0
            for signs in itertools.product([-1.0, 0.0, 1.0], repeat=4):
                s = np.array(signs)
                S = np.flatnonzero(s)
                x = np.zeros(4)
                x[S] = np.linalg.solve(A[np.ix_(S, S)], -u[S] - lam * s[S])
                value = float(u @ x + x @ A @ x / 2 + lam * np.abs(x).sum())
                if value < minimum:
                    best, minimum = x, value
            np.testing.assert_allclose(lars_solve(metric, u, lam)[0], best, atol=1e-12)


@pytest.mark.parametrize("kind", PROJECTIONS)
@pytest.mark.parametrize("k", [0, 1, 15, 31, 32])
def test_agreement_with_scikit_learn_on_the_dense_gram(kind: Any, k: int) -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    metric, u = draw_metric(kind, 32, k, seed=k), draw_u(32, k)
    alphas, _, theirs = linear_model.lars_path_gram(-u, dense(metric), n_samples=1, method="lasso")
    path = lars_path(metric, u)
    assert len(path.lambdas) == len(alphas)
    np.testing.assert_allclose(path.lambdas, alphas, rtol=1e-9, atol=1e-9)
    for lam, x in zip(alphas, theirs.T, strict=True):
        np.testing.assert_allclose(path.at(lam), x, atol=1e-8 * np.abs(theirs).max())


@pytest.mark.parametrize("kind", PROJECTIONS)
@pytest.mark.parametrize("n", [13, 60, 200])
def test_newtons_method_finds_the_same_point(kind: Any, n: int) -> None:
    """The paper's solver and the default one, cold and from another point."""
    N = kind(n, 0, seed=0).n_padded
    infinite = np.float64(np.inf)
    terms = Terms(np.float64(1.0), np.float64(0.0), -infinite, infinite)
    for seed, k in enumerate(ranks(N)):
        metric, u = draw_metric(kind, n, k, seed, spread=2.0), draw_u(N, seed)
        away = np.random.default_rng(seed).standard_normal(N)
        for share, anchor in itertools.product([0.9, 0.3, 0.03, 0.001], [np.zeros(N), away]):
            lam = share * float(np.abs(u).max())
            expected, _ = lars_solve(metric, u, lam)
            problem = Problem(metric, u + metric.apply(anchor), anchor, terms, lam)
            x, certificate = solve_separable(problem, tolerance=1e-10)
            assert certificate.ok
            assert np.abs(x - expected).max() <= 1e-8 * np.abs(expected).max()
            np.testing.assert_array_equal(x == 0.0, expected == 0.0)


def test_erratum_the_sign_of_the_correlations() -> None:
    """The paper prints ``u - A x`` for the correlations: they are ``-u - A x``."""
    metric, lam = draw_metric(SRHT, 16, 6, seed=8), 0.5
    u, A = draw_u(16, 8), dense(metric)
    x, _ = lars_solve(metric, u, lam)
    printed, _ = lars_solve(metric, -u, lam)  # correlations u - A x
    assert kkt_residual(A, u, x, lam) < 1e-13
    assert kkt_residual(A, u, printed, lam) > 0.1
    first = int(np.argmax(np.abs(u)))
    assert np.sign(x[first]) == -np.sign(u[first]) == -np.sign(printed[first])
    np.testing.assert_array_equal(printed, -x)


def test_erratum_the_diagonal_of_the_gram_matrix() -> None:
    """With the paper's product in place of the sum, the very first step goes the wrong length."""
    metric, k = draw_metric(SRHT, 8, 3, seed=0), 3
    A, V, d = dense(metric), basis(metric.projection), metric.diagonal
    u = np.array([4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    q = float(V[0] @ (metric.inside + V.T @ np.diag(d) @ V) @ V[0])
    printed = d[0] * q - 2 * d[0] * k / 8
    lam = 3.9
    x, _ = lars_solve(metric, u, lam)
    np.testing.assert_array_equal(np.flatnonzero(x), [0])
    assert x[0] == pytest.approx(-(4.0 - lam) / A[0, 0], rel=1e-12)
    wrong = np.zeros(8)
    wrong[0] = -(4.0 - lam) / printed
    assert kkt_residual(A, u, x, lam) < 1e-15
    assert kkt_residual(A, u, wrong, lam) > 1e-3


@pytest.mark.parametrize("kind", PROJECTIONS)
@pytest.mark.parametrize("n", [2, 8, 33])
def test_ties(kind: Any, n: int) -> None:
    """Entries and exits at one lambda: small integers, powers of two, many equal."""
    rng = np.random.default_rng(n)
    N = kind(n, 0, seed=0).n_padded
    repeated = 0
    for seed, k in enumerate(ranks(N) * 3):
        projection = kind(n, k, seed=seed)
        kappa, diagonal = np.exp2(rng.integers(-2, 3, k)), np.exp2(rng.integers(-2, 3, N))
        if seed % 2:
            kappa[:], diagonal[:] = 8.0, 0.125
        metric = Metric(projection, np.eye(k), kappa, diagonal)
        u = rng.integers(-2, 3, N) + 0.0
        u[0] = 2.0
        path = lars_path(metric, u)
        assert worst_on_path(metric, u, path) < 1e-12
        repeated += int((np.diff(path.lambdas) == 0.0).sum())
        for lam in (0.5, 1.0, 1.5):
            assert kkt_residual(dense(metric), u, lars_solve(metric, u, lam)[0], lam) < 1e-12
    assert repeated > 0


@pytest.mark.parametrize("seed", CYCLING)
def test_ties_that_a_naive_rule_for_leaving_would_go_round_for_ever(seed: int) -> None:
    """All coordinates meet at one lambda, and some of those that enter have to leave again."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 12))
    B = rng.standard_normal((n, max(2, n // 2)))
    kappa, vectors = np.linalg.eigh(B @ B.T + 10.0 ** rng.uniform(-4, 0) * np.eye(n))
    metric = Metric(Coordinates(n, n, seed=0), np.ascontiguousarray(vectors.T), kappa, np.ones(n))
    u = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    path = lars_path(metric, u)
    assert (path.lambdas == 1.0).sum() > n // 2
    assert worst_on_path(metric, u, path) < 1e-10


def test_points_exactly_on_the_kink() -> None:
    metric = Metric(
        Coordinates(4, 0, seed=0), np.eye(0), np.ones(0), np.array([1.0, 2.0, 4.0, 8.0])
    )
    x, _ = lars_solve(metric, [3.0, -1.0, 1.0, 0.0], 1.0)
    np.testing.assert_array_equal(x, [-2.0, 0.0, 0.0, 0.0])
    x, _ = lars_solve(metric, [3.0, -3.0, 3.0, 0.0], 0.0)
    np.testing.assert_allclose(x, [-3.0, 1.5, -0.75, 0.0], rtol=1e-15)
    assert x[3] == 0.0


@pytest.mark.parametrize("kind", PROJECTIONS)
def test_badly_scaled_metrics_are_solved_or_refused(kind: Any) -> None:
    solved = 0
    for seed in range(40):
        n = int(np.random.default_rng(seed).integers(2, 40))
        N = kind(n, 0, seed=0).n_padded
        metric = draw_metric(kind, n, ranks(N)[seed % len(ranks(N))], seed, spread=9.0)
        u = draw_u(N, seed)
        lam = float(np.abs(u).max()) * 10.0 ** -(seed % 5)
        try:
            x, _ = lars_solve(metric, u, lam)
        except errors.CompAdaGradError:
            continue
        assert kkt_residual(dense(metric), u, x, lam) < 1e-7
        solved += 1
    assert solved >= 36


def test_lam_from_the_largest_entry_on_gives_zero() -> None:
    metric, u = draw_metric(SRHT, 20, 5, seed=0), draw_u(32, 0)
    for factor in (1.0, 2.0):
        x, certificate = lars_solve(metric, u, factor * float(np.abs(u).max()))
        np.testing.assert_array_equal(x, np.zeros(32))
        assert certificate.iterations == 0
    path = lars_path(metric, u, lam_min=1e9)
    assert len(path.lambdas) == 1
    np.testing.assert_array_equal(path.at(1e10), np.zeros(32))


@pytest.mark.parametrize("lam", [0.0, 1.0])
def test_nothing_to_do_where_u_is_zero(lam: float) -> None:
    metric = draw_metric(Gaussian, 7, 3, seed=0)
    x, certificate = lars_solve(metric, np.zeros(7), lam)
    np.testing.assert_array_equal(x, np.zeros(7))
    assert certificate.iterations == 0
    path = lars_path(metric, np.zeros(7))
    assert path.lambdas.tolist() == [0.0]
    assert path.coordinates.tolist() == [-1]


def test_max_active() -> None:
    metric, u = draw_metric(SRHT, 64, 16, seed=1), draw_u(64, 1)
    whole = lars_path(metric, u)
    path = lars_path(metric, u, max_active=10)
    size = len(path.lambdas)
    np.testing.assert_array_equal(path.lambdas, whole.lambdas[:size])
    np.testing.assert_array_equal(path.coordinates, whole.coordinates[:size])
    assert path.enters[-1]
    assert np.diff(path.coefficients.indptr).max() == 10
    with pytest.raises(
        InvalidInputError, match=r"at least \d\.\d+, where this path ends, got 0\.0"
    ):
        path.at(0.0)


def test_the_same_input_gives_the_same_bits() -> None:
    metric, u = draw_metric(SRHT, 64, 16, seed=1), draw_u(64, 1)
    first, again = lars_path(metric, u), lars_path(metric, u)
    np.testing.assert_array_equal(first.lambdas, again.lambdas)
    np.testing.assert_array_equal(first.coefficients.toarray(), again.coefficients.toarray())


def test_input_is_left_alone_and_may_be_short_or_float32() -> None:
    wide = draw_metric(SRHT, 20, 5, seed=0)
    metric = Metric(wide.projection, wide.rows, wide.kappa, wide.diagonal.astype(np.float32))
    u = draw_u(20, 3).astype(np.float32)
    before = u.copy()
    x, _ = lars_solve(metric, u, 0.25)
    np.testing.assert_array_equal(u, before)
    assert x.dtype == np.float64
    padded = np.pad(u.astype(np.float64), (0, 12))
    assert kkt_residual(dense(metric.wide()), padded, x, 0.25) < 1e-13


def test_scales_of_the_problem_do_not_matter() -> None:
    metric, u = draw_metric(SRHT, 32, 8, seed=2), draw_u(32, 2)
    x, certificate = lars_solve(metric, u, 0.5)
    for scale in (2.0**-300, 2.0**300):
        scaled, other = lars_solve(metric, scale * u, scale * 0.5)
        assert other.iterations == certificate.iterations
        np.testing.assert_array_equal(scaled, scale * x)


def test_a_solve_that_misses_its_tolerance_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOLERANCE", -1.0)
    with pytest.raises(errors.CompAdaGradError, match="lost its accuracy"):
        lars_solve(draw_metric(SRHT, 8, 2, seed=0), draw_u(8, 0), 0.1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metric": np.eye(8)}, "metric must be a Metric, got ndarray"),
        ({"u": np.ones(7)}, "u must have 8 entries"),
        ({"u": np.ones((1, 8))}, r"u must be one vector, got shape \(1, 8\)"),
        ({"u": [1.0, np.nan] * 4}, "u must be finite, got nan at 1"),
        ({"u": [1.0, 1.0, np.inf, 1.0] * 2}, "u must be finite, got inf at 2"),
        ({"u": np.ones(8) * 1j}, "u must hold float32, float64"),
        ({"lam": -1.0}, "must be a finite number, 0 or more, got -1.0"),
        ({"lam": np.inf}, "must be a finite number, 0 or more, got inf"),
        ({"lam": np.nan}, "must be a finite number, 0 or more, got nan"),
        ({"lam": True}, "must be a finite number, 0 or more, got True"),
        ({"lam": np.ones(8)}, "must be a finite number, 0 or more"),
        ({"lam": "1"}, "must be a finite number, 0 or more, got '1'"),
    ],
)
def test_bad_input(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {
        "metric": draw_metric(SRHT, 8, 2, seed=0),
        "u": np.ones(8),
        "lam": 0.5,
    } | change
    with pytest.raises(InvalidInputError, match=message):
        lars_solve(**given)
    with pytest.raises(InvalidInputError, match=message):
        lars_path(given["metric"], given["u"], lam_min=given["lam"])


@pytest.mark.parametrize("most", [0, 9, 2.0])
def test_bad_max_active(most: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"max_active must be an integer in 1\.\.8"):
        lars_path(draw_metric(SRHT, 8, 2, seed=0), np.ones(8), max_active=most)
