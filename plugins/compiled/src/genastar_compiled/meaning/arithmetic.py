"""Operators between numbers, with Python's meaning.

The rules, by what the two numbers are:

- *ints* (int64, which is Python's int or ``np.int64``): as in Python; results beyond 64 bits are refused at run time.
- *numpy's narrow ints* with each other, or with a constant: numpy's type (NEP 50), if the number fits it. With an int that may
be
  Python's or ``np.int64``, the result type is unknown: values that fit the narrow type are the same in both, others are
  refused.
- *np.uint64*: wraps around, as in numpy; with ints only where numpy does not convert it to a float.
- *np.float32* with each other only; other combinations are refused, because numpy's result depends on the other's origin.
- *floats*: as in Python. Where Python raises an error and numpy does not, the code raises it if the solver cannot reach numpy,
  and refuses otherwise.
- *bools* that may be numpy's: ``True + True`` is 2 or True, so it is refused.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.np.numpy_support import as_dtype, from_dtype

from genastar_compiled.data.values import NARROW, refuse_narrow
from genastar_compiled.meaning.passes import Chosen, stands_for
from genastar_compiled.meaning.refusal import fail_if, leave_range_if, numbers_may_be_numpys, refuse_if

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


def is_scalar(kind: types.Type) -> bool:
    """Return whether a type is a number or a bool."""
    return isinstance(kind, (types.Integer, types.Boolean, types.Float))


def word(context: Any, builder: Any, value: Value, kind: types.Type) -> Value:
    """Convert a number to int64."""
    return context.cast(builder, value, kind, types.int64)


def to_float(context: Any, builder: Any, value: Value, kind: types.Type) -> Value:
    """Convert a number to float64, rounded as in Python."""
    return context.cast(builder, value, kind, types.float64)


def is_exact(builder: Any, value: Value) -> Value:
    """Return whether an int64 is exact as a float."""
    return builder.icmp_unsigned("<=", builder.add(value, ir.Constant(WORD, EXACT)), ir.Constant(WORD, 2 * EXACT))


def require_exact(context: Any, builder: Any, value: Value, kind: types.Type) -> None:
    """Refuse an int that is inexact as a float, where Python and numpy would differ."""
    if isinstance(kind, types.Integer) and kind.bitwidth == 64:
        constant = constant_of(kind)
        if constant is not None and abs(constant) <= EXACT:
            return
        what = "an int beyond 2 ** 53 meets a float, or is divided to one,"
        refuse_if(context, builder, builder.not_(is_exact(builder, value)), what, "keep such ints below it")


# --- ints of 64 bits -------------------------------------------------------------------------------------------------


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

_WHOLE: Final[dict[object, _Whole]] = {
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


def _choose_whole(sign: object, args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for two ints or bools, except true division."""
    left, right = args
    unsigned = [kind for kind in args if types.unliteral(kind) == types.uint64]
    if unsigned:
        return _choose_unsigned(sign, args)
    if is_bool(left) and is_bool(right):
        return _choose_bools(sign)
    if sign is operator.pow and (exponent := constant_of(right)) is not None and exponent < 0:
        return _choose_float(sign, args)
    result = types.int64
    if is_narrow(left) or is_narrow(right):
        result = _narrow_result(sign, left, right)
    write = _WHOLE[sign]

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        one, other = (_known(word(context, builder, value, kind), kind) for value, kind in zip(values, args, strict=True))
        if result in NARROW:
            for value, kind in ((one, left), (other, right)):
                if is_word(kind) and constant_of(kind) is None:
                    _require_fit(context, builder, value, result)
        number = write(context, builder, one, other, right)
        if result in NARROW:
            _require_fit(context, builder, number, result)
        return context.cast(builder, number, types.int64, result)

    return Chosen(result, code)


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


def _require_fit(context: Any, builder: Any, value: Value, kind: types.Type) -> None:
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
        write: dict[object, Callable[..., Value]] = {
            operator.add: builder.add,
            operator.sub: builder.sub,
            operator.mul: builder.mul,
            operator.and_: builder.and_,
            operator.or_: builder.or_,
            operator.xor: builder.xor,
        }
        return write[sign](one, other)

    return Chosen(half, code)


def _choose_bools(sign: object) -> Chosen | None:
    if sign in (operator.and_, operator.or_, operator.xor):
        return Chosen(types.boolean, lambda context, builder, values: _BOOLS[sign](builder, *values))
    if not numbers_may_be_numpys():
        write = _WHOLE[sign]

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


_BOOLS: Final[dict[object, Callable[..., Value]]] = {
    operator.and_: lambda builder, one, other: builder.and_(one, other),
    operator.or_: lambda builder, one, other: builder.or_(one, other),
    operator.xor: lambda builder, one, other: builder.xor(one, other),
}


# --- floats ----------------------------------------------------------------------------------------------------------


def c_power(builder: Any, base: Value, exponent: Value) -> Value:
    """Call C's ``pow`` under another name, because LLVM would replace a square by a product, unlike Python."""
    kind = ir.FunctionType(DOUBLE, [DOUBLE, DOUBLE])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "genastar_pow"), [base, exponent])


assert cpu_target.target_context  # makes the C library known to LLVM
binding.add_symbol("genastar_pow", binding.address_of_symbol("pow"))


def is_finite(builder: Any, value: Value) -> Value:
    """Return whether a float is neither infinite nor NaN."""
    return builder.fcmp_ordered("==", builder.fsub(value, value), ir.Constant(DOUBLE, 0.0))


def is_infinite(builder: Any, value: Value) -> Value:
    """Return whether a float is infinite."""
    infinite = ir.Constant(DOUBLE, float("inf"))
    return builder.or_(
        builder.fcmp_ordered("==", value, infinite), builder.fcmp_ordered("==", value, ir.Constant(DOUBLE, float("-inf")))
    )


def _float_power(context: Any, builder: Any, base: Value, exponent: Value) -> Value:
    zero = ir.Constant(DOUBLE, 0.0)
    below = builder.and_(builder.fcmp_ordered("<", exponent, zero), is_finite(builder, exponent))
    nothing = builder.and_(builder.fcmp_ordered("==", base, zero), below)
    fail_if(context, builder, nothing, ZeroDivisionError, "0.0 cannot be raised to a negative power")
    both = builder.and_(is_finite(builder, base), is_finite(builder, exponent))
    floor = builder.call(builder.module.declare_intrinsic("llvm.floor", [DOUBLE]), [exponent])
    broken = builder.and_(builder.fcmp_ordered("<", base, zero), builder.fcmp_ordered("!=", floor, exponent))
    what = "a fractional power of a negative number, which is complex to Python and NaN to numpy,"
    refuse_if(context, builder, builder.and_(both, broken), what, "test beforehand")
    result = c_power(builder, base, exponent)
    fail_if(
        context, builder, builder.and_(both, is_infinite(builder, result)), OverflowError, 34, "Numerical result out of range"
    )
    return result


def _choose_float(sign: object, args: Sequence[types.Type]) -> Chosen | None:
    """Choose code where one operand is a float, or two ints give a float."""

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        one, other = (to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True))
        if sign is operator.pow:
            return _float_power(context, builder, one, other)
        if sign in (operator.truediv, operator.floordiv, operator.mod):
            whole = not any(map(is_float, args))
            none = builder.fcmp_ordered("==", other, ir.Constant(DOUBLE, 0.0))
            text = {operator.truediv: "division by zero" if whole else "float division by zero"}.get(sign, "float modulo")
            fail_if(context, builder, none, ZeroDivisionError, text)
        if sign is operator.truediv:
            if whole:
                for value, kind in zip(values, args, strict=True):
                    require_exact(context, builder, value, kind)
            return builder.fdiv(one, other)
        function = context.typing_context.resolve_value_type(sign)
        found = function.get_call_type(context.typing_context, (types.float64, types.float64), {})
        return context.get_function(function, found)(builder, (one, other))

    return Chosen(types.float64, code) if sign in (operator.pow, operator.truediv, operator.floordiv, operator.mod) else None


def _choose_binary(sign: object) -> Callable[[Sequence[types.Type]], Chosen | None]:
    def choose(args: Sequence[types.Type]) -> Chosen | None:
        if len(args) != 2:
            return None
        if any(isinstance(kind, types.Array) for kind in args):
            refuse_mixed_arrays(args)
            return None
        if not all(map(is_scalar, args)):
            return None
        if any(kind == types.float32 for kind in args):
            refuse_mixed_halves(args)
            if sign not in (operator.add, operator.sub, operator.mul, operator.truediv):
                refuse_narrow(types.float32, "an operand")
            return _choose_halves(sign, args)
        if any(map(is_float, args)) or sign is operator.truediv:
            return _choose_float(sign, args)
        return _choose_whole(sign, args) if sign in _WHOLE else None

    return choose


def _choose_halves(sign: object, args: Sequence[types.Type]) -> Chosen:
    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        one, other = (context.cast(builder, value, kind, types.float32) for value, kind in zip(values, args, strict=True))
        if sign is operator.truediv:
            none = builder.fcmp_ordered("==", other, ir.Constant(ir.FloatType(), 0.0))
            fail_if(context, builder, none, ZeroDivisionError, "float division by zero")
        write: dict[object, Callable[..., Value]] = {
            operator.add: builder.fadd,
            operator.sub: builder.fsub,
            operator.mul: builder.fmul,
            operator.truediv: builder.fdiv,
        }
        return write[sign](one, other)

    return Chosen(types.float32, code)


def refuse_mixed_halves(args: Sequence[types.Type]) -> None:
    """Refuse np.float32 with anything but its kind and small constants."""
    for kind in args:
        constant = constant_of(kind)
        if kind != types.float32 and (constant is None or abs(constant) > 1 << 24):
            refuse_narrow(types.float32, "an operand")


def refuse_mixed_arrays(args: Sequence[types.Type]) -> None:
    """Refuse numpy arrays of narrow numbers with other types: the result type is unknown."""
    kinds = [types.unliteral(getattr(kind, "dtype", kind)) for kind in args]
    if len(set(kinds)) > 1 and any(kind in NARROW for kind in kinds):
        raise TypingError("an array of numpy's narrow numbers with another type; write array.astype(np.int64) or np.float64")


def _choose_comparison(args: Sequence[types.Type]) -> Chosen | None:
    if any(isinstance(kind, types.Array) for kind in args) or not all(map(is_scalar, args)):
        return None
    if any(kind == types.float32 for kind in args):
        refuse_mixed_halves(args)
    return None


def _choose_compare(sign: object, predicate: str) -> Callable[[Sequence[types.Type]], Chosen | None]:
    def choose(args: Sequence[types.Type]) -> Chosen | None:
        _choose_comparison(args)
        if not (any(map(is_float, args)) and any(isinstance(kind, types.Integer) and kind.bitwidth == 64 for kind in args)):
            return None

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            for value, kind in zip(values, args, strict=True):
                require_exact(context, builder, value, kind)
            one, other = (to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True))
            compare = builder.fcmp_unordered if predicate == "!=" else builder.fcmp_ordered
            return compare(predicate, one, other)

        return Chosen(types.boolean, code)

    return choose


# --- one operand -----------------------------------------------------------------------------------------------------


def _choose_negative(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if not is_scalar(kind) or isinstance(kind, types.Float) or types.unliteral(kind) == types.uint64:
        return None
    if is_bool(kind) and numbers_may_be_numpys():
        raise TypingError("numpy has no minus of a bool; write int(...) around it")
    result = types.unliteral(kind) if is_narrow(kind) else types.int64

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number = checked(context, builder, "sub", ir.Constant(WORD, 0), word(context, builder, values[0], kind))
        if result in NARROW:
            _require_fit(context, builder, number, result)
        return context.cast(builder, number, types.int64, result)

    return Chosen(result, code)


def _choose_absolute(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if is_bool(kind):
        result = types.boolean if numbers_may_be_numpys() else types.int64
        return Chosen(result, lambda context, builder, values: context.cast(builder, values[0], kind, result))
    if not isinstance(kind, types.Integer) or not kind.signed:
        return None
    result = types.unliteral(kind) if is_narrow(kind) else types.int64

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number = word(context, builder, values[0], kind)
        leave_range_if(context, builder, builder.icmp_signed("==", number, LEAST))
        below = builder.icmp_signed("<", number, ir.Constant(WORD, 0))
        number = builder.select(below, builder.sub(ir.Constant(WORD, 0), number), number)
        if result in NARROW:
            _require_fit(context, builder, number, result)
        return context.cast(builder, number, types.int64, result)

    return Chosen(result, code)


def _choose_inverse(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if is_bool(kind):
        if numbers_may_be_numpys():
            raise TypingError("~ of a bool is a bool in numpy but an int in Python; write not")
        return Chosen(types.int64, lambda context, builder, values: builder.not_(word(context, builder, values[0], kind)))
    if isinstance(kind, types.Integer) and kind.bitwidth < 64:
        if not kind.signed:
            refuse_narrow(kind, "what ~ is asked of")
        return Chosen(types.unliteral(kind), lambda context, builder, values: builder.not_(values[0]))
    return None


_COMPARISONS: Final = {
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}
_IN_PLACE: Final = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.ifloordiv: operator.floordiv,
    operator.imod: operator.mod,
    operator.ilshift: operator.lshift,
    operator.irshift: operator.rshift,
    operator.ipow: operator.pow,
    operator.iand: operator.and_,
    operator.ior: operator.or_,
    operator.ixor: operator.xor,
    operator.itruediv: operator.truediv,
}
for _sign in (*_WHOLE, operator.truediv):
    stands_for(_sign, _choose_binary(_sign))
for _sign, _plain in _IN_PLACE.items():
    stands_for(_sign, _choose_binary(_plain))
for _sign, _predicate in _COMPARISONS.items():
    stands_for(_sign, _choose_compare(_sign, _predicate))
stands_for(operator.neg, _choose_negative)
stands_for(operator.invert, _choose_inverse)
stands_for(abs, _choose_absolute)


def _choose_set_item(args: Sequence[types.Type]) -> Chosen | None:
    """Choose code that stores a value in an array unchanged, if the array can hold it."""
    target, kind = args

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        if context.enable_nrt:
            context.nrt.incref(builder, kind, values[1])
        element = getattr(target, "dtype", None)
        if isinstance(target, types.Array) and is_word(kind) and element in NARROW and isinstance(element, types.Integer):
            _require_fit(context, builder, word(context, builder, values[1], kind), element)
        return values[1]

    return Chosen(kind, code)


stands_for(operator.setitem, _choose_set_item)
