"""``math``, ``int``, ``float``, ``round`` and numpy's types as functions, with the meaning of Python and numpy."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload_method
from numba.np.numpy_support import from_dtype

from genastar_compiled.data.values.values import refuse_narrow
from genastar_compiled.linking.lowering import lower_named
from genastar_compiled.meaning.numbers.conversions import (
    DOUBLE,
    WORD,
    Value,
    constant_of,
    is_bool,
    is_float,
    is_scalar,
    is_word,
    to_float,
    word,
)
from genastar_compiled.meaning.numbers.floats import c_power, is_finite, is_infinite
from genastar_compiled.meaning.refusal import leave_range_if, raise_if, refuse_if
from genastar_compiled.meaning.stand_ins import Choose, Chosen, stands_for, stands_for_method

_BEYOND: Final = ir.Constant(DOUBLE, float(1 << 63))


def _whole_of(context: Any, builder: Any, number: Value) -> Value:
    """Return a float without its fraction, as int64."""
    raise_if(context, builder, is_infinite(builder, number), OverflowError, "cannot convert float infinity to integer")
    unknown = builder.fcmp_unordered("uno", number, number)
    raise_if(context, builder, unknown, ValueError, "cannot convert float NaN to integer")
    inside = builder.and_(
        builder.fcmp_ordered("<", number, _BEYOND), builder.fcmp_ordered(">=", number, ir.Constant(DOUBLE, -float(1 << 63)))
    )
    leave_range_if(context, builder, builder.not_(inside))
    return builder.fptosi(number, WORD)


def _choose_whole(intrinsic: str | None) -> Choose:
    """Choose code for ``int``, ``math.floor`` and similar functions: any number to int."""

    def choose(args: Sequence[types.Type]) -> Chosen | None:
        kind = args[0]

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            if isinstance(kind, types.Float):
                number = to_float(context, builder, values[0], kind)
                if intrinsic:
                    number = builder.call(builder.module.declare_intrinsic(intrinsic, [DOUBLE]), [number])
                return _whole_of(context, builder, number)
            if types.unliteral(kind) == types.uint64:
                leave_range_if(context, builder, builder.icmp_signed("<", values[0], ir.Constant(WORD, 0)))
            return word(context, builder, values[0], kind)

        return Chosen(types.int64, code)

    return choose


def _choose_float(args: Sequence[types.Type]) -> Chosen | None:
    return Chosen(types.float64, lambda context, builder, values: to_float(context, builder, values[0], args[0]))


def _choose_round(args: Sequence[types.Type]) -> Chosen | None:
    if not args or not is_scalar(args[0]):
        return None
    if len(args) == 1 or isinstance(args[1], types.NoneType):
        one = _choose_whole("llvm.rint")(args[:1])
        return one and Chosen(one.result, lambda context, builder, values: one.write(context, builder, values[:1]))
    if (
        isinstance(args[0], types.Integer)
        and is_word(args[0])
        and (constant_of(args[1]) or 0) >= 0
        and constant_of(args[1]) is not None
    ):
        return Chosen(types.int64, lambda context, builder, values: word(context, builder, values[0], args[0]))
    places = constant_of(args[1])
    if not is_float(args[0]) or places is None or not 0 <= places <= 15:
        raise TypingError("round() to places is for floats, with a constant number of places from 0 to 15")

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        factor = ir.Constant(DOUBLE, 10.0**places)
        scaled = builder.fmul(values[0], factor)
        rounded = builder.call(builder.module.declare_intrinsic("llvm.rint", [DOUBLE]), [scaled])
        absolute = builder.module.declare_intrinsic("llvm.fabs", [DOUBLE])
        size = builder.call(absolute, [scaled])
        # Halfway between two values, within the product's rounding error: Python looks at the digits, numpy at the product.
        off = builder.call(
            absolute, [builder.fsub(builder.call(absolute, [builder.fsub(scaled, rounded)]), ir.Constant(DOUBLE, 0.5))]
        )
        doubtful = builder.fcmp_ordered("<=", off, builder.fmul(size, ir.Constant(DOUBLE, 2.0**-50)))
        large = builder.fcmp_ordered(">=", size, ir.Constant(DOUBLE, 2.0**50))
        doubtful = builder.and_(builder.or_(doubtful, large), is_finite(builder, values[0]))
        refuse_if(
            context, builder, doubtful, "a number is rounded that lies half way, to all that machine code can tell,", "scale it"
        )
        return builder.select(is_finite(builder, values[0]), builder.fdiv(rounded, factor), values[0])

    return Chosen(types.float64, code)


stands_for(int, _choose_whole(None), 1)
stands_for(float, _choose_float, 1)
stands_for(round, _choose_round)
stands_for(math.floor, _choose_whole("llvm.floor"), 1)
stands_for(math.ceil, _choose_whole("llvm.ceil"), 1)
stands_for(math.trunc, _choose_whole(None), 1)
stands_for(operator.index, _choose_whole(None), 1)


def _choose_item(args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for ``array[i].item()``: the number as a Python number."""
    if len(args) != 1 or not is_scalar(args[0]):
        return None
    if is_bool(args[0]):
        return Chosen(types.boolean, lambda context, builder, values: values[0])
    return (_choose_float if isinstance(args[0], types.Float) else _choose_whole(None))(args)


@overload_method(types.Float, "is_integer")
def _is_integer(number):  # type: ignore[no-untyped-def]
    return lambda number: number - number == 0 and number % 1 == 0  # the first is NaN for infinities


def _refuse_bytes(args: Sequence[types.Type]) -> Chosen | None:
    """Refuse the bytes of an array: Numba's know no length."""
    if isinstance(args[0], types.Array):
        raise TypingError("tobytes() of an array; write tuple(array.ravel().tolist())")
    return None


stands_for_method("tobytes", _refuse_bytes)
stands_for_method("item", _choose_item)
stands_for_method("tolist", _choose_item)


# --- functions that fail ---------------------------------------------------------------------------------------------


def _choose_function(function: Callable[..., float], too_large: bool) -> Choose:
    """Choose code for a function of ``math`` that returns NaN or infinity in C where Python raises an error."""

    def choose(args: Sequence[types.Type]) -> Chosen | None:
        (kind,) = args
        if kind == types.float32:
            refuse_narrow(kind, "an argument")

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            number = to_float(context, builder, values[0], kind)
            result, _ = lower_named(context, builder, function, (types.float64,), (number,))
            unknown = builder.fcmp_unordered("uno", result, result)
            known = builder.fcmp_ordered("ord", number, number)
            raise_if(context, builder, builder.and_(unknown, known), ValueError, "math domain error")
            if too_large or function not in (math.sqrt, math.sin, math.cos, math.tan):
                endless = builder.and_(is_infinite(builder, result), is_finite(builder, number))
                error = (OverflowError, "math range error") if too_large else (ValueError, "math domain error")
                raise_if(context, builder, endless, *error)
            return result

        return Chosen(types.float64, code)

    return choose


def _choose_log(args: Sequence[types.Type]) -> Chosen | None:
    if not 1 <= len(args) <= 2 or not all(map(is_scalar, args)):
        return None
    logs = [_choose_function(math.log, too_large=False)([kind]) for kind in args]

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        found = [log.write(context, builder, [value]) for log, value in zip(logs, values, strict=True) if log]
        if len(found) == 1:
            return found[0]
        nothing = builder.fcmp_ordered("==", found[1], ir.Constant(DOUBLE, 0.0))
        raise_if(context, builder, nothing, ZeroDivisionError, "division by zero")
        return builder.fdiv(*found)

    return Chosen(types.float64, code)


stands_for(math.log, _choose_log)
for _function in (math.sqrt, math.log2, math.log10, math.log1p, math.sin, math.cos, math.tan):
    stands_for(_function, _choose_function(_function, too_large=False), 1)
for _function in (math.asin, math.acos, math.atanh, math.acosh):
    stands_for(_function, _choose_function(_function, too_large=False), 1)
for _function in (math.exp, math.expm1, math.cosh, math.sinh):
    stands_for(_function, _choose_function(_function, too_large=True), 1)


def _refuse_gamma(args: Sequence[types.Type]) -> Chosen | None:
    """Refuse what Numba computes otherwise than Python."""
    raise TypingError(
        "math.gamma() and math.lgamma() differ from Python's in the last digits; look them up in a tuple of values"
    )


for _function in (math.gamma, math.lgamma):
    stands_for(_function, _refuse_gamma)


def _choose_math_power(args: Sequence[types.Type]) -> Chosen | None:
    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        base, exponent = (to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True))
        result = c_power(builder, base, exponent)
        both = builder.and_(is_finite(builder, base), is_finite(builder, exponent))
        zero = ir.Constant(DOUBLE, 0.0)
        broken = builder.and_(both, builder.fcmp_unordered("uno", result, result))
        endless = builder.and_(both, is_infinite(builder, result))
        nothing = builder.fcmp_ordered("==", base, zero)
        raise_if(context, builder, builder.or_(broken, builder.and_(endless, nothing)), ValueError, "math domain error")
        raise_if(context, builder, endless, OverflowError, "math range error")
        return result

    return Chosen(types.float64, code)


stands_for(math.pow, _choose_math_power, 2)


def _choose_scaled(args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for ``math.ldexp``: C's returns infinity where Python raises an error."""
    if isinstance(args[1], types.Float):
        raise TypingError("math.ldexp() is given a float as its exponent; write int(...) around it")

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number, exponent = to_float(context, builder, values[0], args[0]), word(context, builder, values[1], args[1])
        for sign, bound in (("<", -_FAR), (">", _FAR)):
            beyond = builder.icmp_signed(sign, exponent, ir.Constant(WORD, bound))
            exponent = builder.select(beyond, ir.Constant(WORD, bound), exponent)
        given = number, context.cast(builder, exponent, types.int64, types.intc)
        result, _ = lower_named(context, builder, math.ldexp, (types.float64, types.intc), given)
        endless = builder.and_(is_infinite(builder, result), is_finite(builder, number))
        raise_if(context, builder, endless, OverflowError, "math range error")
        return result

    return Chosen(types.float64, code)


_FAR: Final = 5000
"""An exponent that takes each float to infinity, and its negative to 0."""
stands_for(math.ldexp, _choose_scaled, 2)


def _choose_rest(args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for ``math.fmod``, whose result is exact."""

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number, divisor = (to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True))
        known = builder.and_(builder.fcmp_ordered("ord", number, number), builder.fcmp_ordered("ord", divisor, divisor))
        nothing = builder.fcmp_ordered("==", divisor, ir.Constant(DOUBLE, 0.0))
        broken = builder.and_(known, builder.or_(nothing, is_infinite(builder, number)))
        raise_if(context, builder, broken, ValueError, "math domain error")
        return builder.frem(number, divisor)

    return Chosen(types.float64, code)


stands_for(math.fmod, _choose_rest, 2)


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
def _norm(parts: tuple[float, ...]) -> float:
    """Do the same as CPython's ``vector_norm`` (3.11, mathmodule.c): C's hypot differs from it in the last bit."""
    largest, is_nan = 0.0, False
    for part in parts:
        if abs(part) == math.inf:
            return math.inf
        is_nan = is_nan or part != part
        largest = max(largest, abs(part))
    if is_nan:
        return math.nan
    if largest == 0.0 or len(parts) == 1:
        return largest
    csum, frac1, frac2, frac3 = 1.0, 0.0, 0.0, 0.0
    exponent = math.frexp(largest)[1]
    if exponent < -1023:
        for part in parts:
            square = part / largest
            square = square * square
            old = csum
            csum += square
            frac1 += (old - csum) + square
        return largest * math.sqrt(csum - 1.0 + frac1)
    scale = math.ldexp(1.0, -exponent)
    for part in parts:
        part = abs(part) * scale
        t = part * 134217729.0
        hi = t - (t - part)
        lo = part - hi
        square = hi * hi
        old = csum
        csum += square
        frac1 += (old - csum) + square
        square = 2.0 * hi * lo
        old = csum
        csum += square
        frac2 += (old - csum) + square
        frac3 += lo * lo
    h = math.sqrt(csum - 1.0 + (frac1 + frac2 + frac3))
    t = h * 134217729.0
    hi = t - (t - h)
    lo = h - hi
    square = -hi * hi
    old = csum
    csum += square
    frac1 += (old - csum) + square
    square = -2.0 * hi * lo
    old = csum
    csum += square
    frac2 += (old - csum) + square
    square = -lo * lo
    old = csum
    csum += square
    frac3 += (old - csum) + square
    rest = csum - 1.0 + (frac1 + frac2 + frac3)
    return (h + rest / (2.0 * h)) / scale


def _choose_hypotenuse(args: Sequence[types.Type]) -> Chosen | None:
    if not args or not all(map(is_scalar, args)):
        return None
    parts = types.UniTuple(types.float64, len(args))

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        numbers = [to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True)]
        return lower_named(context, builder, _norm, (parts,), [context.make_tuple(builder, parts, numbers)])[0]

    return Chosen(types.float64, code)


stands_for(math.hypot, _choose_hypotenuse)


# --- numpy's types as functions --------------------------------------------------------------------------------------


def _choose_numpy_type(kind: types.Type) -> Choose:
    def choose(args: Sequence[types.Type]) -> Chosen | None:
        (given,) = args
        if types.unliteral(given) == kind or is_bool(given):
            return Chosen(kind, lambda context, builder, values: context.cast(builder, values[0], given, kind))

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            if types.unliteral(given) == types.uint64:
                number, doubtful = values[0], builder.icmp_signed("<", values[0], ir.Constant(WORD, 0))
            else:
                number = _choose_whole(None)(args).write(context, builder, values)  # type: ignore[union-attr]
                doubtful = ir.Constant(ir.IntType(1), 0)
            if kind == types.uint64:
                doubtful = (
                    builder.icmp_signed("<", number, ir.Constant(WORD, 0)) if types.unliteral(given) != kind else doubtful
                )
            else:
                back = context.cast(builder, context.cast(builder, number, types.int64, kind), kind, types.int64)
                doubtful = builder.or_(doubtful, builder.icmp_signed("!=", back, number))
            refuse_if(context, builder, doubtful, f"a number does not fit {kind}", "keep it in range")
            return context.cast(builder, number, types.int64, kind)

        return Chosen(kind, code)

    return choose


for _type in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64):
    stands_for(_type, _choose_numpy_type(from_dtype(np.dtype(_type))), 1)
