"""What a rank-one update leaves alone."""

import math

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["deflate", "rotate"]

_EPS = 2.0**-52
_TINY = 2.0**-100
_TAKES_PART, _ALONE = -1, -2


@kernel
def deflate(s: Array, z: Array, slot: Array, partner: Array, turns: Array, tolerance: float) -> int:
    """Find the rows that ``diag(s)^2 + z z^T`` leaves alone; return how many take part.

    Row i has no part if ``|z_i| <= tolerance``, or once its part is turned into row ``p`` before
    it with the same pole, by ``(w_p, w_i) <- (c w_p + q w_i, c w_i - q w_p)``: then ``partner[i]``
    is p, ``turns[:, i]`` is (c, q), and ``z[p]`` becomes ``hypot(z_p, z_i)``. The tolerance applies
    to z and not to its square: leaving out ``z_i`` then moves the root of the matrix, and not only
    the matrix, by no more. The largest entry is of order 1: a pole below ``2^-100`` that would take
    part is a zero, which keeps all products of differences in range.

    ``slot`` lists the rows that take part and then the others, both in ascending order.
    """
    m, count, last = s.size, 0, -1
    for i in range(m):
        if abs(z[i]) <= tolerance:
            partner[i] = _ALONE
            continue
        partner[i] = _TAKES_PART
        if s[i] < _TINY:
            s[i] = 0.0
        if last >= 0 and s[last] - s[i] <= _EPS * s[last]:
            length = math.hypot(z[last], z[i])
            turns[0, i], turns[1, i] = z[last] / length, z[i] / length
            z[last] = length
            partner[i] = last
        else:
            last = i
            slot[count] = i
            count += 1
    rest = count
    for i in range(m):
        if partner[i] != _TAKES_PART:
            slot[rest] = i
            rest += 1
    return count


@inlined_kernel
def rotate(first: Array, second: Array, c: float, q: float) -> None:
    """``(first, second) <- (c first + q second, c second - q first)``."""
    for i in range(first.size):
        a, b = first[i], second[i]
        first[i], second[i] = c * a + q * b, c * b - q * a
