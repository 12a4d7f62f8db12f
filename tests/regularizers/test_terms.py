from typing import Any

import numpy as np
import pytest

from compadagrad.regularizers import Terms

ZERO, ONE, INF = np.float64(0), np.float64(1), np.float64(np.inf)


def test_numbers_are_uniform() -> None:
    terms = Terms(ZERO, ONE, -INF, INF)
    assert terms.uniform
    assert terms.smooth
    assert not terms.bounded
    assert terms.free is None
    assert terms.parts == (ZERO, ONE, -INF, INF)


def test_arrays_are_not_uniform_and_read_only() -> None:
    l1 = np.array([0.0, 1.0])
    terms = Terms(l1, np.zeros(2), np.full(2, -INF), np.full(2, INF))
    assert not terms.uniform
    assert not terms.smooth
    assert not terms.bounded
    for part in terms.parts:
        assert isinstance(part, np.ndarray)
        assert not part.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 5.0
    assert l1.flags.writeable


@pytest.mark.parametrize(("lower", "upper"), [(-INF, ONE), (ZERO, INF), (ZERO, ONE)])
def test_one_finite_bound_is_a_bound(lower: Any, upper: Any) -> None:
    assert Terms(ZERO, ONE, lower, upper).bounded
    assert not Terms(ZERO, ONE, lower, upper).smooth
    some = Terms(np.zeros(2), np.zeros(2), np.array([-INF, lower]), np.array([INF, upper]))
    assert some.bounded
    assert not some.smooth


@pytest.mark.parametrize(
    ("l2", "free"),
    [
        ([1.0, 1.0, 0.0], 2),
        ([0.0, 2.0], 0),
        ([2.0, 0.0, 2.0], 1),
        ([0.0, 0.0, 2.0], None),
        ([1.0, 2.0, 0.0], None),
        ([1.0, 1.0, 1.0], None),
        ([0.0, 0.0], None),
        ([0.0], None),
    ],
)
def test_the_free_coordinate(l2: list[float], free: int | None) -> None:
    n = len(l2)
    nothing, low, high = np.zeros(n), np.full(n, -INF), np.full(n, INF)
    assert Terms(nothing, np.array(l2), low, high).free == free
    assert Terms(np.ones(n), np.array(l2), low, high).free is None
    assert Terms(nothing, np.array(l2), np.zeros(n), high).free is None


def test_terms_cannot_be_changed() -> None:
    terms = Terms(ZERO, ONE, -INF, INF)
    with pytest.raises(AttributeError):
        terms.l1 = ONE  # type: ignore[misc]
