"""Which learners can pass over examples in compiled code, and how."""

import math
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.learners._batches import Examples
from compadagrad.learners._pass import diagonal_pass, newton_pass
from compadagrad.learners._pass_subspace import compressed_pass, subspace_pass
from compadagrad.learners.averages import PointAverage
from compadagrad.learners.rates import holds_rate
from compadagrad.preconditioners import (
    Compressed,
    FrequentDirections,
    Isotropic,
    PlainOutside,
    Preconditioner,
    Products,
    Tracked,
)
from compadagrad.preconditioners.memory import HEADROOM, Memory, largest_fitting
from compadagrad.preconditioners.subspace_memory import SubspaceMemory
from compadagrad.preconditioners.tracked import unit_power
from compadagrad.regularizers.terms import Terms
from compadagrad.spectral import REPAIR_EVERY
from compadagrad.updates.squared_l2 import GOAL, MOST_SOLVES

__all__ = ["Passed", "compiled_pass"]

Averaging: TypeAlias = tuple[NDArray[np.float64], NDArray[np.int64]]
NO_AVERAGE: Averaging = (np.empty(0), np.zeros(2, np.int64))


class Passed(NamedTuple):
    """How far a pass came, in how many steps, and what it left."""

    reached: int
    steps: int
    x: FloatArray
    memory: Any


class Ridge(NamedTuple):
    """The weight of the squares, and the coordinate that is free of it, or -1."""

    l2: float
    free: int


def compiled_pass(
    preconditioner: Preconditioner,
    memory: Any,
    x: FloatArray,
    terms: Terms,
    lr: float,
    tolerance: float,
    examples: Examples,
    first: int,
    average: PointAverage | None,
) -> Passed:
    """Pass over the examples from ``first`` on, as far as compiled code can go.

    Where there is none for this learner, nothing is reached but ``first``.
    """
    averaging = NO_AVERAGE if average is None else average.parts
    exact = (min(GOAL[x.dtype], tolerance), tolerance, MOST_SOLVES)
    size = largest_fitting(memory.exponent, HEADROOM[x.dtype])
    if isinstance(memory, Memory) and preconditioner.projection.k == 0:
        return _diagonal(
            preconditioner, memory, x, terms, lr, tolerance, examples, first, size, averaging
        )
    if not terms.smooth or not (terms.uniform or terms.free is not None):
        return Passed(first, 0, x, memory)
    if isinstance(memory, Products) and not np.any(terms.l2):
        return _newton(memory, x, lr, exact, examples, first, averaging)
    ridge = Ridge(float(np.max(terms.l2)), -1 if terms.free is None else terms.free)
    if isinstance(memory, Memory) and len(memory.pending) == 0:
        return _fixed(preconditioner, memory, x, ridge, lr, exact, examples, first, size, averaging)
    moving = isinstance(memory, SubspaceMemory) and memory.roots.size and not memory.pending
    if moving and getattr(preconditioner, "block", 1) == 1:
        return _moving(
            preconditioner, memory, x, ridge, lr, exact, examples, first, size, averaging
        )
    return Passed(first, 0, x, memory)


def _diagonal(
    preconditioner: Preconditioner,
    memory: Memory,
    x: FloatArray,
    terms: Terms,
    lr: float,
    tolerance: float,
    examples: Examples,
    first: int,
    size: float,
    averaging: Averaging,
) -> Passed:
    tau, delta = 1.0, 1.0
    if isinstance(preconditioner, Compressed):
        tau, delta = preconditioner.tau, math.ldexp(preconditioner.delta[1], -memory.exponent)
    elif isinstance(preconditioner, Isotropic):
        size = math.inf if x.dtype == np.float64 else float(np.finfo(x.dtype).max)
    else:
        return Passed(first, 0, x, memory)
    if not holds_rate(lr, memory.exponent, x.dtype):
        return Passed(first, 0, x, memory)
    x, outside = x.copy(), memory.outside.copy()
    reached, steps = diagonal_pass(
        examples,
        first,
        math.ldexp(1.0, -memory.exponent),
        min(size, float(np.finfo(x.dtype).max)),
        memory.rounds,
        outside,
        tau,
        delta,
        math.ldexp(lr, -memory.exponent),
        terms.parts,
        tolerance,
        x,
        *averaging,
    )
    rounds = memory.rounds + steps
    return Passed(reached, steps, x, replace(memory, rounds=rounds, outside=outside))


def _fixed(
    preconditioner: Preconditioner,
    memory: Memory,
    x: FloatArray,
    ridge: Ridge,
    lr: float,
    exact: tuple[float, float, int],
    examples: Examples,
    first: int,
    size: float,
    averaging: Averaging,
) -> Passed:
    p, e = preconditioner.projection, memory.exponent
    if isinstance(preconditioner, Compressed):
        root = math.sqrt(preconditioner.delta[0])
        inside = (math.ldexp(preconditioner.delta[0], -e), 0.0)
        if preconditioner.paper:
            inside = (math.ldexp(root, -e), p.n_padded / p.k)
        outside = (preconditioner.tau, math.ldexp(preconditioner.delta[1], -e))
    elif isinstance(preconditioner, PlainOutside):
        inside = (math.ldexp(preconditioner.delta, -e), 0.0)
        outside = (math.ldexp(preconditioner.tau, -e), 0.0)
    else:
        return Passed(first, 0, x, memory)
    if not holds_rate(lr, e, x.dtype):
        return Passed(first, 0, x, memory)
    rate = math.ldexp(lr, -e)
    reached, steps, d, roots, rows, updates, x = compressed_pass(
        examples,
        first,
        math.ldexp(1.0, -e),
        size,
        p.compiled(x.dtype),
        memory.outside,
        memory.roots.copy(),
        memory.rows.copy(),
        (memory.updates, REPAIR_EVERY),
        inside,
        outside,
        rate,
        rate * ridge.l2,
        ridge.free,
        exact,
        x.copy(),
        *averaging,
    )
    rounds = memory.rounds + steps
    memory = replace(memory, rounds=rounds, outside=d, roots=roots, rows=rows, updates=updates)
    return Passed(reached, steps, x, memory)


def _moving(
    preconditioner: Preconditioner,
    memory: SubspaceMemory,
    x: FloatArray,
    ridge: Ridge,
    lr: float,
    exact: tuple[float, float, int],
    examples: Examples,
    first: int,
    size: float,
    averaging: Averaging,
) -> Passed:
    if isinstance(preconditioner, Tracked):
        exponent, factor = unit_power(2.0 * preconditioner.power * memory.exponent)
        power, tau, deltas = preconditioner.power, preconditioner.tau, preconditioner.delta
    elif isinstance(preconditioner, FrequentDirections):
        exponent, factor, power, tau = memory.exponent, 1.0, 0.5, 1.0
        deltas = (preconditioner.delta, preconditioner.delta)
    else:
        return Passed(first, 0, x, memory)
    if not holds_rate(lr, exponent, x.dtype):
        return Passed(first, 0, x, memory)
    rate = math.ldexp(lr, -exponent)
    reached, steps, d, lost, roots, rows, spare, rank, updates, x = subspace_pass(
        examples,
        first,
        math.ldexp(1.0, -memory.exponent),
        size,
        isinstance(preconditioner, FrequentDirections),
        memory.outside,
        memory.lost,
        memory.roots.copy(),
        memory.rows.copy(),
        np.empty_like(memory.rows),
        memory.rank,
        (memory.updates, REPAIR_EVERY),
        (power, factor),
        (math.ldexp(deltas[0], -exponent), math.ldexp(deltas[1], -exponent)),
        tau,
        rate,
        rate * ridge.l2,
        ridge.free,
        exact,
        x.copy(),
        *averaging,
    )
    memory = replace(
        memory,
        rounds=memory.rounds + steps,
        outside=d,
        lost=lost,
        roots=roots,
        rows=rows,
        spare=spare,
        rank=rank,
        updates=updates,
    )
    return Passed(reached, steps, x, memory)


def _newton(
    memory: Products,
    x: FloatArray,
    lr: float,
    exact: tuple[float, float, int],
    examples: Examples,
    first: int,
    averaging: Averaging,
) -> Passed:
    if not holds_rate(lr, memory.exponent, x.dtype):
        return Passed(first, 0, x, memory)
    matrix, inverse, x = memory.matrix.copy(), memory.inverse.copy(), x.copy()
    reached, steps = newton_pass(
        examples,
        first,
        math.ldexp(1.0, -memory.half),
        largest_fitting(memory.half, HEADROOM[np.dtype(np.float64)] // 2),
        matrix,
        inverse,
        math.ldexp(lr, -memory.half),
        exact,
        x,
        *averaging,
    )
    rounds = memory.rounds + steps
    return Passed(reached, steps, x, replace(memory, rounds=rounds, matrix=matrix, inverse=inverse))
