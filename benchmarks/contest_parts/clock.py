"""Seconds an example, with nothing else running: contestants take turns in one process."""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from timing import machine

from contest_parts.cache import Cache
from contest_parts.contestant import Contestant
from contest_parts.entries import Entry, Scale
from contest_parts.grids import Setting
from contest_parts.task import Examples, Labels

__all__ = ["in_turns", "time_an_example"]

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
    X, y = task.in_order(0, scale.timing)
    makers = [
        partial(entry.method.make, task.n, setting, 0)
        for entry, setting in zip(entries, settings, strict=True)
    ]
    seconds = in_turns(makers, X, y)
    cache.write(path, {"outcome": {"seconds": seconds, "machine": machine()}})
    return seconds


def in_turns(
    makers: Sequence[Callable[[], Contestant]], X: Examples, y: Labels, rounds: int = ROUNDS
) -> list[float]:
    """The best seconds an example of each contestant, fresh ones in every round."""
    best = [float("inf")] * len(makers)
    order = random.Random(0)
    for attempt in range(rounds + 1):  # the first one warms up
        count = WARM_UP if attempt == 0 else len(y)
        for i in order.sample(range(len(makers)), len(makers)):
            seconds = makers[i]().learn(X[:count], y[:count]).seconds / count
            if attempt:
                best[i] = min(best[i], seconds)
    return best
