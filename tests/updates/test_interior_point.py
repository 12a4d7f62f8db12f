import numpy as np
import pytest

from compadagrad.updates.face import Faces
from compadagrad.updates.interior_point import InteriorPoint
from compadagrad.updates.newton import descend
from compadagrad.updates.system import system_of
from updates.dense import coordinate_descent
from updates.problems import hostile, ordinary


@pytest.mark.parametrize("kind", ["l1", "elastic net", "box", "nonnegative", "sparse box"])
def test_it_converges_to_the_solution_and_its_face(kind: str) -> None:
    problem = ordinary(0, kind, 64, 16)
    point = InteriorPoint(system_of(problem.metric), problem, problem.anchor.copy())
    assert 3 <= point.advance(1e-14, 60) < 25
    x, side = point.face()
    expected = coordinate_descent(problem).astype(float)
    np.testing.assert_allclose(x, expected, rtol=0, atol=1e-9)
    t = problem.terms
    kinked = np.broadcast_to(t.l1 > 0, x.shape)
    fixed = (expected == t.lower) | (expected == t.upper) | (kinked & (expected == 0))
    np.testing.assert_array_equal(side == 0, fixed)
    np.testing.assert_array_equal(x[fixed], expected[fixed])
    np.testing.assert_array_equal(side[~fixed], np.sign(expected[~fixed]))


def test_the_start_does_not_matter() -> None:
    problem = ordinary(1, "sparse box", 64, 16)
    faces = []
    for start in (0.0, 100.0, -1e-6):
        point = InteriorPoint(system_of(problem.metric), problem, np.full(64, start))
        point.advance(1e-12, 60)
        faces.append(point.face()[1])
    np.testing.assert_array_equal(faces[0], faces[1])
    np.testing.assert_array_equal(faces[0], faces[2])


def test_it_can_be_taken_further() -> None:
    problem = ordinary(2, "l1", 64, 16)
    point = InteriorPoint(system_of(problem.metric), problem, problem.anchor.copy())
    first = point.advance(1e-2, 60)
    assert point.advance(1e-2, 60) == 0
    assert point.advance(1e-12, 60) > 0
    assert first > 0


def test_it_takes_no_more_than_it_may() -> None:
    problem = ordinary(2, "l1", 64, 16)
    point = InteriorPoint(system_of(problem.metric), problem, problem.anchor.copy())
    assert point.advance(1e-12, 2) == 2


@pytest.mark.parametrize("seed", range(40, 60))
def test_hostile_problems(seed: int) -> None:
    """A face close enough for Newton's method to finish from."""
    problem = hostile(seed).problem
    if problem.metric.separable or problem.terms.smooth:
        return
    system = system_of(problem.metric)
    faces = Faces(system, problem, tolerance=1e-10, target=1e-13)
    point = InteriorPoint(system, problem, problem.anchor.copy())
    point.advance(1e-12, 60)
    descend(faces, *point.face(), most=12)
    assert faces.ok
