"""The best fixed point in hindsight: the searches for it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import optimize

from compadagrad._validation import as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.games import quadratic_program
from compadagrad.games.comparator import Comparator, Weights, at_gap, judged, reach
from compadagrad.games.cutting_planes import Domain, minimised
from compadagrad.games.hindsight import Supported, Whole
from compadagrad.games.rounds import Round, as_point
from compadagrad.regularizers import Regularizer

__all__ = ["best_fixed_point"]

Floats = NDArray[np.float64]

LARGEST_PROGRAM = 1 << 21  # entries of examples
LARGEST_SYSTEM = 1 << 11  # features, for a quadratic program
SMOOTHING = 10.0 ** -np.arange(1, 9)  # of kinks, one after the other
STARTS = 5  # without kinks: L-BFGS-B forgets what it has learned, and goes on
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

    Features are scaled to one size, and the l1 part of :math:`\phi` is split into positive and
    negative parts of x, between bounds. Losses with kinks are smoothed by their Moreau envelopes,
    less and less until the gap is within the tolerance; where that does not suffice and
    :math:`\phi` has no squares, a linear program is solved by HiGHS. Where it has squares, an
    interior point method for the quadratic program comes first. Both are for examples of one loss,
    and for up to some million entries. Functions that are known by values and subgradients alone
    may hide kinks: where L-BFGS-B stops at one, cutting planes go on, which is for some tens of
    dimensions. A minimum that is nowhere attained, that of the logistic loss on labels that a plane
    separates, is approached until progress ends.

    Parameters
    ----------
    rounds : sequence of Round
        ``record.rounds``.
    regularizer : Regularizer
        :math:`\phi`.
    n : int
        Length of the vectors.
    x0 : array_like, shape (n,), optional
        Where to begin, if it is better than the point nearest to 0 within the bounds.
    tolerance : float
        The largest gap, relative to 1 + value. Where it is not reached the best point is returned,
        with its gap.

    Returns
    -------
    Comparator

    Raises
    ------
    InvalidInputError
        Where neither ``x0`` nor the point nearest to 0 has a finite loss.

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
    starts = [np.zeros(n)] if x0 is None else [as_point("x0", x0, n), np.zeros(n)]
    with np.errstate(all="ignore"):  # what is beyond the range of numbers is no candidate
        whole = Whole(rounds)
        return _best(whole, terms, _beginning(whole, terms, starts), tolerance)


def _beginning(whole: Whole, terms: Weights, starts: list[Floats]) -> Floats:
    """The best of some points, put within bounds."""
    points = [np.clip(x, terms.lower, terms.upper) for x in starts]
    values = [whole.value(x) + float(terms.l1 @ np.abs(x) + terms.l2 @ x**2 / 2) for x in points]
    finite = [(value, i) for i, value in enumerate(values) if np.isfinite(value)]
    if not finite:
        raise InvalidInputError(
            "the rounds have no finite loss at x0, nor at the point nearest to 0, to begin at; "
            "give an x0 where they have"
        )
    return points[min(finite)[1]]


def _best(whole: Whole, terms: Weights, x: Floats, tolerance: float) -> Comparator:
    """The best of what the searches find, from a point with a finite value on."""
    best = judged(whole, terms, x, whole.support(x, 1.0), tolerance)
    best = _better(best, _by_quadratic_program(whole, terms, tolerance))
    if best.ok:
        return best
    for mu in whole.scale * SMOOTHING if whole.has_kinks else np.ones(STARTS):
        x = _minimised(whole, terms, x, float(mu))
        best = _better(best, judged(whole, terms, x, whole.support(x, float(mu)), tolerance))
        if best.ok:
            return best
    if whole.is_opaque:
        return _better(best, _by_cutting_planes(whole, terms, best.x, tolerance))
    return _better(best, _by_linear_program(whole, terms, tolerance))


def _better(best: Comparator, found: Comparator | None) -> Comparator:
    if found is None or not np.isfinite(found.value):
        return best
    if found.ok or found.value < best.value or (found.value == best.value and found.gap < best.gap):
        return found
    return best


def _by_quadratic_program(whole: Whole, terms: Weights, tolerance: float) -> Comparator | None:
    """The minimiser where the losses are made of straight pieces, phi has squares, all is small."""
    pieces = whole.pieces()
    if pieces is None or not terms.l2.any() or terms.l2.size > LARGEST_SYSTEM:
        return None
    if np.prod(pieces.rows.shape) > LARGEST_PROGRAM:
        return None
    found = quadratic_program.minimised(pieces, terms, whole.scales(terms.l2.size))
    line = Supported(np.nan, found.gradient, found.below)
    return judged(whole, terms, found.x, line, tolerance)


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
    least = bundle.least(domain.near(np.zeros_like(x), reach(whole, found)))
    return None if least is None else at_gap(whole, found, value, least[1], tolerance)


def _minimised(whole: Whole, terms: Weights, x: Floats, mu: float) -> Floats:
    """The minimiser of F smoothed by mu, plus phi; from x on."""
    n, split, unit = x.size, bool(terms.l1.any()), reach(whole, x)
    l1, l2, worst = terms.l1 * unit, terms.l2 * unit**2, -np.inf
    size = 1.0 / whole.count + abs(whole.value(x))  # L-BFGS-B stops at what is small beside 1

    def objective(z: Floats) -> tuple[float, Floats]:
        nonlocal worst
        point = z[:n] - z[n:] if split else z
        smooth = whole.support(unit * point, mu)
        value = smooth.value + 0.5 * float(l2 @ point**2)
        gradient = unit * smooth.gradient + l2 * point
        if split:
            value += float(l1 @ (z[:n] + z[n:]))
            gradient = np.concatenate([gradient + l1, l1 - gradient])
        if not (np.isfinite(value) and np.isfinite(gradient).all()):
            return worst + abs(worst) + 1.0, np.zeros_like(z)  # a wall: the line search turns back
        value /= size
        worst = max(worst, value)
        return value, gradient / size

    lower, upper, start = terms.lower / unit, terms.upper / unit, x / unit
    if split:  # x = u - v
        lower, upper = (
            np.concatenate([np.maximum(lower, 0), np.maximum(-upper, 0)]),
            np.concatenate([np.maximum(upper, 0), np.maximum(-lower, 0)]),
        )
        start = np.concatenate([np.maximum(start, 0), np.maximum(-start, 0)])
    found = optimize.minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=optimize.Bounds(lower, upper),
        options={"maxiter": ITERATIONS, "maxfun": 2 * ITERATIONS, "ftol": 1e-16, "gtol": 1e-13},
    ).x
    found = unit * (found[:n] - found[n:] if split else found)
    point: Floats = np.clip(found, terms.lower, terms.upper)
    return point
