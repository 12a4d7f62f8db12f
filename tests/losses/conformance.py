"""What every loss must do. A test class for a new one inherits this and writes its hooks."""

import copy
import math
import pickle
from decimal import Context, Decimal, localcontext
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.losses import Loss, from_config, from_name
from compadagrad.losses._scalars import slope_at, value_at
from losses.gradient_conformance import GradientConformance

TARGETS = {
    "binary": [-1.0, 1.0],
    "real": [-2.5, 0.0, 1.0, 700.0],
    "count": [0.0, 0.25, 1.0, 40.0],
}
WRONG_TARGETS: dict[str, list[float]] = {
    "binary": [0.0, 2.0, -1.0000001, math.nan, math.inf],
    "real": [math.nan, math.inf, -math.inf],
    "count": [-1.0, -1e-300, math.nan, math.inf],
}
ORDINARY = [-30.0, -3.0, -1.25, -1.0, -0.5, -1e-9, 0.0, 1e-9, 0.3, 1.0, 1.5, 2.0, 5.0, 40.0]
FAR = [s * p for p in (1e308, 1e200, 709.7, 745.0, 1e-308, 5e-324, 0.0) for s in (1.0, -1.0)]
PRECISE = Context(prec=800, traps=[])  # digits: enough to see exp(-745) and 5e-324 beside 1
STEP = Decimal("1e-330")  # no kink but the one at a point is as near to it
COPIES: list[Any] = [copy.deepcopy, lambda loss: pickle.loads(pickle.dumps(loss))]

Array = NDArray[Any]


class LossConformance(GradientConformance):
    """Inherit, and write ``make``, ``formula`` and, for a loss with kinks, ``kinks``."""

    reach: ClassVar[float] = 1e3  # of ordinary predictions

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        """The loss by its definition; for decimals of any size."""
        raise AssertionError("write this hook")

    def kinks(self, y: float) -> list[tuple[float, float]]:
        """Where the slope jumps, and what it is there."""
        return []

    def rounding(self, p: float, y: float) -> float:
        """What rounding may do to the value beside a share of it."""
        return 0.0

    def slope_rounding(self, y: float) -> float:
        """The same of the slope."""
        return 0.0

    @pytest.fixture
    def loss(self) -> Loss:
        return self.make()

    @pytest.fixture
    def targets(self, loss: Loss) -> list[float]:
        return TARGETS[loss.labels]

    def difference(self, p: float, y: float) -> float:
        """The slope as a quotient of differences in many digits."""
        with localcontext(PRECISE):
            at, target = Decimal(p), Decimal(y)
            rise = self.formula(at + STEP, target) - self.formula(at - STEP, target)
            return math.inf if rise.is_nan() else float(rise / (2 * STEP))  # inf - inf

    @pytest.mark.parametrize("points", [ORDINARY, FAR], ids=["ordinary", "far"])
    def test_value_is_the_formula(
        self, loss: Loss, targets: list[float], points: list[float]
    ) -> None:
        for y in targets:
            found = loss.value(points, y)
            assert isinstance(found, np.ndarray)
            for p, value in zip(points, found, strict=True):
                with localcontext(PRECISE):
                    exact = float(self.formula(Decimal(p), Decimal(y)))
                assert value == pytest.approx(exact, rel=1e-15, abs=self.rounding(p, y))
                assert loss.value(p, y) == value

    @pytest.mark.parametrize("points", [ORDINARY, FAR], ids=["ordinary", "far"])
    def test_slope_is_a_difference_quotient(
        self, loss: Loss, targets: list[float], points: list[float]
    ) -> None:
        for y in targets:
            smooth = [p for p in points if p not in dict(self.kinks(y))]
            found = loss.slope(smooth, y)
            assert isinstance(found, np.ndarray)
            for p, slope in zip(smooth, found, strict=True):
                exact = self.difference(p, y)
                assert slope == pytest.approx(exact, rel=1e-15, abs=self.slope_rounding(y))

    def test_on_the_kinks_scalar_and_vectorised_forms_agree(
        self, loss: Loss, targets: list[float]
    ) -> None:
        for y in targets:
            for p, stated in self.kinks(y):
                left, right = math.nextafter(p, -math.inf), math.nextafter(p, math.inf)
                found = loss.slope([left, p, right], y)
                assert isinstance(found, np.ndarray)
                assert found[0] < found[2]
                assert found[0] <= found[1] <= found[2]
                assert loss.slope(p, y) == found[1] == stated
                assert slope_at(loss.code, p, y, loss.parameter) == stated

    def test_compiled_scalars_give_the_same_bits(self, loss: Loss, targets: list[float]) -> None:
        for y in targets:
            for p in (*ORDINARY, *FAR):
                assert value_at(loss.code, p, y, loss.parameter) == loss.value(p, y)
                assert slope_at(loss.code, p, y, loss.parameter) == loss.slope(p, y)

    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data(), a=st.floats(-1, 1), b=st.floats(-1, 1), share=st.floats(0, 1))
    def test_convex(self, data: Any, a: float, b: float, share: float) -> None:
        loss = self.make()
        y = data.draw(st.sampled_from(TARGETS[loss.labels]))
        p, q = self.reach * a, self.reach * b
        between = share * p + (1 - share) * q
        at_p, at_q, inside = (float(loss.value(x, y)) for x in (p, q, between))
        slack = 1e-13 * (1 + abs(at_p) + abs(at_q) + abs(y) * self.reach)
        assert inside <= share * at_p + (1 - share) * at_q + slack

    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data(), a=st.floats(-1, 1), b=st.floats(-1, 1))
    def test_slopes_are_subgradients(self, data: Any, a: float, b: float) -> None:
        loss = self.make()
        y = data.draw(st.sampled_from(TARGETS[loss.labels]))
        p = data.draw(st.sampled_from([self.reach * a, y, -y, 1.0]))
        q = self.reach * b
        at_p, at_q, slope = loss.value(p, y), loss.value(q, y), float(loss.slope(p, y))
        slack = 1e-13 * (1 + abs(at_p) + abs(at_q) + abs(slope) * (abs(p) + abs(q)))
        assert np.all(at_q >= at_p + slope * (q - p) - slack)

    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data(), p=st.floats(allow_nan=False), q=st.floats(allow_nan=False))
    def test_slopes_never_fall(self, data: Any, p: float, q: float) -> None:
        loss = self.make()
        y = data.draw(st.sampled_from(TARGETS[loss.labels]))
        low, high = (float(loss.slope(x, y)) for x in (min(p, q), max(p, q)))
        assert low <= high or math.isclose(low, high, rel_tol=4e-16)

    def test_infinite_predictions(self, loss: Loss, targets: list[float]) -> None:
        for y in targets:
            for end in (-math.inf, math.inf):
                far = math.copysign(1e308, end)
                value, slope = float(loss.value(end, y)), float(loss.slope(end, y))
                outward = float(loss.slope(far, y)) * np.sign(end)
                assert value == (math.inf if outward > 0 else 0.0)
                if abs(slope) < math.inf:
                    assert slope == loss.slope(far, y)
                else:
                    assert slope == end

    def test_nan_stays_where_it_is(self, loss: Loss) -> None:
        for dtype in (np.float32, np.float64):
            p = np.array([0.5, math.nan, 1.0], dtype)
            for found in (loss.value(p, 1.0), loss.slope(p, 1.0)):
                np.testing.assert_array_equal(np.isnan(found), np.isnan(p))
        assert math.isnan(loss.value(math.nan, 1.0))
        assert math.isnan(loss.slope(math.nan, 1.0))

    def test_float32_is_float64_rounded_once(self, loss: Loss, targets: list[float]) -> None:
        p = np.array([*ORDINARY, 3e38, -3e38, 100.0, 1e-45], np.float32)
        for y in targets:
            for method in (loss.value, loss.slope):
                found, wide = method(p, y), method(p.astype(np.float64), y)
                assert isinstance(found, np.ndarray)
                assert found.dtype == np.float32
                with np.errstate(over="ignore"):
                    np.testing.assert_array_equal(found, np.float32(wide))

    def test_shapes_strides_and_kinds_of_numbers(self, loss: Loss) -> None:
        p = np.linspace(-2.0, 2.0, 12).reshape(3, 4)
        p.flags.writeable = False
        targets = np.ones((3, 4), int)
        whole = loss.value(p, targets)
        assert isinstance(whole, np.ndarray)
        assert whole.shape == (3, 4)
        np.testing.assert_array_equal(loss.value(p.T[::-1], targets.T), whole.T[::-1])
        assert loss.value(p[1, 2].item(), 1) == whole[1, 2]
        ones: list[Any] = [1, np.float64(1), np.float32(1), np.array(1)]
        for one in ones:
            assert type(loss.value(one, 1)) is type(loss.slope(one, 1)) is float
        assert np.shape(loss.slope([1.0], [1.0])) == (1,)

    def test_input_is_left_alone(self, loss: Loss) -> None:
        p, y = np.array([-1.0, 0.5]), np.ones(2)
        found = loss.value(p, y), loss.slope(p, y)
        np.testing.assert_array_equal(p, [-1.0, 0.5])
        np.testing.assert_array_equal(y, 1.0)
        assert not any(np.shares_memory(x, p) or np.shares_memory(x, y) for x in found)

    def test_targets(self, loss: Loss, targets: list[float]) -> None:
        found = loss.check_targets(np.array(targets, np.float32))
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, targets)
        for bad in WRONG_TARGETS[loss.labels]:
            for call in (loss.check_targets, lambda y: loss.value(0.0, y)):
                with pytest.raises(InvalidInputError, match=r"^y must hold .*, got [^ ]*; "):
                    call(bad)
            y = [1.0, 1.0, bad]
            for method in (loss.value, loss.slope):
                with pytest.raises(InvalidInputError, match="at entry 2; "):
                    method([0.0, 0.0, 0.0], y)

    def test_bad_shapes(self, loss: Loss) -> None:
        ragged: Any = [1.0, [1.0, 1.0]]
        for method in (loss.value, loss.slope):
            with pytest.raises(InvalidInputError, match=r"shape of p, \(2,\), got shape \(3,\)"):
                method(np.zeros(2), np.ones(3))
            with pytest.raises(InvalidInputError, match=r"shape of p, \(\), got shape \(1,\)"):
                method(0.0, np.ones(1))
            with pytest.raises(InvalidInputError, match="p is empty"):
                method([], 1.0)
            with pytest.raises(InvalidInputError, match="p must hold float32, float64"):
                method("a", 1.0)
            with pytest.raises(InvalidInputError, match="y cannot be read as an array"):
                method([0.0, 0.0], ragged)

    def test_a_loss_cannot_be_changed(self, loss: Loss) -> None:
        for name in (*loss.parameters, "kind", "code", "anything"):
            with pytest.raises(AttributeError, match="cannot be changed; make a new one"):
                setattr(loss, name, 1.0)
            with pytest.raises(AttributeError, match="cannot be changed; make a new one"):
                delattr(loss, name)

    def test_config_is_plain_and_complete(self, loss: Loss, tmp_path: Path) -> None:
        config = loss.config()
        assert set(config) == {"kind", *loss.parameters}
        assert from_config(config) == loss == from_name(**{"name": config.pop("kind"), **config})
        np.savez(tmp_path / "config.npz", **loss.config())
        with np.load(tmp_path / "config.npz") as stored:
            assert from_config(dict(stored)) == loss

    @pytest.mark.parametrize("again", COPIES)
    def test_copies_are_as_good_as_the_original(self, loss: Loss, again: Any) -> None:
        twin = again(loss)
        assert twin == loss
        assert hash(twin) == hash(loss)
        assert repr(twin) == repr(loss)
        assert twin.parameter == loss.parameter

    def test_repr_can_be_read_back(self, loss: Loss) -> None:
        assert eval(repr(loss), {type(loss).__name__: type(loss)}) == loss

    def test_it_is_equal_to_nothing_else(self, loss: Loss) -> None:
        assert loss != "a loss"
        assert loss != loss.kind
