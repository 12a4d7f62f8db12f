"""The Walsh-Hadamard transforms beside a baseline, NumPy, torch and a plain copy, in one run.

    python benchmarks/transforms.py [--baseline FILE.py] [--quick]

Ratios are of best times over interleaved rounds.
The baseline is a Python file with kernels of the same kind; without it those columns are empty.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from peers import load_baseline, peers_of
from timing import Report, best_of, output_directory

from compadagrad.hadamard import fwht, fwht_at, fwht_sparse, gram
from compadagrad.hadamard._numba.full import transform
from compadagrad.hadamard._routes import aligned

Array = NDArray[Any]

FLOATS = (np.float32, np.float64)


@njit(cache=True)
def transform_loop(x: Any, scale: Any, times: int) -> None:
    for _ in range(times):
        transform(x, x, x.size, scale)


def touched(n: int, dtype: type) -> Array:
    """Zeros in pages of their own: untouched ones would all be read from one page in L1."""
    x: Array = np.empty(n, dtype)
    x.fill(0)
    return x


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.2f}" if seconds < 1e-4 else f"{seconds * 1e6:,.0f}"


def ratio(a: float | None, b: float | None) -> str:
    return "" if a is None or b is None else f"{a / b:.2f}"


def full_transform(report: Report, baseline: ModuleType | None, seconds: float) -> dict[str, Any]:
    """One thread, in place; peers out of place where they know nothing else."""
    names = ("copy", "NumPy", "torch", "hadamard-transform")
    row = report.table(
        "Full transform by a call from Python, one thread, µs",
        ("dtype", "N", "ours", "ours, ortho", "baseline", "ours / baseline", "ortho / baseline",
         *names, "ours / copy"),
    )  # fmt: skip
    series: dict[str, Any] = {}
    for dtype in FLOATS:
        for m in (10, 14, 17, 20, 22, 24):
            x = touched(1 << m, dtype)
            contenders: dict[str, Callable[[], object]] = {
                "ours": partial(fwht, x, norm=None, overwrite_x=True),
                "ortho": partial(fwht, x, overwrite_x=True),
            }
            if baseline:
                contenders["baseline"] = partial(baseline.wht, x)
            best = best_of(contenders, seconds=seconds)
            best |= best_of(peers_of(x.copy()), seconds=seconds / 4, rounds=(2, 200))
            row(
                np.dtype(dtype).name, f"2^{m}", micro(best["ours"]), micro(best["ortho"]),
                micro(best["baseline"]) if baseline else "",
                ratio(best["ours"], best.get("baseline")),
                ratio(best["ortho"], best.get("baseline")),
                *(micro(best[name]) if name in best else "" for name in names),
                ratio(best["ours"], best["copy"]),
            )  # fmt: skip
            series[f"{np.dtype(dtype).name} {m}"] = best
    return series


def kernel_alone(report: Report, baseline: ModuleType | None, seconds: float) -> None:
    """Short transforms called from compiled code, where no Python call hides the arithmetic."""
    row = report.table(
        "Short transforms inside a compiled loop, one thread, µs",
        ("dtype", "N", "ours", "ours, scaled", "baseline", "ours / baseline", "scaled / baseline"),
    )
    for dtype in FLOATS:
        for m in (10, 14):
            x, times = touched(1 << m, dtype), 1 << (19 - m)
            contenders: dict[str, Callable[[], object]] = {
                "ours": partial(transform_loop, x, None, times),
                "scaled": partial(transform_loop, x, 2.0**-5, times),
            }
            if baseline:
                contenders["baseline"] = partial(baseline.wht1_loop, x, times)
            best = {name: t / times for name, t in best_of(contenders, seconds=seconds).items()}
            row(
                np.dtype(dtype).name, f"2^{m}",
                f"{best['ours'] * 1e6:.3f}", f"{best['scaled'] * 1e6:.3f}",
                f"{best['baseline'] * 1e6:.3f}" if baseline else "",
                ratio(best["ours"], best.get("baseline")),
                ratio(best["scaled"], best.get("baseline")),
            )  # fmt: skip


def two_threads(report: Report, seconds: float) -> None:
    row = report.table("Two threads, µs", ("dtype", "N", "one thread", "two threads", "two / one"))
    for dtype in FLOATS:
        for m in (12, 17, 20, 22, 24):
            x = touched(1 << m, dtype)
            best = best_of(
                {t: partial(fwht, x, overwrite_x=True, threads=int(t)) for t in "12"},
                seconds=2 * seconds,
            )
            row(np.dtype(dtype).name, f"2^{m}", micro(best["1"]), micro(best["2"]),
                ratio(best["2"], best["1"]))  # fmt: skip


def rows_of(n: int, k: int) -> NDArray[np.intp]:
    return np.sort(np.random.default_rng(0).choice(n, k, replace=False))


def transform_and_gather(x: Array, rows: Array) -> Array:
    return fwht(x, norm=None)[rows]


def scatter_and_transform(z: Array, rows: Array, n: int) -> Array:
    y = np.zeros(n, z.dtype)
    y[rows] = z
    return fwht(y, norm=None, overwrite_x=True)


def baseline_sparse(baseline: ModuleType, z: Array, rows: Array, n: int) -> None:
    baseline.sparse(z, rows, aligned(n, z.dtype))


def trimmed_and_sparse(report: Report, baseline: ModuleType | None, seconds: float) -> None:
    row = report.table(
        "Trimmed and sparse, one thread, µs",
        ("dtype", "N", "k", "fwht_at", "baseline", "ratio", "of fwht + gather",
         "fwht_sparse", "baseline", "ratio", "of scatter + fwht"),
    )  # fmt: skip
    for dtype in FLOATS:
        for m in (20, 22):
            for k in (1, 64, 256, 512, 1024, 4096, 1 << (m - 2)):
                n = 1 << m
                rows, x, z = rows_of(n, k), touched(n, dtype), touched(k, dtype)
                contenders: dict[str, Callable[[], object]] = {
                    "at": partial(fwht_at, x, rows, norm=None),
                    "gather": partial(transform_and_gather, x, rows),
                    "sparse": partial(fwht_sparse, z, rows, n, norm=None),
                    "scatter": partial(scatter_and_transform, z, rows, n),
                }
                compared = baseline is not None and 64 <= k <= 1024
                if baseline and compared:
                    contenders["baseline at"] = partial(baseline.trimmed, x, rows)
                    contenders["baseline sparse"] = partial(baseline_sparse, baseline, z, rows, n)
                best = best_of(contenders, seconds=2 * seconds)
                row(
                    np.dtype(dtype).name, f"2^{m}", k,
                    micro(best["at"]), micro(best["baseline at"]) if compared else "",
                    ratio(best["at"], best.get("baseline at")), ratio(best["at"], best["gather"]),
                    micro(best["sparse"]), micro(best["baseline sparse"]) if compared else "",
                    ratio(best["sparse"], best.get("baseline sparse")),
                    ratio(best["sparse"], best["scatter"]),
                )  # fmt: skip


def baseline_gram(baseline: ModuleType, b: Array, rows: Array, *, keep: bool = False) -> None:
    work = b.copy() if keep else b
    baseline.wht(work)
    baseline.gram(work, rows)


def dyadic_gram(report: Report, baseline: ModuleType | None, seconds: float) -> None:
    row = report.table(
        "Gram at N = 2^20, one thread, µs: b overwritten, then b kept",
        (
            "dtype",
            "k",
            "gram, b overwritten",
            "baseline wht + gram",
            "ratio",
            "gram, b kept",
            "baseline copy + wht + gram",
            "ratio",
            "kept / overwriting baseline",
        ),
    )
    n = 1 << 20
    for dtype in FLOATS:
        for k in (256, 512, 1024, 2048):
            rows, b = rows_of(n, k), touched(n, dtype)
            contenders: dict[str, Callable[[], object]] = {
                "kept": partial(gram, b, rows),
                "ours": partial(gram, b.copy(), rows, overwrite_b=True),
            }
            if baseline:
                contenders["baseline"] = partial(baseline_gram, baseline, b.copy(), rows)
                contenders["baseline kept"] = partial(baseline_gram, baseline, b, rows, keep=True)
            best = best_of(contenders, seconds=3 * seconds)
            row(np.dtype(dtype).name, k, micro(best["ours"]),
                micro(best["baseline"]) if baseline else "",
                ratio(best["ours"], best.get("baseline")),
                micro(best["kept"]), micro(best["baseline kept"]) if baseline else "",
                ratio(best["kept"], best.get("baseline kept")),
                ratio(best["kept"], best.get("baseline")))  # fmt: skip


def batches(report: Report, seconds: float) -> None:
    row = report.table(
        "A batch of 1,024 rows of 2^10 against one row of 2^20, one thread, µs",
        ("dtype", "batch", "one row", "batch / one row"),
    )
    for dtype in FLOATS:
        one = touched(1 << 20, dtype)
        many = one.reshape(1024, 1024)
        best = best_of(
            {
                "many": partial(fwht, many, overwrite_x=True),
                "one": partial(fwht, one, overwrite_x=True),
            },
            seconds=seconds,
        )
        row(np.dtype(dtype).name, micro(best["many"]), micro(best["one"]),
            ratio(best["many"], best["one"]))  # fmt: skip


STARTUP = """
import time
t0 = time.perf_counter()
import numba, scipy.linalg, scipy.sparse
t1 = time.perf_counter()
import compadagrad
t2 = time.perf_counter()
import numpy as np
x = np.zeros(1024)
if {warm}:
    numba.njit(cache=False)(lambda: 0)()
t3 = time.perf_counter()
compadagrad.hadamard.fwht(x)
t4 = time.perf_counter()
print(t1 - t0, t2 - t1, t4 - t3)
"""


def start_up(report: Report) -> None:
    row = report.table(
        "Start-up in a new process with a warm cache, ms, best of 10",
        ("what", "ms"),
    )

    def measured(warm: bool) -> Array:
        runs = [
            subprocess.run(
                [sys.executable, "-c", STARTUP.format(warm=warm)],
                capture_output=True, text=True, check=True,
            ).stdout.split()
            for _ in range(10)
        ]  # fmt: skip
        return 1e3 * np.array(runs, float).min(axis=0)

    cold, warm = measured(False), measured(True)
    row("import numba, scipy.linalg, scipy.sparse", f"{cold[0]:.0f}")
    row("import compadagrad after that", f"{min(cold[1], warm[1]):.0f}")
    row("first fwht, which also starts Numba's compiler", f"{cold[2]:.0f}")
    row("first fwht where Numba has been started before", f"{warm[2]:.0f}")


def plot(series: dict[str, Any], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True, layout="constrained")
    for axis, dtype in zip(axes, ("float32", "float64"), strict=True):
        sizes = [int(key.split()[1]) for key in series if key.startswith(dtype)]
        for name in ("NumPy", "hadamard-transform", "torch", "baseline", "ours", "copy"):
            times = [series[f"{dtype} {m}"].get(name) for m in sizes]
            if None not in times:
                style = {"ours": "o-", "copy": "k:", "baseline": "x--"}.get(name, ".-")
                axis.loglog([2**m for m in sizes], times, style, base=2, label=name)
        axis.set(title=dtype, xlabel="N")
        axis.grid(alpha=0.3)
        axis.set_yscale("log", base=10)
    axes[0].set_ylabel("seconds a transform, one thread")
    axes[1].legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--baseline", type=Path, help="a Python file with kernels to compare with")
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    output_directory(parser)
    options = parser.parse_args()
    baseline = load_baseline(options.baseline) if options.baseline else None
    seconds = 0.1 if options.quick else 1.5
    report = Report("Walsh-Hadamard transforms")
    series = full_transform(report, baseline, seconds)
    kernel_alone(report, baseline, seconds)
    two_threads(report, seconds)
    batches(report, seconds)
    trimmed_and_sparse(report, baseline, seconds)
    dyadic_gram(report, baseline, seconds)
    start_up(report)
    report.save(options.output / "transforms.md")
    plot(series, options.output / "transforms.svg")


if __name__ == "__main__":
    main()
