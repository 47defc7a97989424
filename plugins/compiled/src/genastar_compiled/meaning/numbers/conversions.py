"""Numbers in machine code: what a type of Numba says of one, and conversions between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types

from genastar_compiled.meaning.refusal import refuse_if

WORD: Final = ir.IntType(64)
DOUBLE: Final = ir.DoubleType()
LEAST: Final = ir.Constant(WORD, -(1 << 63))
EXACT: Final = 1 << 53
"""Ints up to this value are exact as floats."""

Value = Any
"""An LLVM value."""


def is_word(kind: types.Type) -> bool:
    """Return whether a type is a signed int of 64 bits."""
    return isinstance(kind, types.Integer) and kind.bitwidth == 64 and kind.signed


def is_narrow(kind: types.Type) -> bool:
    """Return whether a type is a numpy int of fewer than 64 bits."""
    return isinstance(kind, types.Integer) and kind.bitwidth < 64


def is_bool(kind: types.Type) -> bool:
    """Return whether a type is bool."""
    return isinstance(kind, types.Boolean)


def is_float(kind: types.Type) -> bool:
    """Return whether a type is float."""
    return kind == types.float64


def constant_of(kind: types.Type) -> int | None:
    """Return the number in an int's type, if it is a constant in the source."""
    return kind.literal_value if isinstance(kind, types.IntegerLiteral) else None


def has_inexact(kinds: Iterable[types.Type]) -> bool:
    """Return whether a number, or an array of numbers, has floats or complex numbers in it."""
    return any(isinstance(getattr(each, "dtype", each), (types.Float, types.Complex)) for each in kinds)


def is_scalar(kind: types.Type) -> bool:
    """Return whether a type is a number or a bool."""
    return isinstance(kind, (types.Integer, types.Boolean, types.Float))


def word(context: Any, builder: Any, value: Value, kind: types.Type) -> Value:
    """Convert a number to int64."""
    return context.cast(builder, value, kind, types.int64)


def to_float(context: Any, builder: Any, value: Value, kind: types.Type) -> Value:
    """Convert a number to float64, rounded as in Python: unlike a cast, this refuses no int."""
    constant = constant_of(kind)
    if constant is not None:
        return ir.Constant(DOUBLE, float(constant))
    if isinstance(kind, types.Integer):
        return (builder.sitofp if kind.signed else builder.uitofp)(value, DOUBLE)
    return context.cast(builder, value, kind, types.float64)


def are_inexact(builder: Any, values: Sequence[Value]) -> Value:
    """Return whether one of these floats is finite, and so large that an int could have been rounded to it."""
    absolute = builder.module.declare_intrinsic("llvm.fabs", [DOUBLE])
    sizes = [builder.call(absolute, [value]) for value in values]
    large = reduce(builder.or_, [builder.fcmp_ordered(">=", size, ir.Constant(DOUBLE, float(EXACT))) for size in sizes])
    found = cgutils.alloca_once_value(builder, ir.Constant(ir.IntType(1), 0))
    with builder.if_then(large, likely=False):  # which is all that most numbers are asked
        finite = [builder.fcmp_ordered("!=", size, ir.Constant(DOUBLE, float("inf"))) for size in sizes]
        exact = [builder.fcmp_ordered("<", size, ir.Constant(DOUBLE, float(EXACT))) for size in sizes]
        builder.store(
            reduce(builder.or_, [builder.and_(a, builder.not_(c)) for a, c in zip(finite, exact, strict=True)]), found
        )
    return builder.load(found)


def is_exact(builder: Any, value: Value) -> Value:
    """Return whether an int64 is exact as a float."""
    return builder.icmp_unsigned("<=", builder.add(value, ir.Constant(WORD, EXACT)), ir.Constant(WORD, 2 * EXACT))


def require_same(context: Any, builder: Any, value: Value, kind: types.Type) -> None:
    """Refuse an int that no float equals."""
    if not (isinstance(kind, types.Integer) and kind.bitwidth == 64):
        return
    constant = constant_of(kind)
    if constant is not None:
        if float(constant) == constant:
            return
        value = ir.Constant(WORD, constant)
    zeros = builder.cttz(builder.or_(value, ir.Constant(WORD, EXACT)), ir.Constant(ir.IntType(1), 0))
    odd = builder.ashr(value, zeros) if kind.signed else builder.lshr(value, zeros)
    what = "an int beyond 2 ** 53 becomes a float, which cannot hold it,"
    mend = "keep such ints below it, or in a variable that is never a float"
    refuse_if(context, builder, builder.not_(is_exact(builder, odd)), what, mend)


def require_exact(context: Any, builder: Any, value: Value, kind: types.Type) -> None:
    """Refuse an int that is inexact as a float, where Python and numpy would differ."""
    if isinstance(kind, types.Integer) and kind.bitwidth == 64:
        constant = constant_of(kind)
        if constant is not None and abs(constant) <= EXACT:
            return
        what = "an int beyond 2 ** 53 meets a float, or is divided to one,"
        refuse_if(context, builder, builder.not_(is_exact(builder, value)), what, "keep such ints below it")
