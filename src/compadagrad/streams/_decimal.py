"""Decimal numbers in text, to the nearest float64.

Up to 19 digits the result is the nearest float64, ties to even: the digits make an integer w, and
w 10^q is rounded by one or two products of w with the leading 128 bits of 5^q (D. Lemire, "Number
parsing at a gigabyte per second", 2021). Of a longer number the first 19 digits count, so that it
may be off by a unit in the last place. "inf" and "nan" are no numbers here, and neither is what is
too large for a float64.
"""

from typing import Any, Final

import numpy as np
from llvmlite import ir
from llvmlite.ir import IRBuilder, Value
from numba import types

from compadagrad._jit import Array, inlined_kernel, intrinsic, kernel

__all__ = ["MOST_DIGITS", "decimal_at"]

MOST_DIGITS: Final = 19  # 10^19 < 2^64
LOWEST, HIGHEST = -342, 308  # powers of ten beyond which every w gives 0 or too much
FAR: Final = 100_000  # exponents are cut here: it is beyond every number of digits that fits
U = np.uint64


def _leading_bits(q: int) -> tuple[int, int]:
    """The 128 leading bits of 5^q in halves: cut off for q >= 0, rounded up below."""
    power = 5 ** abs(q)
    if q >= 0:
        bits = (power << 128) >> power.bit_length()
    else:
        bits = (1 << (power.bit_length() - 1 + 128)) // power + 1
        bits >>= max(0, bits.bit_length() - 128)
    return bits >> 64, bits & ((1 << 64) - 1)


_POWERS = np.array([_leading_bits(q) for q in range(LOWEST, HIGHEST + 1)], np.uint64)
_EXACT = np.array([10.0**q for q in range(23)])


@intrinsic
def _product(typingctx: Any, a: Any, b: Any) -> Any:
    """The 128 bits of ``a * b``, in halves."""
    signature = types.UniTuple(types.uint64, 2)(types.uint64, types.uint64)

    def codegen(context: Any, builder: IRBuilder, signature: Any, args: Any) -> Value:
        wide, word = ir.IntType(128), ir.IntType(64)
        whole = builder.mul(*(builder.zext(value, wide) for value in args))
        high = builder.trunc(builder.lshr(whole, ir.Constant(wide, 64)), word)
        return context.make_tuple(
            builder, signature.return_type, (high, builder.trunc(whole, word))
        )

    return signature, codegen


@intrinsic
def _leading_zeros(typingctx: Any, w: Any) -> Any:
    """How many bits of ``w``, which is not 0, are 0 before the first 1."""

    def codegen(context: Any, builder: IRBuilder, signature: Any, args: Any) -> Value:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _from_bits(typingctx: Any, bits: Any) -> Any:
    """The float64 with these bits."""

    def codegen(context: Any, builder: IRBuilder, signature: Any, args: Any) -> Value:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.uint64), codegen


@kernel
def _nearest(w: Any, q: int) -> Any:
    """The float64 nearest to ``w 10^q``; infinity beyond the range."""
    if w == U(0) or q < LOWEST:
        return 0.0
    if q > HIGHEST:
        return np.inf
    zeros = _leading_zeros(w)
    w <<= U(zeros)
    high, low = _product(w, _POWERS[q - LOWEST, 0])
    if (high & U(0x1FF)) == U(0x1FF):
        more, _ = _product(w, _POWERS[q - LOWEST, 1])
        low += more
        if low < more:
            high += U(1)
    upper = np.int64(high >> U(63))
    shift = U(upper + 9)
    mantissa = high >> shift
    exponent = ((217706 * q) >> 16) + 63 + upper - zeros + 1023
    if exponent <= 0:
        return _subnormal(mantissa, exponent)
    tie = low <= U(1) and -4 <= q <= 23 and (mantissa & U(3)) == U(1)
    if tie and (mantissa << shift) == high:
        mantissa &= ~U(1)
    mantissa = (mantissa + (mantissa & U(1))) >> U(1)
    if mantissa >= U(1 << 53):
        mantissa = U(1 << 52)
        exponent += 1
    if exponent >= 2047:
        return np.inf
    return _from_bits((U(exponent) << U(52)) | (mantissa & U((1 << 52) - 1)))


@inlined_kernel
def _subnormal(mantissa: Any, exponent: int) -> Any:
    if exponent <= -63:
        return 0.0
    mantissa >>= U(1 - exponent)
    return _from_bits((mantissa + (mantissa & U(1))) >> U(1))  # a carry makes it normal


@inlined_kernel
def _scaled(w: Any, q: int) -> Any:
    """The same, in one rounding of two exact numbers where that does."""
    if w <= U(1 << 53) and -22 <= q <= 22:
        exact = np.float64(np.int64(w))
        return exact * _EXACT[q] if q >= 0 else exact / _EXACT[-q]
    return _nearest(w, q)


@kernel
def decimal_at(text: Array, at: int, end: int) -> tuple[float, int]:
    """The number that begins at ``at``, and where it ends; where there is none, ``at`` itself."""
    start = at
    negative = at < end and text[at] == ord("-")
    if at < end and (text[at] == ord("-") or text[at] == ord("+")):
        at += 1
    w, count, dropped, after, seen = U(0), 0, 0, 0, False
    point = False
    while at < end:
        digit = text[at] - ord("0")
        if digit == ord(".") - ord("0") and not point:
            point = True
        elif 0 <= digit <= 9:
            seen = True
            if count < MOST_DIGITS:
                w = w * U(10) + U(digit)
                count += w != U(0)
                after += point
            else:
                dropped += not point
        else:
            break
        at += 1
    if not seen:
        return 0.0, start
    exponent, at = _exponent_at(text, at, end)
    value = _scaled(w, exponent + dropped - after)
    if value == np.inf:
        return 0.0, start
    return (-value if negative else value), at


@kernel
def _exponent_at(text: Array, at: int, end: int) -> tuple[int, int]:
    """What stands behind e or E, and where it ends; 0 where there is nothing of the kind."""
    if at >= end or (text[at] != ord("e") and text[at] != ord("E")):
        return 0, at
    i = at + 1
    negative = i < end and text[i] == ord("-")
    if i < end and (text[i] == ord("-") or text[i] == ord("+")):
        i += 1
    first, exponent = i, 0
    while i < end and ord("0") <= text[i] <= ord("9"):
        exponent = min(exponent * 10 + text[i] - ord("0"), FAR * FAR)
        i += 1
    if i == first:
        return 0, at
    return (-exponent if negative else exponent), i
