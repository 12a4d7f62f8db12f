"""Regret against adversaries, and the share of a game that is the learner's arithmetic.

python benchmarks/regret.py [--quick]
"""

import argparse
import itertools
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from timing import Report, output_directory

from compadagrad import CompAdaGrad, DiagonalAdaGrad, FullAdaGrad, TrackedAdaGrad
from compadagrad.games import Examples, Record, adversaries, play, regret_growth
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2

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


def against(report: Report, name: str, game: Examples, contenders: list[Method]) -> None:
    row = report.table(
        name,
        ("method", "regret", "ratio", "bound", "exponent", "error, %", "s", "setting"),
    )
    base, x = None, None
    for method in contenders:
        record, setting = best(method, game)
        comparator = record.comparator(x0=x)
        x = comparator.x
        regret = record.regret()
        base = regret if base is None else base
        row(
            method.name,
            f"{regret:.1f}",
            f"{regret / base:.3f}",
            f"{record.bound():.0f}" if record.has_bound else "no theorem",
            f"{regret_growth(record, 8, first=len(record) // 50, bound=False).exponent:.2f}",
            f"{100 * record.error_rate:.2f}",
            f"{record.seconds[-1]:.1f}",
            ", ".join(f"{key} {value:g}" for key, value in setting.items()),
        )
    report.say("", f"Best fixed point: {comparator.value:.2f}, within {comparator.gap:.1e}.")


def arithmetic(report: Report, rounds: int) -> None:
    row = report.table(
        f"The share of the arithmetic: n = 512, squared l2, {rounds} rounds, best of 5",
        ("learner", "game, ms", "its arithmetic alone, ms", "share, %"),
    )
    game = adversaries.low_dimensional(512, rounds, 8)
    for make in (
        lambda: DiagonalAdaGrad(512, lr=1.0, regularizer=PHI),
        lambda: CompAdaGrad(512, 16, lr=1.0, regularizer=PHI),
        lambda: CompAdaGrad(512, 64, lr=1.0, regularizer=PHI),
        lambda: TrackedAdaGrad(512, 8, lr=1.0, regularizer=PHI),
    ):
        whole, alone = [], []
        for _ in range(5):
            learner, other = make(), make()
            started = time.perf_counter()
            play(learner, game)
            middle = time.perf_counter()
            other.one_pass(game.A, game.y)
            whole.append(1e3 * (middle - started))
            alone.append(1e3 * (time.perf_counter() - middle))
        shown = repr(learner).split(", lr")[0] + ")"
        row(shown, f"{min(whole):.0f}", f"{min(alone):.0f}", f"{100 * min(alone) / min(whole):.0f}")
    report.say("", "Alone: one_pass, the compiled loop that predicts and moves and keeps nothing.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="smaller, for a look")
    output_directory(parser)
    options = parser.parse_args()
    n, rounds, k, rank = (128, 1000, 16, 4) if options.quick else (1024, 10_000, 128, 8)
    report = Report("Regret against adversaries")
    report.say(
        f"Logistic loss, squared l2 of weight {PHI.lam:g}, a tenth of the labels turned around.",
        "The setting of each method is the one of its grid with the least cumulative loss:",
        f"lr in {RATES}, delta in {DELTAS}, and tau in {TAUS} where there is a complement.",
        "Regret is against the best fixed point in hindsight, found to the gap that stands below",
        "each table; the exponent is that of its growth with the rounds.",
    )
    arithmetic(report, rounds)
    everybody = methods(n, k, rank)
    low = adversaries.low_dimensional(n, rounds, rank)
    against(report, f"Low-dimensional: n = {n}, rank {rank}, T = {rounds}", low, everybody)
    words = adversaries.sparse_heavy_tailed(n, rounds)
    against(report, f"Sparse, heavy-tailed: n = {n}, 10 words, T = {rounds}", words, everybody[:3])
    turning = adversaries.rotating(n, rounds, rank, period=rounds / 4)
    against(report, f"Rotating: n = {n}, rank {rank}, four turns", turning, everybody[:3])
    projection = CompAdaGrad(n, k, lr=1.0).projection
    complement = adversaries.in_complement(projection, rounds)
    against(report, f"In the complement: n = {n}, T = {rounds}", complement, everybody[:3])
    report.save(options.output / "regret.md")


if __name__ == "__main__":
    main()
