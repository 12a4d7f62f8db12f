"""The memory of ``compadagrad fit`` over time, fed by a pipe.

python benchmarks/streams_memory.py [--rows N]
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from timing import Report, output_directory

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


def watched(rows: int, folder: Path, interval: float) -> list[int]:
    """Resident bytes of a fit on that many rows, made on the way, at equal intervals."""
    data = Path(__file__).with_name("streams_data.py")
    feeder = subprocess.Popen(
        [sys.executable, str(data), str(rows), str(FEATURES)], stdout=subprocess.PIPE
    )
    command = [sys.executable, "-m", "compadagrad", "fit", "-", f"--model={folder / 'm'}"]
    fit = subprocess.Popen([*command, *OPTIONS], stdin=feeder.stdout, stdout=subprocess.PIPE)
    assert feeder.stdout is not None
    feeder.stdout.close()
    seen = []
    while fit.poll() is None:
        seen.append(resident(fit.pid))
        time.sleep(interval)
    if fit.wait() or feeder.wait():
        raise RuntimeError("compadagrad fit, or what feeds it, has failed")
    return [size for size in seen if size]


def memory(report: Report, rows: int) -> None:
    """A table of the resident set at some moments, and its growth in the second half."""
    with tempfile.TemporaryDirectory() as folder:
        seen = watched(rows, Path(folder), 0.5)
    row = report.table(
        f"Memory of `compadagrad fit` on {rows:,} rows of {FEATURES} features through a pipe",
        ("share of the time", "resident set, MB"),
    )
    for tenth in range(11):
        size = seen[min(tenth * len(seen) // 10, len(seen) - 1)]
        row(f"{10 * tenth} %", f"{size / 1e6:.1f}")
    after = seen[len(seen) // 5 :]
    report.say(
        "",
        f"After the first fifth the least was {min(after) / 1e6:.1f} MB and the most "
        f"{max(after) / 1e6:.1f} MB.",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=10_000_000, help="rows of the pipe")
    output_directory(parser)
    options = parser.parse_args()
    report = Report("Memory of a stream")
    report.say(
        "svmlight text, generated on the way, read from the standard input: no file is kept."
    )
    memory(report, options.rows)
    report.save(options.output / "streams_memory.md")


if __name__ == "__main__":
    main()
