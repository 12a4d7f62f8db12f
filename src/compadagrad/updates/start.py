"""Where a solver starts."""

from typing import NamedTuple

import numpy as np

from compadagrad.regularizers._loops import prox_into, value
from compadagrad.updates._pieces import face_of_point, half_way, release
from compadagrad.updates.face import Faces, Sides, Vector

__all__ = ["Start", "from_anchor", "from_prox", "lower_start"]


class Start(NamedTuple):
    r"""A feasible point, its face, its slope u + A x, and its height.

    .. math:: \langle g, d \rangle + \tfrac12 \langle d, A d \rangle + w\,\phi(x),
              \qquad d = x - x_t
    """

    x: Vector
    side: Sides
    q: Vector
    height: float


def lower_start(faces: Faces) -> Start:
    """The lower one of the two starts below; the other one's memory is used again."""
    prox, anchor = from_prox(faces), from_anchor(faces)
    start, other = (prox, anchor) if prox.height < anchor.height else (anchor, prox)
    faces.leave(other.x, other.q)
    return start


def from_prox(faces: Faces) -> Start:
    """The point that one proximal step from the anchor lands on: good for a small subspace."""
    problem, stiffness = faces.problem, faces.system.stiffness
    x = problem.g / stiffness
    np.subtract(problem.anchor, x, out=x)
    prox_into(x, stiffness, problem.weight, *problem.terms.parts, x)
    faces.leave(stiffness)
    return _start(faces, x)


def from_anchor(faces: Faces) -> Start:
    """The anchor, with the coordinates that leave their kinks free: good for a large subspace."""
    problem, t = faces.problem, faces.problem.terms
    x = problem.anchor.astype(np.float64)
    start = _start(faces, np.clip(x, t.lower, t.upper, out=x) if t.bounded else x)
    release(start.x, start.q, start.side, faces.target * problem.force, problem.weight, *t.parts)
    return start


def _start(faces: Faces, x: Vector) -> Start:
    problem, t = faces.problem, faces.problem.terms
    side = np.empty(x.size, np.int8)
    face_of_point(x, problem.weight, t.l1, t.lower, t.upper, side)
    height = problem.weight * float(value(x, *t.parts))
    if np.array_equal(x, problem.anchor):
        return Start(x, side, problem.g.astype(np.float64), height)
    q = faces.slope(x)
    height += half_way(x, problem.anchor, problem.g, q)
    return Start(x, side, q, height)
