"""Functions of single numbers: ``int`` and ``float``, ``round``, and those of the module ``math``."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.containers import of_texts
from genastar_compiled.compiler.containers.kinds import is_text
from genastar_compiled.compiler.faults import DIVISION, DOMAIN, NOT_A_NUMBER, Fault, leaving_range, refusing
from genastar_compiled.compiler.kinds import BOOL, FLOAT, INT, Fixed, Member, Real, Truth, Whole, is_number
from genastar_compiled.compiler.library import arithmetic
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons, operators
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer

Arguments = list[Value]
Act = Callable[[Typer, Arguments, dict[str, Value]], Value]


def plain(count: int, act: Callable[..., Value]) -> Act:
    """Return the type of a function of some arguments by place."""

    def typed(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
        if len(arguments) != count or named:
            raise typer.refuse(f"a built-in function with {len(arguments) + len(named)} arguments")
        return act(typer, *arguments)

    return typed


def as_int(typer: Typer, value: Value) -> Value:
    """Return what ``int`` gives."""
    kind = value.kind
    if isinstance(kind, Member) and issubclass(kind.cls, int):
        return typer.part(value, 0)
    if isinstance(kind, Real):
        return whole_of(typer, value)
    if kind == operators.WIDEST:
        return operators.int_of_widest(typer, value)
    if isinstance(kind, (Whole, Truth)):
        return typer.convert(value, INT)
    if is_text(kind):
        return of_texts.number_of(typer, value)
    raise typer.refuse(f"int of {kind}")


def whole_of(typer: Typer, value: Value) -> Value:
    """Return a float as an int, cut off; raise as Python does."""
    value = typer.convert(value, FLOAT)
    is_nan = typer.step("compare", value, value, kind=BOOL, detail="fcmp uno")
    typer.fail_if(is_nan, NOT_A_NUMBER)
    for how, bound in (("oge", 2.0**63), ("olt", -(2.0**63))):
        is_far = typer.step("compare", value, Value(FLOAT, bound), kind=BOOL, detail=f"fcmp {how}")
        typer.fail_if(is_far, leaving_range(typer.where))
    return typer.step("convert", value, kind=INT)


def as_float(typer: Typer, value: Value) -> Value:
    """Return what ``float`` gives."""
    if isinstance(value.kind, Fixed) and isinstance(value.kind.value, str):  # float("inf")
        with suppress(ValueError):
            return Value(FLOAT, float(value.kind.value))
    if not is_number(value.kind) or value.kind == Whole(64, False, True):
        raise typer.refuse(f"float of {value.kind}")
    return typer.convert(value, FLOAT)


def _of_floats(name: str, count: int = 1) -> Act:
    """Return the type of a function of the C library, which Python calls too."""

    def act(typer: Typer, *values: Value) -> Value:
        given = [as_float(typer, each) for each in values]
        made = typer.step("libm", *given, kind=FLOAT, detail=name)
        _check_domain(typer, made, given, OVERFLOW if name in _GROWING else DOMAIN)
        return made

    return plain(count, act)


OVERFLOW: Final = Fault(OverflowError, "math range error")
_GROWING: Final = ("cosh", "exp", "expm1", "sinh")
"""Functions that are too large of some plain numbers; the others that are infinite of one have a pole there."""


def _check_domain(typer: Typer, made: Value, given: list[Value], fault: Fault = OVERFLOW) -> None:
    """Raise where a function gives NaN or an infinity for plain numbers."""

    def is_finite(value: Value) -> Value:
        size = typer.step("intrinsic", value, kind=FLOAT, detail="llvm.fabs.f64")
        return typer.step("compare", size, Value(FLOAT, math.inf), kind=BOOL, detail="fcmp one")

    are_plain = TRUE
    for each in given:
        are_plain = comparisons.both(typer, are_plain, is_finite(each))
    is_odd = comparisons.both(typer, are_plain, comparisons.inverted(typer, is_finite(made)))
    is_nan = typer.step("compare", made, made, kind=BOOL, detail="fcmp uno")
    was_nan = FALSE
    for each in given:
        was_nan = comparisons.either(typer, was_nan, typer.step("compare", each, each, kind=BOOL, detail="fcmp uno"))
    is_new = comparisons.both(typer, is_nan, comparisons.inverted(typer, was_nan))
    typer.fail_if(is_new, DOMAIN)
    typer.fail_if(is_odd, fault)


def power(typer: Typer, value: Value, exponent: Value) -> Value:
    """Return a power of a float, as the C library computes it for Python."""
    _check_zero(typer, value, exponent, DIVISION)
    made = typer.step("libm", value, exponent, kind=FLOAT, detail="pow")
    if not (exponent.is_known and exponent.known == int(exponent.known)):
        is_nan = typer.step("compare", made, made, kind=BOOL, detail="fcmp uno")
        is_plain = typer.step("compare", value, exponent, kind=BOOL, detail="fcmp ord")
        is_complex = comparisons.both(typer, is_nan, is_plain)
        typer.fail_if(is_complex, refusing("a complex power", typer.where))
    _check_domain(typer, made, [value, exponent])
    return made


def _check_zero(typer: Typer, value: Value, exponent: Value, fault: Fault) -> None:
    """Raise where a power of 0 has a negative exponent, unless that is infinite."""
    if exponent.is_known and exponent.known >= 0:
        return
    is_wrong = typer.step("compare", value, Value(FLOAT, 0.0), kind=BOOL, detail="fcmp oeq")
    for how, bound in (("olt", 0.0), ("ogt", -math.inf)):
        is_within = typer.step("compare", exponent, Value(FLOAT, bound), kind=BOOL, detail=f"fcmp {how}")
        is_wrong = comparisons.both(typer, is_wrong, is_within)
    typer.fail_if(is_wrong, fault)


def _pow(typer: Typer, value: Value, exponent: Value) -> Value:
    value, exponent = as_float(typer, value), as_float(typer, exponent)
    _check_zero(typer, value, exponent, DOMAIN)
    made = typer.step("libm", value, exponent, kind=FLOAT, detail="pow")
    _check_domain(typer, made, [value, exponent])
    return made


def _times(factor: float) -> Callable[[Typer, Value], Value]:
    return lambda typer, value: operators.binary(typer, ast.Mult, as_float(typer, value), typer.constant(factor))


def _sqrt(typer: Typer, value: Value) -> Value:
    value = as_float(typer, value)
    is_below = typer.step("compare", value, Value(FLOAT, 0.0), kind=BOOL, detail="fcmp olt")
    typer.fail_if(is_below, DOMAIN)
    return typer.step("intrinsic", value, kind=FLOAT, detail="llvm.sqrt.f64")


def _rounding(name: str) -> Act:
    def act(typer: Typer, value: Value) -> Value:
        if isinstance(value.kind, (Whole, Truth)):
            return as_int(typer, value)
        return whole_of(typer, typer.step("intrinsic", as_float(typer, value), kind=FLOAT, detail=name))

    return plain(1, act)


def _round(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
    if len(arguments) == 1 or named:
        return _TO_EVEN(typer, arguments, named)
    value, digits = arguments
    if digits.kind != INT or not digits.is_known or not 0 <= digits.known <= _EXACT_POWERS:
        raise typer.refuse(f"round() to other digits than a constant from 0 to {_EXACT_POWERS}")
    if isinstance(value.kind, (Whole, Truth)):
        return as_int(typer, value)
    value = as_float(typer, value)

    def is_below(number: Value, bound: float) -> Value:
        return typer.step("compare", _fabs(typer, number), Value(FLOAT, bound), kind=BOOL, detail="fcmp olt")

    def decimal() -> Value:
        power = Value(FLOAT, 10.0**digits.known)
        product = typer.step("binary", value, power, kind=FLOAT, detail="fmul")
        typer.fail_if(
            comparisons.inverted(typer, is_below(product, 2.0**52)), refusing("round() to so many digits", typer.where)
        )
        made: Value = typer.program.call(typer, arithmetic.rounded, [value, power])
        return made

    return typer.choose(is_below(value, 2.0**52), decimal, lambda: value, typer.fresh(_NODE, "rounded"))


_TO_EVEN: Final = _rounding("llvm.roundeven.f64")
_EXACT_POWERS: Final = 22
"""The greatest power of ten that is a float itself."""


def _log(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
    if named or not 1 <= len(arguments) <= 2:
        raise typer.refuse("log() with these arguments")
    made = [_LOG(typer, [each], {}) for each in arguments]
    return operators.binary(typer, ast.Div, *made) if len(made) == 2 else made[0]


def _fmod(typer: Typer, value: Value, by: Value) -> Value:
    value, by = as_float(typer, value), as_float(typer, by)
    made = typer.step("binary", value, by, kind=FLOAT, detail="frem")
    is_new = typer.step("compare", made, made, kind=BOOL, detail="fcmp uno")
    was_nan = typer.step("compare", value, by, kind=BOOL, detail="fcmp uno")
    typer.fail_if(comparisons.both(typer, is_new, comparisons.inverted(typer, was_nan)), DOMAIN)
    return made


def _fabs(typer: Typer, value: Value) -> Value:
    return typer.step("intrinsic", as_float(typer, value), kind=FLOAT, detail="llvm.fabs.f64")


def _floor(typer: Typer, value: Value) -> Value:
    if not typer.program.is_plain:
        raise typer.refuse("floor of numpy's")
    return typer.step("intrinsic", as_float(typer, value), kind=FLOAT, detail="llvm.floor.f64")


def _is_nan(typer: Typer, value: Value) -> Value:
    value = as_float(typer, value)
    return typer.step("compare", value, value, kind=BOOL, detail="fcmp uno")


def _is_infinite(typer: Typer, value: Value) -> Value:
    return typer.step("compare", _fabs(typer, value), Value(FLOAT, math.inf), kind=BOOL, detail="fcmp oeq")


def _copysign(typer: Typer, value: Value, sign: Value) -> Value:
    return typer.step("intrinsic", as_float(typer, value), as_float(typer, sign), kind=FLOAT, detail="llvm.copysign.f64")


_CIRCULAR: Final = ("sin", "cos", "tan", "asin", "acos", "atan", "asinh", "acosh", "atanh", "tanh")
_LOG: Final = _of_floats("log")
_NODE: Final = ast.Pass()
FUNCTIONS: Final[dict[Any, Act]] = {
    int: plain(1, as_int),
    float: plain(1, as_float),
    math.sqrt: plain(1, _sqrt),
    math.fabs: plain(1, _fabs),
    round: _round,
    math.log: _log,
    math.fmod: plain(2, _fmod),
    math.floor: _rounding("llvm.floor.f64"),
    math.ceil: _rounding("llvm.ceil.f64"),
    math.trunc: _rounding("llvm.trunc.f64"),
    math.isnan: plain(1, _is_nan),
    math.isinf: plain(1, _is_infinite),
    math.copysign: plain(2, _copysign),
    math.pow: plain(2, _pow),
    math.radians: plain(1, _times(math.pi / 180.0)),
    math.degrees: plain(1, _times(180.0 / math.pi)),
    math.atan2: _of_floats("atan2", 2),
    np.floor: plain(1, _floor),
} | {getattr(math, name): _of_floats(name) for name in (*_CIRCULAR, *_GROWING, "log2", "log10", "log1p")}
