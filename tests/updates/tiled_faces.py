"""A point on a face over two groups of tiles, as the passes of Newton's method are given it."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.projections import SRHT
from compadagrad.projections._tiles import GROUP, TILE_BYTES, tiling_of

Array = NDArray[Any]
K = 20
W = 1.5


@final
class TiledFace:
    """Vectors with an entry of each kind: free on both sides, fixed at 0 and at bounds."""

    def __init__(self, dtype: Any, *, many: bool = True) -> None:
        self.n = 2 * GROUP * TILE_BYTES // np.dtype(dtype).itemsize
        self.dtype, self.space = np.dtype(dtype), SRHT(self.n, K, seed=1)
        rng = np.random.default_rng(0)
        drawn = rng.standard_normal((4, self.n)).astype(dtype)
        self.x, self.anchor, self.g, self.q = drawn
        self.D = rng.uniform(0.5, 2.0, self.n).astype(dtype)
        self.side = rng.integers(-1, 2, self.n).astype(np.int8)
        self.v, self.c, self.p, self.m = rng.standard_normal((4, K))
        self.w = self.dtype.type(W)
        self.l1, self.l2, self.lower, self.upper = self._terms(rng, many)
        self._settle()

    def _terms(self, rng: np.random.Generator, many: bool) -> Any:
        """Weights with zeros and bounds that are equal or infinite, or the same for all."""
        if not many:
            return [self.dtype.type(part) for part in (0.25, 0.5, -2.0, 2.0)]
        l1, l2 = rng.uniform(0.1, 0.5, (2, self.n)) * (rng.random((2, self.n)) > 0.2)
        lower, upper = -rng.uniform(0.0, 3.0, self.n), rng.uniform(0.0, 3.0, self.n)
        lower[rng.random(self.n) < 0.2] = -np.inf
        upper[rng.random(self.n) < 0.2] = np.inf
        same = rng.random(self.n) < 0.1
        upper[same] = lower[same] = 0.5
        return [part.astype(self.dtype) for part in (l1, l2, lower, upper)]

    def _settle(self) -> None:
        """Fixed coordinates lie on kinks, and free ones on their sides of them."""
        self.side[np.broadcast_to(self.lower == self.upper, self.n)] = 0
        kinked, fixed = self.l1 > 0, self.side == 0
        self.x = np.where(kinked & ~fixed, self.side * np.abs(self.x), self.x)
        at_0 = fixed & (self.lower <= 0) & (self.upper >= 0)
        self.x = np.clip(np.where(at_0, 0, self.x), self.lower, self.upper).astype(self.dtype)

    @property
    def terms(self) -> tuple[Any, Any, Any, Any]:
        return self.l1, self.l2, self.lower, self.upper

    @property
    def wide(self) -> list[Any]:
        """The weight and the terms in float64."""
        parts: list[Any] = [W, *self.terms]
        return [np.float64(p) if np.ndim(p) == 0 else p.astype(float) for p in parts]

    @property
    def tiling(self) -> Any:
        return tiling_of(self.space.compiled(self.dtype), self.x)

    @property
    def frame(self) -> tuple[Any, Any, Any]:
        return self.space.compiled(self.dtype), self.tiling, self.D

    @property
    def free(self) -> Array:
        return self.side != 0

    @property
    def b(self) -> Array:
        """``1 / (D + rho)`` where free, else 0."""
        return np.where(self.free, 1.0 / (self.D.astype(float) + W * self.l2), 0.0)

    @property
    def pull(self) -> Array:
        return self.pull_at(self.x, self.q)

    def pull_at(self, x: Array, q: Array) -> Array:
        wide = x.astype(float)
        return np.where(self.free, -(q + W * self.l2 * wide + W * self.l1 * self.side), 0.0)

    def project(self, x: Array) -> Array:
        return self.space.project(x.astype(float))

    def lift(self, z: Array) -> Array:
        return self.space.lift(z)

    def close(self, found: Any, expected: Any, roundings: float = 30.0) -> None:
        """Within some roundings of the largest entry."""
        limit = roundings * float(np.finfo(self.dtype).eps) * float(np.abs(expected).max())
        assert float(np.abs(np.asarray(found, float) - expected).max()) <= limit
