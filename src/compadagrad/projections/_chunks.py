"""Pieces of a dense basis, short enough to stay in cache while several things are done with them.

A chunk holds some columns of V^T, one after the other in ``CHUNK`` places and in as many rows as
``padded_rows`` says; places and rows beyond V's are zeros. Everything is float64.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from compadagrad._jit import Array, inlined_kernel, intrinsic, kernel
from compadagrad.hadamard._numba import vectors as vec
from compadagrad.hadamard._numba.vectors import Builder, Value

__all__ = ["CHUNK", "add_products", "fill", "lift_chunk", "padded_rows", "take_chunk"]

CHUNK = 1 << 8  # places, a multiple of any register's
LINE = 8  # entries of a cache line
TALL, WIDE = 2, 4  # rows of a and of b whose products are summed at a time, in registers


@inlined_kernel
def padded_rows(k: int) -> int:
    """``k`` up to the next multiple of WIDE."""
    return (k + WIDE - 1) // WIDE * WIDE


@intrinsic
def _fetch_ahead(typingctx: Any, array: Any, offset: Any) -> Any:
    """Ask for the cache line of ``array[offset]``, which need not be in the array."""

    def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
        address = vec.pointer(context, builder, signature.args[0], *args)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        read, second_level, data = (ir.Constant(number, value) for value in (0, 2, 1))
        builder.call(function, [builder.bitcast(address, byte), read, second_level, data])
        return context.get_dummy_value()

    return types.void(array, types.intp), codegen


@kernel
def take_chunk(columns: Array, start: int, stop: int, chunk: Array) -> None:
    """``chunk = columns[:, start:stop]``, and zeros behind them; the next chunk is on its way."""
    n, length = columns.shape[1], stop - start
    for j in range(columns.shape[0]):
        for i in range(0, length, LINE):
            _fetch_ahead(columns, j * n + stop + i)
        row, read = chunk[j], columns[j, start:stop]
        for i in range(length):
            row[i] = read[i]
        row[length:] = 0.0


@inlined_kernel
def fill(out: Array, x: Array) -> None:
    """``out = x``, and zeros behind it."""
    for i in range(x.size):
        out[i] = x[i]
    out[x.size :] = 0.0


@kernel
def lift_chunk(chunk: Array, z: Array, out: Array) -> None:
    """``out = z chunk``; the entries of z are as many as V's columns."""
    out[:] = 0.0
    k = z.size
    together = k - k % 4
    for j in range(0, together, 4):
        a, b, c, d = chunk[j], chunk[j + 1], chunk[j + 2], chunk[j + 3]
        p, q, r, s = z[j], z[j + 1], z[j + 2], z[j + 3]
        for i in range(out.size):
            out[i] += (p * a[i] + q * b[i]) + (r * c[i] + s * d[i])
    for j in range(together, k):
        a, p = chunk[j], z[j]
        for i in range(out.size):
            out[i] += p * a[i]


def _sum_of_lanes(builder: Builder, value: Value) -> Value:
    """The sum of a register's lanes, by halves."""
    undefined = ir.Constant(value.type, ir.Undefined)
    half = value.type.count // 2
    while half:
        lanes = [(i + half) % value.type.count for i in range(value.type.count)]
        order = ir.Constant(ir.VectorType(ir.IntType(32), value.type.count), lanes)
        value = builder.fadd(value, builder.shuffle_vector(value, undefined, order))
        half //= 2
    return builder.extract_element(value, ir.Constant(ir.IntType(32), 0))


@intrinsic
def _add_block(
    typingctx: Any, a: Any, ao: Any, b: Any, bo: Any, length: Any, out: Any, oo: Any, width: Any
) -> Any:
    """``out[r, s] += <a_r, b_s>`` for TALL rows at ``a[ao]`` and WIDE at ``b[bo]``.

    Rows of a and b are ``length`` apart, a multiple of the register's, and those of out ``width``.
    """
    signature = types.void(a, types.intp, b, types.intp, types.intp, out, types.intp, types.intp)
    vector = vec.register_type(a)

    def codegen(context: Any, builder: Builder, signature: Any, args: Any) -> Value:
        a, ao, b, bo, length, out, oo, width = args
        left = vec.pointer(context, builder, signature.args[0], a, ao)
        right = vec.pointer(context, builder, signature.args[2], b, bo)
        target = vec.pointer(context, builder, signature.args[5], out, oo)
        lefts = [vec.advance(builder, left, length, r) for r in range(TALL)]
        rights = [vec.advance(builder, right, length, s) for s in range(WIDE)]
        zero = ir.Constant(vector, [0.0] * vector.count)
        sums = [[cgutils.alloca_once_value(builder, zero) for _ in rights] for _ in lefts]
        step = ir.Constant(length.type, vector.count)
        with cgutils.for_range_slice(builder, ir.Constant(length.type, 0), length, step) as (i, _):
            ys = [vec.load(builder, builder.gep(row, [i]), vector) for row in rights]
            for row, totals in zip(lefts, sums, strict=True):
                x = vec.load(builder, builder.gep(row, [i]), vector)
                for y, total in zip(ys, totals, strict=True):
                    value = vec.multiply_add(builder, x, y, builder.load(total))
                    builder.store(value, total)
        one = ir.Constant(width.type, 1)
        for r, totals in enumerate(sums):
            row = vec.advance(builder, target, width, r)
            for s, total in enumerate(totals):
                place = vec.advance(builder, row, one, s)
                value = _sum_of_lanes(builder, builder.load(total))
                builder.store(builder.fadd(builder.load(place), value), place)
        return context.get_dummy_value()

    return signature, codegen


@kernel
def add_products(a: Array, b: Array, triangle: bool, out: Array) -> None:
    """``out += a b^T``, or at least its lower triangle.

    All three are C-contiguous; a has an even number of rows, b a multiple of WIDE.
    """
    length, width = a.shape[1], b.shape[0]
    for j in range(0, a.shape[0], TALL):
        end = min(width, j + TALL) if triangle else width
        for m in range(0, end, WIDE):
            _add_block(a, j * length, b, m * length, length, out, j * width + m, width)
