from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.spectral import absorb, several
from spectral.cases import VECTORS, orthogonality_error, orthonormal_rows, problems, root_error

Array = NDArray[Any]


@pytest.fixture(params=["one by one", "at once"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(several, "ONE_BY_ONE", 1000 if request.param == "one by one" else -1)
    return str(request.param)


@pytest.mark.parametrize("t", [0, 1, 3, 40])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (16, 16), (16, 40)])
@pytest.mark.usefixtures("way")
def test_hard_cases(t: int, m: int, n: int) -> None:
    rng = np.random.default_rng(t)
    W = orthonormal_rows(rng, m, n)
    for s, _ in problems(m):
        draws = rng.choice(list(VECTORS), t)
        Z = np.array([VECTORS[kind](rng, m) for kind in draws]).reshape(t, m)
        new_s, new_W = absorb(s, W, Z)
        assert orthogonality_error(new_W) <= 1e-14
        assert (np.diff(new_s) <= 0).all()
        assert new_s[-1] >= 0
        assert root_error(new_s, new_W, np.vstack([s[:, None] * W, Z @ W])) <= 5e-14


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("t", [4, 20])
def test_zero_roots_stay_zero(t: int) -> None:
    rng = np.random.default_rng(0)
    G = rng.standard_normal((t, 4)) @ rng.standard_normal((4, 30))
    s, W = absorb(np.zeros(30), np.eye(30), G)
    assert np.count_nonzero(s) == 4
    s, W = absorb(s, W, rng.standard_normal((t, t)) @ G @ W.T)
    assert np.count_nonzero(s) == 4
    assert np.abs(W[4:] @ G.T).max() <= 1e-13


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("size", [1e150, 1e-150, 1e307])
def test_huge_and_tiny(size: float) -> None:
    rng = np.random.default_rng(0)
    s, Z = np.linspace(1, 0, 6), rng.standard_normal((5, 6))
    plain_s, plain_W = absorb(s, np.eye(6), Z)
    far_s, far_W = absorb(size * s, np.eye(6), size * Z)
    np.testing.assert_allclose(far_s / size, plain_s, rtol=1e-13)
    np.testing.assert_allclose(
        (far_W.T * (far_s / size)) @ far_W, (plain_W.T * plain_s) @ plain_W, atol=1e-13
    )


@pytest.mark.usefixtures("way")
def test_rows_that_no_vector_touches_are_copied() -> None:
    rng = np.random.default_rng(0)
    s, W = np.array([3.0, 2.0, 1.0]), orthonormal_rows(rng, 3, 5)
    new_s, new_W = absorb(s, W, [[0.0, 0.1, 0.0], [0.0, -0.2, 0.0]])
    np.testing.assert_array_equal(new_s[[0, 2]], [3.0, 1.0])
    np.testing.assert_allclose(new_W[[0, 2]], W[[0, 2]], atol=1e-15)


@pytest.mark.usefixtures("way")
def test_inputs_are_left_alone() -> None:
    rng = np.random.default_rng(0)
    s, W, Z = np.linspace(1, 0, 5), orthonormal_rows(rng, 5, 5), rng.standard_normal((3, 5))
    for array in (s, W, Z):
        array.flags.writeable = False
    first, second = absorb(s, W, Z), absorb(s, W, Z)
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[1], second[1])


@pytest.mark.usefixtures("way")
def test_no_rows() -> None:
    s, W = absorb([], np.empty((0, 4)), np.empty((2, 0)))
    assert s.shape == (0,)
    assert W.shape == (0, 4)


def test_the_number_of_vectors_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[int]()
    at_once = several._at_once

    def noted(s: Array, W: Array, Z: Array) -> tuple[Array, Array]:
        taken.append(len(Z))
        return at_once(s, W, Z)

    monkeypatch.setattr(several, "_at_once", noted)
    for t in (several.ONE_BY_ONE, several.ONE_BY_ONE + 1):
        absorb(np.zeros(3), np.eye(3), np.ones((t, 3)))
    assert taken == [several.ONE_BY_ONE + 1]


@pytest.mark.parametrize("Z", [[1.0, 2.0], [[1.0]], [[1.0, np.nan]], [["a", "b"]]])
def test_bad_vectors(Z: Any) -> None:
    with pytest.raises(InvalidInputError, match="Z must"):
        absorb([1.0, 0.0], np.eye(2), Z)
