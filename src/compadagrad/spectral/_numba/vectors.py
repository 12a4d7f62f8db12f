"""Eigenvectors of a diagonal matrix plus a rank-one one."""

import math

import numpy as np

from compadagrad._jit import Array, kernel

__all__ = ["cauchy_vectors"]


@kernel
def cauchy_vectors(s: Array, z: Array, base: Array, offset: Array, Q: Array) -> None:
    """``Q[j, i] ~ w_j / (s_j^2 - x_i)``, columns of length one, ``x_i`` from the secular equation.

    ``w`` replaces z: the vector for which the computed ``x_i`` are exact,
    ``w_j^2 = prod_i (x_i - d_j) / prod_{i != j} (d_i - d_j)`` with ``d = s * s`` (Gu and
    Eisenstat). It differs from z by rounding, and makes the columns orthogonal to rounding however
    close the roots are.
    """
    k = s.size
    work = np.empty((3, k))
    w, anchor, norm = work[0], work[1], work[2]
    w[:] = 1.0
    for i in range(k):
        pole, other, t = s[i], s[base[i]], offset[i]
        anchor[i] = other
        for j in range(i):
            difference = (s[j] - other) * (s[j] + other) - t
            w[j] *= difference / ((s[j] - pole) * (s[j] + pole))
        w[i] *= t - (pole - other) * (pole + other)
        for j in range(i + 1, k):
            difference = (s[j] - other) * (s[j] + other) - t
            w[j] *= difference / ((s[j] - pole) * (s[j] + pole))
    norm[:] = 0.0
    for j in range(k):
        pole, weight, row = s[j], math.copysign(math.sqrt(abs(w[j])), z[j]), Q[j]
        for i in range(k):
            entry = weight / ((pole - anchor[i]) * (pole + anchor[i]) - offset[i])
            row[i] = entry
            norm[i] += entry * entry
    for i in range(k):
        norm[i] = 1.0 / math.sqrt(norm[i])
    for j in range(k):
        row = Q[j]
        for i in range(k):
            row[i] *= norm[i]
