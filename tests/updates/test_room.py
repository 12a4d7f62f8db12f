import numpy as np

from compadagrad.updates.room import Room


def test_what_comes_back_is_lent_again() -> None:
    room = Room(2, 3)
    first, second = room.lend(), room.lend()
    assert first.shape == (2, 3)
    assert first.dtype == np.float64
    assert not np.shares_memory(first, second)
    room.back(first)
    assert room.lend() is first
    assert room.lend() is not first


def test_vectors_from_elsewhere_are_welcome() -> None:
    room, mine = Room(3), np.zeros(3)
    room.back(mine, np.ones(3))
    assert {id(room.lend()), id(room.lend())} >= {id(mine)}
