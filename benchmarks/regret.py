"""Regret against adversaries: every method at its best setting, with its bound.

python benchmarks/regret.py [--quick] [low-dimensional sparse rotating complement]

Each adversary has a page and a figure of its own.
"""

import argparse
import itertools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from timing import Report, output_directory

from compadagrad import CompAdaGrad, DiagonalAdaGrad, FullAdaGrad, TrackedAdaGrad
from compadagrad.games import Examples, Record, adversaries, play, regret_growth
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2
from compadagrad.report import regret_figure

PHI = SquaredL2(1e-5)
RATES = [0.01, 0.05, 0.2, 0.8, 3.0, 12.0]
DELTAS = [0.01, 1.0]
TAUS = [1.0, 10.0]


class Method(NamedTuple):
    """A learner and the settings that are tried."""

    name: str
    make: Callable[..., Learner]
    grid: dict[str, list[float]]

    def settings(self) -> Iterable[dict[str, float]]:
        """All settings of the grid."""
        values = itertools.product(*self.grid.values())
        return (dict(zip(self.grid, each, strict=True)) for each in values)


def methods(n: int, k: int, rank: int) -> list[Method]:
    plain = {"lr": RATES, "delta": DELTAS}
    split = {**plain, "tau": TAUS}

    def of(learner: Any, *shape: int) -> Callable[..., Learner]:
        return lambda **setting: learner(*shape, regularizer=PHI, **setting)

    return [
        Method("DiagonalAdaGrad", of(DiagonalAdaGrad, n), plain),
        Method(f"CompAdaGrad, k = {k}", of(CompAdaGrad, n, k), split),
        Method(f"TrackedAdaGrad, k = {rank}", of(TrackedAdaGrad, n, rank), split),
        Method("FullAdaGrad", of(FullAdaGrad, n), plain),
    ]


def best(method: Method, game: Examples) -> tuple[Record, dict[str, float]]:
    """The record of the setting with the least cumulative loss: the least regret."""
    played = [(play(method.make(**each), game, progress=False), each) for each in method.settings()]
    return min(played, key=lambda pair: pair[0].total)


def against(
    report: Report, name: str, game: Examples, contenders: list[Method]
) -> dict[str, Record]:
    """A table; the records of the best settings."""
    row = report.table(
        name, ("method", "regret", "ratio", "bound", "exponent", "error, %", "setting")
    )
    records: dict[str, Record] = {}
    base, x = None, None
    for method in contenders:
        record, setting = best(method, game)
        comparator = record.comparator(x0=x)
        records[method.name], x = record, comparator.x
        regret = record.regret()
        base = regret if base is None else base
        row(
            method.name,
            f"{regret:.1f}",
            f"{regret / base:.3f}",
            f"{record.bound():.0f}" if record.has_bound else "no theorem",
            f"{regret_growth(record, 8, first=len(record) // 50, bound=False).exponent:.2f}",
            f"{100 * record.error_rate:.2f}",
            ", ".join(f"{key} {value:g}" for key, value in setting.items()),
        )
    report.say("", f"Best fixed point: {comparator.value:.2f}, within {comparator.gap:.1e}.")
    return records


def draw(name: str, records: Mapping[str, Record], path: Path) -> None:
    """Regrets and bounds against rounds."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "compadagrad"
    axes = regret_figure(records, points=8, first=50)
    axes.set_title(name)
    axes.figure.savefig(path, metadata={"Date": None})


class Shape(NamedTuple):
    """How large a game is: features, rounds, and the dimensions of the two subspaces."""

    n: int
    rounds: int
    k: int
    rank: int


def low_dimensional(s: Shape) -> tuple[str, Examples]:
    name = f"Low-dimensional: n = {s.n}, rank {s.rank}, T = {s.rounds}"
    return name, adversaries.low_dimensional(s.n, s.rounds, s.rank)


def sparse(s: Shape) -> tuple[str, Examples]:
    """As dense rows: their passes are compiled for every learner."""
    words = adversaries.sparse_heavy_tailed(s.n, s.rounds)
    name = f"Sparse, heavy-tailed: n = {s.n}, 10 words, T = {s.rounds}"
    return name, Examples(words.A.toarray(), words.y)


def rotating(s: Shape) -> tuple[str, Examples]:
    name = f"Rotating: n = {s.n}, rank {s.rank}, four turns, T = {s.rounds}"
    return name, adversaries.rotating(s.n, s.rounds, s.rank, period=s.rounds / 4)


def complement(s: Shape) -> tuple[str, Examples]:
    """Against the subspace that every CompAdaGrad of this shape draws with the default seed."""
    projection = CompAdaGrad(s.n, s.k, lr=1.0).projection
    assert projection is not None
    name = f"In the complement of the subspace: n = {s.n}, T = {s.rounds}"
    return name, adversaries.in_complement(projection, s.rounds)


ADVERSARIES = {
    "low-dimensional": low_dimensional,
    "sparse": sparse,
    "rotating": rotating,
    "complement": complement,
}


def page(which: str, shape: Shape, output: Path) -> None:
    report = Report(f"Regret: {which}")
    report.say(
        f"Logistic loss, squared l2 of weight {PHI.lam:g}, a tenth of the labels turned around.",
        "The setting of each method is the one of its grid with the least cumulative loss:",
        f"lr in {RATES}, delta in {DELTAS}, and tau in {TAUS} where there is a complement.",
        "Regret is against the best fixed point in hindsight, found to the gap that stands below",
        "the table; the exponent is that of its growth with the rounds.",
    )
    name, game = ADVERSARIES[which](shape)
    contenders = methods(shape.n, shape.k, shape.rank)
    if which != "low-dimensional":
        contenders = contenders[:-1]  # the full matrix takes long, and is asked for there alone
    records = against(report, name, game, contenders)
    path = output / f"regret_{which.replace('-', '_')}.md"
    report.save(path)
    draw(name, records, path.with_suffix(".svg"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="smaller, for a look")
    parser.add_argument("adversaries", nargs="*", help="by default all of them: "
                        + ", ".join(ADVERSARIES))  # fmt: skip
    output_directory(parser)
    options = parser.parse_args()
    if unknown := set(options.adversaries) - set(ADVERSARIES):
        parser.error(f"no such adversary: {', '.join(sorted(unknown))}")
    shape = Shape(128, 1000, 16, 4) if options.quick else Shape(1024, 10_000, 128, 8)
    for which in options.adversaries or ADVERSARIES:
        page(which, shape, options.output)


if __name__ == "__main__":
    main()
