"""The time of an example inside ``fit``, beside the compiled pass of the learner.

python benchmarks/estimator_clock.py [--quick]
"""

import argparse
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from timing import Report, best_of, output_directory

from compadagrad import TrackedAdaGrad
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import DELTA, ETA0, TAU

N: Final = 400
K: Final = 16
LIMIT: Final = 1.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    output_directory(parser)
    options = parser.parse_args()
    report = Report("An example inside fit")
    report.say("`one_pass` learns from the rows and does nothing else: no penalty, no check of the")
    report.say("rows, no loss. `fit` does all that, for one epoch.")
    clock(report, quick=options.quick)
    report.save(options.output / "estimator_clock.md")


def clock(report: Report, *, quick: bool) -> None:
    """An example inside ``fit`` beside one in the compiled pass of the learner."""
    X, y = stream(500 if quick else 4000)
    with_constant = np.hstack([X, np.ones((len(y), 1))])
    runs: dict[str, Callable[[], object]] = {
        "one_pass": lambda: learner().one_pass(with_constant, y),
        "fit": lambda: once().fit(X, y),
        "fit, no shuffle": lambda: once(shuffle=False).fit(X, y),
        "fit, no penalty": lambda: once(penalty=None).fit(X, y),
    }
    best = best_of(runs, seconds=2.0 if quick else 40.0, rounds=(3, 200))
    row = report.table(
        f"One example, n = {N} and an intercept, k = {K}, float64, defaults",
        ("what", "µs an example", "beside one_pass", "limit", "reached"),
    )
    for name, seconds in best.items():
        ratio, first = seconds / best["one_pass"], name == "one_pass"
        row(name, f"{seconds / len(y) * 1e6:.2f}", f"{ratio:.2f}", "" if first else LIMIT,
            "" if first else "yes" if ratio <= LIMIT else "no")  # fmt: skip


def once(**options: Any) -> CompAdaGradClassifier:
    """An estimator for one epoch."""
    return CompAdaGradClassifier(max_iter=1, tol=None, random_state=0, **options)


def learner() -> TrackedAdaGrad:
    """The learner alone, without a penalty."""
    return TrackedAdaGrad(N + 1, K, lr=ETA0, delta=DELTA, tau=TAU)


def stream(count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Correlated rows and the sides of a plane that they are on."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((count, 30)) @ rng.standard_normal((30, N)) / 6.0
    X += 0.5 * rng.standard_normal((count, N))
    return X, np.where(X @ rng.standard_normal(N) > 0.0, 1.0, -1.0)


if __name__ == "__main__":
    main()
