"""Two studies side by side, paired where they share seeds."""

from dataclasses import dataclass
from typing import NamedTuple, final

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.estimate import Estimate, paired
from compadagrad.experiments.result import Result, Row

__all__ = ["Comparison", "Difference", "compared"]


@final
class Difference(NamedTuple):
    """A method in two studies: errors of both, and what the second has more, where it is paired.

    A difference is over the seeds that both studies have, and None where they have none. The seeds
    that came to nothing are counted: their error is 1.
    """

    method: str
    online: tuple[Estimate, Estimate]
    test: tuple[Estimate, Estimate]
    online_difference: Estimate | None
    test_difference: Estimate | None
    seconds: tuple[float, float]
    failures: tuple[int, int] = (0, 0)


@final
@dataclass(frozen=True)
class Comparison:
    """Two studies.

    Attributes
    ----------
    names : (str, str)
    same_data : bool
        Whether both have learned from the same examples with the same features.
    seeds : tuple of int
        Those that both have.
    differences : tuple of Difference
        The methods of both.
    only : (tuple of str, tuple of str)
        Methods of the first one alone, and of the second one.
    """

    names: tuple[str, str]
    same_data: bool
    seeds: tuple[int, ...]
    differences: tuple[Difference, ...]
    only: tuple[tuple[str, ...], tuple[str, ...]]


def compared(one: Result, other: Result) -> Comparison:
    """Compare the methods of the same name.

    Pairs are made only where both studies have learned from the same data: otherwise seed s is not
    the same permutation.
    """
    mine, yours = ({row.method.name: row for row in result.rows} for result in (one, other))
    common = [name for name in mine if name in yours]
    if not common:
        raise InvalidInputError(
            f"the studies {one.study.name!r} and {other.study.name!r} have no method in common"
        )
    same = (one.facts.fingerprint, one.study.features, one.facts.examples) == (
        other.facts.fingerprint, other.study.features, other.facts.examples
    )  # fmt: skip
    seeds = tuple(s for s in one.study.seeds if s in other.study.seeds) if same else ()
    places = [(one.study.seeds.index(s), other.study.seeds.index(s)) for s in seeds]
    return Comparison(
        (one.study.name, other.study.name),
        same,
        seeds,
        tuple(_difference(mine[name], yours[name], places) for name in common),
        (tuple(n for n in mine if n not in yours), tuple(n for n in yours if n not in mine)),
    )


def _difference(one: Row, other: Row, places: list[tuple[int, int]]) -> Difference:
    def pairs(what: str) -> Estimate | None:
        if not places:
            return None
        first = [getattr(one.outcomes[i], what) for i, _ in places]
        second = [getattr(other.outcomes[j], what) for _, j in places]
        return paired(second, first)

    return Difference(
        one.method.name,
        (one.online, other.online),
        (one.test, other.test),
        pairs("online_error"),
        pairs("test_error"),
        (one.seconds, other.seconds),
        (len(one.failures), len(other.failures)),
    )
