"""Complex numbers, whose powers and functions Numba computes otherwise than Python."""

from __future__ import annotations

import cmath
import operator
from collections.abc import Sequence
from typing import Any, Final

from llvmlite import ir
from numba import njit
from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.linking.lowering import lower_named
from genastar_compiled.meaning.numbers.conversions import WORD, Value, is_scalar, word
from genastar_compiled.meaning.numbers.floats import is_finite
from genastar_compiled.meaning.refusal import origin, raise_if, refuse_if
from genastar_compiled.meaning.stand_ins import Choose, Chosen, stands_for

_LARGEST: Final = 99
"""The largest power that Python and numpy compute by products."""


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def _power(base: complex, exponent: int) -> complex:
    """Do the same as CPython's ``c_powi`` (3.11, complexobject.c)."""
    found, square, bit = 1 + 0j, base, 1
    while bit <= abs(exponent):
        if exponent & bit if exponent > 0 else -exponent & bit:
            found = found * square
        bit <<= 1
        square = square * square
    return found if exponent > 0 else (1 + 0j) / found


def choose_complex(sign: object, args: Sequence[types.Type]) -> Chosen | None:
    """Choose code for an operator where one number is complex."""
    if sign is operator.truediv and origin().numpy:
        raise TypingError(
            "complex numbers are divided, which numpy does otherwise than Python; write two floats in their place"
        )
    if sign is not operator.pow:
        return None
    base, exponent = map(types.unliteral, args)
    if base != types.complex128 or not isinstance(exponent, types.Integer):
        raise TypingError("a power of a complex number other than an int; write int(...) around the exponent, or cmath.exp")

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number = word(context, builder, values[1], args[1])
        small = [builder.icmp_signed(sign, number, WORD(bound)) for sign, bound in (("<=", _LARGEST), (">=", -_LARGEST))]
        refuse_if(context, builder, builder.not_(builder.and_(*small)), "a complex number to a power beyond 99", "scale it")
        below = builder.icmp_signed("<", number, WORD(0))
        parts = [builder.fcmp_ordered("==", each, each.type(0.0)) for each in _parts(context, builder, values[0])]
        broken = builder.and_(below, builder.and_(*parts))
        raise_if(context, builder, broken, ZeroDivisionError, "0.0 to a negative or complex power")
        if origin().numpy:
            refuse_if(
                context, builder, below, "a complex number to a negative power, which numpy divides otherwise,", "scale it"
            )
        return _known(context, builder, lower_named(context, builder, _power, (base, types.int64), (values[0], number))[0])

    return Chosen(types.complex128, code)


def _parts(context: Any, builder: Any, value: Value) -> list[Value]:
    return [builder.extract_value(value, at) for at in (0, 1)]


def _known(context: Any, builder: Any, value: Value) -> Value:
    """Refuse a result that is not finite, for which Python raises an error."""
    finite = [
        is_finite(builder, each) for each in (_parts(context, builder, value) if value.type != ir.DoubleType() else [value])
    ]
    endless = builder.not_(finite[0] if len(finite) == 1 else builder.and_(*finite))
    refuse_if(context, builder, endless, "a complex number is too large, or no number,", "scale it")
    return value


def absolute_of_complex(kind: types.Complex) -> Chosen:
    """Choose code for ``abs``."""

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        return _known(context, builder, lower_named(context, builder, abs, (kind,), values)[0])

    return Chosen(kind.underlying_float, code)


def _choose_function(function: Any, given: types.Type, result: types.Type) -> Choose:
    def choose(args: Sequence[types.Type]) -> Chosen | None:
        if not all(isinstance(each, types.Complex) or is_scalar(each) for each in args):
            return None

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            numbers = [context.cast(builder, value, kind, given) for value, kind in zip(values, args, strict=True)]
            return _known(context, builder, lower_named(context, builder, function, (given,) * len(args), numbers)[0])

        return Chosen(result, code)

    return choose


def _refuse(name: str) -> Choose:
    def choose(args: Sequence[types.Type]) -> None:
        raise TypingError(f"cmath.{name}() may give another last digit in machine code; write cmath.polar, or two floats")

    return choose


for _name in ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "asinh", "acosh"):
    stands_for(getattr(cmath, _name), _choose_function(getattr(cmath, _name), types.complex128, types.complex128))
stands_for(cmath.rect, _choose_function(cmath.rect, types.float64, types.complex128))
stands_for(cmath.phase, _choose_function(cmath.phase, types.complex128, types.float64))
for _name in ("log", "log10", "atan", "atanh"):
    stands_for(getattr(cmath, _name), _refuse(_name))
