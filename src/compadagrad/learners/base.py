"""What every learner can do."""

import os
from abc import ABC
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._storage import save_file, stored_array, stored_integer
from compadagrad._validation import FloatArray, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.learners.acceptance import accept, require_finite
from compadagrad.learners.algorithms import Objective
from compadagrad.learners.averages import PointAverage
from compadagrad.learners.files import part_of, stored_learner
from compadagrad.learners.gradients import Gradient, dense_gradient
from compadagrad.learners.linear import LinearExamples, as_examples
from compadagrad.learners.options import Options
from compadagrad.learners.passes import Passed, compiled_pass
from compadagrad.learners.rates import rate_in_units
from compadagrad.losses import Loss
from compadagrad.preconditioners import Preconditioner
from compadagrad.preconditioners._loops import scaled_sum
from compadagrad.projections import Projection
from compadagrad.regularizers import Regularizer
from compadagrad.regularizers.terms import Terms
from compadagrad.updates import TOLERANCE, Certificate, composite_step

__all__ = ["Learner"]


class Learner(ABC):
    r"""An online learner: it has a point, is shown a gradient there, and moves.

    .. math:: x_{t+1} = \arg\min_x\; \eta\langle g_t, x\rangle + \eta\,\phi(x)
        + \tfrac12 \lVert x - x_t \rVert_{A_t}^2

    Every member is this update with a preconditioner, which makes the metric :math:`A_t` of the
    gradients up to :math:`g_t`; a regularizer :math:`\phi`; and a rate :math:`\eta`. A step either
    completes or leaves the learner as it was.

    A new learner has a ``kind`` of its own, and a constructor that makes a preconditioner and
    passes it to ``_begin``, with the arguments from which ``load`` can make the learner again.

    Attributes
    ----------
    n : int
        Length of the vectors.
    lr : float
        :math:`\eta`.
    regularizer : Regularizer
        :math:`\phi`.
    dtype : numpy.dtype
        float32 or float64: that of ``x``.
    algorithm : str
        ``"mirror_descent"`` or ``"dual_averaging"``.
    refresh_every : int
        After how many steps the metric follows the gradients again.
    steps : int
        How many steps there were.
    """

    kind: ClassVar[str]

    n: int
    lr: float
    regularizer: Regularizer
    dtype: np.dtype[np.floating]
    refresh_every: int
    steps: int

    def _begin(
        self, preconditioner: Preconditioner, options: Options, arguments: dict[str, Any]
    ) -> None:
        self.n = preconditioner.projection.n
        self._preconditioner = preconditioner
        self._arguments = arguments
        checked = options.checked()
        self.lr, self.regularizer, self.dtype = checked.lr, checked.regularizer, checked.dtype
        self._algorithm, self.refresh_every = checked.algorithm, checked.refresh_every
        self.tolerance, self._lenient = checked.tolerance, checked.lenient
        self.steps = 0
        self._start = self._first_point(options.x0)
        n_padded = preconditioner.projection.n_padded
        self._x = np.zeros(n_padded, self.dtype) if self._start is None else self._start
        self._total = np.zeros(n_padded if self._algorithm.averages else 0, self.dtype)
        self._memory: Any = preconditioner.start(self.dtype)
        self._refreshed: Any = None
        self._metric: Any = None

    @property
    def algorithm(self) -> str:
        """``"mirror_descent"`` or ``"dual_averaging"``."""
        return self._algorithm.name

    @property
    def projection(self) -> Projection | None:
        """The subspace with a full metric; None where there is none or it is the whole space."""
        return None

    @property
    def x(self) -> FloatArray:
        """The point, of length n; read-only, and not changed by later steps."""
        view = self._point()[: self.n]
        view.flags.writeable = False
        return view

    def dot(self, a: Gradient) -> Any:
        """``<a, x>``: the prediction of a linear model.

        Parameters
        ----------
        a : array_like, shape (n,) or (m, n), or SciPy sparse

        Returns
        -------
        float or numpy.ndarray, shape (m,)
        """
        if getattr(a, "shape", None) is None:
            a = as_floats("a", a)
        if not a.shape or a.shape[-1] != self.n:
            raise InvalidInputError(
                f"a must have n = {self.n} entries along its last axis, got shape {a.shape}"
            )
        product = a @ self._point()[: self.n]
        return product if np.ndim(product) else float(product)

    def step(self, g: Gradient) -> Certificate:
        """Move by one gradient.

        Parameters
        ----------
        g : array_like, shape (n,), or SciPy sparse row
            A subgradient of the round's loss at ``x``.

        Returns
        -------
        Certificate
            How exactly the update was solved.

        Raises
        ------
        InvalidInputError
            For a gradient of another length, or with NaN or infinity in it.
        InexactUpdateError
            Where the solver missed its tolerance, unless ``on_inexact="warn"``.
        """
        projection = self._preconditioner.projection
        name = f"the gradient of step {self.steps + 1}"
        gradient, size = dense_gradient(name, g, self.n, projection.n_padded, self.dtype)
        return self._dense_step(gradient, size)

    def one_pass(
        self,
        A: Gradient,
        y: ArrayLike,
        loss: str | Loss = "logistic",
        *,
        sample_weight: ArrayLike | None = None,
        batch_size: int = 1,
        average: PointAverage | None = None,
    ) -> NDArray[np.float64]:
        """Predict and learn from examples, one after the other: a linear model's online game.

        For dense examples, mirror descent and a closed form, the loop is compiled, and an example
        costs arithmetic alone. The numbers are those of stepping by hand, to rounding.

        Parameters
        ----------
        A : array_like, shape (m, n), or SciPy sparse
            An example in each row.
        y : array_like, shape (m,)
            Their targets: -1 and 1 for the losses of classification.
        loss : str or Loss
            One of :mod:`compadagrad.losses`.
        sample_weight : array_like, shape (m,), optional
            Factors of the examples' gradients, 0 or more; one of weight 0 is predicted only.
        batch_size : int
            How many examples a step is made of: it moves by the average of their gradients, over
            those whose weight is not 0. Where there is none, there is no step.
        average : PointAverage, optional
            Takes in the point after each step.

        Returns
        -------
        numpy.ndarray, shape (m,)
            The predictions, each made before its example was learned from. Where an example raises,
            those before it have been learned from.
        """
        examples = as_examples(
            A, y, loss, self.n, self.dtype, sample_weight=sample_weight, batch_size=batch_size
        )
        i, predictions = 0, np.empty(examples.count)
        while i < examples.count:
            i = self._compiled_pass(examples, i, predictions, average)
            if i < examples.count:
                i = self._batch_by_hand(examples, i, predictions, average)
        return predictions

    def point_average(self, after: int = 0) -> PointAverage:
        """A mean of points for :meth:`one_pass` to take along; the first ``after`` are left out."""
        return PointAverage(self.n, self._preconditioner.projection.n_padded, after)

    def _compiled_pass(
        self,
        examples: LinearExamples,
        first: int,
        predictions: NDArray[np.float64],
        average: PointAverage | None,
    ) -> int:
        """As far as compiled code goes; how far that is."""
        if self._algorithm.averages or self.refresh_every > 1 or examples.is_sparse:
            return first
        limit = TOLERANCE[self.dtype] if self.tolerance is None else self.tolerance
        passed = compiled_pass(
            self._preconditioner,
            self._memory,
            self._point(),
            self._terms(),
            self.lr,
            limit,
            examples.compiled(predictions),
            first,
            average,
        )
        if passed.steps:
            self._take_over(passed)
            self.steps += passed.steps
        return passed.reached

    def _batch_by_hand(
        self,
        examples: LinearExamples,
        first: int,
        predictions: NDArray[np.float64],
        average: PointAverage | None,
    ) -> int:
        """One batch; where it ends."""
        if examples.is_sparse:
            stop, g = examples.sparse_batch(first, self.dot, predictions)
        else:
            stop, g = examples.dense_batch(first, self._point(), predictions)
        if g is not None:
            self.step(g)
            if average is not None:
                average.take(self._point())
        return stop

    def _take_over(self, passed: Passed) -> None:
        """Go on from where a compiled pass has come to."""
        self._x, self._memory = passed.x, passed.memory

    def _dense_step(self, g: FloatArray, size: float) -> Certificate:
        memory = self._preconditioner.accumulate(self._memory, g, size)
        refreshed, metric = self._refreshed, self._metric
        if metric is None or self.steps % self.refresh_every == 0:
            memory, metric = self._preconditioner.refresh(memory)
            refreshed = memory
        x, certificate = self._solved(metric, g)
        require_finite(self.steps + 1, "the point", x)
        accept(certificate, self.steps + 1, self._lenient)
        total = self._with_total(self._total, g) if self._algorithm.averages else self._total
        self._x, self._total, self._memory = x, total, memory
        if self.refresh_every > 1:
            self._refreshed, self._metric = refreshed, metric
        self.steps += 1
        return certificate

    def _with_total(self, total: FloatArray, g: FloatArray) -> FloatArray:
        """``total + g``, refused where it overflows."""
        after = scaled_sum(total, g, 1.0)
        require_finite(self.steps + 1, "the sum of the gradients", after)
        return after

    def _solved(self, metric: Any, g: FloatArray) -> tuple[FloatArray, Certificate]:
        rate = rate_in_units(self.steps + 1, self.lr, metric.exponent, self.dtype)
        objective = self._algorithm.objective(
            self.steps + 1, rate, g, self._total, self._point(), self._start
        )
        return self._step_in(metric, objective)

    def _step_in(self, metric: Any, objective: Objective) -> tuple[FloatArray, Certificate]:
        """The update in a metric, in whose units the objective is."""
        g, anchor, weight = objective
        return composite_step(metric, g, anchor, self._terms(), weight, tolerance=self.tolerance)

    def _point(self) -> FloatArray:
        """The point with its padding."""
        return self._x

    def _terms(self) -> Terms:
        n_padded = self._preconditioner.projection.n_padded
        return self.regularizer.terms(self.n, n_padded, self.dtype)

    def _first_point(self, x0: ArrayLike | None) -> FloatArray | None:
        """x_1 with its padding; None stands for 0."""
        terms = self._terms()
        n_padded = self._preconditioner.projection.n_padded
        if x0 is None:
            nearest = np.clip(np.zeros(n_padded, self.dtype), terms.lower, terms.upper)
            return nearest if nearest.any() else None
        point, _ = dense_gradient("x0", x0, self.n, n_padded, self.dtype)
        out = np.flatnonzero((point < terms.lower) | (point > terms.upper))
        if out.size:
            raise InvalidInputError(
                f"x0 must lie within the bounds of the regularizer, got {point[out[0]]} "
                f"at entry {out[0]}; regularizer.nearest(x0) does"
            )
        return point.copy() if point.any() else None

    def state_dict(self) -> dict[str, Any]:
        """All that changes from step to step, as plain numbers and arrays of its own."""
        state: dict[str, Any] = {
            "kind": self.kind,
            "algorithm": self.algorithm,
            "steps": self.steps,
            "x": self._x,
        }
        if self._algorithm.averages:
            state["total"] = self._total
        if self._start is not None:
            state["start"] = self._start
        parts = {"memory": self._memory.state_dict()}
        if self._refreshed is not None:
            parts["refreshed"] = self._refreshed.state_dict()
        if self.projection is not None:
            parts["projection"] = self.projection.state_dict()
        for part, entries in parts.items():
            state.update({f"{part}.{name}": value for name, value in entries.items()})
        copies = {k: v.copy() for k, v in state.items() if isinstance(v, np.ndarray)}
        return {**state, **copies}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state of a learner that was made with the same arguments.

        The arguments themselves are not in the state; :meth:`save` keeps both. All is checked
        before anything is taken over.
        """
        kind = state.get("kind") if isinstance(state, dict) else None
        if str(kind) != self.kind:
            raise InvalidInputError(f"expected the state of a {self.kind!r} learner, got {kind!r}")
        algorithm = state.get("algorithm")
        if str(algorithm) != self.algorithm:
            raise InvalidInputError(
                f"expected a state of algorithm {self.algorithm!r}, got {algorithm!r}; make the "
                "learner with the same arguments"
            )
        preconditioner = self._preconditioner
        if self.projection is not None:
            stored = type(self.projection).from_state_dict(part_of(state, "projection"))
            if (stored.n, stored.k) != (self.projection.n, self.projection.k):
                raise InvalidInputError(
                    f"the state is for {stored!r}, and this learner has {self.projection!r}"
                )
            preconditioner = preconditioner.on(stored)
        shape = self._x.shape
        memory = preconditioner.restore(part_of(state, "memory"), self.dtype)
        x = stored_array(state, "x", self.dtype, shape)
        total = self._total
        if self._algorithm.averages:
            total = stored_array(state, "total", self.dtype, shape)
        start = stored_array(state, "start", self.dtype, shape) if "start" in state else None
        steps = stored_integer(state, "steps", 0)
        refreshed, metric = None, None
        if self.refresh_every > 1 and steps:
            refreshed = preconditioner.restore(part_of(state, "refreshed"), self.dtype)
            refreshed, metric = preconditioner.refresh(refreshed)
        self._preconditioner, self._memory, self.steps = preconditioner, memory, steps
        self._x, self._total, self._start = x, total, start
        self._refreshed, self._metric = refreshed, metric

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write arguments and state to a file, whole or not at all; no pickle."""
        arguments = {
            **self._arguments,
            "lr": self.lr,
            "regularizer": self.regularizer.config(),
            "dtype": self.dtype.name,
            "algorithm": self.algorithm,
            "refresh_every": self.refresh_every,
            "tolerance": self.tolerance,
            "on_inexact": "warn" if self._lenient else "raise",
        }
        save_file(path, {"kind": self.kind, "arguments": arguments, "state": self.state_dict()})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The learner that :meth:`save` wrote; nothing in the file is executed."""
        arguments, state = stored_learner(path, cls.kind)
        try:
            learner = cls(**arguments)
        except TypeError:
            raise InvalidInputError(
                f"{os.fspath(path)} does not hold the arguments of a {cls.kind!r} learner"
            ) from None
        learner.load_state_dict(state)
        return learner

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._arguments.items())
        return f"{type(self).__name__}({values}, lr={self.lr!r}, regularizer={self.regularizer!r})"
