"""Seconds an example, with nothing else running: contestants take turns in one process."""

import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path

from timing import machine

from contest_parts.cache import Cache
from contest_parts.entries import Entry, Scale
from contest_parts.grids import Setting

__all__ = ["time_an_example"]

ROUNDS = 3
WARM_UP = 20


def time_an_example(
    entries: Sequence[Entry], settings: Sequence[Setting], cache: Cache, scale: Scale
) -> list[float]:
    """The best of a few interleaved passes over the first examples of the first permutation."""
    task = entries[0].task
    trials = [
        entry.trial(setting, 0, examples=scale.timing).key
        for entry, setting in zip(entries, settings, strict=True)
    ]
    digest = hashlib.sha256(json.dumps([machine(), ROUNDS, trials]).encode()).hexdigest()[:24]
    path = Path(task.name, "clock", f"{digest}.json")
    if (known := cache.read(path)) is not None:
        return [float(seconds) for seconds in known["seconds"]]
    print(f"{task.name}: timing {len(entries)} methods, one after the other", flush=True)
    seconds = measure(entries, settings, scale)
    cache.write(path, {"outcome": {"seconds": seconds, "machine": machine()}})
    return seconds


def measure(entries: Sequence[Entry], settings: Sequence[Setting], scale: Scale) -> list[float]:
    task = entries[0].task
    X, y = task.in_order(0, scale.timing)
    best = [float("inf")] * len(entries)
    order = random.Random(0)
    for attempt in range(ROUNDS + 1):  # the first one warms up
        count = WARM_UP if attempt == 0 else len(y)
        for i in order.sample(range(len(entries)), len(entries)):
            contestant = entries[i].method.make(task.n, settings[i], 0)
            seconds = contestant.learn(X[:count], y[:count]).seconds / count
            if attempt:
                best[i] = min(best[i], seconds)
    return best
