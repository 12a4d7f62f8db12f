import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.spectral import REPAIR_EVERY, rank_one_update, reorthonormalise
from spectral.cases import orthogonality_error, orthonormal_rows, root_error

Array = NDArray[Any]


class Followed:
    """A decomposition fed with vectors, and what it should be, in extended precision."""

    def __init__(self, n: int) -> None:
        self.s, self.W = np.zeros(n), np.eye(n)
        self.M = np.zeros((n, n), np.longdouble)
        self.updates = 0

    def feed(self, c: Array) -> None:
        self.s, self.W = rank_one_update(self.s, self.W, self.W @ c)
        wide = c.astype(np.longdouble)
        self.M += np.outer(wide, wide)
        self.updates += 1
        if self.updates % REPAIR_EVERY == 0:
            self.W = reorthonormalise(self.W)

    def error(self) -> float:
        M = self.M.astype(np.float64)
        found = (self.W.T * self.s**2) @ self.W
        return float(np.linalg.norm(found - M, 2) / np.linalg.norm(M, 2))


def mixed(rng: np.random.Generator, n: int, seen: list[Array], W: Array) -> Array:
    """A random, repeated, zero, orthogonal or tiny vector."""
    kind = rng.integers(8)
    c: Array = rng.standard_normal(n)
    if kind == 0:
        c = seen[rng.integers(len(seen))] if seen else c
    elif kind == 1:
        c = np.zeros(n)
    elif kind == 2:
        c = W[rng.integers(n)].copy()
    elif kind == 3:
        c = np.eye(n)[rng.integers(n)]
    elif kind == 4:
        c *= 10.0 ** rng.uniform(-30, -3)
    elif kind == 5:
        c *= 10.0 ** rng.uniform(-8, 0, n)
    return c


@pytest.mark.parametrize(("n", "updates"), [(12, 300), (24, 300), (17, 10_000), (64, 10_000)])
def test_many_updates(n: int, updates: int) -> None:
    rng = np.random.default_rng(n)
    followed, seen = Followed(n), list[Array]()
    for t in range(updates):
        c = mixed(rng, n, seen, followed.W)
        followed.feed(c)
        seen.append(c)
        if t % 97 == 0:
            assert orthogonality_error(followed.W) <= 1e-12
            assert followed.error() <= 1e-11
    assert orthogonality_error(followed.W) <= 1e-12
    assert followed.error() <= 1e-11


def test_in_few_dimensions_for_long() -> None:
    rng = np.random.default_rng(0)
    followed, axes = Followed(12), np.linalg.qr(rng.standard_normal((12, 3)))[0]
    for _ in range(2_000):
        followed.feed(axes @ rng.standard_normal(3))
    assert np.count_nonzero(followed.s) == 3
    assert orthogonality_error(followed.W) <= 1e-12
    assert followed.error() <= 1e-12


def graded(rng: np.random.Generator, m: int, t: int, rank: int) -> Array:
    """Vectors whose singular values go down to 1e-8."""
    left = rng.standard_normal((t, rank)) * np.logspace(0, -8, rank)
    product: Array = left @ orthonormal_rows(rng, rank, m)
    return product


def nearly_parallel(rng: np.random.Generator, m: int, t: int, rank: int) -> Array:
    offsets = 10.0 ** rng.uniform(-14, -2, (t, 1)) * rng.standard_normal((t, rank))
    product: Array = rng.standard_normal(m) + offsets @ orthonormal_rows(rng, rank, m)
    return product


def low_rank(rng: np.random.Generator, m: int, t: int, rank: int) -> Array:
    product: Array = rng.standard_normal((t, rank)) @ rng.standard_normal((rank, m))
    return product


@pytest.mark.parametrize("draw", [graded, nearly_parallel, low_rank])
@pytest.mark.parametrize(("m", "rank"), [(2, 1), (16, 3), (64, 8), (64, 64)])
@pytest.mark.parametrize("size", [1.0, 1e150, 1e-150])
def test_the_root_is_as_accurate_as_from_all_vectors(
    draw: Any, m: int, rank: int, size: float
) -> None:
    rng = np.random.default_rng(m + rank)
    vectors = size * draw(rng, m, 80, rank)
    s, W = np.zeros(m), np.eye(m)
    for t, c in enumerate(vectors):
        s, W = rank_one_update(s, W, W @ c)
        if t in (0, 5, 79):
            assert root_error(s, W, vectors[: t + 1]) <= 1e-13


def test_a_new_direction_is_a_row_with_root_zero() -> None:
    """A subspace of a long space: the part of g outside the rows is appended first."""
    rng = np.random.default_rng(0)
    s, W = np.array([2.0, 1.0]), orthonormal_rows(rng, 2, 500)
    g = rng.standard_normal(500)
    outside = g - W.T @ (W @ g)
    rows = np.vstack([W, outside / np.linalg.norm(outside)])
    new_s, new_W = rank_one_update([2.0, 1.0, 0.0], rows, rows @ g)
    assert orthogonality_error(new_W) <= 2e-15
    assert root_error(new_s, new_W, np.vstack([s[:, None] * W, g])) <= 1e-14


ENTRIES = st.one_of(
    st.sampled_from([0.0, 1.0, 1e-15, 1e-8, 1 + 2.0**-52, 1 - 2.0**-53, 1e6]),
    st.floats(0, 10),
    st.floats(1e-20, 1e-5),
)


@given(st.lists(st.tuples(ENTRIES, ENTRIES, st.booleans()), max_size=9), st.integers(-500, 400))
def test_what_always_holds(entries: list[tuple[float, float, bool]], exponent: int) -> None:
    s = np.ldexp(np.sort([s for s, _, _ in entries])[::-1], exponent)
    z = np.ldexp(np.array([-z if minus else z for _, z, minus in entries]), exponent)
    W = orthonormal_rows(np.random.default_rng(0), s.size, s.size)
    new_s, new_W = rank_one_update(s, W, z)
    assert orthogonality_error(new_W) <= 2e-15
    assert (np.diff(new_s) <= 0).all()
    largest = max(s.max(initial=0), np.abs(z).max(initial=0)) or 1.0
    s, z, new_s = s / largest, z / largest, new_s / largest
    allowed = 3e-15 * math.hypot(s.max(initial=0), float(np.linalg.norm(z)))
    assert (new_s >= s - allowed).all()
    assert (new_s[1:] <= s[:-1] + allowed).all()
    assert new_s @ new_s == pytest.approx(s @ s + z @ z, rel=1e-14)
    if s.size:
        assert root_error(new_s, new_W, np.vstack([s[:, None] * W, z @ W])) <= 2e-14


def test_single_precision_is_taken_as_double() -> None:
    s, W = rank_one_update(np.ones(1, np.float32), np.eye(1, dtype=np.float32), [0])
    assert s.dtype == W.dtype == np.float64


def test_no_rows() -> None:
    s, W = rank_one_update([], np.empty((0, 4)), [])
    assert s.shape == (0,)
    assert W.shape == (0, 4)


def test_inputs_are_left_alone_and_outputs_are_new() -> None:
    s, W, z = np.array([1.0, 0.0]), np.eye(2), np.zeros(2)
    new_s, new_W = rank_one_update(s, W, z)
    assert not np.shares_memory(new_s, s)
    assert not np.shares_memory(new_W, W)
    for array in (s, W, z):
        array.flags.writeable = False
    np.testing.assert_array_equal(rank_one_update(s, W, z)[0], new_s)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.0, 1.0], np.eye(2), [1.0, 1.0]), "roots must be non-negative and descend"),
        (([1.0, 0.0], np.eye(2), [1.0]), "z must have a coordinate for each of the 2 rows"),
        (([1.0, 0.0], np.eye(2), [1.0, np.nan]), "z must be finite"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        rank_one_update(*arguments)
