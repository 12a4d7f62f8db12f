"""What every regularizer must do. A test class for a new one inherits this and writes its hooks."""

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.regularizers import Regularizer, from_config
from regularizers import brute

N = 8
FREE = [2, 7]
STEP = 0.375
WEIGHTS: dict[str, Any] = {
    "number": 0.7,
    "each": np.array([0.7, 0.2, 1.5, 3.0, 0.01, 1.0, 2.0, 0.4]),
    "free": np.array([0.7, 0.2, 0.0, 3.0, 0.01, 1.0, 2.0, 0.0]),
}
DTYPES = [np.float32, np.float64]
ROUNDING = {np.float32: 4e-6, np.float64: 1e-14}

Array = NDArray[Any]


class RegularizerConformance:
    """Inherit, and write ``make``, ``phi``, ``kinks`` and, where it is True, ``sees_padding``."""

    sees_padding: ClassVar[bool] = False  # a weight that is one number holds for the padding too

    def make(self, weight: Any) -> Regularizer:
        """With this weight for every part of it."""
        raise AssertionError("write this hook")

    def phi(self, x: Fraction, weight: Fraction) -> Fraction | float:
        """One coordinate of it, in fractions, and ``math.inf`` out of bounds."""
        raise AssertionError("write this hook")

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        """Where the prox of one coordinate has a corner, in the arithmetic of ``step``."""
        raise AssertionError("write this hook")

    @pytest.fixture(params=WEIGHTS)
    def form(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def r(self, form: str) -> Regularizer:
        return self.make(WEIGHTS[form])

    @pytest.fixture
    def weights(self, form: str) -> Array:
        return np.broadcast_to(WEIGHTS[form], N)

    @pytest.fixture(params=DTYPES)
    def dtype(self, request: pytest.FixtureRequest) -> Any:
        return request.param

    def coordinate(self, weight: float) -> brute.Coordinate:
        """phi with this weight."""
        exact = Fraction(float(weight))
        return lambda x: self.phi(x, exact)

    def centers(self, dtype: Any) -> list[Array]:
        """Vectors of mixed sizes and signs, zeros of both signs among them."""
        rng = np.random.default_rng(3)
        drawn = rng.standard_normal((20, N)) * np.exp(rng.uniform(-3, 2, (20, N)))
        return [np.full(N, -0.0, dtype), np.zeros(N, dtype), *drawn.astype(dtype)]

    def close(self, a: Any, b: Any, dtype: Any) -> None:
        np.testing.assert_allclose(a, b, rtol=0, atol=ROUNDING[dtype] * (1 + np.abs(b).max()))

    def test_value(self, r: Regularizer, weights: Array, dtype: Any) -> None:
        for c in self.centers(dtype):
            for x in (c, r.nearest(c)):
                phi = [self.coordinate(weight) for weight in weights]
                expected = sum(phi[i](Fraction(float(x[i]))) for i in range(N))
                assert r.value(x) == pytest.approx(float(expected), rel=ROUNDING[dtype])

    def test_prox_minimises(self, r: Regularizer, weights: Array, dtype: Any) -> None:
        for c, step in zip(self.centers(dtype)[1:6], (1.0, STEP, 0.01, 4.0, 20.0), strict=True):
            x = r.prox(c, step)
            assert x.dtype == np.dtype(dtype)
            phi = [self.coordinate(weight) for weight in weights]
            self.close(x, np.array([brute.prox(phi[i], c[i], step) for i in range(N)]), dtype)

    def test_prox_is_optimal_to_rounding(self, r: Regularizer, dtype: Any) -> None:
        for c in self.centers(dtype):
            x = r.prox(c, STEP)
            assert np.isfinite(r.value(x))
            self.close(r.distance(x, (x - c) / dtype(STEP)), np.zeros(N), dtype)

    def test_a_point_beside_the_prox_is_not_optimal(self, weights: Array, r: Regularizer) -> None:
        for c in self.centers(np.float64):
            x = r.prox(c, STEP)
            for moved in (x + 1e-6, x - 1e-6):
                distance = r.distance(moved, (moved - c) / STEP)
                assert (distance > 1e-6).all()

    def test_steps_for_each_coordinate(self, r: Regularizer, dtype: Any) -> None:
        c = self.centers(dtype)[-1]
        steps = np.geomspace(0.01, 10.0, N).astype(dtype)
        for method in (r.prox, r.prox_derivative):
            one_by_one = [method(c, step)[i] for i, step in enumerate(steps)]
            np.testing.assert_array_equal(method(c, steps), np.array(one_by_one))

    def test_derivative_is_a_difference_quotient(self, r: Regularizer, weights: Array) -> None:
        h, seen = 1e-6, 0
        for c in self.centers(np.float64):
            quotient = (r.prox(c + h, STEP) - r.prox(c - h, STEP)) / (2 * h)
            slope = r.prox_derivative(c, STEP)
            for i in range(N):
                if all(abs(c[i] - kink) > 2 * h for kink in self.kinks(STEP, weights[i])):
                    assert slope[i] == pytest.approx(quotient[i], abs=1e-8)
                    seen += 1
        assert seen > 100

    def test_on_a_kink_the_derivative_is_zero(
        self, r: Regularizer, weights: Array, dtype: Any
    ) -> None:
        for i in range(N):
            for kink in self.kinks(dtype(STEP), dtype(weights[i])):
                c = np.full(N, kink, dtype)
                assert r.prox_derivative(c, STEP)[i] == 0
                beside = [r.prox_derivative(np.nextafter(c, dtype(e)), STEP)[i] for e in (-9, 9)]
                assert min(beside) == 0
                assert max(beside) > 0.1
                near = [r.prox(np.nextafter(c, dtype(e)), STEP)[i] for e in (-9, 9)]
                assert r.prox(c, STEP)[i] in near

    def test_distance_against_one_sided_slopes(self, r: Regularizer, weights: Array) -> None:
        q = np.linspace(-3.0, 3.0, N)
        for c in self.centers(np.float64):
            x = r.prox(c, STEP)
            phi = [self.coordinate(weight) for weight in weights]
            expected = [brute.distance(phi[i], x[i], q[i]) for i in range(N)]
            np.testing.assert_allclose(r.distance(x, q), expected, rtol=0, atol=1e-10)

    def test_distance_takes_the_wider_dtype(self, r: Regularizer) -> None:
        x, q = np.zeros(N, np.float32), np.ones(N)
        assert r.distance(x, x).dtype == np.float32
        assert r.distance(x, q).dtype == r.distance(q, x).dtype == np.float64

    @pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
    def test_what_is_not_finite_is_never_optimal(
        self, r: Regularizer, dtype: Any, bad: float
    ) -> None:
        good = np.zeros(N, dtype)
        for i in range(N):
            spoiled = good.copy()
            spoiled[i] = bad
            assert r.distance(spoiled, good)[i] == np.inf
            assert r.distance(good, spoiled)[i] == np.inf

    def test_nan_stays_nan(self, r: Regularizer, dtype: Any) -> None:
        c = np.zeros(N, dtype)
        c[3] = np.nan
        np.testing.assert_array_equal(np.isnan(r.prox(c, STEP)), np.isnan(c))
        assert np.isnan(r.value(c))

    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(
        a=st.lists(st.floats(-1e3, 1e3), min_size=N, max_size=N),
        b=st.lists(st.floats(-1e3, 1e3), min_size=N, max_size=N),
        step=st.floats(1e-3, 1e3),
    )
    def test_prox_is_firmly_nonexpansive(self, a: Any, b: Any, step: float) -> None:
        for weight in WEIGHTS.values():
            r = self.make(weight)
            moved = r.prox(a, step) - r.prox(b, step)
            apart = np.subtract(a, b)
            slack = 1e-12 * (1 + np.abs(a) + np.abs(b)) * np.abs(apart)
            assert (moved**2 <= moved * apart + slack).all()

    def test_zeros_have_no_sign(self, r: Regularizer, dtype: Any) -> None:
        for c in self.centers(dtype):
            x = r.prox(c, STEP)
            assert not np.signbit(x[x == 0]).any()

    def test_weight_zero_leaves_a_coordinate_free(self, dtype: Any) -> None:
        r = self.make(WEIGHTS["free"])
        for c in self.centers(dtype):
            np.testing.assert_array_equal(r.prox(c, STEP)[FREE], c[FREE])
            np.testing.assert_array_equal(r.prox_derivative(c, STEP)[FREE], 1)
            np.testing.assert_array_equal(r.distance(c, c)[FREE], np.abs(c[FREE]))
            np.testing.assert_array_equal(r.nearest(c)[FREE], c[FREE])

    def test_nearest_is_the_prox_of_the_constraint(self, r: Regularizer, dtype: Any) -> None:
        for c in self.centers(dtype):
            x = r.nearest(c)
            assert x.dtype == np.dtype(dtype)
            assert np.isfinite(r.value(x))
            if np.isfinite(r.value(c)):
                np.testing.assert_array_equal(x, c)
            else:  # no step of a finite part moves it as far as this
                np.testing.assert_allclose(x, r.prox(c, 1e-9), rtol=1e-6, atol=1e-6)

    def test_padding(self, r: Regularizer, form: str, dtype: Any) -> None:
        short, padded = r.terms(N, N, dtype), r.terms(N, 2 * N, dtype)
        for name, free in (("l1", 0), ("l2", 0), ("lower", -np.inf), ("upper", np.inf)):
            term = getattr(padded, name)
            assert term.dtype == np.dtype(dtype)
            assert term.shape == (() if padded.uniform else (2 * N,))
            for_each, end = np.broadcast_to(term, 2 * N)[:N], np.broadcast_to(term, 2 * N)[N:]
            np.testing.assert_array_equal(for_each, np.broadcast_to(getattr(short, name), N))
            holds = self.sees_padding and form == "number" and name in ("l1", "l2")
            np.testing.assert_array_equal(end, getattr(short, name) if holds else free)

    def test_terms_are_kept(self, r: Regularizer) -> None:
        assert r.terms(N, 16, np.float64) is r.terms(N, 16, float)
        assert r.terms(N, 16, np.float32) is not r.terms(N, 16, float)

    def test_a_regularizer_cannot_be_changed(self, r: Regularizer) -> None:
        for name in (*r.parameters, "anything"):
            with pytest.raises(AttributeError, match="cannot be changed; make a new one"):
                setattr(r, name, 1.0)
        for name in r.parameters:
            with pytest.raises(AttributeError, match="cannot be changed"):
                delattr(r, name)
        for value in r.config().values():
            assert not isinstance(value, np.ndarray) or not value.flags.writeable

    def test_config_is_plain_and_complete(self, r: Regularizer) -> None:
        config = r.config()
        assert set(config) == {"kind", *r.parameters}
        for name, value in config.items():
            assert type(value) in (str, float, np.ndarray), name
            assert not (isinstance(value, np.ndarray) and value.dtype != np.float64), name
        again = from_config(config)
        assert type(again) is type(r)
        assert again == r
        assert hash(again) == hash(r)

    def test_config_survives_a_file(self, r: Regularizer, tmp_path: Path) -> None:
        np.savez(tmp_path / "config.npz", **r.config())
        with np.load(tmp_path / "config.npz") as stored:
            assert from_config(dict(stored)) == r

    def test_config_and_what_is_restored_share_no_memory(self) -> None:
        r = self.make(WEIGHTS["each"])
        config = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in r.config().items()}
        again = from_config(config)
        for value in config.values():
            if isinstance(value, np.ndarray):
                value[:] = 0
        assert again == r

    @pytest.mark.parametrize("again", [copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))])
    def test_copies_are_as_good_as_the_original(self, r: Regularizer, again: Any) -> None:
        twin = again(r)
        assert twin == r
        assert repr(twin) == repr(r)
        for value in twin.config().values():
            assert not isinstance(value, np.ndarray) or not value.flags.writeable

    def test_repr_can_be_read_back(self, r: Regularizer) -> None:
        names = {type(r).__name__: type(r), "inf": np.inf}
        assert eval(repr(r), names) == r

    def test_it_is_equal_to_nothing_else(self, r: Regularizer) -> None:
        assert r != "a regularizer"
        assert r != None  # noqa: E711

    @pytest.mark.parametrize("method", ["prox", "prox_derivative"])
    @pytest.mark.parametrize(
        ("step", "message"),
        [
            (0.0, r"step must be positive and finite in float64, got 0\.0"),
            (-1, r"step must be positive and finite in float64, got -1\.0"),
            (np.nan, "step must be positive and finite in float64, got nan"),
            ([1.0] * (N - 1) + [np.inf], "step must be positive and finite in float64, got inf"),
            ([1.0, 1.0], r"shape of c, \(8,\), got shape \(2,\)"),
            ("one", "step must hold float32, float64 or integer numbers"),
        ],
    )
    def test_bad_steps(self, r: Regularizer, method: str, step: Any, message: str) -> None:
        with pytest.raises(InvalidInputError, match=message):
            getattr(r, method)(np.zeros(N), step)

    def test_bad_vectors(self, r: Regularizer) -> None:
        for method in (r.value, r.nearest, lambda x: r.prox(x, 1.0)):
            with pytest.raises(InvalidInputError, match=r"one dimension, got shape \(2, 8\)"):
                method(np.zeros((2, N)))
            with pytest.raises(InvalidInputError, match=r"one dimension, got shape \(\)"):
                method(1.0)
        with pytest.raises(InvalidInputError, match="same length, got 8 and 7"):
            r.distance(np.zeros(N), np.zeros(N - 1))

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((0, 8, float), r"n must be an integer in 1\.\."),
            ((8, 7, float), r"n_padded must be an integer in 8\.\."),
            ((8, 8, np.float16), "dtype must be float32 or float64, got <class 'numpy.float16'>"),
            ((8, 8, ">f8"), "dtype must be float32 or float64, got '>f8'"),
            ((8, 8, "floats"), "dtype must be float32 or float64, got 'floats'"),
        ],
    )
    def test_bad_lengths_and_dtypes(
        self, r: Regularizer, arguments: tuple[Any, ...], message: str
    ) -> None:
        with pytest.raises(InvalidInputError, match=message):
            r.terms(*arguments)


class WeightedConformance(RegularizerConformance):
    """For regularizers with a weight: name it in ``weight_name``."""

    weight_name: ClassVar[str]

    def test_weights_for_another_length(self) -> None:
        r = self.make(WEIGHTS["each"])
        for call in (lambda: r.terms(9, 16, float), lambda: r.value(np.zeros(9))):
            with pytest.raises(
                InvalidInputError, match=r"has 8 entries where there are 9 coordinates; give one"
            ):
                call()

    @pytest.mark.parametrize(
        ("bad", "message"),
        [
            (-1.0, r"must be finite and 0 or more, got -1\.0$"),
            (np.nan, "must be finite and 0 or more, got nan$"),
            (np.inf, "must be finite and 0 or more, got inf$"),
            ([0.0, 1.0, -np.inf], "must be finite and 0 or more, got -inf for coordinate 2"),
            ([1.0, np.nan], "must be finite and 0 or more, got nan for coordinate 1"),
            ([[1.0]], r"must be one number or a one-dimensional array, got shape \(1, 1\)"),
            ([], "is empty"),
            ("heavy", "must hold float32, float64 or integer numbers"),
            (None, "must hold float32, float64 or integer numbers"),
            ([1.0, [2.0, 3.0]], "cannot be read as an array"),
            (1j, "must hold float32, float64 or integer numbers"),
        ],
    )
    def test_bad_weights(self, bad: Any, message: str) -> None:
        with pytest.raises(InvalidInputError, match=f"^{self.weight_name} {message}"):
            self.make(bad)

    def test_other_weights_are_another_regularizer(self) -> None:
        r = self.make(WEIGHTS["each"])
        assert r != self.make(WEIGHTS["free"])
        assert self.make(1.0) != self.make(np.ones(N))  # the padding differs
        assert self.make(-0.0) == self.make(0)
        assert hash(self.make(-0.0)) == hash(self.make(0))
        assert self.make([1, 0]) == self.make([True, False])

    def test_weights_are_copied(self) -> None:
        weights = WEIGHTS["each"].copy()
        r = self.make(weights)
        weights[:] = 0
        assert r == self.make(WEIGHTS["each"])
