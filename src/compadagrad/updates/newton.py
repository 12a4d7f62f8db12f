"""Newton's method over the faces of an update, with a step that always descends."""

from compadagrad.regularizers.terms import Term
from compadagrad.updates._pieces import descent, first_end, move_to_pieces, release, stop_at
from compadagrad.updates.face import Face, Faces, Sides, Vector

__all__ = ["descend"]

PROJECTED = (1.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64)  # steps on the projected path
DECREASE = 1e-4  # of what the slope promises: the least that such a step must bring
RELEASED = 0.01  # of the largest violation: what is released together with it


def descend(faces: Faces, x: Vector, side: Sides, q: Vector | None = None, *, most: int) -> None:
    r"""Newton steps from a feasible ``x`` on the face ``side``, with the slope ``q`` if known.

    .. math:: f(x) = \langle u, x \rangle + w\,\phi(x) + \tfrac12 \langle x, A x \rangle

    The step goes to the minimiser y over the face that x lies on. Where that is beyond a kink, the
    coordinates that crossed it stop there: the first of a few points on the path
    :math:`x + t (y - x)`, projected on the pieces, that lowers f enough, else the point where the
    first kink is met. At the minimiser of a face the coordinates whose slopes pull them off their
    kinks are released. f never rises; it is strictly convex, and every face has one minimiser, so
    that in exact arithmetic no minimiser comes twice and the last one is the solution. From a face
    that is nearly right it takes a few steps.

    Points are offered to ``faces``. It ends when ``faces.done``, when nothing is left to change, or
    after ``most`` steps, each of one factorisation at most. ``x``, ``side`` and ``q`` are
    overwritten.
    """
    problem, t = faces.problem, faces.problem.terms
    q = faces.slope(x) if q is None else q
    for _ in range(most):
        before = x, q
        x, q, side, whole = _step(faces, x, q, side)
        if x is not before[0]:
            faces.leave(*before)
        if whole:
            least = faces.residual
            residual = faces.offer(x, q)
            if faces.done or (faces.ok and residual > 0.5 * least):
                return
            threshold = max(RELEASED * residual, 0.5 * faces.target) * problem.force
            released = release(x, q, side, threshold, problem.weight, t.l1, t.l2, t.lower, t.upper)
            if not released:
                return


def _step(faces: Faces, x: Vector, q: Vector, side: Sides) -> tuple[Vector, Vector, Sides, bool]:
    """The next point, its slope and its face, and whether it is the minimiser of the old one."""
    face = faces.face(x, q, side)
    try:
        return _step_on(faces, face)
    finally:
        if face.solver is not None:
            face.solver.give_back()


def _step_on(faces: Faces, face: Face) -> tuple[Vector, Vector, Sides, bool]:
    pieces, side = _pieces(faces), face.side
    guess, left = faces.first_guess(face)
    sides = side.copy()
    inside = not move_to_pieces(guess, sides, *pieces)
    if not inside:
        slope = faces.slope(guess)
        if _descends(faces, face, guess, slope):
            return guess, slope, sides, False
        faces.leave(guess, slope)
        (guess, left), sides = faces.first_guess(face), side.copy()
    y, slope = faces.minimise(face, guess, left)
    if (inside and y is guess) or not move_to_pieces(y.copy(), sides, *pieces):
        return y, slope, side, True
    return _part_of_the_way(faces, face, y)


def _part_of_the_way(faces: Faces, face: Face, y: Vector) -> tuple[Vector, Vector, Sides, bool]:
    """A point on the projected path to ``y``, which is beyond a kink."""
    pieces, x = _pieces(faces), face.x
    for step in PROJECTED:
        end: Vector = y.copy() if step == 1.0 else x + step * (y - x)
        sides = face.side.copy()
        move_to_pieces(end, sides, *pieces)
        slope = faces.slope(end)
        if _descends(faces, face, end, slope):
            return end, slope, sides, False
        faces.leave(end, slope)
    way = y - x
    end, sides = x.copy(), face.side.copy()
    stop_at(end, way, first_end(x, way, face.side, *pieces), sides, *pieces)
    return end, faces.slope(end), sides, False


def _pieces(faces: Faces) -> tuple[float, Term, Term, Term]:
    t = faces.problem.terms
    return faces.problem.weight, t.l1, t.lower, t.upper


def _descends(faces: Faces, face: Face, end: Vector, slope: Vector) -> bool:
    """Whether f is enough lower at ``end``, which has that slope."""
    w, t = faces.problem.weight, faces.problem.terms
    promised, bent = descent(face.x, face.q, face.side, end, slope, w, t.l1, t.l2)
    return bool(promised > 0.0 and 0.5 * bent <= (1.0 - DECREASE) * promised)
