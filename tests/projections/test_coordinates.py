import numpy as np

from compadagrad.projections import Coordinates
from projections.conformance import ProjectionConformance


class TestCoordinates(ProjectionConformance):
    def make(self, n: int, k: int, seed: int = 0) -> Coordinates:
        return Coordinates(n, k, seed=seed)


def test_projecting_picks_entries() -> None:
    p = Coordinates(9, 4, seed=2)
    x = np.arange(9.0)
    np.testing.assert_array_equal(p.project(x), x[p.rows])
