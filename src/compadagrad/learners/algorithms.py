"""What a round minimises: composite mirror descent and regularized dual averaging."""

from abc import ABC, abstractmethod
from typing import ClassVar, Final, NamedTuple, final

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners._loops import scaled, scaled_sum

__all__ = ["ALGORITHMS", "Algorithm", "DualAveraging", "MirrorDescent", "Objective"]


class Objective(NamedTuple):
    r""":math:`\langle g, x\rangle + w \phi(x) + \frac12\lVert x - a\rVert_A^2`."""

    g: FloatArray
    anchor: FloatArray
    weight: float  # w


class Algorithm(ABC):
    """Which gradients, which anchor and how much of the regularizer a round takes."""

    name: ClassVar[str]
    averages: ClassVar[bool]  # whether it wants the sum of all gradients

    @abstractmethod
    def objective(
        self,
        rounds: int,
        rate: float,
        g: FloatArray,
        total: FloatArray,
        x: FloatArray,
        start: FloatArray | None,
    ) -> Objective:
        """The objective of round number ``rounds``, from 1 on.

        ``total`` is the sum of the gradients before ``g``, and None for ``start`` stands for 0.
        """


@final
class MirrorDescent(Algorithm):
    r"""Composite mirror descent, the paper's algorithm.

    .. math:: x_{t+1} = \arg\min_x\; \eta\langle g_t, x\rangle + \eta\,\phi(x)
        + \tfrac12 \lVert x - x_t \rVert_{A_t}^2
    """

    name: ClassVar[str] = "mirror_descent"
    averages: ClassVar[bool] = False

    def objective(
        self,
        rounds: int,
        rate: float,
        g: FloatArray,
        total: FloatArray,
        x: FloatArray,
        start: FloatArray | None,
    ) -> Objective:
        """The latest gradient, around the latest point."""
        return Objective(scaled(g, rate), x, rate)


@final
class DualAveraging(Algorithm):
    r"""Regularized dual averaging, of Duchi, Hazan and Singer.

    .. math:: x_{t+1} = \arg\min_x\; \eta\Bigl\langle \sum_{s \le t} g_s, x\Bigr\rangle
        + \eta t\,\phi(x) + \tfrac12 \lVert x - x_1 \rVert_{A_t}^2
    """

    name: ClassVar[str] = "dual_averaging"
    averages: ClassVar[bool] = True

    def objective(
        self,
        rounds: int,
        rate: float,
        g: FloatArray,
        total: FloatArray,
        x: FloatArray,
        start: FloatArray | None,
    ) -> Objective:
        """All gradients, around the start."""
        anchor = np.zeros(g.size, g.dtype) if start is None else start
        return Objective(scaled_sum(total, g, rate), anchor, rate * rounds)


ALGORITHMS: Final[dict[str | None, Algorithm]] = {
    MirrorDescent.name: MirrorDescent(),
    DualAveraging.name: DualAveraging(),
}
