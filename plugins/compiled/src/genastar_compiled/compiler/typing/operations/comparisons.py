"""Comparisons and truth, as Python's: an int and a float are compared exactly."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from enum import Flag
from typing import Any, Final

from genastar_compiled.compiler.containers import comparing, keeping
from genastar_compiled.compiler.containers.kinds import Never, Sequence, Table, is_text
from genastar_compiled.compiler.faults import NotCovered, refusing
from genastar_compiled.compiler.kinds import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    MIXED,
    Fixed,
    Kept,
    Kind,
    Maybe,
    Member,
    Nothing,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    is_number,
)
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import members, mixed, operators
from genastar_compiled.compiler.typing.operations.members import bare
from genastar_compiled.compiler.typing.operations.operators import EXACT, both_there
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer
from genastar_compiled.data.records import compared_names, compares_fields, orders_fields

Sign = type[ast.cmpop]


def compare(typer: Typer, sign: Sign, left: Value, right: Value) -> Value:
    """Return what a comparison gives."""
    if sign in (ast.Is, ast.IsNot):
        return inverted(typer, _is_same(typer, left, right), sign is ast.IsNot)
    if sign in (ast.In, ast.NotIn):
        return inverted(typer, _is_in(typer, left, right), sign is ast.NotIn)
    if sign not in (ast.Eq, ast.NotEq):
        left, right = both_there(typer, left, right)
    left, right = bare(typer, left), bare(typer, right)
    if isinstance(left.kind, Kept) and left.kind == right.kind and sign in (ast.Eq, ast.NotEq):
        return inverted(typer, _all_equal(typer, list(zip(*map(typer.parts, (left, right)), strict=True))), sign is ast.NotEq)
    left, right = keeping.open_up(typer, left), keeping.open_up(typer, right)
    if mixed.are_mixed((left, right)):
        return mixed.split(typer, (left, right), lambda one, other: compare(typer, sign, one, other))
    if is_number(left.kind) and is_number(right.kind):
        made = _of_numbers(typer, sign, left, right)
        of_numpy = any(getattr(each.kind, "numpy", False) for each in (left, right)) and not typer.is_kernel
        return typer.step("relabel", made, kind=Truth(numpy=True)) if of_numpy else made  # ~ and + mean something else there
    if sign is ast.NotEq:
        if any(typer.program.method_of(each.kind, "__ne__") is not None for each in (left, right)):
            raise typer.refuse("a class with a __ne__ of its own")
        return inverted(typer, compare(typer, ast.Eq, left, right))
    if sign is ast.Eq:
        return _equal(typer, left, right)
    return _ordered(typer, sign, left, right)


def inverted(typer: Typer, value: Value, is_wanted: bool = True) -> Value:
    """Return the opposite of a bool, if it is wanted."""
    if not is_wanted:
        return value
    if value.is_known:
        return FALSE if value.known else TRUE
    return typer.step("binary", value, TRUE, kind=BOOL, detail="xor")


def both(typer: Typer, one: Value, other: Value) -> Value:
    """Return whether two bools hold, both of which are computed."""
    if one.known is False or other.known is True:
        return one
    if one.known is True or other.known is False:
        return other
    return typer.step("binary", one, other, kind=BOOL, detail="and")


def either(typer: Typer, one: Value, other: Value) -> Value:
    """Return whether one of two bools holds, both of which are computed."""
    return inverted(typer, both(typer, inverted(typer, one), inverted(typer, other)))


def truth(typer: Typer, value: Value) -> Value:
    """Return whether a value counts as true."""
    value = bare(typer, value)
    kind = value.kind
    if kind == BOOL:
        return value
    if kind == MIXED:
        return mixed.split(typer, (value,), lambda part: truth(typer, part))
    if value.is_known and isinstance(value.known, (int, float, str, tuple)):
        return TRUE if value.known else FALSE
    match kind:
        case Truth():
            return typer.step("relabel", value, kind=BOOL)
        case Whole():
            return typer.step("compare", value, Value(kind, 0), kind=BOOL, detail="icmp ne")
        case Real():
            return typer.step("compare", value, Value(kind, 0.0), kind=BOOL, detail="fcmp une")
        case Nothing():
            return FALSE
        case Maybe():
            return typer.choose(
                typer.is_there(value), lambda: truth(typer, typer.there(value)), lambda: FALSE, typer.fresh(_NODE, "truth")
            )
        case Tuple():
            if kind.cls is None:
                return TRUE if kind.items else FALSE
        case Member():
            return truth(typer, typer.part(value, 0)) if issubclass(kind.cls, Flag) else TRUE
        case Record() if all(typer.program.method_of(kind, name) is None for name in ("__bool__", "__len__")):
            return TRUE
    if comparing.is_one(kind):
        return comparing.is_some(typer, value)
    if (method := typer.program.method_of(kind, "__bool__")) is not None:
        made: Value = typer.program.call(typer, method, [value])
        if made.kind == BOOL:
            return made
    raise typer.refuse(f"the truth of {kind}")


_NODE: Final = ast.Pass()


def _is_same(typer: Typer, left: Value, right: Value) -> Value:
    for one, other in ((left, right), (right, left)):
        if isinstance(other.kind, Nothing):
            return inverted(typer, typer.is_there(one))
        if isinstance(one.kind, Fixed) and not isinstance(one.kind.value, str) and not isinstance(other.kind, (Fixed, Maybe)):
            return FALSE
    if isinstance(left.kind, Fixed) and isinstance(right.kind, Fixed) and not isinstance(left.kind.value, str):
        return TRUE if left.kind == right.kind else FALSE
    if isinstance(left.kind, Maybe) or isinstance(right.kind, Maybe):
        are_there, absent = both(typer, typer.is_there(left), typer.is_there(right)), inverted(typer, typer.is_there(left))
        neither = both(typer, absent, inverted(typer, typer.is_there(right)))
        name = typer.fresh(_NODE, "same")
        return typer.choose(are_there, lambda: _is_same(typer, typer.there(left), typer.there(right)), lambda: neither, name)
    if isinstance(left.kind, Member) and isinstance(right.kind, Member):
        same = left.kind == right.kind
        return compare(typer, ast.Eq, typer.part(left, 0), typer.part(right, 0)) if same else FALSE
    raise typer.refuse(f"'is' of {left.kind} and {right.kind}")


def _is_in(typer: Typer, value: Value, within: Value) -> Value:
    within = typer.some(within)
    if isinstance(within.kind, Member) and (shared := members.binary(typer, ast.BitAnd, value, within)) is not None:
        return compare(typer, ast.Eq, shared, value)
    if comparing.is_one(within.kind) or is_text(within.kind):
        return comparing.has(typer, within, value)
    if not isinstance(within.kind, Tuple):
        found = typer.program.method_of(within.kind, "__contains__")
        if found is None:
            raise typer.refuse(f"'in' {within.kind}")
        return truth(typer, typer.program.call(typer, found, [within, value]))
    made = FALSE
    for part in typer.parts(within):
        made = either(typer, made, equal_or_same(typer, value, part))
    return made


def equal_or_same(typer: Typer, left: Value, right: Value) -> Value:
    """Return whether two items are equal as those of tuples are: one object equals itself, also NaN."""
    if mixed.are_mixed((left, right)):
        return mixed.split(typer, (left, right), lambda one, other: equal_or_same(typer, one, other))
    if isinstance(left.kind, Real) and isinstance(right.kind, Real) and not typer.is_kernel:
        are_nan = [typer.step("compare", each, each, kind=BOOL, detail="fcmp uno") for each in (left, right)]
        typer.fail_if(both(typer, *are_nan), refusing("a NaN that meets another in a container", typer.where))
    return truth(typer, compare(typer, ast.Eq, left, right))


def _of_numbers(typer: Typer, sign: Sign, left: Value, right: Value) -> Value:
    if left.is_known and right.is_known:
        return TRUE if _FOLDED[sign](left.known, right.known) else FALSE
    for each in (left.kind, right.kind):
        if each in (operators.WIDEST, Real(32, True)) and left.kind != right.kind:
            raise typer.refuse(f"a comparison of {each} of numpy's; write int(...) or float(...) around it")
    reals = [isinstance(each.kind, Real) for each in (left, right)]
    if any(reals):
        if (
            not all(reals)
            and not typer.program.is_plain
            and not any(getattr(each.kind, "numpy", False) for each in (left, right))
        ):
            whole, real, turned = (right, left, _TURNED[sign]) if reals[0] else (left, right, sign)
            if not (whole.is_known and abs(whole.known) <= EXACT) and isinstance(whole.kind, Whole):
                return _exactly(typer, turned, typer.convert(whole, INT), real)
        left, right = typer.convert(left, FLOAT), typer.convert(right, FLOAT)
        return typer.step("compare", left, right, kind=BOOL, detail=f"fcmp {_OF_FLOATS[sign]}")
    if isinstance(left.kind, Truth) and isinstance(right.kind, Truth) and sign in (ast.Eq, ast.NotEq):
        return typer.step("compare", left, right, kind=BOOL, detail=f"icmp {_OF_WORDS[sign]}")
    kind = BITS if {BITS, operators.WIDEST} & {left.kind, right.kind} else INT
    left, right = typer.convert(left, kind), typer.convert(right, kind)
    how = _OF_WORDS[sign] if kind == BITS or sign in (ast.Eq, ast.NotEq) else f"s{_OF_WORDS[sign][1:]}"
    return typer.step("compare", left, right, kind=BOOL, detail=f"icmp {how}")


def is_of_classes(typer: Typer, kind: Kind, have: type, wanted: tuple[type, ...]) -> bool:
    """Return whether a value of a class is of one of some classes; refuse a float that may be an int in Python."""
    if kind == FLOAT and typer.program.began_whole and issubclass(int, wanted) != issubclass(float, wanted):
        raise typer.refuse("the class of a number that may be a cost, which began whole")
    return issubclass(have, wanted)


def _exactly(typer: Typer, sign: Sign, whole: Value, real: Value) -> Value:
    """Compare an int with a float: as floats if they differ, and otherwise as ints, for the int may have been rounded."""
    near = typer.convert(whole, FLOAT)
    back = typer.step("saturated", real, kind=INT)

    def of_floats(how: str) -> Value:
        return typer.step("compare", near, real, kind=BOOL, detail=f"fcmp {how}")

    def of_ints(how: str) -> Value:
        return typer.step("compare", whole, back, kind=BOOL, detail=f"icmp {how}")

    is_top = typer.step("compare", real, Value(FLOAT, 2.0**63), kind=BOOL, detail="fcmp oeq")
    same = of_floats("oeq")
    below = either(typer, of_floats("olt"), both(typer, same, either(typer, is_top, of_ints("slt"))))
    equal = both(typer, both(typer, same, inverted(typer, is_top)), of_ints("eq"))
    above = either(typer, of_floats("ogt"), both(typer, both(typer, same, inverted(typer, is_top)), of_ints("sgt")))
    match sign:
        case ast.Eq:
            return equal
        case ast.NotEq:
            return inverted(typer, equal)
        case ast.Lt:
            return below
        case ast.LtE:
            return either(typer, below, equal)
        case ast.Gt:
            return above
    return either(typer, above, equal)


def _equal(typer: Typer, left: Value, right: Value) -> Value:
    one, other = left.kind, right.kind
    for kind, values in ((one, [left, right]), (other, [right, left])):
        method = typer.program.method_of(kind, "__eq__")
        if method is not None:
            made: Value = typer.program.call(typer, method, values)
            if made.kind != BOOL:
                raise typer.refuse("an __eq__ that gives something else than a bool")
            return made
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        present, absent = typer.is_there(left), typer.is_there(right)
        return typer.choose(
            both(typer, present, absent),
            lambda: equal_or_same(typer, typer.there(left), typer.there(right)),
            lambda: inverted(typer, either(typer, present, absent)),
            typer.fresh(_NODE, "equal"),
        )
    if isinstance(one, Nothing) or isinstance(other, Nothing) or isinstance(one, Never):
        return TRUE if one == other else FALSE
    if isinstance(one, Tuple) and isinstance(other, Tuple):
        if len(one.items) != len(other.items):
            return FALSE
        return _all_equal(typer, list(zip(typer.parts(left), typer.parts(right), strict=True)))
    if isinstance(one, Member) and isinstance(other, Member):
        return compare(typer, ast.Eq, typer.part(left, 0), typer.part(right, 0)) if one.cls is other.cls else FALSE
    if isinstance(one, Record) and isinstance(other, Record) and one.cls is other.cls and compares_fields(one.cls):
        pairs = [(typer.field(left, name), typer.field(right, name)) for name in compared(one.cls)]
        return _all_equal(typer, pairs)
    if isinstance(one, Fixed) and isinstance(other, Fixed) and isinstance(one.value, str) and isinstance(other.value, str):
        return TRUE if str.__eq__(one.value, other.value) else FALSE
    if _differ(one, other):
        return FALSE
    if comparing.is_one(one) or comparing.is_one(other):
        found = comparing.equal(typer, left, right)
        if found is not None:
            return found
    raise typer.refuse(f"the comparison of {one} and {other}")


def _differ(one: Kind, other: Kind) -> bool:
    """Return whether values of two kinds are never equal."""
    sorts = [
        next((at for at, sort in enumerate((_is_plain_number, _is_plain_tuple, _is_text, _is_member)) if sort(kind)), -1)
        for kind in (one, other)
    ]
    return -1 not in sorts and sorts[0] != sorts[1]


def _is_plain_number(kind: Kind) -> bool:
    return is_number(kind) and not getattr(kind, "numpy", False)


def _is_plain_tuple(kind: Kind) -> bool:
    return isinstance(kind, Tuple) or (isinstance(kind, Sequence) and kind.cls is tuple)


def _is_member(kind: Kind) -> bool:
    return isinstance(kind, Member)


def _is_text(kind: Kind) -> bool:
    return is_text(kind)


def compared(cls: type) -> tuple[str, ...]:
    """Return the fields by which attrs or dataclasses compare values of a class."""
    names = compared_names(cls)
    if names is None:
        raise NotCovered(f"{cls.__qualname__} compares a field by a function of it")
    return names


def _all_equal(typer: Typer, pairs: list[tuple[Value, Value]]) -> Value:
    """Return whether all of these are equal. To compare them all takes less than a branch after each."""
    made = TRUE
    for one, other in pairs:
        made = both(typer, made, equal_or_same(typer, one, other))
    return made


def _ordered(typer: Typer, sign: Sign, left: Value, right: Value) -> Value:
    one, other = left.kind, right.kind
    names = _METHODS[sign]
    for kind, name, values in ((one, names[0], [left, right]), (other, names[1], [right, left])):
        method = typer.program.method_of(kind, name)
        if method is not None:
            return truth(typer, typer.program.call(typer, method, values))
    if isinstance(one, Record) and isinstance(other, Record) and one.cls is other.cls and orders_fields(one.cls):
        pairs = [(typer.field(left, name), typer.field(right, name)) for name in compared(one.cls)]
        return _in_order(typer, sign, pairs, 0)
    if isinstance(one, Tuple) and isinstance(other, Tuple):
        pairs = list(zip(typer.parts(left), typer.parts(right), strict=False))
        return _in_order(typer, sign, pairs, len(one.items) - len(other.items))
    if isinstance(one, Table) and isinstance(other, Table):
        return comparing.is_within(
            typer, *((left, right) if sign in (ast.Lt, ast.LtE) else (right, left)), sign in (ast.Lt, ast.Gt)
        )
    return comparing.before(typer, left, right) if sign is ast.Lt else _turned(typer, sign, left, right)


def _turned(typer: Typer, sign: Sign, left: Value, right: Value) -> Value:
    """Compare containers or texts by ``<`` alone."""
    if sign is ast.Gt:
        return comparing.before(typer, right, left)
    found = comparing.before(typer, left, right) if sign is ast.GtE else comparing.before(typer, right, left)
    return inverted(typer, found)


def _in_order(typer: Typer, sign: Sign, pairs: list[tuple[Value, Value]], longer: int) -> Value:
    """Compare tuples: the first items that differ decide, and otherwise which is longer."""
    if not pairs:
        return TRUE if _FOLDED[sign](longer, 0) else FALSE
    (one, other), *rest = pairs
    return typer.choose(
        equal_or_same(typer, one, other),
        lambda: _in_order(typer, sign, rest, longer),
        lambda: compare(typer, sign, one, other),
        typer.fresh(_NODE, "order"),
    )


_FOLDED: Final[dict[Sign, Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_OF_FLOATS: Final = {ast.Eq: "oeq", ast.NotEq: "une", ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge"}
_OF_WORDS: Final = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "ult", ast.LtE: "ule", ast.Gt: "ugt", ast.GtE: "uge"}
_TURNED: Final[dict[Sign, Sign]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
_METHODS: Final[dict[Sign, tuple[str, str]]] = {
    ast.Lt: ("__lt__", "__gt__"),
    ast.LtE: ("__le__", "__ge__"),
    ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
}
