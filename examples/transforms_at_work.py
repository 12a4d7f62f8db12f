"""The transforms and the random subspace at work, in a few seconds.

A vector of 2^20 numbers is projected onto a random subspace, lifted back and split into the part
inside and the part outside; every step is checked and timed beside the plain way to do it.
"""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import compadagrad
from compadagrad.hadamard import fwht, fwht_at, fwht_sparse, gram
from compadagrad.projections import SRHT

M, K = 20, 512
N = 1 << M


def numpy_fwht(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The textbook algorithm, one vectorised statement a level."""
    y, h = x.copy(), 1
    while h < y.size:
        pairs = y.reshape(-1, 2, h)
        pairs[:, 0], pairs[:, 1] = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        h *= 2
    y /= np.sqrt(y.size)
    return y


def best(run: Callable[[], object], times: int = 7) -> float:
    run()
    measured = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        measured.append(time.perf_counter() - started)
    return 1e3 * min(measured)


def main() -> None:
    """Print one line for each operation: what, how exact, how fast."""
    rng = np.random.default_rng(0)
    x, b = rng.standard_normal(N), rng.random(N)
    subspace = SRHT(N, K, seed=0)
    rows, z = subspace.rows, rng.standard_normal(K)
    spread = np.zeros(N)
    spread[rows] = z
    inside, outside = subspace.lift(subspace.project(x)), subspace.complement(x)

    print(f"compadagrad {compadagrad.__version__}: N = 2^{M}, k = {K}, float64, one thread")
    print("(the first run compiles the kernels, which takes some seconds; the next ones do not)\n")
    plain = best(lambda: numpy_fwht(x), times=3)
    print(f"{'':44}{'ms':>8}{'full transform in NumPy, ms':>29}{'largest error':>15}")
    lines: list[tuple[str, Callable[[], object], float]] = [
        ("fwht(x)", lambda: fwht(x), abs(fwht(x) - numpy_fwht(x)).max()),
        ("fwht_at(x, rows)", lambda: fwht_at(x, rows), abs(fwht_at(x, rows) - fwht(x)[rows]).max()),
        (
            "fwht_sparse(z, rows, n)",
            lambda: fwht_sparse(z, rows, N),
            abs(fwht_sparse(z, rows, N) - fwht(spread)).max(),
        ),
        (
            "gram(b, rows)",
            lambda: gram(b, rows),
            abs(gram(b, rows)[0] - fwht_at(b * fwht_sparse([1.0], rows[:1], N), rows)).max(),
        ),
        (
            "subspace.project(x)",
            lambda: subspace.project(x),
            abs(subspace.project(subspace.lift(z)) - z).max(),
        ),
        (
            "subspace.complement(x)",
            lambda: subspace.complement(x),
            abs(inside + outside - x).max(),
        ),
    ]
    for name, run, error in lines:
        print(f"{name:44}{best(run):8.2f}{plain:29.1f}{error:15.1e}")
    energy = np.linalg.norm(inside) ** 2 / np.linalg.norm(x) ** 2
    print(f"\n{subspace!r} holds {energy:.4%} of the energy of x; k/N is {K / N:.4%}.")


if __name__ == "__main__":
    main()
