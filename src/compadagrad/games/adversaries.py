"""Sequences of examples: easy ones, drifting ones, and ones against a learner."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_integer, as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.games.examples import Examples
from compadagrad.projections import Projection

__all__ = ["iid", "in_complement", "low_dimensional", "rotating", "sparse_heavy_tailed"]

Floats = NDArray[np.float64]


def iid(n: int, rounds: int, *, noise: float = 0.1, seed: int = 0) -> Examples:
    r"""Independent features: :math:`a_t \sim N(0, I / n)`, labels of a planted direction.

    .. math:: y_t = \pm\,\mathrm{sign}\langle w, a_t\rangle, \qquad w \sim N(0, I)

    where a share ``noise`` of the labels is turned around.

    Parameters
    ----------
    n : int
        Features.
    rounds : int
        T.
    noise : float
        0 to 1/2, here as for all sequences of this module.
    seed : int
        Decides all that is drawn.

    Returns
    -------
    compadagrad.games.Examples

    Examples
    --------
    >>> from compadagrad.games import adversaries
    >>> adversaries.iid(4, 10)
    Examples(10 rounds of 4 features)
    """
    rng = _checked(n, rounds, noise, seed)
    A = rng.standard_normal((rounds, n)) / np.sqrt(n)
    return Examples(A, _labels(A, rng.standard_normal(n), noise, rng))


def low_dimensional(
    n: int, rounds: int, rank: int, *, noise: float = 0.1, seed: int = 0
) -> Examples:
    r"""Correlated features: :math:`a_t = F c_t`, where F has ``rank`` orthonormal columns.

    :math:`c_t` is Gaussian, with scales from 1 down to 1/10 in equal ratios. Every coordinate has
    its part in all of it, and only the correlations tell how little there is to learn.

    Parameters
    ----------
    n, rounds, noise, seed
        As for :func:`iid`.
    rank : int
        Up to n.

    Returns
    -------
    compadagrad.games.Examples
    """
    rng = _checked(n, rounds, noise, seed)
    rank = as_integer("rank", rank, 1, n)
    A = _coordinates(rounds, rank, rng) @ _orthonormal(n, rank, rng).T
    return Examples(A, _labels(A, rng.standard_normal(n), noise, rng))


def rotating(
    n: int, rounds: int, rank: int, *, period: float = 1000.0, noise: float = 0.1, seed: int = 0
) -> Examples:
    r"""A subspace that turns: :math:`a_t = (\cos\theta_t\, F + \sin\theta_t\, F') c_t`.

    F and F' have ``rank`` columns each, orthonormal together, and
    :math:`\theta_t = 2\pi t / \mathrm{period}`.

    Parameters
    ----------
    n, rounds, noise, seed
        As for :func:`iid`.
    rank : int
        Up to n / 2.
    period : float
        Rounds of one turn.

    Returns
    -------
    compadagrad.games.Examples
    """
    rng = _checked(n, rounds, noise, seed)
    rank = as_integer("rank", rank, 1, n // 2)
    both = _orthonormal(n, 2 * rank, rng)
    angles = 2.0 * np.pi * np.arange(rounds)[:, None] / as_positive("period", period)
    c = _coordinates(rounds, rank, rng)
    A = np.hstack([np.cos(angles) * c, np.sin(angles) * c]) @ both.T
    return Examples(A, _labels(A, rng.standard_normal(n), noise, rng))


def sparse_heavy_tailed(
    n: int,
    rounds: int,
    *,
    nonzeros: int = 10,
    tail: float = 1.0,
    noise: float = 0.1,
    seed: int = 0,
) -> Examples:
    r"""Words of a text: ``nonzeros`` features a round, feature i as often as :math:`i^{-\rm tail}`.

    A feature that is drawn more than once in a round counts so often; rows have length 1.

    Parameters
    ----------
    n, rounds, noise, seed
        As for :func:`iid`.
    nonzeros : int
        At most so many a round.
    tail : float
        The larger, the fewer features are common.

    Returns
    -------
    compadagrad.games.Examples
        In CSR form.
    """
    rng = _checked(n, rounds, noise, seed)
    nonzeros = as_integer("nonzeros", nonzeros, 1, n)
    weights = np.arange(1.0, n + 1.0) ** -as_positive("tail", tail)
    words = rng.choice(n, (rounds, nonzeros), p=weights / weights.sum())
    ends = nonzeros * np.arange(rounds + 1)
    A = sparse.csr_array((np.ones(words.size), words.ravel(), ends), shape=(rounds, n))
    A.sum_duplicates()
    A.data /= np.repeat(np.sqrt(np.add.reduceat(A.data**2, A.indptr[:-1])), np.diff(A.indptr))
    return Examples(A, _labels(A, rng.standard_normal(n), noise, rng))


def in_complement(
    projection: Projection, rounds: int, *, noise: float = 0.1, seed: int = 0
) -> Examples:
    r"""What an adversary plays that knows the subspace: :math:`V^T a_t = 0` in every round.

    It draws Gaussian features and takes their part outside the subspace. The learner's full matrix
    sees nothing, and its diagonal has to do all the work.

    Parameters
    ----------
    projection : Projection
        V, of fewer dimensions than vectors have entries: ``learner.projection``.
    rounds, noise, seed
        As for :func:`iid`.

    Returns
    -------
    compadagrad.games.Examples
    """
    n, k = projection.n, projection.k
    rng = _checked(n, rounds, noise, seed)
    if k >= n:
        raise InvalidInputError(
            f"the subspace must leave room in n = {n} dimensions, got k = {k}; take a smaller k"
        )
    basis, _ = np.linalg.qr(projection.lift(np.eye(k)).reshape(k, -1)[:, :n].T)
    A = rng.standard_normal((rounds, n)) / np.sqrt(n)
    for _ in range(2):  # twice is enough
        A -= (A @ basis) @ basis.T
    return Examples(A, _labels(A, rng.standard_normal(n), noise, rng))


def _checked(n: int, rounds: int, noise: float, seed: int) -> np.random.Generator:
    as_integer("n", n, 1)
    as_integer("rounds", rounds, 1)
    if noise != 0.0 and as_positive("noise", noise) > 0.5:
        raise InvalidInputError(f"noise must be a share of labels from 0 to 0.5, got {noise!r}")
    return np.random.default_rng(as_integer("seed", seed, 0))


def _orthonormal(n: int, columns: int, rng: np.random.Generator) -> Floats:
    basis: Floats = np.linalg.qr(rng.standard_normal((n, columns)))[0]
    return basis


def _coordinates(rounds: int, rank: int, rng: np.random.Generator) -> Floats:
    c: Floats = rng.standard_normal((rounds, rank)) * np.geomspace(1.0, 0.1, rank)
    return c


def _labels(
    A: Floats | sparse.csr_array, planted: Floats, noise: float, rng: np.random.Generator
) -> Floats:
    right = np.where(A @ planted > 0.0, 1.0, -1.0)
    turned = rng.random(right.size) < noise
    return np.where(turned, -right, right)
