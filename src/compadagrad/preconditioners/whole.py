"""AdaGrad's own two preconditioners, as the two ends of the compressed one."""

from compadagrad.preconditioners.compressed import Compressed
from compadagrad.projections import Coordinates

__all__ = ["diagonal", "full"]


def diagonal(n: int, *, delta: float, tau: float = 1.0) -> Compressed:
    r"""Diagonal AdaGrad: an empty subspace.

    .. math:: A_t = \tau\left(\mathrm{diag}(G_t)^{1/2} + \delta I\right),
        \qquad G_t = \sum_s g_s g_s^T

    Parameters
    ----------
    n : int
        Length of the vectors.
    delta : float
        :math:`\delta`, positive.
    tau : float
        :math:`\tau`, positive.

    Examples
    --------
    >>> from compadagrad.preconditioners import diagonal
    >>> diagonal(5, delta=0.1).projection
    Coordinates(n=5, k=0, seed=0)
    """
    return Compressed(Coordinates(n, 0, seed=0), delta=delta, tau=tau)


def full(n: int, *, delta: float) -> Compressed:
    r"""Full-matrix AdaGrad: the whole space.

    .. math:: A_t = G_t^{1/2} + \delta I, \qquad G_t = \sum_s g_s g_s^T

    Parameters
    ----------
    n : int
        Length of the vectors.
    delta : float
        :math:`\delta`, positive.

    Examples
    --------
    >>> from compadagrad.preconditioners import full
    >>> full(5, delta=0.1).projection
    Coordinates(n=5, k=5, seed=0)
    """
    return Compressed(Coordinates(n, n, seed=0), delta=delta)
