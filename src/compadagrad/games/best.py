"""The best fixed point in hindsight: the searches for it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import optimize

from compadagrad._validation import as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.games.comparator import Comparator, Weights, judged
from compadagrad.games.cutting_planes import Domain, minimised
from compadagrad.games.hindsight import Supported, Whole
from compadagrad.games.rounds import Round, as_point
from compadagrad.regularizers import Regularizer

__all__ = ["best_fixed_point"]

Floats = NDArray[np.float64]

LARGEST_PROGRAM = 1 << 21  # entries of examples
SMOOTHING = 10.0 ** -np.arange(1, 9)  # of kinks, one after the other
ITERATIONS = 2000  # for each


def best_fixed_point(
    rounds: Sequence[Round],
    regularizer: Regularizer,
    *,
    n: int,
    x0: ArrayLike | None = None,
    tolerance: float = 1e-6,
) -> Comparator:
    r"""The minimiser of :math:`\sum_t f_t(x) + T\phi(x)`, by L-BFGS-B.

    The l1 part of :math:`\phi` is split into positive and negative parts of x, between bounds.
    Losses with kinks are smoothed by their Moreau envelopes, less and less until the gap is within
    the tolerance; where that does not suffice and :math:`\phi` has no squares, a linear program is
    solved by HiGHS. Functions that are known by values and subgradients alone may hide kinks: where
    L-BFGS-B stops at one, cutting planes go on, which is for some tens of dimensions. A minimum
    that is nowhere attained, that of the logistic loss on labels that a plane separates, is
    approached until progress ends.

    Parameters
    ----------
    rounds : sequence of Round
        ``record.rounds``.
    regularizer : Regularizer
        :math:`\phi`.
    n : int
        Length of the vectors.
    x0 : array_like, shape (n,), optional
        Where to begin; by default 0.
    tolerance : float
        The largest gap, relative to 1 + value. Where it is not reached the best point is returned,
        with its gap.

    Returns
    -------
    Comparator

    Examples
    --------
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.games import best_fixed_point, play
    >>> from compadagrad.regularizers import Zero
    >>> record = play(DiagonalAdaGrad(1, lr=0.5), [([1.0], 0.0), ([1.0], 4.0)], "squared")
    >>> best = best_fixed_point(record.rounds, Zero(), n=1)
    >>> best.x.round(6), round(best.value, 6), best.ok
    (array([2.]), 4.0, True)
    """
    tolerance = as_positive("tolerance", tolerance)
    if not rounds:
        raise InvalidInputError("rounds must hold at least one round: an empty game has no best")
    terms = Weights.of(regularizer, n)
    x = np.zeros(n) if x0 is None else as_point("x0", x0, n)
    x = np.clip(x, terms.lower, terms.upper)
    whole = Whole(rounds)
    best = judged(whole, terms, x, whole.support(x, 1.0), tolerance)
    for mu in whole.scale * SMOOTHING if whole.has_kinks else (1.0,):
        x = _minimised(whole, terms, x, float(mu))
        found = judged(whole, terms, x, whole.support(x, float(mu)), tolerance)
        best = _better(best, found)
        if best.ok:
            return best
    if whole.is_opaque:
        return _better(best, _by_cutting_planes(whole, terms, best.x, tolerance) or best)
    return _better(best, _by_linear_program(whole, terms, tolerance) or best)


def _better(best: Comparator, found: Comparator) -> Comparator:
    if found.ok or found.value < best.value or (found.value == best.value and found.gap < best.gap):
        return found
    return best


def _by_linear_program(whole: Whole, terms: Weights, tolerance: float) -> Comparator | None:
    """The minimiser where all is made of straight pieces and not too large."""
    pieces = whole.pieces()
    if pieces is None or terms.l2.any() or np.prod(pieces.rows.shape) > LARGEST_PROGRAM:
        return None
    found = pieces.minimised(terms.l1, terms.lower, terms.upper)
    if found is None:
        return None
    x = np.clip(found.x, terms.lower, terms.upper)
    return judged(whole, terms, x, Supported(np.nan, found.gradient, found.below), tolerance)


def _by_cutting_planes(
    whole: Whole, terms: Weights, x: Floats, tolerance: float
) -> Comparator | None:
    """A minimiser where kinks are hidden: the squares of phi are taken for a part of F."""
    mu = whole.scale * float(SMOOTHING[-1])

    def function(z: Floats) -> tuple[float, tuple[Floats, float]]:
        line, squares = whole.support(z, mu), 0.5 * float(terms.l2 @ z**2)
        return whole.value(z) + squares, (line.gradient + terms.l2 * z, line.below - squares)

    domain = Domain(terms.l1, terms.lower, terms.upper)
    goal = 0.5 * tolerance * (1.0 / whole.count + whole.value(x))
    found, bundle = minimised(function, domain, x, goal)
    value = function(found)[0] + float(terms.l1 @ np.abs(found))
    radius = max(1.0, 2.0 * float(np.abs(found).max()))
    least = bundle.least(domain.near(np.zeros_like(x), radius))
    if least is None:
        return None
    t = whole.count
    return Comparator(found, t * value, max(0.0, t * (value - least[1])), radius, tolerance)


def _minimised(whole: Whole, terms: Weights, x: Floats, mu: float) -> Floats:
    """The minimiser of F smoothed by mu, plus phi; from x on."""
    n, split = x.size, bool(terms.l1.any())

    def objective(z: Floats) -> tuple[float, Floats]:
        point = z[:n] - z[n:] if split else z
        smooth = whole.support(point, mu)
        value = smooth.value + 0.5 * float(terms.l2 @ point**2)
        gradient = smooth.gradient + terms.l2 * point
        if not split:
            return value, gradient
        value += float(terms.l1 @ (z[:n] + z[n:]))
        return value, np.concatenate([gradient + terms.l1, terms.l1 - gradient])

    lower, upper, start = terms.lower, terms.upper, x
    if split:  # x = u - v
        lower = np.concatenate([np.maximum(terms.lower, 0), np.maximum(-terms.upper, 0)])
        upper = np.concatenate([np.maximum(terms.upper, 0), np.maximum(-terms.lower, 0)])
        start = np.concatenate([np.maximum(x, 0), np.maximum(-x, 0)])
    found = optimize.minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=optimize.Bounds(lower, upper),
        options={"maxiter": ITERATIONS, "maxfun": 2 * ITERATIONS, "ftol": 1e-15, "gtol": 1e-11},
    ).x
    found = found[:n] - found[n:] if split else found
    point: Floats = np.clip(found, terms.lower, terms.upper)
    return point
