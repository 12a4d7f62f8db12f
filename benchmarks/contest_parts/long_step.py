"""A step of the tracked subspace for a long vector, in products of n x k and k x k matrices."""

from collections.abc import Callable
from itertools import cycle

import numpy as np
from timing import Report, best_of

from compadagrad import TrackedAdaGrad

__all__ = ["a_long_step"]

K, LIMIT = 16, 4.0
FLOATS = ("float64", "float32")


def a_long_step(report: Report, *, quick: bool) -> None:
    """A step in the middle of a run against the product that it has to make."""
    n = 1 << (14 if quick else 20)
    row = report.table(
        f"A step of TrackedAdaGrad, n = 2^{n.bit_length() - 1}, k = {K}, ms, beside the product of "
        "n x k by k x k matrices, the faster one of both orders in memory",
        ("dtype", "block", "step", "product", "ratio", "limit", "reached"),
    )
    runs: dict[str, Callable[[], object]] = {}
    for dtype in FLOATS:
        runs |= products(n, dtype)
        runs |= {f"step, {dtype}, {b}": stepping(n, dtype, b) for b in (1, K)}
    best = best_of(runs, seconds=1.0 if quick else 60.0, rounds=(5, 2000))
    fastest = {d: min(best[f"by rows, {d}"], best[f"by columns, {d}"]) for d in FLOATS}
    product = fastest["float64"]
    for dtype in FLOATS:
        for block in (1, K):
            seconds = best[f"step, {dtype}, {block}"] / block
            ratio, exact = seconds / product, block == 1
            row(dtype, block, f"{seconds * 1e3:.2f}", f"{product * 1e3:.2f}",
                f"{ratio:.2f}", f"{LIMIT:.0f}" if exact else "",
                ("yes" if ratio <= LIMIT else "no") if exact else "")  # fmt: skip
    report.say("", "A learner keeps its directions in float64 whatever its dtype, and so is the")
    report.say(f"product; one in float32 takes {fastest['float32'] * 1e3:.2f} ms.")


def products(n: int, dtype: str) -> dict[str, Callable[[], object]]:
    """The product with the long axis first and last in memory, into memory that is there."""
    rng = np.random.default_rng(0)
    small = rng.standard_normal((K, K)).astype(dtype)
    tall, wide = (rng.standard_normal(shape).astype(dtype) for shape in ((n, K), (K, n)))
    tall_out, wide_out = np.empty_like(tall), np.empty_like(wide)
    return {
        f"by rows, {dtype}": lambda: np.matmul(tall, small, out=tall_out),
        f"by columns, {dtype}": lambda: np.matmul(small, wide, out=wide_out),
    }


def stepping(n: int, dtype: str, block: int) -> Callable[[], object]:
    """A call that makes the steps of the next block, when the subspace is full."""
    rng = np.random.default_rng(1)
    gradients = cycle([rng.standard_normal(n).astype(dtype) for _ in range(K + 8)])
    learner = TrackedAdaGrad(n, K, lr=1e-3, tau=1.0, delta=0.01, dtype=dtype, block=block)
    for _ in range(2 * K):
        learner.step(next(gradients) + rng.standard_normal(n).astype(dtype))
    return lambda: [learner.step(next(gradients)) for _ in range(block)]
