import numpy as np
import pytest

from compadagrad.updates.face import Faces
from compadagrad.updates.start import from_anchor, from_prox, lower_start
from compadagrad.updates.system import system_of
from updates.dense import dense_metric, every
from updates.problems import Array, ordinary


def faces_of(k: int, kind: str) -> Faces:
    problem = ordinary(0, kind, 64, k)
    return Faces(system_of(problem.metric), problem, tolerance=1e-10, target=1e-13)


def height(faces: Faces, x: Array) -> float:
    problem = faces.problem
    way = x - problem.anchor
    l1, l2, _, _ = every(problem)
    quadratic = problem.g @ way + 0.5 * way @ dense_metric(problem.metric) @ way
    return float(quadratic + l1 @ np.abs(x) + 0.5 * l2 @ x**2)


@pytest.mark.parametrize("kind", ["l1", "elastic net", "sparse box", "nonnegative"])
@pytest.mark.parametrize("k", [2, 16, 64])
def test_the_lower_one_is_taken(k: int, kind: str) -> None:
    faces = faces_of(k, kind)
    heights = [height(faces, start(faces)[0]) for start in (from_prox, from_anchor)]
    start = lower_start(faces)
    assert start.height == pytest.approx(min(heights), rel=1e-10)
    assert height(faces, start.x) == pytest.approx(start.height, rel=1e-10)
    np.testing.assert_allclose(start.q, faces.slope(start.x), rtol=0, atol=1e-12)


@pytest.mark.parametrize("start", [from_prox, from_anchor])
def test_starts_are_feasible_and_on_their_faces(start: object) -> None:
    faces = faces_of(16, "sparse box")
    x, side, _, _ = start(faces)  # type: ignore[operator]
    t = faces.problem.terms
    assert ((x >= t.lower) & (x <= t.upper)).all()
    inside = (x != 0) & (x > t.lower) & (x < t.upper)
    np.testing.assert_array_equal(side[inside], np.sign(x[inside]))


def test_the_anchor_releases_what_leaves_its_kink() -> None:
    faces = faces_of(16, "l1")
    x, side, _, _ = from_anchor(faces)
    np.testing.assert_array_equal(x, faces.problem.anchor)
    released = (x == 0) & (side != 0)
    pulled = (x == 0) & (np.abs(faces.slope(x)) > float(faces.problem.terms.l1))
    assert released.any()
    np.testing.assert_array_equal(released, pulled)
