"""A step of the tracked subspace for a long vector, in products of n x k and k x k matrices."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np
from timing import Report, best_of

from compadagrad import TrackedAdaGrad

__all__ = ["a_long_step"]

K, LIMIT = 16, 4.0


def a_long_step(report: Report, *, quick: bool) -> None:
    """A step in the middle of a run against the product that it has to make."""
    n = 1 << (14 if quick else 20)
    row = report.table(
        f"A step of TrackedAdaGrad, n = 2^{n.bit_length() - 1}, k = {K}, ms, beside the product of "
        "n x k by k x k matrices, the faster one of both orders in memory",
        ("dtype", "block", "step", "product", "ratio", "limit", "reached"),
    )
    for dtype in (np.float64, np.float32):
        runs: dict[str, Callable[[], object]] = dict(products(n, dtype))
        runs |= {f"step, block {b}": stepping(n, dtype, b) for b in (1, K)}
        best = best_of(runs, seconds=1.0 if quick else 30.0, rounds=(5, 2000))
        product = min(best["by rows"], best["by columns"])
        for block in (1, K):
            seconds = best[f"step, block {block}"] / block
            ratio, exact = seconds / product, block == 1
            row(np.dtype(dtype).name, block, f"{seconds * 1e3:.2f}", f"{product * 1e3:.2f}",
                f"{ratio:.2f}", f"{LIMIT:.0f}" if exact else "",
                ("yes" if ratio <= LIMIT else "no") if exact else "")  # fmt: skip


def products(n: int, dtype: Any) -> dict[str, Callable[[], object]]:
    """The product with the long axis first and last in memory, into memory that is there."""
    rng = np.random.default_rng(0)
    small = rng.standard_normal((K, K)).astype(dtype)
    tall, wide = (rng.standard_normal(shape).astype(dtype) for shape in ((n, K), (K, n)))
    tall_out, wide_out = np.empty_like(tall), np.empty_like(wide)
    return {
        "by rows": lambda: np.matmul(tall, small, out=tall_out),
        "by columns": lambda: np.matmul(small, wide, out=wide_out),
    }


def stepping(n: int, dtype: Any, block: int) -> Callable[[], object]:
    """A call that makes the steps of the next block, when the subspace is full."""
    rng = np.random.default_rng(1)
    gradients = cycle([rng.standard_normal(n).astype(dtype) for _ in range(K + 8)])
    learner = TrackedAdaGrad(n, K, lr=1e-3, dtype=dtype, block=block)
    for _ in range(2 * K):
        learner.step(next(gradients) + rng.standard_normal(n).astype(dtype))
    return lambda: [learner.step(next(gradients)) for _ in range(block)]
