"""Spectra and vectors that are hard on a rank-one update, and how its error is measured."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Draw = Callable[[np.random.Generator, int], Array]

SPECTRA: dict[str, Draw] = {
    "random": lambda rng, m: rng.random(m),
    "graded": lambda rng, m: 10.0 ** rng.uniform(-20, 0, m),
    "a few roundings apart": lambda rng, m: 1 + rng.integers(0, 5 * m, m) * 2.0**-52,
    "half zero": lambda rng, m: np.where(rng.random(m) < 0.5, 0, rng.random(m)),
    "equal": lambda rng, m: rng.choice([1.0, 0.5, 1e-8, 0.0], m),
    "zero": lambda rng, m: np.zeros(m),
    "clustered": lambda rng, m: rng.choice([1, 1e-5, 1e-10], m) * (1 + 1e-9 * rng.random(m)),
    "beyond squares": lambda rng, m: 10.0 ** rng.uniform(-300, 0, m),
}

VECTORS: dict[str, Draw] = {
    "random": lambda rng, m: rng.standard_normal(m),
    "graded": lambda rng, m: rng.standard_normal(m) * 10.0 ** np.linspace(-16, 0, m),
    "sparse": lambda rng, m: rng.standard_normal(m) * (rng.random(m) < 0.3),
    "small": lambda rng, m: rng.standard_normal(m) * 10.0 ** rng.uniform(-18, -8),
    "large": lambda rng, m: rng.standard_normal(m) * 1e6,
    "an axis": lambda rng, m: np.eye(m)[rng.integers(m)],
    "at the tolerance": lambda rng, m: np.where(rng.random(m) < 0.5, 1.0, 1e-15) / m,
    "zero": lambda rng, m: np.zeros(m),
}


def problems(m: int) -> Iterator[tuple[Array, Array]]:
    """Each spectrum with each vector, roots descending."""
    rng = np.random.default_rng(m)
    for spectrum in SPECTRA.values():
        for vector in VECTORS.values():
            yield np.sort(spectrum(rng, m))[::-1].copy(), vector(rng, m)


def participants(m: int) -> Iterator[tuple[Array, Array]]:
    """The same, less what is deflated: poles descend strictly, no entry of z is negligible."""
    for s, z in problems(m):
        scale = max(np.abs(z).max(), s.max())
        s, z = np.where(s < 1e-30 * scale, 0.0, s) / (scale or 1), z / (scale or 1)
        kept = np.abs(z) > 2.0**-50 * np.hypot(s[0], np.linalg.norm(z))
        s, first = np.unique(s[kept], return_index=True)
        if s.size:
            yield s[::-1].copy(), z[kept][first][::-1].copy()


def orthonormal_rows(rng: np.random.Generator, m: int, n: int) -> Array:
    columns: Array = np.linalg.qr(rng.standard_normal((n, m)))[0]
    return np.ascontiguousarray(columns.T)


def root(s: Array, W: Array) -> Array:
    """The root of the matrix, ``W^T diag(s) W``."""
    product: Array = (W.T * s) @ W
    return product


def root_error(s: Array, W: Array, stacked: Array) -> float:
    """Spectral error against ``(B^T B)^(1/2)`` for the vectors B, relative to its largest entry."""
    _, found, axes = np.linalg.svd(stacked, full_matrices=False)
    largest = found[0] or 1.0
    return float(np.linalg.norm(root(s / largest, W) - root(found / largest, axes), 2))


def orthogonality_error(W: Array) -> float:
    """``|W W^T - I|`` in the spectral norm."""
    return float(np.linalg.norm(W @ W.T - np.eye(len(W)), 2)) if len(W) else 0.0
