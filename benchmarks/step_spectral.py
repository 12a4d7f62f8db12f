"""The rank-one spectral update, in products of its own order, with ``eigh`` beside it."""

from functools import partial

import numpy as np
from scipy import linalg
from step_units import Array, milli, product_of_order, reached
from timing import Report, best_of

from compadagrad.spectral import rank_one_update

__all__ = ["spectral_update"]

LIMITS = {256: 2.8, 512: 2.3, 1024: 1.8}


def decomposition(k: int) -> tuple[Array, Array, Array]:
    """Roots, rows and a vector none of whose coordinates is deflated."""
    rng = np.random.default_rng(k)
    rows: Array = np.linalg.qr(rng.standard_normal((k, k)))[0]
    roots = np.sort(rng.uniform(1.0, 2.0, k))[::-1].copy()
    return roots, rows, rng.standard_normal(k)


def spectral_update(report: Report, seconds: float) -> None:
    row = report.table(
        "Rank-one spectral update, ms",
        ("k", "GEMM", "update", "eigh", "eigh / GEMM", "eigh / update", "update / GEMM", "limit",
         "reached"),
    )  # fmt: skip
    for k, limit in LIMITS.items():
        roots, rows, z = decomposition(k)
        matrix = (rows.T * roots**2) @ rows
        v = z @ rows
        matrix += np.outer(v, v)
        new, _ = rank_one_update(roots, rows, z)
        exact = linalg.eigvalsh(matrix)[::-1]
        assert np.allclose(new**2, exact, rtol=1e-10), "the update is wrong"
        best = best_of(
            {
                "GEMM": product_of_order(k),
                "update": partial(rank_one_update, roots, rows, z),
                "eigh": partial(linalg.eigh, matrix, driver="evd", check_finite=False),
            },
            seconds=4 * seconds,
            rounds=(5, 400),
        )
        value = best["update"] / best["GEMM"]
        row(
            k, *(milli(best[name]) for name in ("GEMM", "update", "eigh")),
            f"{best['eigh'] / best['GEMM']:.1f}", f"{best['eigh'] / best['update']:.1f}",
            f"{value:.2f}", limit, reached(value, limit),
        )  # fmt: skip
    report.say(
        "",
        "The update is a call of `rank_one_update` with its checks, of a full spectrum with no "
        "deflation; `scipy.linalg.eigh` is given the same matrix and divides and conquers.",
    )
