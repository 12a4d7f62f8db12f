"""The Poisson loss."""

from typing import ClassVar, final

from compadagrad.losses._scalars import POISSON
from compadagrad.losses._targets import Labels
from compadagrad.losses.base import Loss

__all__ = ["Poisson"]


@final
class Poisson(Loss):
    r"""The negative log-likelihood of a count whose mean is :math:`e^p`, up to a constant in y.

    .. math::

       \ell(p, y) = e^p - yp, \qquad \ell'(p, y) = e^p - y, \qquad y \ge 0

    Targets need not be whole, so that rates will do. Nothing is clipped: for p above 709.78 the
    mean is beyond float64, and the value and the slope are infinite. A line search then turns back,
    and a learner refuses the gradient with an error and stays as it was; either is better than a
    model that has quietly been given a slope of :math:`10^{308}`. Predictions so large say that the
    learning rate is too high or that the features need scaling.

    Examples
    --------
    >>> from compadagrad.losses import Poisson
    >>> Poisson().value(0.0, 3.0), Poisson().slope(0.0, 3.0)
    (1.0, -2.0)
    >>> Poisson().slope([1.0, 710.0], 0.0)
    array([2.71828183,        inf])
    """

    kind: ClassVar[str] = "poisson"
    code: ClassVar[int] = POISSON
    labels: ClassVar[Labels] = "count"
