"""How the grids of the contest grow: alike for everybody."""

from typing import Any

from contest_parts.grids import Grid, Setting, decades, lattice, listed
from contest_parts.tuning import Tuned, widened_alike
from hypothesis import given
from hypothesis import strategies as st

RATES = decades(-3.0, 3.0, 7)
KINDS: list[Setting] = [{"kind": i} for i in range(9)]
GRIDS = (
    Grid("lr", decades(-3.0, 3.0, 49), listed({})),
    Grid("lr", RATES, lattice(10.0, delta=[10.0**i for i in range(-3, 4)])),
    Grid("lr", RATES, listed(*KINDS[:7], spares=KINDS[7:])),
)


def tuned(grid: Grid, place: int) -> Tuned:
    """With the lowest loss at a place."""
    losses = [1.0 + i / 1000.0 for i in range(len(grid.settings()))]
    losses[place % len(losses)] = 0.1
    return Tuned(grid, tuple(losses))


@given(st.lists(st.tuples(*[st.integers(0, 48)] * 3), min_size=1, max_size=2))
def test_everybody_has_as_many_settings_after_widening(places: list[tuple[int, ...]]) -> None:
    grids: Any = GRIDS
    for each in places:
        found = [tuned(grid, place) for grid, place in zip(grids, each, strict=True)]
        grids = widened_alike(found, [t.edges for t in found])
        assert len({len(grid.settings()) for grid in grids}) == 1
        for grid in grids:
            settings = [tuple(sorted(s.items())) for s in grid.settings()]
            assert len(set(settings)) == len(settings)


def test_no_grid_loses_a_setting() -> None:
    found = [tuned(each, 0) for each in GRIDS]
    asked = [t.edges for t in found]
    assert "low" in asked[0]
    for before, after in zip(GRIDS, widened_alike(found, asked), strict=True):
        kept = [s for s in after.settings() if s in before.settings()]
        assert len(kept) == len(before.settings())
        assert min(after.rates) < min(before.rates)
        assert max(after.rates) == max(before.rates)


def test_a_best_setting_inside_asks_for_nothing() -> None:
    grid = GRIDS[1]
    inside = grid.settings().index({"lr": 1.0, "delta": 1.0})
    assert tuned(grid, inside).edges == {}
    assert tuned(grid, inside).best == {"lr": 1.0, "delta": 1.0}
