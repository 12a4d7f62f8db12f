"""The squared-l2 step and its Gram matrix against the paper's."""

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from statistics import median
from typing import Any

import numpy as np
from step_paper import PaperStep, lifted_column, one_sparse_column
from step_primed import Stepping, gaussian_gradients, primed
from step_units import (
    Array,
    in_units,
    milli,
    product_of_order,
    reached,
    transform_of_length,
)
from timing import Report, best_of

from compadagrad import CompAdaGrad
from compadagrad.regularizers import SquaredL2

__all__ = ["squared_l2"]

LAM = 1e-3
LIMIT_UNITS = (10, 5)
LIMIT_GRAM, LIMIT_STEP = 200.0, 12.0


def squared_l2(report: Report, seconds: float, *, quick: bool) -> None:
    n, k, dtype = (1 << 14, 64, np.float32) if quick else (1 << 20, 512, np.float32)
    learner = primed(n, k, dtype, SquaredL2(LAM))
    gradients = gaussian_gradients(n, dtype)
    paper = PaperStep(learner, LAM)
    check_agreement(learner, paper, next(gradients))
    step = Stepping(learner, gradients)
    best = best_of(contenders(paper, gradients) | {"step": step}, seconds=8 * seconds)
    name = f"N = 2^{n.bit_length() - 1}, k = {k}, {np.dtype(dtype).name}"
    say_step(report, name, best, step)
    say_paper(report, name, best, k)


def contenders(paper: PaperStep, gradients: Iterator[Array]) -> dict[str, Any]:
    projection, b = paper.projection, paper.weights()
    gram = projection.gram(b)
    columns = cycle(range(0, projection.k, max(1, projection.k // 8)))
    return {
        "WHT": transform_of_length(projection.n_padded, b.dtype),
        "GEMM": product_of_order(projection.k),
        "gram": partial(projection.gram, b),
        "1-sparse, trimmed": lambda: one_sparse_column(projection, b, next(columns)),
        "lift, project": lambda: lifted_column(projection, b, next(columns)),
        "paper": lambda: paper.step(next(gradients), gram),
    }


def check_agreement(learner: CompAdaGrad, paper: PaperStep, g: Array) -> None:
    """Both sides make the same step, and columns are columns of the Gram matrix."""
    inside, outside = paper.accumulate(g)
    b = paper.weights()
    gram = paper.projection.gram(b)
    paper.x = paper.move(inside, outside, gram)
    learner.step(g)
    error = np.abs(paper.x[: learner.n] - learner.x).max() / np.abs(learner.x).max()
    assert error < 1e-4, f"the steps differ by {error}"
    for column in (one_sparse_column, lifted_column):
        difference = np.abs(column(paper.projection, b, 1) - gram[1]).max()
        assert difference < 1e-4 * gram.max(), f"the columns differ by {difference}"


def say_step(report: Report, name: str, best: dict[str, float], steps: Stepping) -> None:
    transforms, products = LIMIT_UNITS
    row = report.table(
        f"Squared-l2 step, {name}, ms",
        ("WHT", "GEMM", "step", f"{transforms} WHT + {products} GEMM", "ratio", "limit",
         "reached", "median step", "page faults a step", "most solves"),
    )  # fmt: skip
    allowed = in_units(best, transforms, products)
    value = best["step"] / allowed
    row(
        milli(best["WHT"]), milli(best["GEMM"]), milli(best["step"]), milli(allowed),
        f"{value:.2f}", 1, reached(value, 1.0), milli(median(steps.seconds)),
        f"{median(steps.faults):.0f}", max(c.iterations for c in steps.certificates),
    )  # fmt: skip
    report.say(
        "",
        "The learner is in the state after 2k standard normal gradients, and its inner spectrum "
        "has full rank. The step is a call of `step`: it checks the gradient, takes it in, updates "
        "the spectrum, solves, and certifies the point by its residual. Where that is too large it "
        "solves again. The median is over all steps, and shows what a best time may not: page "
        "faults, where steps ask the system for memory anew.",
    )


def say_paper(report: Report, name: str, best: dict[str, float], k: int) -> None:
    row = report.table(
        f"Gram matrix and step against the paper's, {name}, ms",
        ("what", "column", "paper's", "ours", "ratio", "at least", "reached"),
    )
    for way in ("1-sparse, trimmed", "lift, project"):
        whole = k * best[way]
        value = whole / best["gram"]
        row(
            f"Gram, columns by {way}", milli(best[way]), milli(whole), milli(best["gram"]),
            f"{value:.0f}", int(LIMIT_GRAM), reached(value, LIMIT_GRAM, at_least=True),
        )  # fmt: skip
    for way in ("1-sparse, trimmed", "lift, project"):
        whole = k * best[way] + best["paper"]
        value = whole / best["step"]
        row(
            f"step, columns by {way}", milli(best[way]), milli(whole), milli(best["step"]),
            f"{value:.1f}", int(LIMIT_STEP), reached(value, LIMIT_STEP, at_least=True),
        )  # fmt: skip
    report.say(
        "",
        f"A column is timed for some i, and the paper's matrix counts as {k} of them. "
        f"The paper's step without its Gram matrix takes {milli(best['paper'])} ms: a projection "
        "and a lift that update M and d, one `scipy.linalg.eigh` of M (divide and conquer), two "
        "projections, three lifts and a Cholesky factorisation; it has no refinement and no "
        "certificate, which ours has. Both sides are checked to make the same step. A 1-sparse "
        "transform is the paper's own way to lift a unit vector. `gram` keeps its argument.",
    )
