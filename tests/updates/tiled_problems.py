"""Problems just long enough to be solved by tiles: ordinary and hostile, in both dtypes."""

from typing import Any

import numpy as np

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT
from compadagrad.projections._tiles import LEAST_BYTES
from compadagrad.regularizers.terms import Terms
from compadagrad.updates.problem import Problem
from updates.problems import KINDS, draw_terms, soft, spectrum_metric

__all__ = ["hostile", "narrowed", "ordinary", "shortest"]


def shortest(dtype: Any) -> int:
    return LEAST_BYTES // np.dtype(dtype).itemsize


def narrowed(problem: Problem, dtype: Any) -> Problem:
    """The same in another dtype, with the anchor within its bounds."""
    m, real = problem.metric, np.dtype(dtype).type
    parts = [real(p) if np.ndim(p) == 0 else p.astype(dtype) for p in problem.terms.parts]
    metric = Metric(m.projection, m.rows, m.kappa, m.diagonal.astype(dtype))
    anchor = np.clip(problem.anchor.astype(dtype), parts[2], parts[3])
    return Problem(metric, problem.g.astype(dtype), anchor, Terms(*parts), problem.weight)


def ordinary(kind: str, dtype: Any, k: int = 32, *, seed: int = 0, n: int = 0) -> Problem:
    """Thirty rounds of noise, from an anchor that is half zeros, with half of x at kinks."""
    n, rng = n or shortest(dtype), np.random.default_rng(seed)
    gradients = rng.standard_normal((30, n))
    metric = spectrum_metric(SRHT(n, k, seed=seed), gradients, 0.1, 1.0)
    parts = {
        "l1": (1.0, 0.0, -np.inf, np.inf),
        "elastic net": (1.0, 0.5, -np.inf, np.inf),
        "box": (0.0, 0.0, -0.05, 0.1),
        "nonnegative": (0.0, 0.0, 0.0, np.inf),
        "sparse box": (1.0, 0.0, -0.05, 0.1),
    }[kind]
    terms = Terms(*(np.float64(part) for part in parts))
    anchor = np.clip(0.1 * soft(rng.standard_normal(n), 0.7), terms.lower, terms.upper)
    return narrowed(Problem(metric, gradients[-1], anchor, terms, 1.0), dtype)


def hostile(seed: int, dtype: Any) -> Problem:
    """Scales, tau, delta and weights over decades; the first round or the thirtieth."""
    rng = np.random.default_rng(seed)
    n, k, rounds = shortest(dtype), int(rng.choice([1, 16, 64])), int(rng.choice([1, 30]))
    scales = np.exp(rng.normal(0, rng.choice([0, 1, 3]), n))
    gradients = rng.standard_normal((rounds, n)) * scales
    size = float(np.abs(gradients).max())
    delta, tau = size * 10.0 ** rng.uniform(-8, 0), 10.0 ** rng.uniform(-1, 2)
    metric = spectrum_metric(SRHT(n, k, seed=seed), gradients, delta, tau)
    eta = 10.0 ** rng.uniform(-2, 1)
    terms = draw_terms(rng, str(rng.choice(KINDS)), n, eta * size, eta)
    wander = soft(rng.standard_normal(n), 0.5) * eta * 10.0 ** rng.uniform(-2, 0.5)
    anchor = wander if rounds > 1 else np.zeros(n)
    g = eta * (gradients[-1] if rng.random() < 0.7 else gradients.sum(0))
    return narrowed(Problem(metric, g, anchor, terms, 1.0), dtype)
