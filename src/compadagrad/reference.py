"""The mathematics in plain NumPy, short enough to check by eye; for tests and documentation.

Nothing here is fast and nothing in the library imports it. The transforms are unnormalised and take
arrays of any number type, so that a type that counts its additions can go through them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "butterflies",
    "composite_minimum",
    "dyadic_gram",
    "hadamard_matrix",
    "leading_directions",
    "metric",
    "one_sparse",
    "sketched_metric",
    "soft_threshold",
    "sparse_transform",
    "srht_basis",
    "tracked_metric",
    "trajectory",
    "trimmed_transform",
]

Numbers = NDArray[Any]
Indices = NDArray[np.intp]


def hadamard_matrix(n: int) -> NDArray[np.float64]:
    """The orthonormal Hadamard matrix: ``H[i, j] = (-1)^popcount(i & j) / sqrt(n)``."""
    i = np.arange(n)
    odd = np.bitwise_count(i[:, None] & i) % 2
    matrix: NDArray[np.float64] = np.where(odd, -1.0, 1.0) / np.sqrt(n)
    return matrix


def butterflies(x: Numbers) -> Numbers:
    """The transform along the first axis, level by level: n log2(n) additions a column."""
    y, h = x.copy(), 1
    while h < len(y):
        for i in range(0, len(y), 2 * h):
            a, b = y[i : i + h].copy(), y[i + h : i + 2 * h].copy()
            y[i : i + h], y[i + h : i + 2 * h] = a + b, a - b
        h *= 2
    return y


def one_sparse(value: Any, row: int, n: int) -> Numbers:
    """The paper's Algorithm 1: the transform of one nonzero in n - 1 copies and no addition."""
    y = np.array([value] * n)
    m = 1
    while m < n:
        y[m : 2 * m] = y[:m] if row % 2 == 0 else -y[:m]
        row //= 2
        m *= 2
    return y


def high_parts(r: int) -> int:
    """``R = 2^ceil(log2 r)``: how many high parts the indices are split into."""
    return 1 << (r - 1).bit_length()


def sparse_transform(values: Numbers, rows: Indices, n: int) -> Numbers:
    """The transform of r nonzeros in ``n log2(R) + (r - h) n / R`` additions.

    h is the number of high parts that hold a nonzero. Every nonzero is scattered as the signed row
    that Algorithm 1 gives for its low part; the transform over the high parts finishes.
    """
    high = high_parts(len(rows))
    low = n // high
    zero = type(values[0])(0)
    table = np.full((high, low), zero, values.dtype)
    taken = np.zeros(high, bool)
    for value, row in zip(values, rows, strict=True):
        part = row // low
        line = one_sparse(value, row % low, low)
        table[part] = table[part] + line if taken[part] else line
        taken[part] = True
    return butterflies(table).reshape(n)


def trimmed_transform(x: Numbers, rows: Indices) -> Numbers:
    """k outputs in ``n log2(R) + k (n / R - 1)`` additions: :func:`sparse_transform` transposed."""
    n, high = len(x), high_parts(len(rows))
    low = n // high
    table = butterflies(x.reshape(high, low))
    signs = np.where(hadamard_matrix(low) < 0, -1, 1)
    picked = []
    for row in rows:
        terms = table[row // low] * signs[row % low]
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        picked.append(total)
    return np.array(picked)


def srht_basis(rows: Indices, signs: NDArray[np.int8]) -> NDArray[np.float64]:
    """``V = diag(signs) H[:, rows]``."""
    return signs[:, None] * hadamard_matrix(len(signs))[:, rows]


def dyadic_gram(b: NDArray[np.float64], rows: Indices) -> NDArray[np.float64]:
    """``H[rows] diag(b) H[:, rows]``, as it is written."""
    columns = hadamard_matrix(len(b))[:, rows]
    return columns.T @ (b[:, None] * columns)


def metric(
    gradients: Numbers,
    V: Numbers,
    *,
    delta: tuple[float, float],
    tau: float = 1.0,
    scaling: str = "unit",
    outside: str = "diagonal",
) -> Numbers:
    """``A = V K V^T + P D P``, P the projector on the complement of V, from gradients in rows.

    The root of ``M = C^T C`` comes from the singular values of C, so that it is as exact as C is.
    ``outside="constant"`` is RadaGrad's D, and no columns in V give diagonal AdaGrad.
    """
    N, k = V.shape
    C = gradients @ V
    roots, W = np.linalg.svd(C, full_matrices=True)[1:]
    roots = np.append(roots, np.zeros(k - len(roots)))
    if scaling == "unit":
        kappa = roots + delta[0]
    else:
        s = N / max(k, 1)
        kappa = s * np.hypot(np.sqrt(s) * roots, np.sqrt(delta[0]))
    K = (W.T * kappa) @ W
    P = np.eye(N) - V @ V.T
    if outside == "constant":
        D = np.full(N, tau)
    else:
        D = tau * (np.hypot.reduce(gradients @ P) + delta[1])
    A: Numbers = V @ K @ V.T + P @ (D[:, None] * P)
    return A


def leading_directions(
    gradients: Numbers, k: int, *, block: int = 1, shrink: bool = False
) -> tuple[Numbers, Numbers, float]:
    """Roots of eigenvalues, directions in rows, and what ``shrink`` has taken from the squares.

    The first k gradients one by one, and then each block, is stacked on what is kept, and the k
    largest singular values are kept; Frequent Directions first takes the square of the next one
    from the squares of all. Gradients of a block that is not full are left out.
    """
    roots, rows, lost = np.zeros(0), np.zeros((0, gradients.shape[1])), 0.0
    ends = [t for t in range(1, len(gradients) + 1) if t <= k or (t - k) % block == 0]
    for first, end in zip([0, *ends], ends, strict=False):
        stacked = np.vstack([roots[:, None] * rows, gradients[first:end]])
        found, turned = np.linalg.svd(stacked, full_matrices=False)[1:]
        least = found[k] ** 2 if shrink and len(found) > k else 0.0
        roots, lost = np.sqrt(np.maximum(found[:k] ** 2 - least, 0.0)), lost + least
        there = roots > 1e-13 * np.linalg.norm(gradients)
        roots, rows = roots[there], turned[:k][there]
    return roots, rows, lost


def tracked_metric(
    gradients: Numbers,
    k: int,
    *,
    delta: tuple[float, float],
    tau: float = 1.0,
    power: float = 0.5,
    block: int = 1,
) -> Numbers:
    """``U^T (M^p + delta_r) U + P D P``, the subspace following the gradients in the rows.

    M is ``diag(s) + U Z^T Z U^T`` with the gradients Z that wait for the end of their block, and
    the squares of ``Z P`` are outside, as is ``diag(G - U^T diag(s) U)`` for those before. That
    has no digits left where nearly all is inside: it is 0 below its rounding.
    """
    roots, U, _ = leading_directions(gradients, k, block=block)
    P = np.eye(gradients.shape[1]) - U.T @ U
    wait = max(len(gradients) - k, 0) % block
    taken, waiting = np.split(gradients, [len(gradients) - wait])
    outside = (taken**2).sum(0) - (roots[:, None] ** 2 * U**2).sum(0)
    outside[outside < 1e-13 * (taken**2).sum(0).max(initial=0.0)] = 0.0
    D = tau * ((outside + ((waiting @ P) ** 2).sum(0)) ** power + delta[1])
    W, found = np.linalg.svd(np.vstack([np.diag(roots), waiting @ U.T]).T)[:2]
    K = (W * (found ** (2 * power) + delta[0])) @ W.T
    A: Numbers = U.T @ K @ U + P @ (D[:, None] * P)
    return A


def sketched_metric(gradients: Numbers, k: int, *, delta: float) -> Numbers:
    """S-AdaGrad's ``U^T (sqrt(s + rho) + delta) U + (sqrt(rho) + delta) P``."""
    roots, U, lost = leading_directions(gradients, k, shrink=True)
    P = np.eye(gradients.shape[1]) - U.T @ U
    inside = np.hypot(roots, np.sqrt(lost)) + delta
    A: Numbers = (U.T * inside) @ U + (np.sqrt(lost) + delta) * P
    return A


def soft_threshold(c: Any, threshold: Any) -> Any:
    """The prox of ``threshold * |x|``."""
    return np.sign(c) * np.maximum(np.abs(c) - threshold, 0.0)


def composite_minimum(
    A: Numbers,
    u: Numbers,
    l1: Numbers,
    l2: Numbers,
    lower: Numbers,
    upper: Numbers,
) -> Numbers:
    """argmin ``<u, x> + <x, A x> / 2 + sum l1 |x| + l2 x^2 / 2`` within the bounds.

    Coordinate descent, which cannot fail to converge. As soon as a sweep leaves it unchanged which
    coordinates are free, and their signs, these are solved for as a linear system. A point is the
    answer when every coordinate is optimal on its own.
    """
    B, n = A + np.diag(l2), len(u)
    x, face = np.clip(np.zeros(n), lower, upper), np.full(n, -1.0)

    def best(y: Numbers, i: Any) -> Any:
        c = B[i, i] * y[i] - B[i] @ y - u[i]
        return np.clip(soft_threshold(c, l1[i]) / B[i, i], lower[i], upper[i])

    for _ in range(100_000):
        for i in range(n):
            x[i] = best(x, i)
        free = (x > lower) & (x < upper) & ((x != 0) | (l1 == 0))
        before, face = face, np.where(free, 2 + np.sign(x), 0.0)
        y = x.copy()
        if (face == before).all():
            r = (u + l1 * np.sign(x) + B[:, ~free] @ x[~free])[free]
            y[free] = -np.linalg.solve(B[np.ix_(free, free)], r)
        gaps = [abs(best(y, i) - y[i]) * B[i, i] for i in range(n)]
        if max(gaps) <= 1e-13 * np.abs(u).max():
            return np.where(free, y, x)
    raise ArithmeticError("coordinate descent did not settle")


def trajectory(
    gradients: Numbers,
    metrics: list[Numbers],
    lr: float,
    l1: Numbers,
    l2: Numbers,
    lower: Numbers,
    upper: Numbers,
    start: Numbers,
    algorithm: str = "mirror_descent",
) -> list[Numbers]:
    """The iterates of composite mirror descent or regularized dual averaging, one a gradient."""
    points, x = [], start
    for t, (g, A) in enumerate(zip(gradients, metrics, strict=True), start=1):
        if algorithm == "mirror_descent":
            u, w = lr * g - A @ x, lr
        else:
            u, w = lr * gradients[:t].sum(0) - A @ start, lr * t
        x = composite_minimum(A, u, w * l1, w * l2, lower, upper)
        points.append(x)
    return points
