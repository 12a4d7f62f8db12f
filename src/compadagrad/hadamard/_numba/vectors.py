"""Pieces of LLVM vector code: what the register kernels are put together from.

Everything here runs while a kernel is compiled and emits instructions for one register, a vector
of ``VECTOR_BYTES`` bytes. No instruction set is named: LLVM lowers the same code to AVX-512, AVX2,
SSE2 or NEON.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, config

__all__ = [
    "VECTOR_BYTES",
    "Builder",
    "Value",
    "advance",
    "broadcast",
    "flip_signs",
    "levels_across",
    "levels_inside",
    "load",
    "multiply_add",
    "pointer",
    "register_type",
    "store",
]

Builder = Any  # llvmlite.ir.IRBuilder and llvmlite.ir.Value: llvmlite carries no types
Value = Any


def _vector_bytes() -> int:
    """Bytes of a vector register of the processor that Numba compiles for."""
    if config.CPU_FEATURES is not None:
        enabled = {name[1:] for name in config.CPU_FEATURES.split(",") if name.startswith("+")}
    else:
        enabled = {name for name, on in llvm.get_host_cpu_features().items() if on}
    return 64 if "avx512f" in enabled else 32 if "avx2" in enabled else 16


VECTOR_BYTES = _vector_bytes()

_INT32 = ir.IntType(32)


def register_type(array_type: Any) -> Any:
    """The vector that fills one register with elements of a float32 or float64 array."""
    size = array_type.dtype.bitwidth // 8
    element = ir.FloatType() if size == 4 else ir.DoubleType()
    return ir.VectorType(element, VECTOR_BYTES // size)


def pointer(context: Any, builder: Builder, array_type: Any, array: Value, offset: Value) -> Value:
    """The address of ``array[offset]``."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(data, [offset])


def advance(builder: Builder, address: Value, stride: Value, times: int) -> Value:
    """``address`` moved by ``times * stride`` elements."""
    return builder.gep(address, [builder.mul(stride, ir.Constant(stride.type, times))])


def load(builder: Builder, address: Value, vector: Any) -> Value:
    """One register from an address aligned to its elements only."""
    size = VECTOR_BYTES // vector.count
    return builder.load(builder.bitcast(address, vector.as_pointer()), align=size)


def store(builder: Builder, value: Value, address: Value, *, stream: bool = False) -> None:
    """Write one register; ``stream`` goes past the caches and wants a whole-register address."""
    align = VECTOR_BYTES if stream else VECTOR_BYTES // value.type.count
    instruction = builder.store(
        value, builder.bitcast(address, value.type.as_pointer()), align=align
    )
    if stream:
        mark = builder.module.add_metadata([ir.Constant(_INT32, 1)])
        instruction.set_metadata("nontemporal", mark)


def broadcast(builder: Builder, scalar: Value, vector: Any) -> Value:
    """``scalar`` in every lane."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, scalar, ir.Constant(_INT32, 0))
    zeros = ir.Constant(ir.VectorType(_INT32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, undefined, zeros)


def multiply_add(builder: Builder, a: Value, b: Value, c: Value) -> Value:
    """``a * b + c``, fused where the processor can."""
    vector = a.type
    name = f"llvm.fmuladd.v{vector.count}{vector.element.intrinsic_name}"
    signature = ir.FunctionType(vector, [vector] * 3)
    function = cgutils.get_or_insert_function(builder.module, signature, name)
    return builder.call(function, [a, b, c])


def levels_across(builder: Builder, registers: list[Value]) -> list[Value]:
    """The butterflies between whole registers, in ascending order of distance."""
    h = 1
    while h < len(registers):
        for i in range(len(registers)):
            if not i & h:
                a, b = registers[i], registers[i + h]
                registers[i], registers[i + h] = builder.fadd(a, b), builder.fsub(a, b)
        h *= 2
    return registers


def levels_inside(builder: Builder, value: Value) -> Value:
    """The butterflies between the lanes of one register: ``v <- swap_h(v) + s_h v``, h = 1, 2, ...

    The factors ``s_h`` are +1 and -1, so the product is exact, fused or not.
    """
    vector = value.type
    undefined = ir.Constant(vector, ir.Undefined)
    lanes = range(vector.count)
    h = 1
    while h < vector.count:
        swap = ir.Constant(ir.VectorType(_INT32, vector.count), [i ^ h for i in lanes])
        sign = ir.Constant(vector, [-1.0 if i & h else 1.0 for i in lanes])
        swapped = builder.shuffle_vector(value, undefined, swap)
        value = multiply_add(builder, value, sign, swapped)
        h *= 2
    return value


def flip_signs(builder: Builder, value: Value, signs: Value) -> Value:
    """``value`` times the int8 lanes (+1 or -1) at address ``signs``: one exclusive or."""
    count = value.type.count
    bits = 8 * VECTOR_BYTES // count
    integers = ir.VectorType(ir.IntType(bits), count)
    small = ir.VectorType(ir.IntType(8), count)
    lanes = builder.load(builder.bitcast(signs, small.as_pointer()), align=1)
    top_bit = ir.Constant(integers, [1 << (bits - 1)] * count)
    mask = builder.and_(builder.sext(lanes, integers), top_bit)
    return builder.bitcast(builder.xor(builder.bitcast(value, integers), mask), value.type)
