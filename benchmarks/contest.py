"""The contest: every method on seven tasks, one example a step, with the same tuning for all.

    python benchmarks/contest.py --data DIR [--jobs 2] [--tasks mnist usps] [--quick]

The folder of the data sets can also be named by the environment variable COMPADAGRAD_DATA. Every
trial is kept in the cache as soon as it ends; a contest that is interrupted goes on from there.
"""

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path

from contest_parts.cache import Cache, write_whole
from contest_parts.entries import Entry, Scale
from contest_parts.methods import METHODS, Method
from contest_parts.page import write_page
from contest_parts.pool import Pool
from contest_parts.stages import play, rows_of
from contest_parts.task import Task
from contest_parts.tasks import DESCRIPTIONS, load_task, missing_files
from timing import output_directory

QUICK = Scale(tuning=300, training=600, timing=200, orders=2, widenings=1, every=3)


def main() -> None:
    options = arguments()
    scale = QUICK if options.quick else Scale()
    methods = present_methods(options.methods)
    tasks = present_tasks(options.tasks, options.data)
    cache = Cache(options.cache)
    pool = Pool(cache, options.data, options.jobs)
    try:
        played = [play(entries_of(task, methods), pool, scale) for task in tasks]
    finally:
        pool.close()
    rows = [row for p in played for row in rows_of(p, cache, scale, clock=not options.no_clock)]
    stem = "contest_quick" if options.quick else "contest"
    rows_path = options.output / f"{stem}.json"
    write_whole(rows_path, json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    write_page(played, rows, scale, options.output / f"{stem}.md")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    add = parser.add_argument
    data, cache = os.environ.get("COMPADAGRAD_DATA"), Path(__file__).parent / ".cache"
    add("--data", type=Path, default=data, help="folder of data sets, else $COMPADAGRAD_DATA")
    add("--cache", type=Path, default=cache, help="folder of outcomes (benchmarks/.cache)")
    add("--jobs", type=int, default=os.cpu_count(), help="processes, of one thread each")
    add("--tasks", nargs="+", choices=DESCRIPTIONS, default=list(DESCRIPTIONS))
    names = "; ".join(METHODS)
    add("--methods", nargs="+", metavar="NAME", default=list(METHODS), help=f"of these: {names}")
    add("--no-clock", action="store_true", help="leave the time an example out")
    add("--quick", action="store_true", help="much smaller, for a look")
    output_directory(parser)
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where the data sets are, with --data or COMPADAGRAD_DATA")
    if unknown := set(options.methods) - set(METHODS):
        parser.error(f"there is no method {', '.join(sorted(unknown))}; see --help")
    return options


def present_methods(names: list[str]) -> list[Method]:
    """The methods that can take part; says of the others why they cannot."""
    found = []
    for name in names:
        reason = METHODS[name].missing()
        if reason is None:
            found.append(METHODS[name])
        else:
            print(f"skipped: {name}: {reason}")
    return found


def present_tasks(names: list[str], data: Path) -> list[Task]:
    """The tasks whose files are there; says of the others what they need."""
    found = []
    for name in names:
        missing = missing_files(name, data)
        if missing is None:
            found.append(load_task(name, data))
        else:
            print(f"skipped: task {name}: no files in {missing}")
    if not found:
        raise SystemExit("no task has its files")
    return found


def entries_of(task: Task, methods: list[Method]) -> list[Entry]:
    """The methods that take on the task."""
    return [Entry(task, method) for method in methods if method.fits(task.n)]


if __name__ == "__main__":
    main()
