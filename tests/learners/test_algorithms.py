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
    objective = MirrorDescent().objective(7, 0.5, G, TOTAL, X, START)
    np.testing.assert_array_equal(objective.g, 0.5 * G)
    assert objective.anchor is X
    assert objective.weight == 0.5


def test_dual_averaging_takes_all_gradients_around_the_start() -> None:
    objective = DualAveraging().objective(7, 0.5, G, TOTAL, X, START)
    np.testing.assert_array_equal(objective.g, 0.5 * (TOTAL + G))
    assert objective.anchor is START
    assert objective.weight == 3.5


def test_no_start_is_zero() -> None:
    objective = DualAveraging().objective(7, 0.5, G.astype(np.float32), TOTAL, X, None)
    assert objective.anchor.dtype == np.float32
    np.testing.assert_array_equal(objective.anchor, [0.0, 0.0])
    assert MirrorDescent().objective(7, 0.5, G, TOTAL, X, None).anchor is X


def test_arguments_are_left_alone() -> None:
    for algorithm in ALGORITHMS.values():
        algorithm.objective(7, 0.5, G, TOTAL, X, START)
    np.testing.assert_array_equal((G, TOTAL, X, START), np.outer([1, 2, 3, 4], [1, 1]))


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
