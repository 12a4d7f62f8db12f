"""A finished study with every kind of method, for tests of tables, figures and pages."""

from dataclasses import replace

from experiments.test_cache import OUTCOME

from compadagrad.experiments import Data, Facts, Method, Protocol, Result, Row, Study, Tuned

__all__ = ["FAILED", "RESULT", "error_of"]

GRID = ({"lr": (0.1, 1.0), "delta": (0.01, 0.1), "lambda": (0.0,)},)
METHODS = (
    Method("diagonal AdaGrad", "DiagonalAdaGrad", grid=GRID),
    Method("CompAdaGrad k=64", "CompAdaGrad", {"k": 64}, GRID),
    Method("CompAdaGrad k=25", "CompAdaGrad", {"k": 25}, GRID),
    Method("tracked <k=10>", "TrackedAdaGrad", {"k": 10}, GRID),
)
STUDY = Study("mnist49-small", Data("mnist"), METHODS, protocol=Protocol(batch=10), seeds=(0, 5))
FACTS = Facts("MNIST 4 & 9", "some <images>", "some kernels", "f" * 16, 800, 40, 401)


def error_of(method: int, seed: int) -> float:
    """The test error of a method on a seed; online errors are larger by 0.02."""
    return (0.3, 0.1, 0.2, 0.05)[method] + 0.01 * seed


def row(number: int) -> Row:
    outcomes = tuple(
        replace(
            OUTCOME,
            test_error=error_of(number, seed),
            online_error=error_of(number, seed) + 0.02,
            online_loss=0.5,
            seconds=0.008 * (number + 1),
            count=800,
            curve=((10, 0.5), (100, 0.25), (800, error_of(number, seed) + 0.02)),
        )
        for seed in range(2)
    )
    tuned = Tuned(0, ((0.3, 1.0), (0.2, 1.0), (0.1, 1.0), (0.4, 1.0)))
    return Row(METHODS[number], (tuned,), (tuned.best(METHODS[number]),) * 2, outcomes)


RESULT = Result(STUDY, FACTS, tuple(map(row, range(4))), {"numpy": "2.0", "processor": "a & b"})


def with_failures() -> Result:
    """The same, where one of four settings of k=64 came to nothing, and one of its seeds."""
    found = RESULT.rows[1]
    tuned = replace(found.tuned[0], failures=1, reason="<grew> [fast]")
    failed = replace(
        found.outcomes[1], online_error=1.0, test_error=1.0, curve=(), failure="[burst]"
    )
    row = replace(found, tuned=(tuned,), outcomes=(found.outcomes[0], failed))
    return replace(RESULT, rows=(RESULT.rows[0], row, *RESULT.rows[2:]))


FAILED = with_failures()
