from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.experiments.text import KeyCounter
from compadagrad.experiments.text.ngrams import spread


def some_keys(size: int) -> NDArray[np.uint64]:
    rng = np.random.default_rng(0)
    return spread(rng.zipf(1.3, size).astype(np.uint64) % np.uint64(5000))


@pytest.mark.parametrize("room", [37, 1000, 100_000])
def test_counts_are_exact_whatever_the_room(tmp_path: Path, room: int) -> None:
    keys = some_keys(2000)
    counter = KeyCounter(tmp_path, room=room)
    for part in np.array_split(keys, 7):
        counter.add(part)
    total = counter.total()
    assert dict(zip(total.keys.tolist(), total.counts.tolist(), strict=True)) == Counter(
        keys.tolist()
    )
    assert (total.keys[1:] > total.keys[:-1]).all()
    assert counter.runs == -(-keys.size // room)


def test_seldom_keys_can_be_left_out(tmp_path: Path) -> None:
    keys = some_keys(5000)
    counter = KeyCounter(tmp_path, room=512)
    counter.add(keys)
    expected = {key for key, often in Counter(keys.tolist()).items() if often >= 3}
    assert set(counter.total(at_least=3).keys.tolist()) == expected


def test_no_range_is_much_larger_than_the_room(tmp_path: Path) -> None:
    keys = spread(np.arange(20_000, dtype=np.uint64))
    counter = KeyCounter(tmp_path, room=1000)
    counter.add(keys)
    parts = [part.keys.size for part in counter.merged()]
    assert sum(parts) == keys.size
    assert len(parts) == 21
    assert max(parts) < 1.2 * 1000


def test_the_largest_and_the_smallest_key_are_counted(tmp_path: Path) -> None:
    keys = np.array([0, 2**64 - 1, 0], np.uint64)
    counter = KeyCounter(tmp_path, room=2)
    counter.add(keys)
    total = counter.total()
    assert total.keys.tolist() == [0, 2**64 - 1]
    assert total.counts.tolist() == [2, 1]


def test_nothing_is_counted_as_nothing(tmp_path: Path) -> None:
    assert KeyCounter(tmp_path, room=8).total().keys.size == 0


def test_the_room_is_an_integer(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="room must be an integer >= 1, got 0"):
        KeyCounter(tmp_path, room=0)
