"""Arithmetic, as Python's: ints that leave 64 bits are refused, and a division by zero is raised."""

from __future__ import annotations

import ast
import math
import operator
from typing import Any, Final

from genastar_compiled.compiler.faults import DIVISION, NEGATIVE_SHIFT, Fault, leaving_range, refusing, rounding
from genastar_compiled.compiler.kinds import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    Array,
    Kind,
    Maybe,
    Member,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    is_number,
)
from genastar_compiled.compiler.library import arithmetic as meaning
from genastar_compiled.compiler.library import integers
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import members, mixed
from genastar_compiled.compiler.typing.operations.members import bare
from genastar_compiled.compiler.typing.typer import LARGEST, Typer
from genastar_compiled.failures.hints import sign_of

EXACT: Final = 1 << 53
"""Ints up to this bound are floats without being rounded."""


def binary(typer: Typer, sign: type[ast.operator], left: Value, right: Value) -> Value:
    """Return what a binary operator gives."""
    left, right = both_there(typer, left, right)
    if (flags := members.binary(typer, sign, left, right)) is not None:
        return flags
    left, right = bare(typer, left), bare(typer, right)
    if mixed.are_mixed((left, right)):
        return mixed.split(typer, (left, right), lambda one, other: binary(typer, sign, one, other))
    if not (is_number(left.kind) and is_number(right.kind)):
        return _of_others(typer, sign, left, right)
    if left.is_known and right.is_known and (folded := _folded(typer, sign, left.known, right.known)) is not None:
        return folded
    if isinstance(left.kind, Truth) and isinstance(right.kind, Truth) and sign in _BITS:
        if left.kind != right.kind:
            raise typer.refuse("a bool of numpy's together with one of Python's")
        return typer.step("binary", left, right, kind=left.kind, detail=_BITS[sign])
    if left.kind == right.kind == WIDEST:
        return _of_widest(typer, sign, left, right)
    narrow = [each.kind for each in (left, right) if isinstance(each.kind, Whole) and each.kind.numpy and each.kind.bits < 64]
    if narrow and all(each.kind in (narrow[0], INT) for each in (left, right)):
        return _of_narrow(typer, sign, left, right, narrow[0])
    kind = common(typer, left.kind, right.kind, sign)
    if isinstance(kind, Real) or sign is ast.Div:
        return _of_floats(typer, sign, left, right, kind)
    left, right = typer.convert(left, kind), typer.convert(right, kind)
    if sign in _BITS:
        return typer.step("binary", left, right, kind=kind, detail=_BITS[sign])
    if sign in _CHECKED:
        return _checked(typer, _CHECKED[sign], left, right, kind)
    if sign in (ast.LShift, ast.RShift):
        return _shifted(typer, sign, left, right, kind)
    if sign in (ast.FloorDiv, ast.Mod):
        return _divided(typer, sign, left, right, kind)
    if sign is ast.Pow:
        return _power(typer, left, right, kind)
    raise typer.refuse(f"the operator {sign_of(sign)} of ints")


def both_there(typer: Typer, left: Value, right: Value) -> tuple[Value, Value]:
    """Return two operands; raise where one is None, unless the other is of a class, which may know what to do with None."""
    kinds = [each.kind.kind if isinstance(each.kind, Maybe) else each.kind for each in (left, right)]
    may_know = [isinstance(kind, (Record, Member)) or (isinstance(kind, Tuple) and kind.cls is not None) for kind in kinds]
    return (left if may_know[1] else typer.some(left)), (right if may_know[0] else typer.some(right))


WIDEST: Final = Whole(64, False, True)
"""uint64 of numpy's, which becomes a float beside an int."""


def _of_widest(typer: Typer, sign: type[ast.operator], left: Value, right: Value) -> Value:
    if sign in _BITS:
        return typer.step("binary", left, right, kind=WIDEST, detail=_BITS[sign])
    if sign not in _CHECKED:
        raise typer.refuse(f"the operator {sign_of(sign)} of uint64 of numpy's")
    return _checked(typer, _CHECKED[sign], left, right, WIDEST)


def int_of_widest(typer: Typer, value: Value) -> Value:
    """Return a uint64 of numpy's as an int."""
    made = typer.step("relabel", value, kind=INT)
    leave_if(typer, compare_ints(typer, "slt", made, Value(INT, 0)))
    return made


def _of_narrow(typer: Typer, sign: type[ast.operator], left: Value, right: Value, kind: Whole) -> Value:
    """Compute with numbers of numpy's of one type of fewer than 64 bits, or one and an int, which has to fit its type."""
    for each in (left, right):
        if each.kind == INT:
            _stay_in(typer, each, kind)
    left, right = typer.convert(left, kind), typer.convert(right, kind)
    if sign is ast.FloorDiv and not kind.signed:
        zero = compare_ints(typer, "eq", right, Value(kind, 0))
        typer.fail_if(zero, refusing("a division by zero of numpy's", typer.where))
        return typer.step("binary", left, right, kind=kind, detail="udiv")
    if sign in _BITS:
        return typer.step("binary", left, right, kind=kind, detail=_BITS[sign])
    if sign not in (ast.Add, ast.Sub, ast.Mult) or kind.bits > 32:
        raise typer.refuse(f"the operator {sign_of(sign)} of {kind} of numpy's")
    wide = [typer.convert(each, INT) for each in (left, right)]
    made = typer.step("binary", *wide, kind=INT, detail=_CHECKED[sign])
    _stay_in(typer, made, kind)
    return typer.convert(made, kind)


def _stay_in(typer: Typer, value: Value, kind: Whole) -> None:
    """Refuse an int that does not fit a type of numpy's."""
    is_far = compare_ints(typer, "ne", typer.convert(typer.convert(value, kind), INT), value)
    typer.fail_if(is_far, refusing(f"{kind} of numpy's beyond its bits", typer.where))


def common(typer: Typer, one: Kind, other: Kind, sign: object = None) -> Kind:
    """Return the kind in which two numbers are computed."""
    numpy = [each for each in (one, other) if getattr(each, "numpy", False)]
    if any(not (isinstance(each, (Whole, Real)) and each.bits == 64) or each == Whole(64, False, True) for each in numpy):
        raise typer.refuse(f"arithmetic with {numpy[0]} of numpy's; write int(...) or float(...) around it")
    if isinstance(one, Real) or isinstance(other, Real):
        return one if one == other and typer.is_kernel else Real(numpy=bool(numpy))
    if numpy:
        return Whole(numpy=True)
    return BITS if BITS in (one, other) else INT


def _folded(typer: Typer, sign: type[ast.operator], left: Any, right: Any) -> Value | None:
    """Return what an operator gives of two constants; ``None`` if that is left to run time."""
    if type(left) not in _PLAIN or type(right) not in _PLAIN or sign not in _FOLDED or typer.is_kernel:
        return None
    made = _FOLDED[sign](left, right)
    return typer.constant(made) if type(made) is not int or abs(made) <= LARGEST else None


def _of_others(typer: Typer, sign: type[ast.operator], left: Value, right: Value) -> Value:
    are_tuples = all(isinstance(each.kind, Tuple) and each.kind.cls is None for each in (left, right))
    if sign is ast.Add and are_tuples:
        return typer.tuple_of([*typer.parts(left), *typer.parts(right)])
    if sign is ast.Mult:
        for one, times in ((left, right), (right, left)):
            is_plain = isinstance(one.kind, Tuple) and one.kind.cls is None and isinstance(times.known, int)
            if is_plain and len(one.kind.parts) * times.known <= _MOST_ITEMS:
                return typer.tuple_of(typer.parts(one) * times.known)
    name = _METHODS.get(sign)
    for owner, given, method in ((left, right, f"__{name}__"), (right, left, f"__r{name}__")):
        found = typer.program.method_of(owner.kind, method)
        if found is not None:
            return typer.program.call(typer, found, [owner, given])
    made: Value | None = typer.program.nodes.binary_of_containers(typer, sign, left, right)
    if made is None:
        raise typer.refuse(f"the operator {sign_of(sign)} of {left.kind} and {right.kind}")
    return made


def _checked(typer: Typer, name: str, left: Value, right: Value, kind: Kind) -> Value:
    if typer.is_kernel:
        return typer.step("binary", left, right, kind=kind, detail=name)
    made = typer.step("checked", left, right, kind=Tuple((kind, BOOL)), detail=name)
    leave_if(typer, typer.part(made, 1), kind)
    return typer.part(made, 0)


def leave_if(typer: Typer, condition: Value, kind: Kind = INT) -> None:
    """Refuse an int beyond 64 bits, if a condition holds."""
    where = typer.where
    numpy = getattr(kind, "numpy", False)
    typer.fail_if(condition, refusing("a number of numpy's beyond 64 bits", where) if numpy else leaving_range(where))


def _divided(typer: Typer, sign: type[ast.operator], left: Value, right: Value, kind: Kind) -> Value:
    """Divide as Python does: the quotient is rounded down, and the rest has the sign of the divisor."""
    zero = Value(kind, 0)
    if not (right.is_known and right.known != 0):
        is_zero = compare_ints(typer, "eq", right, zero)
        numpy = getattr(kind, "numpy", False)
        typer.fail_if(is_zero, refusing("a division by zero of numpy's", typer.where) if numpy else DIVISION)
    if kind == BITS:
        return typer.step("binary", left, right, kind=kind, detail="udiv" if sign is ast.FloorDiv else "urem")
    if right.is_known and right.known > 0 and right.known & (right.known - 1) == 0:  # no branch
        shift, mask = Value(kind, right.known.bit_length() - 1), Value(kind, right.known - 1)
        detail, by = ("ashr", shift) if sign is ast.FloorDiv else ("and", mask)
        return typer.step("binary", left, by, kind=kind, detail=detail)
    if not right.is_known or right.known == -1:  # the machine's own division of the least int by -1 is a fault
        is_least = compare_ints(typer, "eq", left, Value(kind, -LARGEST - 1))
        by_minus = compare_ints(typer, "eq", right, Value(kind, -1))
        if sign is ast.FloorDiv:
            leave_if(typer, typer.step("binary", is_least, by_minus, kind=BOOL, detail="and"), kind)
        else:
            right = typer.step("select", by_minus, Value(kind, 1), right, kind=kind)
    quotient = typer.step("binary", left, right, kind=kind, detail="sdiv")
    rest = typer.step("binary", left, right, kind=kind, detail="srem")
    signs = typer.step("binary", rest, right, kind=kind, detail="xor")
    differ = compare_ints(typer, "slt", signs, zero)
    is_odd = typer.step("binary", compare_ints(typer, "ne", rest, zero), differ, kind=BOOL, detail="and")
    if sign is ast.FloorDiv:
        less = typer.step("binary", quotient, Value(kind, 1), kind=kind, detail="sub")
        return typer.step("select", is_odd, less, quotient, kind=kind)
    more = typer.step("binary", rest, right, kind=kind, detail="add")
    return typer.step("select", is_odd, more, rest, kind=kind)


def _shifted(typer: Typer, sign: type[ast.operator], left: Value, right: Value, kind: Kind) -> Value:
    is_left = sign is ast.LShift
    if typer.is_kernel:
        how = "shl" if is_left else "ashr" if kind == INT else "lshr"
        return typer.step("binary", left, right, kind=kind, detail=how)
    if not (right.is_known and right.known >= 0):
        typer.fail_if(compare_ints(typer, "slt", right, Value(kind, 0)), NEGATIVE_SHIFT)
    is_far = compare_ints(typer, "sgt", right, Value(kind, 63))
    count = typer.step("select", is_far, Value(kind, 63), right, kind=kind)
    if not is_left:
        return typer.step("binary", left, count, kind=kind, detail="ashr")
    made = typer.step("binary", left, count, kind=kind, detail="shl")
    back = typer.step("binary", made, count, kind=kind, detail="ashr")
    is_lost = typer.step("binary", compare_ints(typer, "ne", back, left), is_far, kind=BOOL, detail="or")
    is_some = compare_ints(typer, "ne", left, Value(kind, 0))
    leave_if(typer, typer.step("binary", is_lost, is_some, kind=BOOL, detail="and"), kind)
    return made


def _power(typer: Typer, left: Value, right: Value, kind: Kind) -> Value:
    if kind == INT and right.is_known and right.known < 0:
        return _of_floats(typer, ast.Pow, left, right, FLOAT)
    if kind == INT and not right.is_known:
        is_below = compare_ints(typer, "slt", right, Value(INT, 0))
        typer.fail_if(is_below, refusing("a power of an int with a negative exponent, which is a float", typer.where))
        return typer.program.call(typer, integers.power, [left, right])
    if not right.is_known or not 0 <= right.known <= 64:
        raise typer.refuse(f"a power of {kind} whose exponent is not a constant from 0 to 64")
    made = Value(kind, 1)
    for _ in range(right.known):
        made = _checked(typer, "mul", made, left, kind) if made.known != 1 else left
    return made


def _of_floats(typer: Typer, sign: type[ast.operator], left: Value, right: Value, kind: Kind) -> Value:
    whole = [each for each in (left, right) if isinstance(each.kind, Whole)]
    if sign is ast.Div and not typer.is_kernel and not any(isinstance(each.kind, Real) for each in (left, right)):
        for each in whole:
            refuse_inexact(typer, each, "a quotient of large ints")
    kind = kind if isinstance(kind, Real) else Real(numpy=getattr(kind, "numpy", False))
    if kind == FLOAT and sign is not ast.Div and typer.program.began_whole and not typer.is_kernel:
        return _of_costs(typer, sign, left, right)
    return _plainly(typer, sign, left, right, kind)


def _of_costs(typer: Typer, sign: type[ast.operator], left: Value, right: Value) -> Value:
    """Compute with floats that may be ints in Python, because costs began whole: refuse what a float may have rounded."""
    if sign is ast.Pow:
        raise typer.refuse("a power of a number that may be a cost, which began whole")
    fault = rounding(typer.where)
    for each in (left, right):
        if isinstance(each.kind, Whole):
            refuse_inexact(typer, each, fault)
    made = _plainly(typer, sign, left, right, FLOAT)
    if not any(each.is_known and isinstance(each.kind, Real) for each in (left, right)):  # a float makes a float in Python too
        typer.fail_if(is_rounded(typer, made), fault)
    return made


def is_rounded(typer: Typer, number: Value) -> Value:
    """Return whether a float is finite, and so large that an int may have been rounded to it."""
    size = typer.step("intrinsic", number, kind=FLOAT, detail="llvm.fabs.f64")
    is_far = typer.step("compare", size, Value(FLOAT, float(EXACT)), kind=BOOL, detail="fcmp oge")
    is_finite = typer.step("compare", size, Value(FLOAT, math.inf), kind=BOOL, detail="fcmp olt")
    return typer.step("binary", is_far, is_finite, kind=BOOL, detail="and")


def _plainly(typer: Typer, sign: type[ast.operator], left: Value, right: Value, kind: Real) -> Value:
    left, right = typer.convert(left, kind), typer.convert(right, kind)
    if sign in _OF_FLOATS:
        return typer.step("binary", left, right, kind=kind, detail=_OF_FLOATS[sign])
    if sign is ast.Pow and kind == FLOAT:
        made: Value = typer.program.nodes.power(typer, left, right)
        return made
    if sign in (ast.Div, ast.FloorDiv, ast.Mod):
        numpy = getattr(kind, "numpy", False)
        if numpy and sign is not ast.Div:
            raise typer.refuse(f"the operator {sign_of(sign)} of numpy's floats")
        if not (right.is_known and right.known):
            is_zero = typer.step("compare", right, Value(kind, 0.0), kind=BOOL, detail="fcmp oeq")
            typer.fail_if(is_zero, refusing("a division by zero of numpy's", typer.where) if numpy else DIVISION)
        if sign is ast.Div:
            return typer.step("binary", left, right, kind=kind, detail="fdiv")
        function = meaning.floor_division if sign is ast.FloorDiv else meaning.modulo
        return typer.program.call(typer, function, [left, right])
    raise typer.refuse(f"the operator {sign_of(sign)} of floats")


def refuse_inexact(typer: Typer, number: Value, what: str | Fault) -> None:
    """Refuse an int that a float would round."""
    if number.is_known and abs(number.known) <= EXACT:
        return
    moved = typer.step("binary", number, Value(number.kind, EXACT), kind=number.kind, detail="add")
    is_far = compare_ints(typer, "ugt", moved, Value(number.kind, 2 * EXACT))
    typer.fail_if(is_far, refusing(what, typer.where) if isinstance(what, str) else what)


def compare_ints(typer: Typer, how: str, left: Value, right: Value) -> Value:
    """Compare two ints as the machine does."""
    return typer.step("compare", left, right, kind=BOOL, detail=f"icmp {how}")


def unary(typer: Typer, sign: type[ast.unaryop], value: Value) -> Value:
    """Return what a unary operator other than ``not`` gives."""
    value = typer.some(value)
    if sign is ast.Invert and (flags := members.opposite(typer, value)) is not None:
        return flags
    value = bare(typer, value)
    if mixed.are_mixed((value,)):
        return mixed.split(typer, (value,), lambda part: unary(typer, sign, part))
    kind = value.kind
    if isinstance(kind, Array) and sign is ast.USub:
        made: Value = typer.program.nodes.negative(typer, value)
        return made
    if not is_number(kind):
        found = typer.program.method_of(kind, _UNARY[sign])
        if found is None:
            raise typer.refuse(f"the operator {sign_of(sign)} of {kind}")
        return typer.program.call(typer, found, [value])
    if value.is_known and type(value.known) in _PLAIN and not (sign is ast.USub and value.known == -LARGEST - 1):
        return typer.constant(_FOLDED_UNARY[sign](value.known))
    if isinstance(kind, Real):
        if sign is ast.Invert or (kind.bits != 64 and not typer.is_kernel):
            raise typer.refuse(f"the operator {sign_of(sign)} of {kind}")
        return value if sign is ast.UAdd else typer.step("negate", value, kind=kind)
    if getattr(kind, "numpy", False) and kind != Whole(numpy=True):
        raise typer.refuse(f"arithmetic with {kind} of numpy's")
    whole = kind if isinstance(kind, Whole) else INT
    value = typer.convert(value, whole)
    if sign is ast.UAdd:
        return value
    if sign is ast.Invert:
        return typer.step("binary", value, Value(whole, -1), kind=whole, detail="xor")
    return _checked(typer, "sub", Value(whole, 0), value, whole)


def magnitude(typer: Typer, value: Value) -> Value:
    """Return what ``abs`` gives."""
    if mixed.are_mixed((value,)):
        return mixed.split(typer, (value,), lambda part: magnitude(typer, part))
    if value.kind in (FLOAT, Real(numpy=True)):
        return typer.step("intrinsic", value, kind=value.kind, detail="llvm.fabs.f64")
    value = unary(typer, ast.UAdd, value)
    negative = unary(typer, ast.USub, value)
    return typer.step("select", compare_ints(typer, "slt", value, Value(value.kind, 0)), negative, value, kind=value.kind)


_MOST_ITEMS: Final = 256
_PLAIN: Final = (bool, int, float)
_BITS: Final = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_CHECKED: Final = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_OF_FLOATS: Final = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
_FOLDED: Final[dict[type[ast.operator], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_FOLDED_UNARY: Final[dict[type[ast.unaryop], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_UNARY: Final = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_METHODS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
