"""The steps of the interior point, against the equations that they eliminate."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.updates._barrier import (
    begin,
    corrector,
    longest_step,
    measure,
    move,
    predicted,
    predictor,
)

Array = NDArray[Any]
N = 5
LOWER = np.array([-np.inf, -1.0, -np.inf, -2.0, 0.5])
UPPER = np.array([np.inf, np.inf, 1.0, 2.0, 0.5])
L1 = np.array([1.0, 0.0, 0.0, 0.7, 1.0])
L2 = np.full(N, 0.3)


class Point:
    """A barrier point of five kinds of coordinates in a dense metric."""

    def __init__(self) -> None:
        rng = np.random.default_rng(0)
        G = rng.standard_normal((N, N))
        self.A, self.u = G @ G.T + np.eye(N), rng.standard_normal(N)
        self.x = rng.standard_normal(N)
        self.s, self.z, self.tilt = np.empty((4, N)), np.empty((4, N)), np.empty(N)
        self.count = begin(self.x, 0.1, 0.2, 1e6, 2.0, L1, LOWER, UPPER, self.s, self.z, self.tilt)
        self.dual, self.theta = np.empty(N), np.empty(N)
        self.measure()

    def measure(self) -> None:
        q = self.u + self.A @ self.x
        self.gap, self.infeasible = measure(
            self.x, q, self.s, self.z, 2.0, L2, LOWER, UPPER, self.dual, self.theta
        )

    def step(self, right: Array) -> Array:
        dx = np.zeros(N)
        free = np.isfinite(self.theta)
        matrix = (self.A + np.diag(np.where(free, self.theta, 0)))[np.ix_(free, free)]
        dx[free] = np.linalg.solve(matrix, right[free])
        return dx

    def corrected(self, target: float) -> tuple[Array, Array]:
        right = np.empty(N)
        predictor(self.s, self.z, self.dual, self.theta, right)
        first = self.step(right)
        corrector(self.s, self.z, self.dual, self.theta, first, target, right)
        return first, self.step(right)


def test_the_start() -> None:
    p = Point()
    assert p.count == 2 + 1 + 1 + 4
    assert (p.x[:4] > LOWER[:4]).all()
    assert (p.x[:4] < UPPER[:4]).all()
    assert p.x[4] == 0.5
    np.testing.assert_allclose(p.z[0] + p.z[1], [2.0, 0, 0, 1.4, 0])
    np.testing.assert_allclose((p.s[1] - p.s[0])[[0, 3]] / 2, p.x[[0, 3]])
    np.testing.assert_array_equal(p.tilt, 0)
    assert (p.s > 0).all()
    assert p.theta[4] == np.inf


def test_a_weight_with_one_sign_is_a_tilt() -> None:
    s, z, tilt = np.empty((4, 2)), np.empty((4, 2)), np.empty(2)
    lower, upper = np.array([0.0, -3.0]), np.array([np.inf, -1.0])
    weights = (1e9, np.ones(2))
    assert begin(np.zeros(2), 0.1, 1.0, 5.0, *weights, lower, upper, s, z, tilt) == 3
    np.testing.assert_array_equal(tilt, [5.0, -5.0])  # no heavier than 5
    np.testing.assert_array_equal(z[0], 0)


def affine(p: Point, dx: Array) -> tuple[Array, Array]:
    """The changes of slacks and multipliers that make all products 0 to first order."""
    h = p.z / p.s
    both = np.where(p.z[0] > 0, h[0] + h[1], 1.0)
    dt = ((h[0] - h[1]) * dx - (p.z[0] + p.z[1])) / both
    a = np.where(p.z > 0, np.array([dt - dx, dt + dx, -dx, dx]), 0.0)
    return a, np.where(p.z > 0, -p.z - h * a, 0.0)


def test_a_predictor_makes_the_dual_residual_vanish() -> None:
    p = Point()
    right = np.empty(N)
    predictor(p.s, p.z, p.dual, p.theta, right)
    first = p.step(right)
    a, b = affine(p, first)
    x, z = p.x + first, p.z + b
    dual = p.u + p.A @ x + 2.0 * L2 * x + (z[0] - z[1]) + (z[2] - z[3])
    np.testing.assert_allclose(dual[:4], 0, atol=1e-12)
    length, after = predicted(p.s, p.z, p.theta, first)
    assert 0 < length <= 1
    s, z = p.s + length * a, p.z + length * b
    np.testing.assert_allclose((s * z).sum(), after, rtol=1e-12)
    assert min(s.min(), z.min()) > -1e-12


def test_a_corrector_aims_at_its_target() -> None:
    p = Point()
    target = 0.05
    first, second = p.corrected(target)
    a, b = affine(p, first)
    s, z = p.s.copy(), p.z.copy()
    assert 0 < longest_step(p.s, p.z, p.theta, first, target, second) <= 1
    move(p.x, p.s, p.z, p.theta, first, target, second, 1.0)
    p.measure()
    assert p.infeasible < 1e-12
    products = s * z + (p.s - s) * z + s * (p.z - z) + a * b
    np.testing.assert_allclose(products[z > 0], target, rtol=1e-10)
    np.testing.assert_allclose(p.z[0] + p.z[1], z[0] + z[1], rtol=1e-12)


def test_the_longest_step_is_the_longest() -> None:
    for target in (0.0, 0.01):
        for share, positive in ((0.999, True), (1.001, False)):
            p = Point()
            first, second = p.corrected(target)
            length = longest_step(p.s, p.z, p.theta, first, target, 3.0 * second)
            assert length < 1
            exists = p.z > 0
            move(p.x, p.s, p.z, p.theta, first, target, 3.0 * second, share * length)
            smallest = min(p.s[exists].min(), p.z[exists].min())
            assert (smallest > 0) == positive


def test_two_rows_are_enough_without_bounds() -> None:
    results = []
    for rows in (2, 4):
        x = np.array([0.4, -0.2, 0.0])
        s, z, tilt = np.empty((rows, 3)), np.empty((rows, 3)), np.empty(3)
        parts = np.float64(1), np.float64(-np.inf), np.float64(np.inf)
        assert begin(x, 0.1, 1.0, 1e6, 1.0, *parts, s, z, tilt) == 6
        dual, theta, right = np.empty(3), np.empty(3), np.empty(3)
        q = np.array([1.0, 2.0, -1.0])
        measure(x, q, s, z, 1.0, np.float64(0), *parts[1:], dual, theta)
        predictor(s, z, dual, theta, right)
        corrector(s, z, dual, theta, 0.1 * right, 0.01, right.copy())
        move(x, s, z, theta, 0.1 * right, 0.01, 0.05 * right, 0.5)
        results.append(np.concatenate([x, s[0], s[1], z[0], z[1]]))
    np.testing.assert_array_equal(results[0], results[1])
