"""Where a solver starts."""

import numpy as np

from compadagrad.regularizers._loops import prox_into, value
from compadagrad.updates._pieces import face_of_point, release
from compadagrad.updates.face import Faces, Sides, Vector

__all__ = ["from_anchor", "from_prox", "nearest_start"]


def nearest_start(faces: Faces) -> tuple[Vector, Sides]:
    r"""The lower one of the two starts below, and its face.

    .. math:: \langle g, d \rangle + \tfrac12 \langle d, A d \rangle + w \phi(x_t + d)
    """
    starts = from_prox(faces), from_anchor(faces)
    heights = [_height(faces, x) for x, _ in starts]
    return starts[0] if heights[0] < heights[1] else starts[1]


def from_prox(faces: Faces) -> tuple[Vector, Sides]:
    """The point that one proximal step from the anchor lands on: good for a small subspace."""
    problem, stiffness = faces.problem, faces.system.stiffness
    x = problem.anchor - problem.g / stiffness
    prox_into(x, stiffness, problem.weight, *problem.terms.parts, x)
    return x, _face(faces, x)


def from_anchor(faces: Faces) -> tuple[Vector, Sides]:
    """The anchor, with the coordinates that leave their kinks free: good for a large subspace."""
    problem, t = faces.problem, faces.problem.terms
    x = np.clip(problem.anchor, t.lower, t.upper).astype(np.float64, copy=False)
    side = _face(faces, x)
    threshold = faces.target * problem.force
    release(x, faces.slope(x), side, threshold, problem.weight, *t.parts)
    return x, side


def _face(faces: Faces, x: Vector) -> Sides:
    side, t = np.empty(x.size, np.int8), faces.problem.terms
    face_of_point(x, faces.problem.weight, t.l1, t.lower, t.upper, side)
    return side


def _height(faces: Faces, x: Vector) -> float:
    problem = faces.problem
    way = x - problem.anchor
    quadratic = float(problem.g @ way) + 0.5 * float(faces.system.apply(way) @ way)
    return quadratic + problem.weight * float(value(x, *problem.terms.parts))
