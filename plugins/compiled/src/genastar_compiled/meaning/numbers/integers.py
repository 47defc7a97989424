"""Operators between ints and bools; `arithmetic` has the rules."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.np.numpy_support import as_dtype, from_dtype

from genastar_compiled.data.values.values import NARROW, refuse_narrow
from genastar_compiled.meaning.numbers.conversions import (
    LEAST,
    WORD,
    Value,
    constant_of,
    is_bool,
    is_narrow,
    is_word,
    word,
)
from genastar_compiled.meaning.numbers.floats import choose_float
from genastar_compiled.meaning.refusal import fail_if, leave_range_if, origin, refuse_if
from genastar_compiled.meaning.stand_ins import Chosen


def checked(context: Any, builder: Any, name: str, left: Value, right: Value) -> Value:
    """Return ``left + right``, ``left - right`` or ``left * right`` of int64, refused on overflow; name is add, sub or mul."""
    function = builder.module.declare_intrinsic(
        f"llvm.s{name}.with.overflow", [WORD], ir.FunctionType(ir.LiteralStructType([WORD, ir.IntType(1)]), [WORD, WORD])
    )
    both = builder.call(function, [left, right])
    leave_range_if(context, builder, builder.extract_value(both, 1))
    return builder.extract_value(both, 0)


def _divide(context: Any, builder: Any, left: Value, right: Value, kind: types.Type) -> tuple[Value, Value]:
    """Return the floor of ``left / right`` and the remainder, which has the sign of ``right``."""
    constant = constant_of(kind)
    if constant is not None and constant > 0 and constant & (constant - 1) == 0:
        return builder.ashr(left, ir.Constant(WORD, constant.bit_length() - 1)), builder.and_(
            left, ir.Constant(WORD, constant - 1)
        )
    zero = ir.Constant(WORD, 0)
    if not constant:
        fail_if(
            context, builder, builder.icmp_signed("==", right, zero), ZeroDivisionError, "integer division or modulo by zero"
        )
    if constant is None or constant == -1:
        minus_one = ir.Constant(WORD, -1)
        extreme = builder.and_(builder.icmp_signed("==", left, LEAST), builder.icmp_signed("==", right, minus_one))
        leave_range_if(context, builder, extreme)
    quotient, rest = builder.sdiv(left, right), builder.srem(left, right)
    differ = builder.icmp_signed("<", builder.xor(rest, right), zero)
    down = builder.and_(builder.icmp_signed("!=", rest, zero), differ)
    return builder.sub(quotient, builder.zext(down, WORD)), builder.add(rest, builder.select(down, right, zero))


def _floor_divide(context: Any, builder: Any, left: Value, right: Value, kind: types.Type) -> Value:
    return _divide(context, builder, left, right, kind)[0]


def _modulo(context: Any, builder: Any, left: Value, right: Value, kind: types.Type) -> Value:
    return _divide(context, builder, left, right, kind)[1]


def _places(context: Any, builder: Any, right: Value, kind: types.Type) -> tuple[Value, Value]:
    """Return the distance of a shift, at most 63, and whether it was more."""
    last = ir.Constant(WORD, 63)
    constant = constant_of(kind)
    if constant is not None and 0 <= constant <= 63:
        return right, ir.Constant(ir.IntType(1), 0)
    far = builder.icmp_unsigned(">", right, last)  # includes negative numbers
    with builder.if_then(far, likely=False):
        _refuse_negative_shift(context, builder, right)
    return builder.select(far, last, right), far


def _refuse_negative_shift(context: Any, builder: Any, right: Value) -> None:
    fail_if(context, builder, builder.icmp_signed("<", right, ir.Constant(WORD, 0)), ValueError, "negative shift count")


def _shift_left(context: Any, builder: Any, left: Value, right: Value, kind: types.Type) -> Value:
    if isinstance(left, ir.Constant) and left.constant > 0:  # usually 1 << n: one comparison, and LLVM knows the range
        far = builder.icmp_unsigned(">", right, ir.Constant(WORD, 63 - int(left.constant).bit_length()))
        with builder.if_then(far, likely=False):
            _refuse_negative_shift(context, builder, right)
            leave_range_if(context, builder, ir.Constant(ir.IntType(1), 1))
        return builder.shl(left, right, flags=("nuw", "nsw"))
    places, far = _places(context, builder, right, kind)
    shifted = builder.shl(left, places)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, places), left)
    lost = builder.or_(lost, builder.and_(far, builder.icmp_signed("!=", left, ir.Constant(WORD, 0))))
    leave_range_if(context, builder, lost)
    return shifted


def _shift_right(context: Any, builder: Any, left: Value, right: Value, kind: types.Type) -> Value:
    places, _ = _places(context, builder, right, kind)
    return builder.ashr(left, places)


def _power(context: Any, builder: Any, base: Value, exponent: Value, kind: types.Type) -> Value:
    """Raise to a non-negative power by squaring."""
    constant = constant_of(kind)
    if constant is not None and constant <= 4:
        result = ir.Constant(WORD, 1) if constant == 0 else base
        for _ in range(constant - 1):
            result = checked(context, builder, "mul", result, base)
        return result
    below = builder.icmp_signed("<", exponent, ir.Constant(WORD, 0))
    refuse_if(context, builder, below, "an int to a negative power, which is a float,", "write 2.0 ** n")
    result, square, left = (cgutils.alloca_once(builder, WORD) for _ in range(3))
    builder.store(ir.Constant(WORD, 1), result)
    builder.store(base, square)
    builder.store(exponent, left)
    loop, done = builder.append_basic_block("power"), builder.append_basic_block("power.done")
    zero, one = ir.Constant(WORD, 0), ir.Constant(WORD, 1)
    builder.cbranch(builder.icmp_signed(">", exponent, zero), loop, done)
    builder.position_at_end(loop)
    bits = builder.load(left)
    with builder.if_then(builder.trunc(bits, ir.IntType(1))):
        builder.store(checked(context, builder, "mul", builder.load(result), builder.load(square)), result)
    rest = builder.lshr(bits, one)
    builder.store(rest, left)
    more = builder.icmp_signed(">", rest, zero)
    with builder.if_then(more):
        builder.store(checked(context, builder, "mul", builder.load(square), builder.load(square)), square)
    builder.cbranch(more, loop, done)
    builder.position_at_end(done)
    return builder.load(result)


_Whole = Callable[[Any, Any, Value, Value, types.Type], Value]

WHOLE: Final[dict[Callable[..., Any], _Whole]] = {
    operator.add: lambda context, builder, left, right, kind: checked(context, builder, "add", left, right),
    operator.sub: lambda context, builder, left, right, kind: checked(context, builder, "sub", left, right),
    operator.mul: lambda context, builder, left, right, kind: checked(context, builder, "mul", left, right),
    operator.floordiv: _floor_divide,
    operator.mod: _modulo,
    operator.lshift: _shift_left,
    operator.rshift: _shift_right,
    operator.pow: _power,
    operator.and_: lambda context, builder, left, right, kind: builder.and_(left, right),
    operator.or_: lambda context, builder, left, right, kind: builder.or_(left, right),
    operator.xor: lambda context, builder, left, right, kind: builder.xor(left, right),
}
"""Operators on int64."""

_BITS: Final = (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift)


def choose_whole(sign: Any, args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for two ints or bools, except true division."""
    left, right = args
    unsigned = [kind for kind in args if types.unliteral(kind) == types.uint64]
    if unsigned:
        return _choose_unsigned(sign, args)
    if is_bool(left) and is_bool(right):
        return _choose_bools(sign)
    if sign is operator.pow and (exponent := constant_of(right)) is not None and exponent < 0:
        return choose_float(sign, args)
    result = types.int64
    if is_narrow(left) or is_narrow(right):
        result = _narrow_result(sign, left, right)
    write = WHOLE[sign]

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        one, other = (_known(word(context, builder, value, kind), kind) for value, kind in zip(values, args, strict=True))
        if result in NARROW:
            for value, kind in ((one, left), (other, right)):
                if is_word(kind) and constant_of(kind) is None:
                    require_fit(context, builder, value, result)
        return as_result(context, builder, write(context, builder, one, other, right), result)

    return Chosen(result, code)


def as_result(context: Any, builder: Any, number: Value, kind: types.Type) -> Value:
    """Return an int64 as this type; refuse a number that does not fit it."""
    if kind in NARROW:
        require_fit(context, builder, number, kind)
    return context.cast(builder, number, types.int64, kind)


def _known(value: Value, kind: types.Type) -> Value:
    """Return a number, as a constant if its type is one."""
    constant = constant_of(kind)
    return value if constant is None else ir.Constant(WORD, constant)


def _narrow_result(sign: object, left: types.Type, right: types.Type) -> types.Type:
    """Return the type of numpy's result, if it is known."""
    if sign is operator.pow:
        refuse_narrow(left if is_narrow(left) else right, "the base or the exponent of a power")
    for kind, other in ((left, right), (right, left)):
        if is_narrow(kind) and not is_narrow(other):
            constant = constant_of(other)
            limits = np.iinfo(as_dtype(kind))
            if constant is not None and not limits.min <= constant <= limits.max:
                raise TypingError(f"{constant} does not fit {kind}, with which numpy computes here; write int(...) around that")
            return types.unliteral(kind)
    return from_dtype(np.promote_types(as_dtype(left), as_dtype(right)))


def require_fit(context: Any, builder: Any, value: Value, kind: types.Type) -> None:
    """Refuse an int64 that does not fit a narrower numpy type."""
    back = context.cast(builder, context.cast(builder, value, types.int64, kind), kind, types.int64)
    what = f"a number does not fit {kind}, with which numpy computes,"
    refuse_if(
        context, builder, builder.icmp_signed("!=", back, value), what, "write int(...) around what comes out of an array"
    )


def _choose_unsigned(sign: object, args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for an np.uint64: it stays one with its kind, and with numbers that are surely Python's."""
    if all(types.unliteral(kind) == types.uint64 and constant_of(kind) is None for kind in args):
        return None if sign not in (operator.lshift, operator.rshift, operator.pow) else _unsigned(sign, args)
    if all(constant_of(kind) is not None or is_word(kind) for kind in args):
        raise TypingError("a constant is beyond the 64 bits of a machine's integer")
    for kind in args:
        if is_bool(kind) or (is_narrow(kind) and not kind.signed):
            continue
        constant = constant_of(kind)
        if types.unliteral(kind) == types.uint64 or (constant is not None and constant >= 0):
            continue
        if is_word(kind) and constant is None and sign in _BITS:
            continue  # in numpy these exist only between np.uint64 and Python's int
        raise TypingError(
            "np.uint64 with an int may become a float in numpy; write int(...) around one or np.uint64(...) around the other"
        )
    return _unsigned(sign, args)


def _unsigned(sign: object, args: Sequence[types.Type]) -> Chosen:
    if sign is operator.pow:
        raise TypingError("np.uint64 to a power: write int(...) around it")
    half = types.uint64

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        numbers = []
        for value, kind in zip(values, args, strict=True):
            number = context.cast(builder, value, kind, types.int64 if is_word(kind) else half)
            if is_word(kind) and constant_of(kind) is None:
                below = builder.icmp_signed("<", number, ir.Constant(WORD, 0))
                refuse_if(context, builder, below, "np.uint64 meets an int below 0", "write int(...) around it")
            numbers.append(number)
        one, other = numbers
        if sign in (operator.lshift, operator.rshift):
            far = builder.icmp_unsigned(">", other, ir.Constant(WORD, 63))
            safe = builder.select(far, ir.Constant(WORD, 0), other)
            shifted = builder.shl(one, safe) if sign is operator.lshift else builder.lshr(one, safe)
            return builder.select(far, ir.Constant(WORD, 0), shifted)
        if sign in (operator.floordiv, operator.mod):
            none = builder.icmp_unsigned("==", other, ir.Constant(WORD, 0))
            fail_if(context, builder, none, ZeroDivisionError, "integer division or modulo by zero")
            return builder.udiv(one, other) if sign is operator.floordiv else builder.urem(one, other)
        if sign in _BITS:
            return WHOLE[sign](context, builder, one, other, half)
        write: dict[object, Callable[..., Value]] = {
            operator.add: builder.add,
            operator.sub: builder.sub,
            operator.mul: builder.mul,
        }
        return write[sign](one, other)

    return Chosen(half, code)


def _choose_bools(sign: Any) -> Chosen | None:
    write = WHOLE[sign]
    if sign in (operator.and_, operator.or_, operator.xor):
        return Chosen(
            types.boolean, lambda context, builder, values: write(context, builder, values[0], values[1], types.boolean)
        )
    if not origin().numpy:

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            one, other = (word(context, builder, value, types.boolean) for value in values)
            return write(context, builder, one, other, types.int64)

        return Chosen(types.int64, code)
    if sign is operator.mul:
        return Chosen(types.boolean, lambda context, builder, values: builder.and_(*values))
    if sign is not operator.add:
        raise TypingError("numpy's bools compute differently from Python's; write int(...) around both")

    def add(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        refuse_if(
            context,
            builder,
            builder.and_(*values),
            "True + True, which is True to numpy and 2 to Python",
            "write int(...) around both",
        )
        return builder.or_(*values)

    return Chosen(types.boolean, add)
