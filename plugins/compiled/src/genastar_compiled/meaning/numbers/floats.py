"""Operators between floats; `arithmetic` has the rules."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target

from genastar_compiled.data.values.values import refuse_narrow
from genastar_compiled.linking.lowering import lower_named
from genastar_compiled.meaning.numbers.conversions import (
    DOUBLE,
    Value,
    are_inexact,
    constant_of,
    is_float,
    require_exact,
    to_float,
)
from genastar_compiled.meaning.refusal import fail_if, origin, refuse_if
from genastar_compiled.meaning.stand_ins import Chosen

_OWN = (operator.pow, operator.truediv, operator.floordiv, operator.mod)
_MAY_BE_INT = "a number beyond 2 ** 53 is computed, which may be an int in Python because the costs began whole,"
_BEGIN_WITH_FLOATS = "give search() a start cost of floats"


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
    endless = builder.and_(both, is_infinite(builder, result))
    if origin().whole:
        refuse_if(context, builder, endless, _MAY_BE_INT, _BEGIN_WITH_FLOATS)
    fail_if(context, builder, endless, OverflowError, 34, "Numerical result out of range")
    return result


def choose_float(sign: object, args: Sequence[types.Type]) -> Chosen | None:
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
        return lower_named(context, builder, sign, (types.float64, types.float64), (one, other))[0]

    def unrounded(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        for value, kind in zip(values, args, strict=True):
            require_exact(context, builder, value, kind)
        result = code(context, builder, values)
        refuse_if(context, builder, are_inexact(builder, [result]), _MAY_BE_INT, _BEGIN_WITH_FLOATS)
        return result

    if origin().whole and sign in (*_OWN, operator.add, operator.sub, operator.mul) and sign is not operator.truediv:
        return Chosen(types.float64, unrounded)
    return Chosen(types.float64, code) if sign in _OWN else None


def choose_halves(sign: object, args: Sequence[types.Type]) -> Chosen:
    """Choose code where both operands are np.float32."""

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
