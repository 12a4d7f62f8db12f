"""Where a root of the secular equation is first looked for, and where next."""

import math

from compadagrad._jit import Array, inlined_kernel

__all__ = ["next_offset", "start"]


@inlined_kernel
def start(
    s: Array, z: Array, base: Array, tau: Array, low: Array, high: Array, rest: Array
) -> None:
    """The nearer pole of each root, a first guess of its offset, and a bracket around it.

    The sign of f half way between two poles says which is nearer. With ``rest``, the sum over all
    other poles there, held fixed, what is left is a quadratic equation for the guess.
    """
    _rest_half_way(s, z, rest)
    _start_first(s, z, base, tau, low, high)
    for i in range(1, s.size):
        width = (s[i - 1] - s[i]) * (s[i - 1] + s[i])
        lower, upper, c = z[i] * z[i], z[i - 1] * z[i - 1], 1.0 + rest[i]
        if c * width + 2.0 * (upper - lower) >= 0.0:
            base[i] = i
            a, b = c * width + lower + upper, lower * width
            low[i], high[i] = 0.5 * b / (c * width + 2.0 * upper), 0.5 * width
            guess = _smaller_root(c, a, b)
            tau[i] = min(max(guess, low[i]), high[i])
        else:
            base[i] = i - 1
            a, b = lower + upper - c * width, upper * width
            low[i], high[i] = -0.5 * width, -0.5 * b / (2.0 * lower - c * width)
            guess = -_smaller_root(-c, a, b)
            tau[i] = min(max(guess, low[i]), high[i])


@inlined_kernel
def _smaller_root(c: float, a: float, b: float) -> float:
    """The root of ``c t^2 - a t + b`` that tends to ``b / a`` as c vanishes."""
    root = math.sqrt(max(a * a - 4.0 * b * c, 0.0))
    return 2.0 * b / (a + root) if a > 0.0 else (a - root) / (2.0 * c)


@inlined_kernel
def _start_first(s: Array, z: Array, base: Array, tau: Array, low: Array, high: Array) -> None:
    """The same for the root above all poles: the other poles are all put at the second."""
    first, others = z[0] * z[0], 0.0
    for j in range(1, s.size):
        others += z[j] * z[j]
    base[0], tau[0] = 0, first
    if others > 0.0:
        width = (s[0] - s[1]) * (s[0] + s[1])
        half = 0.5 * (first + others - width)
        root = math.sqrt(half * half + first * width)
        tau[0] = half + root if half > 0.0 else first * width / (root - half)
    low[0], high[0] = 0.5 * first, 2.0 * (first + others)


@inlined_kernel
def _rest_half_way(s: Array, z: Array, rest: Array) -> None:
    """Half way between poles i and i - 1, the sum over all the other poles."""
    k = s.size
    rest[:] = 0.0
    for j in range(k):
        pole, square = s[j], z[j] * z[j]
        for i in range(1, j):
            high, low = s[i - 1], s[i]
            rest[i] += square / ((pole - low) * (pole + low) - 0.5 * ((high - low) * (high + low)))
        for i in range(j + 2, k):
            high, low = s[i - 1], s[i]
            rest[i] += square / ((pole - low) * (pole + low) - 0.5 * ((high - low) * (high + low)))


@inlined_kernel
def next_offset(
    f: float,
    psi_slope: float,
    phi_slope: float,
    below: float,
    above: float,
    t: float,
    low: float,
    high: float,
) -> float:
    """A better offset than ``t``, inside the bracket; ``t`` itself where there is none.

    The sums over the poles below and above are each replaced by a constant and the nearest pole,
    with their value and slope at ``t``; ``below < 0 < above`` are the differences from those poles
    (``above`` is infinite for the first root). A step that leaves the bracket halves it instead, in
    the logarithm.
    """
    if above == math.inf:
        new = t + below * f / (f - below * psi_slope)
    else:
        product = below * above
        a = (below + above) * f - product * (psi_slope + phi_slope)
        b = product * f
        c = f - below * psi_slope - above * phi_slope
        root = math.sqrt(max(a * a - 4.0 * b * c, 0.0))
        new = t + ((a - root) / (2.0 * c) if a <= 0.0 else 2.0 * b / (a + root))
    if low < new < high:
        return new
    new = math.copysign(math.sqrt(abs(low)) * math.sqrt(abs(high)), t)
    return new if low < new < high else t
