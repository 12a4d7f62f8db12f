import numpy as np
import pytest

from compadagrad.learners.algorithms import (
    ALGORITHMS,
    Algorithm,
    DualAveraging,
    MirrorDescent,
)

G, TOTAL, X, START = (np.full(2, value) for value in (1.0, 2.0, 3.0, 4.0))


def test_mirror_descent_takes_the_latest_gradient_around_the_latest_point() -> None:
    objective = MirrorDescent().objective(7, G, TOTAL, X, START)
    assert objective.g is G
    assert objective.anchor is X
    assert objective.multiple == 1.0


def test_dual_averaging_takes_all_gradients_around_the_start() -> None:
    objective = DualAveraging().objective(7, G, TOTAL, X, START)
    assert objective.g is TOTAL
    assert objective.anchor is START
    assert objective.multiple == 7.0


def test_algorithms_are_found_by_name() -> None:
    assert {name: type(a) for name, a in ALGORITHMS.items()} == {
        "mirror_descent": MirrorDescent,
        "dual_averaging": DualAveraging,
    }
    assert all(name == algorithm.name for name, algorithm in ALGORITHMS.items())
    assert [a.averages for a in ALGORITHMS.values()] == [False, True]


def test_an_algorithm_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Algorithm()  # type: ignore[abstract]
