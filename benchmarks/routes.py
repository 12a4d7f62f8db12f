"""Which kernel is the fastest for N and k: what the thresholds in ``hadamard._routes`` rest on.

    python benchmarks/routes.py [--quick]

For every shape the table gives the best tile, how much faster than the full transform it is, and
how far the route that the library takes is from the best one.
"""

import argparse
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from timing import Report, best_of, output_directory

from compadagrad.hadamard import _routes
from compadagrad.hadamard._numba.registers import LOG_RADIX, VECTOR_BYTES
from compadagrad.hadamard._numba.sparse import place_and_transform, sparse
from compadagrad.hadamard._numba.trimmed import transform_and_pick, trimmed

FloatArray = NDArray[np.floating]
Routes = dict[str, Callable[[], object]]


def tiles(m: int, itemsize: int) -> range:
    lanes = VECTOR_BYTES // itemsize
    return range(lanes.bit_length() - 1 + LOG_RADIX, min(m - 2, 17) + 1)


def trimmed_routes(n: int, k: int, dtype: type) -> Routes:
    """The full transform under "0", every tile under its exponent."""
    rng = np.random.default_rng(0)
    rows = np.sort(rng.choice(n, k, replace=False))
    x: FloatArray = rng.standard_normal(n).astype(dtype)
    out: FloatArray = np.empty(k, dtype)
    routes: Routes = {
        "0": lambda: transform_and_pick(x, n, None, rows, 1.0, np.empty(n, dtype), out)
    }
    for t in tiles(n.bit_length() - 1, x.itemsize):
        routes[str(t)] = partial(trimmed, x, n, None, rows, 1.0, t, out)
    return routes


def sparse_routes(n: int, k: int, dtype: type) -> Routes:
    rng = np.random.default_rng(0)
    rows = np.sort(rng.choice(n, k, replace=False))
    z: FloatArray = np.zeros(k, dtype)
    out = _routes.aligned(n, z.dtype)
    stream = out.nbytes >= _routes.STREAMED_BYTES
    routes: Routes = {"0": partial(place_and_transform, z, rows, n, None, 1.0, out)}
    for t in tiles(n.bit_length() - 1, out.itemsize):
        routes[str(t)] = partial(sparse, z, rows, n, None, 1.0, t, stream, out)
    return routes


def compare(
    report: Report,
    name: str,
    routes_of: Callable[[int, int, type], Routes],
    most: int,
    seconds: float,
) -> None:
    row = report.table(
        f"{name}: log2 of the best tile (0: the full transform)",
        ("dtype", "N", "k", "best", "best / full", "taken", "taken / best"),
    )
    for dtype in (np.float32, np.float64):
        for m in (12, 13, 14, 16, 18, 20, 22):
            for k in (2, 16, 64, 128, 256, 512, 1024, 2048, 4096, 8192):
                if k > 1 << (m - 3):
                    break
                taken = str(_routes.log_tile(k, 1 << m, np.dtype(dtype).itemsize, most))
                best = best_of(routes_of(1 << m, k, dtype), seconds=seconds, rounds=(3, 300))
                first = min(best, key=lambda t: best[t])
                row(np.dtype(dtype).name, f"2^{m}", k, first, f"{best[first] / best['0']:.2f}",
                    taken, f"{best[taken] / best[first]:.2f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    output_directory(parser)
    options = parser.parse_args()
    seconds = 0.05 if options.quick else 0.5
    report = Report("Routes of the trimmed and sparse transforms")
    compare(report, "Trimmed", trimmed_routes, _routes.MOST_TRIMMED, seconds)
    compare(report, "Sparse", sparse_routes, _routes.MOST_SPARSE, seconds)
    report.save(options.output / "routes.md")


if __name__ == "__main__":
    main()
