"""The share of a game that is the learner's arithmetic.

python benchmarks/game_share.py [--quick]
"""

import argparse
import time
from collections.abc import Callable

from timing import Report, output_directory

from compadagrad import CompAdaGrad, DiagonalAdaGrad, TrackedAdaGrad
from compadagrad.games import Examples, adversaries, play
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2

N, RUNS, REPLAYS = 512, 9, 3
PHI = SquaredL2(1e-5)


def learners() -> list[Callable[[], Learner]]:
    """Makers of learners whose update has a closed form."""
    return [
        lambda: DiagonalAdaGrad(N, lr=1.0, regularizer=PHI),
        lambda: CompAdaGrad(N, 16, lr=1.0, regularizer=PHI),
        lambda: CompAdaGrad(N, 64, lr=1.0, regularizer=PHI),
        lambda: TrackedAdaGrad(N, 8, lr=1.0, tau=1.0, delta=0.01, regularizer=PHI),
    ]


def timed(make: Callable[[], Learner], game: Examples) -> tuple[float, float, float]:
    """The best seconds of the game and its total, of its arithmetic alone, and of certificates.

    In turns. The certificates are what a compiled game has to be played again for.
    """
    whole, alone, again = [], [], []
    for run in range(RUNS):
        learner, other = make(), make()
        started = time.perf_counter()
        record = play(learner, game)
        _ = record.total
        whole.append(time.perf_counter() - started)
        started = time.perf_counter()
        other.one_pass(game.A, game.y)
        alone.append(time.perf_counter() - started)
        if run < REPLAYS:
            started = time.perf_counter()
            _ = record.certificates
            again.append(time.perf_counter() - started)
    return min(whole), min(alone), min(again)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    output_directory(parser)
    options = parser.parse_args()
    game = adversaries.low_dimensional(N, 1000 if options.quick else 10_000, 8)
    report = Report("The share of a game that is the learner's arithmetic")
    report.say("The game: play, and record.total, the losses with phi at every point.")
    report.say("Alone: one_pass, the compiled loop that predicts and moves and keeps nothing.")
    report.say("Not in the share: the certificates of the steps. Whoever asks the record for them,")
    report.say(
        "or for a bound, has the game played again, step by step; the time of that is beside."
    )
    row = report.table(
        f"n = {N}, squared l2, {len(game):,} rounds, best of {RUNS}",
        (
            "learner",
            "game, ms",
            "its arithmetic alone, ms",
            "share, %",
            "limit",
            "reached",
            "certificates, ms",
        ),
    )
    for make in learners():
        timed(make, game[:100])  # compiled code is loaded before
        whole, alone, again = timed(make, game)
        shown, share = repr(make()).split(", lr")[0] + ")", alone / whole
        verdict = "yes" if share >= 0.8 else "no"
        row(
            shown,
            f"{1e3 * whole:.0f}",
            f"{1e3 * alone:.0f}",
            f"{share:.0%}"[:-1],
            80,
            verdict,
            f"{1e3 * again:.0f}",
        )
    report.save(options.output / "game_share.md")


if __name__ == "__main__":
    main()
