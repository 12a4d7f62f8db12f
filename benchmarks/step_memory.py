"""The memory of a learner: what it keeps, and the most that a step takes.

    python benchmarks/step_memory.py N K DTYPE REGULARIZER ALGORITHM

measures one learner and prints it as JSON: the program of the figures runs it in a new process for
each case. Kernels take memory that Python's tracemalloc does not see, so the peak is that of the
resident set (VmHWM), reset just before the step. It works on Linux alone.
"""

import ctypes
import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from step_primed import gaussian_gradients, primed
from step_units import reached
from timing import Report

from compadagrad.regularizers import L1, Regularizer, SquaredL2

__all__ = ["memory"]

REGULARIZERS = ("SquaredL2", "L1")
ALGORITHMS = {"mirror_descent": 2, "dual_averaging": 3}  # vectors that a learner may keep


def regularizer_of(name: str, algorithm: str, k: int) -> Regularizer:
    """The l1 weights leave about a third of the coordinates of the primed learner not 0."""
    if name == "SquaredL2":
        return SquaredL2(1e-3)
    return L1(1.0 if algorithm == "mirror_descent" else (2.0 * k) ** -0.5)


def resident(peak: bool = False) -> int:
    """Bytes in memory now, or at most since the last reset."""
    wanted = "VmHWM" if peak else "VmRSS"
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(wanted):
            return int(line.split()[1]) * 1024
    raise OSError(f"/proc/self/status has no {wanted}")


def reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def measured(n: int, k: int, dtype: str, regularizer: str, algorithm: str) -> dict[str, Any]:
    """What one learner keeps, and by how much the third of its steps goes beyond that."""
    phi = regularizer_of(regularizer, algorithm, k)
    learner = primed(n, k, dtype, phi, algorithm=algorithm)
    gradients = gaussian_gradients(n, dtype, 4)
    for _ in range(2):
        learner.step(next(gradients))
    g = next(gradients)
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    reset_peak()
    before = resident()
    certificate = learner.step(g)
    peak = resident(peak=True) - before
    state = learner.state_dict()
    arrays = {name: v for name, v in state.items() if isinstance(v, np.ndarray)}
    signs = arrays.pop("projection.signs")
    return {
        "numbers": sum(v.size for v in arrays.values()),
        "bytes": sum(v.nbytes for v in arrays.values()),
        "signs": signs.nbytes,
        "peak": peak,
        "solver": certificate.solver,
        "iterations": certificate.iterations,
        "nonzero": np.count_nonzero(learner.x) / n,
    }


def in_new_process(n: int, k: int, dtype: str, regularizer: str, algorithm: str) -> dict[str, Any]:
    """With every array of some size in a mapping of its own, that goes back when it is freed."""
    result = subprocess.run(
        [sys.executable, __file__, str(n), str(k), dtype, regularizer, algorithm],
        env={**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def memory(report: Report, *, quick: bool) -> None:
    shapes = ((1 << 14, 64), (1 << 12, 128)) if quick else ((1 << 20, 512), (1 << 18, 1024))
    keep = report.table(
        "Memory kept by a learner",
        ("N", "k", "algorithm", "numbers without signs", "limit", "ratio", "MB in float64",
         "MB of signs", "reached"),
    )  # fmt: skip
    peaks = []
    for n, k in shapes:
        for algorithm, vectors in ALGORITHMS.items():
            for dtype in ("float32", "float64"):
                for regularizer in REGULARIZERS:
                    case = (n, k, dtype, regularizer, algorithm)
                    found = in_new_process(*case)
                    peaks.append((case, found))
            limit = vectors * n + 2 * k * k
            value = found["numbers"] / limit
            keep(
                f"2^{n.bit_length() - 1}", k, algorithm, f"{found['numbers']:,}", f"{limit:,}",
                f"{value:.2f}", megabytes(found["bytes"]), megabytes(found["signs"]),
                reached(value, 1.0),
            )  # fmt: skip
    say_peaks(report, peaks)


def say_peaks(
    report: Report, peaks: list[tuple[tuple[int, int, str, str, str], dict[str, Any]]]
) -> None:
    row = report.table(
        "Peak of memory within a step, MB",
        ("N", "k", "dtype", "regularizer", "algorithm", "solver", "nonzero, %", "kept", "growth",
         "limit", "growth / limit", "(kept + growth) / limit", "reached"),
    )  # fmt: skip
    for (n, k, dtype, regularizer, algorithm), found in peaks:
        limit = 8 * n * np.dtype(dtype).itemsize + 10 * k * k * 8
        growth, whole = found["peak"] / limit, (found["peak"] + found["bytes"]) / limit
        row(
            f"2^{n.bit_length() - 1}", k, dtype, regularizer, algorithm,
            f"{found['solver']}, {found['iterations']}", f"{100 * found['nonzero']:.0f}",
            megabytes(found["bytes"]),
            megabytes(found["peak"]), megabytes(limit), f"{growth:.2f}", f"{whole:.2f}",
            reached(whole, 1.0),
        )  # fmt: skip
    report.say(
        "",
        "Each row is of a new process, and its growth is that of the resident set within a step. "
        "The limit is 8 N numbers of the dtype and 10 k² numbers of float64. "
        "Kernels take memory that `tracemalloc` does not see, so the peak is VmHWM, reset before "
        "the step. The limit is held against all that lives within a step: what is kept (without "
        "the signs) and what the step adds, which includes the state that replaces the old one. "
        "The gradient is the caller's. Matrices of order k are float64 whatever the dtype.",
    )


def megabytes(count: float) -> str:
    return f"{count / 1e6:,.1f}"


def main() -> None:
    n, k, *names = sys.argv[1:]
    print(json.dumps(measured(int(n), int(k), *names)))


if __name__ == "__main__":
    main()
