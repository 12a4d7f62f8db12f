"""A step of the tracked subspace for a long vector, in products of n x k and k x k matrices."""

import itertools
from collections.abc import Callable
from itertools import cycle

import numpy as np
from timing import Report, best_of

from compadagrad import TrackedAdaGrad

__all__ = ["a_long_step"]

LIMIT = 4.0
SHAPES = ((20, 16, True), (18, 64, False))  # log2 n, k, and whether the limit is for it
BLOCK = 16
FLOATS = ("float64", "float32")


def a_long_step(report: Report, *, quick: bool) -> None:
    """Steps in the middle of a run against the product that each has to make."""
    for log_n, k, limited in SHAPES:
        of_shape(report, 14 if quick else log_n, k, limited=limited, seconds=1 if quick else 60)
    report.say("", "A learner keeps its directions in float64 whatever its dtype, and so is the")
    report.say("product.")


def of_shape(report: Report, log_n: int, k: int, *, limited: bool, seconds: float) -> None:
    row = report.table(
        f"A step of TrackedAdaGrad, n = 2^{log_n}, k = {k}, ms, beside the product of "
        "n x k by k x k matrices, the faster one of both orders in memory",
        ("dtype", "block", "step", "product", "ratio", "limit", "reached"),
    )
    runs = products(1 << log_n, k)
    blocks = list(itertools.product(FLOATS, (1, BLOCK)))
    runs |= {f"{dtype}, {b}": stepping(1 << log_n, k, dtype, b) for dtype, b in blocks}
    best = best_of(runs, seconds=seconds, rounds=(5, 2000))
    product = min(best["by rows"], best["by columns"])
    for dtype, block in blocks:
        step = best[f"{dtype}, {block}"] / block
        ratio, exact = step / product, limited and block == 1
        row(dtype, block, f"{step * 1e3:.2f}", f"{product * 1e3:.2f}",
            f"{ratio:.2f}", f"{LIMIT:.0f}" if exact else "",
            ("yes" if ratio <= LIMIT else "no") if exact else "")  # fmt: skip


def products(n: int, k: int) -> dict[str, Callable[[], object]]:
    """The product with the long axis first and last in memory, into memory that is there."""
    rng = np.random.default_rng(0)
    small = rng.standard_normal((k, k))
    tall, wide = (rng.standard_normal(shape) for shape in ((n, k), (k, n)))
    tall_out, wide_out = np.empty_like(tall), np.empty_like(wide)
    return {
        "by rows": lambda: np.matmul(tall, small, out=tall_out),
        "by columns": lambda: np.matmul(small, wide, out=wide_out),
    }


def stepping(n: int, k: int, dtype: str, block: int) -> Callable[[], object]:
    """A call that makes the steps of the next block, when the subspace is full."""
    rng = np.random.default_rng(1)
    gradients = cycle([rng.standard_normal(n).astype(dtype) for _ in range(k + 8)])
    learner = TrackedAdaGrad(n, k, lr=1e-3, tau=1.0, delta=0.01, dtype=dtype, block=block)
    for _ in range(k + BLOCK):
        learner.step(next(gradients) + rng.standard_normal(n).astype(dtype))
    return lambda: [learner.step(next(gradients)) for _ in range(block)]
