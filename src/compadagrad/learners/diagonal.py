"""AdaGrad with a diagonal."""

import math
from dataclasses import replace
from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from compadagrad._validation import FloatArray
from compadagrad.learners._pass_sparse import SparseExamples, SparseState, sparse_diagonal_pass
from compadagrad.learners._skipped import skipped_values
from compadagrad.learners.averages import PointAverage
from compadagrad.learners.gradients import SparseRow
from compadagrad.learners.linear import LinearExamples
from compadagrad.learners.options import Options
from compadagrad.learners.patient import Indices, PatientLearner, Waiting
from compadagrad.learners.rates import holds_rate
from compadagrad.preconditioners import Compressed, diagonal
from compadagrad.preconditioners.memory import HEADROOM, Memory, largest_fitting, rescaled
from compadagrad.regularizers import Regularizer
from compadagrad.updates import TOLERANCE

__all__ = ["DiagonalAdaGrad"]


@final
class DiagonalAdaGrad(PatientLearner):
    r"""AdaGrad with a diagonal.

    .. math:: A_t = \tau\bigl(\mathrm{diag}(G_t)^{1/2} + \delta I\bigr),
        \qquad G_t = \sum_{s \le t} g_s g_s^T

    in the update of :class:`~compadagrad.CompAdaGrad`. A step costs :math:`O(n)`, and with a sparse
    gradient the time of its nonzeros: the rounds that a coordinate misses are made up in closed
    form when it is wanted.

    Parameters
    ----------
    n, lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        As for :class:`~compadagrad.CompAdaGrad`.
    tau : float
        :math:`\tau`.
    delta : float
        :math:`\delta`, in units of the gradients.

    Examples
    --------
    >>> from scipy import sparse
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.regularizers import L1
    >>> learner = DiagonalAdaGrad(4, lr=1.0, delta=1.0, regularizer=L1(0.1))
    >>> certificate = learner.step(sparse.csr_array([[0.0, 3.0, 0.0, 0.0]]))
    >>> certificate = learner.step(sparse.csr_array([[1.0, 0.0, 0.0, 0.0]]))
    >>> learner.x
    array([-0.45, -0.7 ,  0.  ,  0.  ])
    """

    kind: ClassVar[str] = "DiagonalAdaGrad"

    _preconditioner: Compressed

    def __init__(
        self,
        n: int,
        *,
        lr: float,
        tau: float = 1.0,
        delta: float = 1e-2,
        regularizer: Regularizer | None = None,
        x0: ArrayLike | None = None,
        dtype: DTypeLike = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        options = Options(
            lr, regularizer, x0, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        preconditioner = diagonal(n, delta=delta, tau=tau)
        self._begin(preconditioner, options, {"n": n, "tau": tau, "delta": delta})

    def _compiled_pass(
        self,
        examples: LinearExamples,
        first: int,
        predictions: NDArray[np.float64],
        average: PointAverage | None,
    ) -> int:
        sparse = examples.is_sparse and self._can_wait() and not self._algorithm.averages
        if not sparse:
            return super()._compiled_pass(examples, first, predictions, average)
        if average is not None or examples.batch > 1 or not examples.A.has_canonical_format:
            return first
        return self._sparse_pass(examples.compiled_sparse(predictions), first)

    def _sparse_pass(self, examples: SparseExamples, first: int) -> int:
        """As far as it goes; the arrays are this learner's own, and written in place."""
        memory, e = self._memory, self._memory.exponent
        waiting = self._waiting or self._all_up_to_date()
        x, d = self._x, memory.outside
        if self._waiting is None:
            x, d = x.copy(), d.copy()
        if not holds_rate(self.lr, e, self.dtype):
            return first
        largest = largest_fitting(e, HEADROOM[self.dtype])
        so_far = np.array([first, 0], np.int64)
        try:
            sparse_diagonal_pass(
                examples,
                so_far,
                math.ldexp(1.0, -e),
                min(largest, float(np.finfo(self.dtype).max)),
                self.steps,
                self._preconditioner.tau,
                math.ldexp(self._preconditioner.delta[1], -e),
                math.ldexp(self.lr, -e),
                self._terms().parts,
                TOLERANCE[self.dtype] if self.tolerance is None else self.tolerance,
                SparseState(x, d, waiting["since"]),
                int(np.diff(examples.starts).max(initial=0)),
            )
        finally:  # Ctrl-C is raised when the pass is over
            reached, steps = so_far.tolist()
            if steps:
                self._x, self._waiting, self._latest = x, waiting, None
                self._memory = replace(memory, outside=d, rounds=memory.rounds + steps)
                self.steps += steps
        return int(reached)

    def _all_up_to_date(self) -> Waiting:
        """``since``: the round at whose end a coordinate was last up to date."""
        return {"since": np.full(self.n, self.steps, np.int64)}

    def _caught_up(self, waiting: Waiting, indices: Indices) -> FloatArray:
        memory, terms = self._memory, self._terms()
        out = np.empty(indices.size, self.dtype)
        skipped_values(
            self._x,
            waiting["since"],
            self.steps,
            memory.outside,
            self._preconditioner.tau,
            math.ldexp(self._preconditioner.delta[1], -memory.exponent),
            math.ldexp(self.lr, -memory.exponent),
            terms.l1,
            terms.l2,
            indices,
            out,
        )
        return out

    def _end_of_round(self, waiting: Waiting, indices: Indices) -> None:
        waiting["since"][indices] = self.steps + 1

    def _fitting(self, memory: Memory, size: float) -> Memory:
        return rescaled(memory, size)

    def _metric_at(self, memory: Memory, indices: Indices, g: FloatArray) -> FloatArray:
        delta = math.ldexp(self._preconditioner.delta[1], -memory.exponent)
        squares = self._squares(memory, indices, g)
        tau = self.dtype.type(self._preconditioner.tau)
        metric: FloatArray = tau * (np.sqrt(squares) + self.dtype.type(delta))
        return metric

    def _remember(self, memory: Memory, row: SparseRow) -> Memory:
        outside = memory.outside if self._waiting else memory.outside.copy()
        outside[row.indices] = self._squares(memory, row.indices, row.values)
        return replace(memory, outside=outside)

    def _squares(self, memory: Memory, indices: Indices, g: FloatArray) -> FloatArray:
        """``d + g^2`` at some coordinates."""
        scaled = g * self.dtype.type(math.ldexp(1.0, -memory.exponent))
        squares: FloatArray = memory.outside[indices] + scaled * scaled
        return squares
