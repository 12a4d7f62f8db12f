"""A convex function known by values and subgradients: minimised between planes below it."""

from collections.abc import Callable
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

__all__ = ["Bundle", "Domain", "minimised"]

Floats = NDArray[np.float64]

ITERATIONS = 400
ENOUGH = 0.1  # the share of the decrease that the planes promise which makes a step
Plane = tuple[Floats, float]


class Domain(NamedTuple):
    """What is known exactly: ``<l1, |x|>`` and bounds."""

    l1: Floats
    lower: Floats
    upper: Floats

    def near(self, x: Floats, reach: float | Floats) -> "Domain":
        """The part of it within ``reach`` of x."""
        return Domain(self.l1, np.maximum(self.lower, x - reach), np.minimum(self.upper, x + reach))


@final
class Bundle:
    """Planes ``<g, z> + b`` that are below a function for all z."""

    def __init__(self) -> None:
        self._gradients: list[Floats] = []
        self._offsets: list[float] = []

    def add(self, plane: Plane) -> None:
        """One more plane."""
        self._gradients.append(plane[0])
        self._offsets.append(plane[1])

    def least(self, domain: Domain) -> tuple[Floats, float] | None:
        """Where the highest plane plus l1 is least, and the least; None where HiGHS gives up."""
        g, b = np.array(self._gradients), np.array(self._offsets)
        n, one = domain.l1.size, np.ones((b.size, 1))
        low, high = domain.lower, domain.upper
        found = optimize.linprog(  # x = u - v, and the height
            np.concatenate([domain.l1, domain.l1, [1.0]]),
            A_ub=np.hstack([g, -g, -one]),
            b_ub=-b,
            bounds=np.stack(
                [
                    np.concatenate([np.maximum(low, 0), np.maximum(-high, 0), [-np.inf]]),
                    np.concatenate([np.maximum(high, 0), np.maximum(-low, 0), [np.inf]]),
                ],
                axis=1,
            ),
            method="highs",
        )
        if found.x is None:
            return None
        return np.clip(found.x[:n] - found.x[n : 2 * n], low, high), float(found.fun)


def minimised(
    function: Callable[[Floats], tuple[float, Plane]],
    domain: Domain,
    x: Floats,
    tolerance: float,
) -> tuple[Floats, Bundle]:
    """A point that minimises ``function + <l1, |x|>``, from x on, and the planes that say so.

    ``function`` gives its value at a point, and a plane below it that touches it there. The planes
    are trusted within a reach that grows with steps and shrinks without, and where the function is
    not finite.
    """
    bundle, reach = Bundle(), max(1.0, float(np.abs(x).max()))
    value, plane = function(x)
    value += float(domain.l1 @ np.abs(x))
    bundle.add(plane)
    failures, farthest = 0, 2.0 * reach
    for _ in range(ITERATIONS):
        found = bundle.least(domain.near(x, reach))
        if found is None:
            break
        z, promised = found
        if value - promised <= tolerance:
            if reach >= farthest:
                break
            reach = farthest  # is it true everywhere?
            continue
        there, plane = function(z)
        there += float(domain.l1 @ np.abs(z))
        if not (np.isfinite(there) and np.isfinite(plane[1]) and np.isfinite(plane[0]).all()):
            reach /= 2.0  # out of where the function is finite
            continue
        bundle.add(plane)
        if value - there >= ENOUGH * (value - promised):
            x, value, reach, failures = z, there, 2.0 * reach, 0
        else:
            failures += 1
            reach = reach / 2.0 if failures % 3 == 0 else reach
    return x, bundle
