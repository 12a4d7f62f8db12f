"""What every learner must do. A test class for a new one inherits this and writes two hooks."""

import contextlib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from compadagrad import InexactUpdateError, InexactUpdateWarning, InvalidInputError, reference
from compadagrad.learners import Learner
from compadagrad.regularizers import (
    L1,
    BoundedElasticNet,
    Box,
    ElasticNet,
    NonNegative,
    Regularizer,
    SquaredL2,
    Zero,
)
from learners.sequences import KINDS, ROUNDS, gradients, unit

Array = NDArray[Any]

N = 11  # not a power of two
FREE = np.where(np.arange(N) == 3, 0.0, 1.0)  # a weight for every coordinate but one

REGULARIZERS: dict[str, Callable[[float], Regularizer]] = {
    "zero": lambda s: Zero(),
    "squared_l2": lambda s: SquaredL2(0.3 * s),
    "squared_l2, one free": lambda s: SquaredL2(0.3 * s * FREE),
    "l1": lambda s: L1(0.2 * s),
    "l1, one free": lambda s: L1(0.2 * s * FREE),
    "elastic_net": lambda s: ElasticNet(0.1 * s, 0.3 * s),
    "box": lambda s: Box(np.linspace(-0.3, 0.1, N), np.where(FREE > 0, 0.2, np.inf)),
    "non_negative": lambda s: NonNegative(),
    "bounded elastic_net": lambda s: BoundedElasticNet(0.1 * s * FREE, 0.3 * s * FREE, -0.2, 0.3),
}
ALGORITHMS = ["mirror_descent", "dual_averaging"]
LR = 0.5
LARGEST_ERROR = {np.float32: 1e-4, np.float64: 1e-10}
LARGEST_RESIDUAL = {np.float32: 1e-5, np.float64: 1e-10}


def same_bits(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two states hold the same numbers, of the same types, bit for bit."""
    return a.keys() == b.keys() and all(
        type(a[k]) is type(b[k])
        and (
            (a[k].dtype == b[k].dtype and a[k].tobytes() == b[k].tobytes())
            if isinstance(a[k], np.ndarray)
            else a[k] == b[k]
        )
        for k in a
    )


class LearnerConformance:
    """Inherit, and write ``make`` and ``metric``."""

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        """A learner with this delta; ``size`` is that of the gradients."""
        raise AssertionError("write this hook")

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        """The dense metric that the gradients in the rows of G make, with padding."""
        raise AssertionError("write this hook")

    def expected(
        self, learner: Learner, G: Array, delta: float, size: float, phi: Regularizer
    ) -> list[Array]:
        """The reference's points, with padding."""
        padded = learner._x.size
        wide = np.zeros((len(G), padded))
        wide[:, : learner.n] = G
        metrics = [self.metric(learner, wide[: t + 1], delta, size) for t in range(len(G))]
        parts = phi.terms(learner.n, padded, float).parts
        l1, l2, lower, upper = (np.broadcast_to(part, padded) for part in parts)
        start = np.zeros(padded)
        start[: learner.n] = phi.nearest(start[: learner.n])
        return reference.trajectory(
            wide, metrics, LR, l1, l2, lower, upper, start, learner.algorithm
        )

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("phi", REGULARIZERS)
    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    def test_against_the_dense_reference(self, kind: str, phi: str, algorithm: str) -> None:
        for dtype in (np.float64, np.float32):
            size = unit(kind, dtype)
            G, regularizer = gradients(kind, N, dtype), REGULARIZERS[phi](size)
            options = {"lr": LR, "regularizer": regularizer, "algorithm": algorithm}
            learner = self.make(N, 0.01 * size, size, dtype=dtype, **options)
            points = self.expected(learner, G.astype(float), 0.01 * size, size, regularizer)
            for t, (g, point) in enumerate(zip(G, points, strict=True)):
                certificate = learner.step(g)
                assert certificate.residual <= LARGEST_RESIDUAL[dtype]
                assert learner.x.dtype == dtype
                scale = max(np.abs(point).max(), 1e-3)
                error = np.abs(learner._point() - point).max() / scale
                assert error <= LARGEST_ERROR[dtype], (t, dtype)

    @pytest.mark.parametrize("phi", REGULARIZERS)
    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_small_delta_is_solved_as_exactly(self, phi: str, algorithm: str, dtype: Any) -> None:
        options = {"lr": LR, "regularizer": REGULARIZERS[phi](1.0), "algorithm": algorithm}
        for kind in ("correlated", "low-rank", "sparse"):
            learner = self.make(N, 1e-5, 1.0, dtype=dtype, **options)
            for g in gradients(kind, N, dtype, seed=1):
                assert learner.step(g).residual <= LARGEST_RESIDUAL[dtype], kind

    @pytest.mark.parametrize("phi", ["l1", "l1, one free", "elastic_net"])
    def test_zeros_are_exact(self, phi: str) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR, regularizer=REGULARIZERS[phi](10.0))
        for g in gradients("correlated", N, float):
            learner.step(g)
        assert np.count_nonzero(learner.x == 0.0) > N // 4

    def test_a_sparse_gradient_is_as_good_as_a_dense_one(self) -> None:
        dense, thin = (self.make(N, 0.01, 1.0, lr=LR, regularizer=L1(0.05)) for _ in "ab")
        for t, g in enumerate(gradients("sparse", N, float)):
            dense.step(g)
            thin.step(sparse.csr_array(g[None]) if t % 2 else sparse.coo_array(g))
            np.testing.assert_allclose(thin.x, dense.x, rtol=0, atol=1e-13)

    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    @pytest.mark.parametrize("every", [1, 3])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_resuming_gives_the_same_bits(
        self, algorithm: str, every: int, dtype: Any, tmp_path: Path
    ) -> None:
        def fresh() -> Learner:
            return self.make(
                N,
                0.01,
                1.0,
                lr=LR,
                regularizer=ElasticNet(0.01, 0.1),
                algorithm=algorithm,
                refresh_every=every,
                dtype=dtype,
                x0=np.linspace(-1, 1, N),
            )

        G = np.concatenate([gradients("correlated", N, dtype, seed=s) for s in range(3)])
        straight = fresh()
        for t, g in enumerate(G):
            if t == 10:
                straight.save(tmp_path / "learner")
                state = straight.state_dict()
            straight.step(sparse.csr_array(g[None]) if t % 3 == 1 else g)
        loaded, told = type(straight).load(tmp_path / "learner"), fresh()
        told.load_state_dict(state)
        for t, g in enumerate(G[10:], start=10):
            for other in (loaded, told):
                other.step(sparse.csr_array(g[None]) if t % 3 == 1 else g)
        for other in (loaded, told):
            assert same_bits(other.state_dict(), straight.state_dict())
            assert other.x.tobytes() == straight.x.tobytes()
            assert repr(other) == repr(straight)

    def test_state_is_plain_and_its_own(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR)
        learner.step(np.ones(N))
        state, x = learner.state_dict(), learner.x.copy()
        for name, value in state.items():
            assert type(value) in (int, float, str, np.ndarray), name
            if isinstance(value, np.ndarray):
                assert value.dtype != object, name
                value[...] = 1
        np.testing.assert_array_equal(learner.x, x)
        learner.step(np.ones(N))

    def test_bad_states_change_nothing(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR, algorithm="dual_averaging")
        learner.step(np.ones(N))
        good, other = learner.state_dict(), self.make(N + 9, 0.01, 1.0, lr=LR).state_dict()
        arrays = [name for name, value in good.items() if isinstance(value, np.ndarray)]
        bad: list[Any] = [None, {}, other, {**good, "kind": "nobody"}, {**good, "steps": -1}]
        bad += [{**good, "algorithm": "mirror_descent"}]
        needed = [*arrays, "steps", "algorithm"]
        bad += [{k: v for k, v in good.items() if k != name} for name in needed]
        bad += [{**good, name: good[name][..., :-1]} for name in arrays if good[name].size]
        bad += [{**good, "x": np.full_like(good["x"], np.nan)}, {**good, "x": "x"}]
        for state in bad:
            with pytest.raises(InvalidInputError):
                learner.load_state_dict(state)
            assert same_bits(learner.state_dict(), good)

    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    @pytest.mark.parametrize(
        ("bad", "message"),
        [
            (np.full(N, np.nan), "gradient of step 3 must hold finite .* got nan at entry 0"),
            (np.where(np.arange(N) == 7, np.inf, 1.0), "step 3 .* got inf at entry 7"),
            (np.ones(N - 1), rf"gradient of step 3 must be a vector of n = {N} entries"),
            (np.ones((1, N)), r"got shape \(1, 11\)"),
            (np.ones(N) * 1j, "gradient of step 3 must hold float32"),
            (["a"] * N, "gradient of step 3 must hold"),
            (sparse.csr_array(np.full((1, N), -np.inf)), "step 3 .* got -inf at entry 0"),
            (sparse.csr_array(np.ones((1, N + 1))), r"got shape \(1, 12\)"),
            (sparse.csr_array(np.ones((2, N))), r"got shape \(2, 11\)"),
        ],
        ids=str,
    )
    def test_a_bad_gradient_changes_nothing(self, bad: Any, message: str, algorithm: str) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR, algorithm=algorithm)
        for g in gradients("sparse", N, float)[:2]:
            learner.step(sparse.csr_array(g[None]))
        before = learner.state_dict()
        with pytest.raises(InvalidInputError, match=message):
            learner.step(bad)
        assert same_bits(learner.state_dict(), before)

    def test_what_overflows_in_float32_is_refused(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR, dtype=np.float32)
        with pytest.raises(InvalidInputError, match="step 1 must hold finite float32 numbers"):
            learner.step(np.full(N, 1e39))

    def test_an_inexact_step_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        options = {"lr": LR, "regularizer": L1(0.05), "tolerance": 1e-300}
        strict = self.make(N, 0.01, 1.0, **options)
        lenient = self.make(N, 0.01, 1.0, **options, on_inexact="warn")
        monkeypatch.setattr("compadagrad.updates.rounding.ROUNDINGS", 0)
        G = np.concatenate([gradients("correlated", N, float, seed=s) for s in range(9)])
        refused = 0
        for g in G:
            before, message = strict.state_dict(), rf"^step {strict.steps + 1}: "
            with contextlib.suppress(InexactUpdateError):
                strict.step(g)
                continue
            refused += 1
            assert same_bits(strict.state_dict(), before)
            with pytest.raises(InexactUpdateError, match=message):
                strict.step(g)
        assert refused
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for g in G:
                lenient.step(g)
        assert caught
        assert all(w.category is InexactUpdateWarning for w in caught)
        assert all("the point is taken" in str(w.message) for w in caught)
        assert all(w.filename == __file__ for w in caught)
        assert lenient.steps == len(G)

    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    @pytest.mark.parametrize("phi", ["zero", "l1", "box"])
    @pytest.mark.parametrize("thin", [False, True])
    @pytest.mark.filterwarnings("ignore::compadagrad.InexactUpdateWarning")
    def test_what_overflows_is_refused_by_the_lenient_too(
        self, algorithm: str, dtype: Any, phi: str, thin: bool
    ) -> None:
        options = {"regularizer": REGULARIZERS[phi](1.0), "algorithm": algorithm, "dtype": dtype}
        learner = self.make(N, 0.01, 1.0, lr=LR, on_inexact="warn", **options)
        large = np.full(N, 0.9 * float(np.finfo(dtype).max), dtype)
        for t, g in enumerate([np.ones(N), large, large, -large, np.ones(N), large]):
            before = learner.state_dict()
            try:
                learner.step(sparse.csr_array(g[None]) if thin and t else g)
            except InexactUpdateError:
                assert same_bits(learner.state_dict(), before)
            for name, value in learner.state_dict().items():
                assert not isinstance(value, np.ndarray) or np.isfinite(value).all(), name

    def test_points_are_read_only_and_stay(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR)
        seen, copies = [], []
        for t, g in enumerate(gradients("sparse", N, float)):
            learner.step(sparse.csr_array(g[None]) if t % 2 else g)
            seen.append(learner.x)
            copies.append(learner.x.copy())
            assert not learner.x.flags.writeable
            assert learner.x.shape == (N,)
        np.testing.assert_array_equal(seen, copies)
        assert learner.steps == ROUNDS

    def test_gradients_are_left_alone(self) -> None:
        learner, g = self.make(N, 0.01, 1.0, lr=LR, regularizer=L1(0.1)), np.ones(N)
        row = sparse.csr_array(g[None])
        learner.step(g)
        learner.step(row)
        np.testing.assert_array_equal(g, 1.0)
        np.testing.assert_array_equal(row.toarray(), 1.0)

    def test_dot(self) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR)
        A = gradients("sparse", N, float, seed=5)
        for t, g in enumerate(gradients("sparse", N, float)):
            learner.step(sparse.csr_array(g[None]) if t % 2 else g)
            expected = A @ learner.x
            np.testing.assert_allclose(learner.dot(A), expected, atol=1e-12)
            np.testing.assert_allclose(learner.dot(sparse.csr_array(A)), expected, atol=1e-12)
            row = learner.dot(sparse.csr_array(A[:1]))
            np.testing.assert_allclose(row, expected[:1], atol=1e-12)
            assert np.shape(row) == (1,)
            assert learner.dot(A[1]) == pytest.approx(expected[1], abs=1e-12)
            assert type(learner.dot(list(A[1]))) is float
        with pytest.raises(InvalidInputError, match="a must have n = 11 entries"):
            learner.dot(np.ones(N + 1))

    def test_start(self) -> None:
        x0 = np.linspace(0.1, 1, N)
        assert (self.make(N, 0.01, 1.0, lr=LR).x == 0).all()
        np.testing.assert_array_equal(self.make(N, 0.01, 1.0, lr=LR, x0=x0).x, x0)
        box = Box(0.2, np.inf)
        np.testing.assert_array_equal(self.make(N, 0.01, 1.0, lr=LR, regularizer=box).x, 0.2)
        with pytest.raises(InvalidInputError, match=r"x0 must lie within the bounds.*entry 0"):
            self.make(N, 0.01, 1.0, lr=LR, regularizer=box, x0=x0)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"lr": 0.0}, "lr must be a positive, finite number, got 0.0"),
            ({"lr": "fast"}, "lr must be a positive, finite number, got 'fast'"),
            ({"lr": 1.0, "regularizer": "l1"}, "regularizer must be one of"),
            ({"lr": 1.0, "regularizer": L1(np.ones(3))}, "11"),
            ({"lr": 1.0, "dtype": np.int64}, "dtype must be one of 'float32', 'float64'"),
            ({"lr": 1.0, "dtype": "number"}, "dtype must be one of"),
            ({"lr": 1.0, "algorithm": "descent"}, "algorithm must be one of 'mirror_descent'"),
            ({"lr": 1.0, "refresh_every": 0}, "refresh_every must be an integer >= 1"),
            ({"lr": 1.0, "tolerance": -1.0}, "tolerance must be a positive"),
            ({"lr": 1.0, "on_inexact": "ignore"}, "on_inexact must be one of 'raise', 'warn'"),
            ({"lr": 1.0, "x0": np.ones(3)}, "x0 must be a vector of n = 11 entries"),
            ({"lr": 1.0, "x0": np.full(N, np.nan)}, "x0 must hold finite"),
        ],
        ids=str,
    )
    def test_bad_arguments(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInputError, match=message):
            self.make(N, 0.01, 1.0, **options)

    def test_files_of_others_are_refused(self, tmp_path: Path) -> None:
        learner = self.make(N, 0.01, 1.0, lr=LR)
        learner.save(tmp_path / "learner")
        raw = (tmp_path / "learner").read_bytes()
        (tmp_path / "short").write_bytes(raw[:-1])
        (tmp_path / "foreign").write_text("not a learner, but long enough to have a header")
        for name in ("short", "foreign", "absent"):
            with pytest.raises(InvalidInputError, match=name):
                type(learner).load(tmp_path / name)
