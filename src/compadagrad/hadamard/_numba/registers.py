"""Butterflies on registers, as functions that compiled kernels can call.

A Walsh-Hadamard level of distance ``h`` replaces each pair ``(a, b)`` that stands ``h`` apart by
``(a + b, a - b)``. A loop vectoriser does not keep several levels in registers; these do.

Levels are always taken in ascending order of distance. Every way to group them into passes then
does the same floating-point operations on every element, so a transform has the same bits for
every register width, every radix and every number of threads.

``acrossR(src, so, ss, dst, do, ds, signs, go)``
    loads R registers that stand ``ss`` elements apart at ``src[so]``, does the log2(R) levels
    across them and stores them ``ds`` apart at ``dst[do]``. ``signs`` is None, or int8 factors
    (+1 or -1) laid out from ``signs[go]`` as the elements of ``src`` are.
``emitR``, ``streamR``
    the same with the factors laid out and applied as the elements of ``dst`` are; ``streamR``
    writes past the caches.
``withinR(src, so, dst, do, scale)``
    all levels inside each of R adjacent registers of ``scale * src``, then those across them;
    a ``scale`` of None is 1 and costs nothing.

Offsets and strides count elements. Nothing is checked.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types

from compadagrad._jit import intrinsic
from compadagrad.hadamard._numba import vectors as vec
from compadagrad.hadamard._numba.vectors import VECTOR_BYTES, Builder, Value

__all__ = [
    "LOG_RADIX",
    "LOG_STRIDED_RADIX",
    "VECTOR_BYTES",
    "across2",
    "across4",
    "across8",
    "across16",
    "add_four_signed",
    "add_signed",
    "emit1",
    "emit8",
    "emit16",
    "log2",
    "odd_parity",
    "set_signed",
    "stream1",
    "stream8",
    "stream16",
    "within1",
    "within2",
    "within4",
    "within8",
    "within16",
]

LOG_RADIX = 4 if VECTOR_BYTES == 64 else 3  # radix 16 wants the 32 registers of AVX-512
LOG_STRIDED_RADIX = 3  # long power-of-two strides share one set of an eight-way L1 cache

Kernel = Callable[..., Any]


def _make_across(radix: int, *, flip: str = "load", stream: bool = False) -> Kernel:
    @intrinsic
    def across(
        typingctx: Any, src: Any, so: Any, ss: Any, dst: Any, do: Any, ds: Any, signs: Any, go: Any
    ) -> Any:
        signature = types.void(
            src, types.intp, types.intp, dst, types.intp, types.intp, signs, types.intp
        )
        vector = vec.register_type(src)
        flip_load = flip == "load" and not isinstance(signs, types.NoneType)
        flip_store = flip == "store" and not isinstance(signs, types.NoneType)

        def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
            source, so, ss, target, do, ds, factors, go = args
            read = vec.pointer(context, builder, signature.args[0], source, so)
            write = vec.pointer(context, builder, signature.args[3], target, do)
            if flip_load or flip_store:
                sign = vec.pointer(context, builder, signature.args[6], factors, go)
            registers = []
            for r in range(radix):
                value = vec.load(builder, vec.advance(builder, read, ss, r), vector)
                if flip_load:
                    value = vec.flip_signs(builder, value, vec.advance(builder, sign, ss, r))
                registers.append(value)
            for r, value in enumerate(vec.levels_across(builder, registers)):
                if flip_store:
                    value = vec.flip_signs(builder, value, vec.advance(builder, sign, ds, r))
                vec.store(builder, value, vec.advance(builder, write, ds, r), stream=stream)
            return context.get_dummy_value()

        return signature, codegen

    return across


def _make_within(radix: int) -> Kernel:
    @intrinsic
    def within(typingctx: Any, src: Any, so: Any, dst: Any, do: Any, scale: Any) -> Any:
        scaled = not isinstance(scale, types.NoneType)
        factor_type = src.dtype if scaled else scale
        signature = types.void(src, types.intp, dst, types.intp, factor_type)
        vector = vec.register_type(src)

        def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
            source, so, target, do, scale = args
            read = vec.pointer(context, builder, signature.args[0], source, so)
            write = vec.pointer(context, builder, signature.args[2], target, do)
            factor = vec.broadcast(builder, scale, vector) if scaled else None
            width = ir.Constant(so.type, vector.count)
            registers = []
            for r in range(radix):
                value = vec.load(builder, vec.advance(builder, read, width, r), vector)
                if factor is not None:
                    value = builder.fmul(value, factor)
                registers.append(vec.levels_inside(builder, value))
            for r, value in enumerate(vec.levels_across(builder, registers)):
                vec.store(builder, value, vec.advance(builder, write, width, r))
            return context.get_dummy_value()

        return signature, codegen

    return within


def _make_signed_sum(terms: int, *, accumulate: bool) -> Kernel:
    @intrinsic
    def signed_sum(
        typingctx: Any, dst: Any, do: Any, factors: Any, fo: Any, src: Any, so: Any, ss: Any
    ) -> Any:
        """One register: ``dst[do:] (+)= sum over q of factors[fo + q] * src[so + q * ss:]``."""
        signature = types.void(dst, types.intp, factors, types.intp, src, types.intp, types.intp)
        vector = vec.register_type(dst)

        def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
            target, do, table, fo, source, so, ss = args
            write = vec.pointer(context, builder, signature.args[0], target, do)
            factor = vec.pointer(context, builder, signature.args[2], table, fo)
            read = vec.pointer(context, builder, signature.args[4], source, so)
            one = ir.Constant(fo.type, 1)
            total = vec.load(builder, write, vector) if accumulate else None
            for q in range(terms):
                scalar = builder.load(vec.advance(builder, factor, one, q))
                weight = vec.broadcast(builder, scalar, vector)
                value = vec.load(builder, vec.advance(builder, read, ss, q), vector)
                if total is None:
                    total = builder.fmul(weight, value)
                else:
                    total = vec.multiply_add(builder, weight, value, total)
            vec.store(builder, total, write)
            return context.get_dummy_value()

        return signature, codegen

    return signed_sum


@intrinsic
def log2(typingctx: Any, n: Any) -> Any:
    """The exponent of a power of two: its trailing zeros."""

    def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.intp(types.intp), codegen


@intrinsic
def odd_parity(typingctx: Any, bits: Any) -> Any:
    """1 where ``bits`` (an unsigned integer) has an odd number of ones, else 0."""

    def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
        count = builder.ctpop(args[0])
        last = builder.and_(count, ir.Constant(count.type, 1))
        return builder.zext(last, ir.IntType(64)) if last.type.width < 64 else last

    return types.intp(bits), codegen


across2, across4, across8, across16 = (_make_across(r) for r in (2, 4, 8, 16))
emit1, emit8, emit16 = (_make_across(r, flip="store") for r in (1, 8, 16))
stream1, stream8, stream16 = (_make_across(r, flip="store", stream=True) for r in (1, 8, 16))
within1, within2, within4, within8, within16 = (_make_within(r) for r in (1, 2, 4, 8, 16))
set_signed = _make_signed_sum(1, accumulate=False)
add_signed = _make_signed_sum(1, accumulate=True)
add_four_signed = _make_signed_sum(4, accumulate=True)
