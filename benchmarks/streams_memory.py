"""The memory of ``compadagrad fit`` over time, fed by a pipe."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from timing import Report

__all__ = ["memory"]

FEATURES: Final = 20
OPTIONS: Final = ("--format=svmlight", f"--features={FEATURES}", "--classes=-1,1", "--json", "-q")


def resident(pid: int, name: str = "VmRSS") -> int:
    """Bytes in memory now; 0 once the process has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), 0)


def watched(rows: int, folder: Path, interval: float) -> list[tuple[float, int]]:
    """Seconds and resident bytes of a fit on that many rows, generated on the fly."""
    data = Path(__file__).with_name("streams_data.py")
    feeder = subprocess.Popen(
        [sys.executable, str(data), str(rows), str(FEATURES)], stdout=subprocess.PIPE
    )
    command = [sys.executable, "-m", "compadagrad", "fit", "-", f"--model={folder / 'm'}"]
    fit = subprocess.Popen([*command, *OPTIONS], stdin=feeder.stdout, stdout=subprocess.PIPE)
    assert feeder.stdout is not None
    feeder.stdout.close()
    started, seen = time.perf_counter(), []
    while fit.poll() is None:
        seen.append((time.perf_counter() - started, resident(fit.pid)))
        time.sleep(interval)
    if fit.wait() or feeder.wait():
        raise RuntimeError("compadagrad fit, or what feeds it, has failed")
    return [point for point in seen if point[1]]


def memory(report: Report, rows: int) -> None:
    """A table of the resident set at some moments, and its growth in the second half."""
    with tempfile.TemporaryDirectory() as folder:
        seen = watched(rows, Path(folder), 0.5)
    row = report.table(
        f"Memory of `compadagrad fit` on {rows:,} rows of {FEATURES} features through a pipe",
        ("share of the time", "seconds", "resident set, MB"),
    )
    for tenth in range(11):
        seconds, size = seen[min(tenth * len(seen) // 10, len(seen) - 1)]
        row(f"{10 * tenth} %", f"{seconds:.0f}", f"{size / 1e6:.1f}")
    after = [size for _, size in seen[len(seen) // 5 :]]
    report.say(
        "",
        f"After the first fifth the least was {min(after) / 1e6:.1f} MB and the most "
        f"{max(after) / 1e6:.1f} MB.",
    )
