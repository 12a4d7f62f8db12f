import numpy as np

from compadagrad.updates.face import Faces
from compadagrad.updates.system import system_of
from updates.dense import dense_metric
from updates.problems import ordinary


def faces_of(kind: str = "l1") -> Faces:
    problem = ordinary(0, kind, 100, 12)
    return Faces(system_of(problem.metric), problem, tolerance=1e-10, target=1e-13)


def test_the_minimiser_on_a_face() -> None:
    faces = faces_of("elastic net")
    problem, n = faces.problem, 128
    side = np.random.default_rng(0).choice([-1, 0, 1], n).astype(np.int8)
    x = np.where(side == 0, 0.25, 0.0)
    face = faces.face(x, faces.slope(x), side)
    guess, left = faces.first_guess(face)
    assert left == faces.force(x, faces.slope(x), side)[1] > 0
    y, q = faces.minimise(face, guess.copy(), left)
    free = side != 0
    A = dense_metric(problem.metric).astype(float) + float(problem.terms.l2) * np.eye(n)
    right = -(problem.u + A @ x + float(problem.terms.l1) * side)[free]
    expected = np.linalg.solve(A[np.ix_(free, free)], right)
    np.testing.assert_allclose(guess[free], expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(y[free], expected, rtol=0, atol=1e-11)
    np.testing.assert_array_equal(y[~free], x[~free])
    np.testing.assert_allclose(q, faces.slope(y), rtol=0, atol=1e-13)
    assert faces.iterations == 1


def test_a_face_without_free_coordinates_costs_nothing() -> None:
    faces = faces_of()
    x = np.ones(128)
    face = faces.face(x, faces.slope(x), np.zeros(128, np.int8))
    guess, left = faces.first_guess(face)
    np.testing.assert_array_equal(guess, x)
    assert faces.minimise(face, x + 1, left)[0] is x
    assert faces.iterations == 0


def test_the_best_offer_is_kept() -> None:
    faces = faces_of()
    good, bad = np.zeros(128), np.ones(128)
    residual = faces.offer(good, faces.slope(good))
    assert faces.offer(bad, faces.slope(bad)) > residual
    assert faces.best is good
    assert faces.residual == residual
    assert not faces.ok
    assert not faces.done


def test_memory_is_used_again_but_for_the_best_point() -> None:
    faces = faces_of()
    good, other = np.zeros(128), np.ones(128)
    faces.offer(good, faces.slope(good))
    faces.leave(good, other)
    room = faces.system.room
    lent = [room.lend() for _ in range(8)]
    assert any(vector is other for vector in lent)
    assert not any(np.shares_memory(vector, good) for vector in lent)
