"""Grids of settings that every method gets alike, and how they are widened for all.

A grid is seven rates times seven combinations of whatever else a method has: 49 settings. A method
that has nothing but a rate gets 49 rates. Where the best setting of one method lies at an edge, all
grids grow by the same: one more rate at that end, or one more combination. One that has rates alone
grows at its ends, to as many settings as the others have then.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias, final

__all__ = ["Combos", "Grid", "Setting", "decades", "lattice", "listed", "rounded"]

Value: TypeAlias = float | int | str
Setting: TypeAlias = dict[str, Value]


def decades(low: float, high: float, count: int) -> tuple[float, ...]:
    """``count`` numbers from 10^low to 10^high in a geometric sequence."""
    step = (high - low) / (count - 1)
    return tuple(rounded(10 ** (low + i * step)) for i in range(count))


@final
@dataclass(frozen=True)
class Combos:
    """Combinations of the parameters beside the rate; new ones come last.

    ``factors`` maps the parameters that can go on beyond an edge to the factor of one step;
    ``spares`` are what is added where there are none.
    """

    members: tuple[Setting, ...]
    factors: Mapping[str, float]
    spares: tuple[Setting, ...] = ()

    def at_edge(self, best: Setting) -> list[str]:
        """The parameters in which ``best`` has the least or the largest value there is."""
        return [
            name
            for name in self.factors
            if best[name] in (min(found := self._values(name)), max(found))
        ]

    def widened(self, best: Setting, axis: str | None) -> Self:
        """With one more combination: ``best`` moved along ``axis`` to beyond the end nearest to it.

        Where no axis is named it is the first; where there are none it is a spare.
        """
        axis = axis or next(iter(self.factors), None)
        if axis is not None:
            values = self._values(axis)
            high = float(best[axis]) ** 2 >= min(values) * max(values)
            factor = self.factors[axis]
            moved = {**best, axis: rounded(max(values) * factor if high else min(values) / factor)}
            return replace(self, members=(*self.members, moved))
        return replace(self, members=(*self.members, *self.spares[:1]), spares=self.spares[1:])

    def _values(self, name: str) -> list[float]:
        return [float(member[name]) for member in self.members]


def lattice(factor: float, **axes: Sequence[float]) -> Combos:
    """Parallel sequences of parameters; each goes on by ``factor`` beyond its ends."""
    names = list(axes)
    members = tuple(
        dict(zip(names, point, strict=True)) for point in zip(*axes.values(), strict=True)
    )
    return Combos(members, dict.fromkeys(names, factor))


def listed(*members: Setting, spares: Sequence[Setting] = ()) -> Combos:
    """Combinations without an order, and more of them for when grids grow."""
    return Combos(members, {}, tuple(spares))


@final
@dataclass(frozen=True)
class Grid:
    """Rates under the name ``rate``, each with every combination."""

    rate: str
    rates: tuple[float, ...]
    combos: Combos

    def settings(self) -> list[Setting]:
        """Every setting."""
        return [{self.rate: rate, **c} for c in self.combos.members for rate in self.rates]

    def thinned(self, every: int) -> Self:
        """Every ``every``-th rate and combination."""
        combos = replace(self.combos, members=self.combos.members[::every])
        return replace(self, rates=self.rates[::every], combos=combos)

    @property
    def rates_alone(self) -> bool:
        """Whether there is nothing but a rate."""
        return self.combos.members == ({},)

    def with_rates(self, *, low: bool, high: bool) -> Self:
        """With one more rate at an end, or at both."""
        factor = self.rates[1] / self.rates[0]
        below = [self.rates[0] / factor] if low else []
        above = [self.rates[-1] * factor] if high else []
        return replace(self, rates=tuple(map(rounded, (*below, *self.rates, *above))))

    def with_combo(self, best: Setting, axis: str | None) -> Self:
        """With one more combination."""
        combo = {name: value for name, value in best.items() if name != self.rate}
        return replace(self, combos=self.combos.widened(combo, axis))

    def grown(self, count: int, best: Setting, *, low: bool, high: bool) -> Self:
        """With up to ``count`` rates, at the ends that are named or at the one next to ``best``."""
        upper = float(best[self.rate]) >= self.rates[len(self.rates) // 2]
        ends = [name for name, asked in (("low", low), ("high", high)) if asked]
        ends = ends or ["high" if upper else "low"]
        if len(self.rates) >= count:
            return self
        end = ends[len(self.rates) % len(ends)]
        more = self.with_rates(low=end == "low", high=end == "high")
        return more.grown(count, best, low=low, high=high)

    def edges(self, losses: Sequence[float], margin: float) -> dict[str, float]:
        """Where the lowest loss lies at an edge: ``"low"`` or ``"high"`` rate, or a parameter.

        With each comes the lowest loss away from that edge, relative to the lowest of all. An edge
        counts only if that is above ``1 + margin``. ``losses`` go with ``settings()``.
        """
        settings, least = self.settings(), min(losses)
        best = settings[losses.index(least)]

        def away(name: str) -> float:
            others = (
                loss for s, loss in zip(settings, losses, strict=True) if s[name] != best[name]
            )
            return min(others, default=least) / least

        found = {name: away(name) for name in self.combos.at_edge(best)}
        ends = {"low": self.rates[0], "high": self.rates[-1]}
        found |= {end: away(self.rate) for end, rate in ends.items() if best[self.rate] == rate}
        return {name: ratio for name, ratio in found.items() if ratio > 1.0 + margin}


def rounded(value: float) -> float:
    """Four digits of the nearest power of ten in steps of 1/96: the same from whichever side."""
    return float(f"{10 ** (round(96 * math.log10(value)) / 96):.4g}")
