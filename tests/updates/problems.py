"""Random problems, ordinary and hostile."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Coordinates, Projection
from compadagrad.regularizers.terms import Terms
from compadagrad.updates.problem import Problem

Array = NDArray[Any]
KINDS = ["l1", "elastic net", "box", "nonnegative", "sparse box", "sparse nonnegative", "mixture"]


def spectrum_metric(projection: Projection, gradients: Array, delta: float, tau: float) -> Metric:
    """The metric that the gradients leave behind."""
    k = projection.k
    inside = projection.project(gradients)
    outside = gradients - (projection.lift(inside) if k else 0.0)
    if k:
        _, s, rows = np.linalg.svd(inside, full_matrices=True)
        kappa = np.zeros(k)
        kappa[: s.size] = s
    else:
        rows, kappa = np.eye(0), np.ones(0)
    diagonal = tau * (np.sqrt((outside**2).sum(0)) + delta)
    return Metric(projection, np.ascontiguousarray(rows), kappa + delta, diagonal)


@dataclass(frozen=True)
class Drawn:
    problem: Problem
    label: str


def soft(x: Array, t: float) -> Array:
    out: Array = np.sign(x) * np.maximum(np.abs(x) - t, 0)
    return out


def draw_terms(rng: np.random.Generator, kind: str, n: int, unit: float, length: float) -> Terms:
    """unit: of force; length: of x."""
    uniform = bool(rng.random() < 0.4)
    infinite = np.full(n, np.inf)
    l1 = np.zeros(n)
    l2 = np.zeros(n)
    lower, upper = -infinite, infinite.copy()
    spread = np.exp(rng.normal(0, 1, n)) * (rng.random(n) > 0.1)
    lam = unit * 10.0 ** rng.uniform(-4, 1)
    if "l1" in kind or "sparse" in kind or kind in ("elastic net", "mixture"):
        l1 = np.full(n, lam) if uniform else lam * spread
    if kind in ("elastic net", "mixture"):
        l2 = np.full(n, unit / length * 10.0 ** rng.uniform(-3, 1))
        if not uniform:
            l2 *= rng.random(n) > 0.2
    if "nonnegative" in kind:
        lower = np.zeros(n)
    if "box" in kind or kind == "mixture":
        lower = -np.abs(rng.normal(0, 0.3 * length, n)) + (rng.random(n) < 0.1) * 0.2 * length
        upper = np.maximum(np.abs(rng.normal(0, 0.3 * length, n)), lower)
        if uniform:
            lower, upper = np.full(n, -0.2 * length), np.full(n, 0.1 * length)
        else:
            same = rng.random(n) < 0.1
            upper[same] = lower[same]
            lower[rng.random(n) < 0.2] = -np.inf
            upper[rng.random(n) < 0.2] = np.inf
            zero = rng.random(n) < 0.1
            lower[zero], upper[zero] = 0.0, np.maximum(upper[zero], 0.0)
    if uniform:
        return Terms(l1[0], l2[0], lower[0], upper[0])
    return Terms(l1, l2, lower, upper)


def ordinary(seed: int, kind: str = "l1", n: int = 16, k: int = 5) -> Problem:
    """A small problem of moderate condition, with some zeros or active bounds in its solution."""
    rng = np.random.default_rng(seed)
    projection = SRHT(n, k, seed=seed)
    N = projection.n_padded
    gradients = np.zeros((20, N))
    gradients[:, :n] = rng.standard_normal((20, n))
    metric = spectrum_metric(projection, gradients, 0.1, 1.0)
    lam = 0.3 * np.abs(gradients[-1]).max()
    l1, l2, lower, upper = 0.0, 0.0, -np.inf, np.inf
    if kind in ("l1", "elastic net", "sparse box"):
        l1 = lam
    if kind in ("elastic net", "squared l2"):
        l2 = 0.7
    if kind in ("box", "sparse box"):
        lower, upper = -0.05, 0.1
    if kind == "nonnegative":
        lower = 0.0
    parts = [np.float64(part) for part in (l1, l2, lower, upper)]
    anchor = np.clip(soft(rng.standard_normal(N), 0.5), lower, upper)
    return Problem(metric, gradients[-1], anchor, Terms(*parts), 1.0)


def hostile(seed: int) -> Drawn:
    """A problem of any size, scale, rank and regularizer."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 65)) if rng.random() < 0.85 else int(rng.integers(65, 513))
    identity = bool(rng.random() < 0.1)
    if identity:
        projection: Projection = Coordinates(n, n, seed=0)
    else:
        padded = 1 << (n - 1).bit_length()
        choices = [0, 1, padded // 8, padded // 4, padded // 2, padded - 1, padded]
        projection = SRHT(n, int(rng.choice(choices)), seed=seed)
    N = projection.n_padded
    rounds = int(rng.choice([1, 30]))
    scales = (
        np.exp(rng.uniform(-9, 9, n))
        if rng.random() < 0.5
        else np.exp(rng.normal(0, rng.choice([0, 1, 3]), n))
    )
    gradients = np.zeros((rounds, N))
    style = rng.choice(["dense", "low rank", "sparse"])
    G = rng.standard_normal((rounds, n))
    if style == "low rank":
        rank = min(3, rounds)
        G = rng.standard_normal((rounds, rank)) @ rng.standard_normal((rank, n))
    if style == "sparse":
        G *= rng.random((rounds, n)) < 0.15
    gradients[:, :n] = G * scales
    size = np.abs(gradients).max() or 1.0
    delta = size * 10.0 ** rng.uniform(-8, 0)
    tau = 10.0 ** rng.uniform(-1, 2)
    metric = spectrum_metric(projection, gradients, delta, tau)
    eta = 10.0 ** rng.uniform(-2, 1)
    kind = str(rng.choice(KINDS))
    length = eta
    terms = draw_terms(rng, kind, N, eta * size, length)
    anchor = np.clip(np.zeros(N), terms.lower, terms.upper)
    if rounds > 1:
        wander = soft(rng.standard_normal(N), 0.5) * length * 10.0 ** rng.uniform(-2, 0.5)
        anchor = np.clip(wander, terms.lower, terms.upper)
    g = eta * gradients[-1] if rng.random() < 0.7 else eta * gradients.sum(0)
    label = f"{seed} {kind} N={N} k={projection.k} T={rounds} {style}"
    return Drawn(Problem(metric, g, anchor, terms, 1.0), label)
