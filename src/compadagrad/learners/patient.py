"""Learners with a diagonal metric, which take sparse gradients in the time of their nonzeros."""

import math
from abc import abstractmethod
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._storage import stored_array
from compadagrad._validation import FloatArray
from compadagrad.errors import InvalidInputError
from compadagrad.learners._skipped import dual_values, one_round
from compadagrad.learners.acceptance import accept, require_finite
from compadagrad.learners.base import Learner
from compadagrad.learners.gradients import Gradient, SparseRow, sparse_gradient
from compadagrad.learners.passes import Passed
from compadagrad.learners.rates import rate_in_units
from compadagrad.preconditioners.memory import Memory
from compadagrad.updates import TOLERANCE, Certificate
from compadagrad.updates._closed import largest
from compadagrad.updates.rounding import held_to

__all__ = ["Indices", "PatientLearner", "Waiting"]

Indices: TypeAlias = NDArray[np.intp]
Waiting: TypeAlias = dict[str, NDArray[Any]]


class PatientLearner(Learner):
    r"""A learner that lets untouched coordinates wait.

    A sparse gradient moves only the coordinates that it has. The others miss the round, and make up
    for it in closed form when they are wanted; in dual averaging there is nothing to make up. The
    numbers are those of dense steps, to rounding.

    While coordinates wait, ``_waiting`` holds what the hooks below have to know of the past. The
    arrays of the learner are then its own: a sparse step computes all it needs, and writes the
    touched entries in place at the end.
    """

    _waiting: Waiting | None = None
    _latest: FloatArray | None = None

    @abstractmethod
    def _all_up_to_date(self) -> Waiting:
        """What ``_waiting`` is when nobody waits."""

    @abstractmethod
    def _caught_up(self, waiting: Waiting, indices: Indices) -> FloatArray:
        """The entries of the point of mirror descent, after the rounds that they have missed."""

    @abstractmethod
    def _end_of_round(self, waiting: Waiting, indices: Indices) -> None:
        """Note in ``waiting`` that a round ends, and that these coordinates were in it."""

    @abstractmethod
    def _fitting(self, memory: Memory, size: float) -> Memory:
        """``memory`` in the unit that a dense round with a gradient of this size would keep."""

    @abstractmethod
    def _metric_at(self, memory: Memory, indices: Indices, g: FloatArray) -> FloatArray:
        """The metric of the next round at some coordinates, where its gradient is ``g``."""

    @abstractmethod
    def _remember(self, memory: Memory, row: SparseRow) -> Memory:
        """The memory after a round, whose touched entries may be written in place."""

    def _can_wait(self) -> bool:
        """Whether rounds with this regularizer can be made up."""
        return self.refresh_every == 1

    def dot(self, a: Gradient) -> Any:
        """``<a, x>``, in the time of the nonzeros for sparse rows."""
        if not sparse.issparse(a) or self._waiting is None or a.shape[-1] != self.n:
            return super().dot(a)
        if a.shape in ((self.n,), (1, self.n)):
            kept = a.dtype if a.dtype.kind == "f" and a.dtype.itemsize > 2 else self.dtype
            row = sparse_gradient("a", a, self.n, kept)
            value = row.values @ self._values(row.indices)
            return float(value) if len(a.shape) == 1 else np.array([value])
        return self._products(sparse.csr_array(a)) if self._latest is None else super().dot(a)

    def step(self, g: Gradient) -> Certificate:
        """Move by one gradient, in the time of its nonzeros where it is sparse.

        Parameters and errors are those of :meth:`Learner.step`.
        """
        if sparse.issparse(g) and self._can_wait():
            name = f"the gradient of step {self.steps + 1}"
            certificate = self._sparse_step(sparse_gradient(name, g, self.n, self.dtype))
        else:
            certificate = super().step(g)
            self._waiting = None
        self._latest = None
        return certificate

    def _take_over(self, passed: Passed) -> None:
        super()._take_over(passed)
        self._waiting = self._latest = None

    def _sparse_step(self, row: SparseRow) -> Certificate:
        indices, averages = row.indices, self._algorithm.averages
        waiting = self._waiting or self._all_up_to_date()
        x = self._x if self._waiting else self._x.copy()
        memory = self._fitting(self._memory, largest(row.values))
        metric = self._metric_at(memory, indices, row.values)
        g, anchor, multiple = row.values, x[:0], 1.0
        if averages:
            g = self._with_total(self._total[indices], g)
            anchor, multiple = self._start_at(indices), self.steps + 1.0
        else:
            anchor = self._caught_up(waiting, indices)
        values = np.empty_like(row.values)
        rate = rate_in_units(self.steps + 1, self.lr, memory.exponent, self.dtype)
        certificate = held_to(
            TOLERANCE[self.dtype] if self.tolerance is None else self.tolerance,
            *one_round(
                anchor, g, metric, rate, rate * multiple, *self._terms().parts, indices, values
            ),
            self.dtype,
            0,
            "prox",
        )
        require_finite(self.steps + 1, "the point", values)
        accept(certificate, self.steps + 1, self._lenient)
        if averages:
            self._total[indices] = g
        else:
            x[indices] = values
        self._end_of_round(waiting, indices)
        self._memory = replace(self._remember(memory, row), rounds=memory.rounds + 1)
        self._x, self._waiting = x, waiting
        self.steps += 1
        return certificate

    def _values(self, indices: Indices) -> FloatArray:
        """Some entries of the point."""
        if self._waiting is None:
            return self._x[indices]
        if not self._algorithm.averages:
            return self._caught_up(self._waiting, indices)
        nothing = np.zeros(indices.size, self.dtype)
        before = replace(self._memory, rounds=self._memory.rounds - 1)
        metric = self._metric_at(before, indices, nothing)
        rate = math.ldexp(self.lr, -self._memory.exponent)
        start = self._x[:0] if self._start is None else self._start
        values = np.empty_like(nothing)
        parts = self._terms().parts
        dual_values(start, self._total, metric, rate, rate * self.steps, *parts, indices, values)
        return values

    def _products(self, rows: Any) -> Any:
        """``<a, x>`` for several sparse rows: only the entries that they have are made up."""
        columns, places = np.unique(rows.indices, return_inverse=True)
        if columns.size and not 0 <= columns[0] <= columns[-1] < self.n:
            raise InvalidInputError(
                f"a is not a valid sparse matrix: its columns are {columns[0]}..{columns[-1]}, "
                f"and n = {self.n}"
            )
        shape = (rows.shape[0], columns.size)
        narrow = sparse.csr_array((rows.data, places, rows.indptr), shape=shape)
        return narrow @ self._values(columns.astype(np.intp))

    def _point(self) -> FloatArray:
        if self._waiting is None:
            return self._x
        if self._latest is None:
            self._latest = self._values(np.arange(self._x.size))
        return self._latest

    def _start_at(self, indices: Indices) -> FloatArray:
        if self._start is None:
            return np.zeros(indices.size, self.dtype)
        return self._start[indices]

    def state_dict(self) -> dict[str, Any]:
        """All that changes from step to step; see :meth:`Learner.state_dict`."""
        waiting = self._waiting or {}
        return {
            **super().state_dict(),
            **{f"waiting.{name}": array.copy() for name, array in waiting.items()},
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state; see :meth:`Learner.load_state_dict`."""
        like = self._all_up_to_date()
        waiting = None
        if isinstance(state, dict) and any(f"waiting.{name}" in state for name in like):
            waiting = {
                name: stored_array(state, f"waiting.{name}", array.dtype, array.shape)
                for name, array in like.items()
            }
        super().load_state_dict(state)
        self._waiting, self._latest = waiting, None
