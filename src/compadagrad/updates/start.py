"""Where a solver starts."""

from typing import NamedTuple

import numpy as np

from compadagrad.regularizers._loops import prox_into, value
from compadagrad.updates._pieces import face_of_point, release
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
    """The lower one of the two starts below."""
    prox, anchor = from_prox(faces), from_anchor(faces)
    return prox if prox.height < anchor.height else anchor


def from_prox(faces: Faces) -> Start:
    """The point that one proximal step from the anchor lands on: good for a small subspace."""
    problem, stiffness = faces.problem, faces.system.stiffness
    x = problem.anchor - problem.g / stiffness
    prox_into(x, stiffness, problem.weight, *problem.terms.parts, x)
    return _start(faces, x)


def from_anchor(faces: Faces) -> Start:
    """The anchor, with the coordinates that leave their kinks free: good for a large subspace."""
    problem, t = faces.problem, faces.problem.terms
    start = _start(faces, np.clip(problem.anchor, t.lower, t.upper))
    release(start.x, start.q, start.side, faces.target * problem.force, problem.weight, *t.parts)
    return start


def _start(faces: Faces, x: Vector) -> Start:
    problem, t = faces.problem, faces.problem.terms
    side = np.empty(x.size, np.int8)
    face_of_point(x, problem.weight, t.l1, t.lower, t.upper, side)
    height, q = problem.weight * float(value(x, *t.parts)), problem.g
    way = x - problem.anchor
    if way.any():
        bent = faces.system.apply(way)
        height += float(q @ way) + 0.5 * float(bent @ way)
        q = np.add(q, bent, out=bent)
    return Start(x, side, q, height)
