import numpy as np
import pytest

from compadagrad.updates import newton
from compadagrad.updates.face import Faces
from compadagrad.updates.newton import descend
from compadagrad.updates.start import lower_start
from compadagrad.updates.system import system_of
from updates.dense import coordinate_descent, dense_metric, every
from updates.problems import Array, ordinary

KINDS = ["l1", "elastic net", "box", "nonnegative", "sparse box"]


def faces_of(seed: int, kind: str, k: int = 16) -> Faces:
    problem = ordinary(seed, kind, 64, k)
    return Faces(system_of(problem.metric), problem, tolerance=1e-10, target=1e-13)


def value(faces: Faces, x: Array) -> float:
    problem = faces.problem
    l1, l2, _, _ = every(problem)
    smooth = problem.u @ x + 0.5 * x @ dense_metric(problem.metric) @ x
    return float(smooth + l1 @ np.abs(x) + 0.5 * l2 @ x**2)


@pytest.mark.parametrize("kind", KINDS)
def test_it_finds_the_solution(kind: str) -> None:
    faces = faces_of(0, kind)
    descend(faces, *lower_start(faces)[:3], most=40)
    assert faces.done
    expected = coordinate_descent(faces.problem).astype(float)
    np.testing.assert_allclose(faces.best, expected, rtol=0, atol=1e-12)
    assert faces.iterations < 20


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("projected", [newton.PROJECTED, ()])
def test_it_never_rises(
    kind: str, projected: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a bad start, with and without projected steps."""
    monkeypatch.setattr(newton, "PROJECTED", projected)
    step, heights = newton._step, []

    def watched(faces: Faces, x: Array, q: Array, side: Array) -> object:
        result = step(faces, x, q, side)
        heights.append(value(faces, result[0]))
        return result

    monkeypatch.setattr(newton, "_step", watched)
    faces = faces_of(1, kind, 40)
    t = faces.problem.terms
    x = np.clip(np.where(np.arange(64) % 2, 3.0, -3.0), t.lower, t.upper)
    heights.append(value(faces, x))
    side = np.sign(x).astype(np.int8)
    side[(x == t.lower) | (x == t.upper) | (x == 0)] = 0
    descend(faces, x, side, most=400)
    assert faces.done
    assert len(heights) > 2
    assert (np.diff(heights) <= 1e-12 * np.abs(heights).max()).all()


def test_it_stops_when_it_is_told() -> None:
    faces = faces_of(0, "l1")
    descend(faces, *lower_start(faces)[:3], most=1)
    assert faces.iterations == 1
    assert not faces.done
