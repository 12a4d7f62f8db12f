"""Timing side by side: contenders take turns, and each keeps its best time."""

import argparse
import platform
import random
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

import numba
import numpy as np

__all__ = ["Report", "best_of", "machine", "output_directory"]


def best_of(
    contenders: Mapping[str, Callable[[], object]],
    *,
    seconds: float = 1.0,
    rounds: tuple[int, int] = (5, 2000),
) -> dict[str, float]:
    """The best time of each contender, in seconds, over interleaved rounds.

    Rounds go on for ``seconds``, but never fewer or more than ``rounds`` says. The order changes
    from round to round, so that nobody always finds the caches as one other left them. A call that
    is short against the clock is repeated inside a round.
    """
    repeats = {}
    for name, run in contenders.items():
        run()
        started = time.perf_counter()
        run()
        repeats[name] = max(1, min(100, int(2e-5 / (time.perf_counter() - started + 1e-9))))
    best = dict.fromkeys(contenders, float("inf"))
    finish = time.perf_counter() + seconds
    order = random.Random(0)
    for done in range(rounds[1]):
        for name in order.sample(list(contenders), len(contenders)):
            run, count = contenders[name], repeats[name]
            started = time.perf_counter()
            for _ in range(count):
                run()
            best[name] = min(best[name], (time.perf_counter() - started) / count)
        if done + 1 >= rounds[0] and time.perf_counter() > finish:
            break
    return best


def machine() -> str:
    """The processor and the versions that a figure depends on."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    cores = numba.config.NUMBA_DEFAULT_NUM_THREADS
    return (
        f"{name}, {cores} cores, {platform.system()}; Python {platform.python_version()}, "
        f"NumPy {np.__version__}, Numba {numba.__version__}"
    )


def output_directory(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where results go."""
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(__file__).parent / "results",
        help="folder for the results (default: benchmarks/results)",
    )


class Report:
    """A Markdown page of tables, printed as it grows and saved at the end."""

    def __init__(self, title: str) -> None:
        program = f"benchmarks/{Path(sys.argv[0]).name}"
        arguments = [Path(a).name if "/" in a else a for a in sys.argv[1:]]
        command = shlex.join(["python", program, *arguments])
        self.lines: list[str] = []
        self.say(f"# {title}", "", f"- date: {date.today().isoformat()}")
        self.say(f"- machine: {machine()}", f"- command: `{command}`", "")

    def say(self, *lines: str) -> None:
        """Add lines of text."""
        for line in lines:
            print(line, flush=True)
            self.lines.append(line)

    def table(self, heading: str, columns: Sequence[str]) -> Callable[..., None]:
        """Open a table; returns the function that adds a row to it."""
        if self.lines[-1]:
            self.say("")
        self.say(f"## {heading}", "")
        self.say("| " + " | ".join(columns) + " |", "|" + "---|" * len(columns))

        def row(*cells: object) -> None:
            assert len(cells) == len(columns), (columns, cells)
            self.say("| " + " | ".join(map(str, cells)) + " |")

        return row

    def save(self, path: Path) -> None:
        """Write the page, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".tmp")
        draft.write_text("\n".join(self.lines) + "\n")
        draft.replace(path)
