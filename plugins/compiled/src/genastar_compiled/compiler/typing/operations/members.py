"""Members of enums: a member is its value, if all values of its class are ints, and otherwise its place among them."""

from __future__ import annotations

import ast
import enum
import inspect
from collections.abc import Callable
from enum import Enum, Flag, IntFlag
from functools import reduce
from types import FunctionType
from typing import Any, Final

from genastar_compiled.compiler.containers.kinds import lasting
from genastar_compiled.compiler.faults import Fault, refusing
from genastar_compiled.compiler.kinds import BOOL, INT, Member, are_whole, number_of
from genastar_compiled.compiler.kinds_of_code import Method
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import FALSE, Typer
from genastar_compiled.reach.names import module_of

Sign = type[ast.operator]


def bare(typer: Typer, value: Value) -> Value:
    """Return the number or text that a member of an `IntEnum` or a `StrEnum` is, and any other value as it is."""
    kind = value.kind
    if not isinstance(kind, Member) or not issubclass(kind.cls, (int, float, str)):
        return value
    return content_of(typer, value)


def content_of(typer: Typer, value: Value) -> Value:
    """Return ``member.value``."""
    cls = _class_of(value)
    return typer.part(value, 0) if are_whole(cls) else of_each(typer, value, lambda each: each.value)


def of_each(typer: Typer, value: Value, function: Callable[[Enum], Any]) -> Value:
    """Return what is known of each member of a class for the one that a value is."""
    cls = _class_of(value)
    number, members = typer.part(value, 0), list(cls)
    if number.is_known:
        return typer.outside(function(cls(number.known) if are_whole(cls) else members[number.known]))
    if issubclass(cls, Flag):
        raise typer.refuse(f"what a member of the flag {cls.__qualname__} is but a number")
    parts = [typer.outside(function(each)) for each in members]
    common = reduce(typer.joined, (lasting(each.kind) for each in parts))
    if not common.leaves:
        return parts[0]
    place = number
    if are_whole(cls) and [number_of(each) for each in members] != list(range(len(members))):
        place = Value(INT, 0)
        for at, each in enumerate(members):
            is_this = typer.step("compare", number, Value(INT, number_of(each)), kind=BOOL, detail="icmp eq")
            place = typer.step("select", is_this, Value(INT, at), place, kind=INT)
    return typer.step("pick", typer.tuple_of([typer.cast(each, common) for each in parts]), place, kind=common)


def attribute(typer: Typer, value: Value, name: str) -> Value | None:
    """Return an attribute of a member; ``None`` if it has none of this name."""
    cls = _class_of(value)
    if name == "value":
        return content_of(typer, value)
    if name == "name":
        return of_each(typer, value, lambda each: each.name)
    found = inspect.getattr_static(cls, name, None)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        made: Value = typer.program.call(typer, found.fget, [value])
        return made
    if isinstance(found, FunctionType) and module_of(found) != "enum":
        return typer.make(Method(value.kind, found), value)
    if found is None and any(name in vars(each) for each in cls):
        raise typer.refuse(f"{cls.__qualname__}.{name}, which may change; make it a property that computes it from the value")
    return None


def text_of(typer: Typer, value: Value) -> Value:
    """Return ``str(member)``."""
    return formatted(typer, value, str)


def formatted(typer: Typer, value: Value, function: Callable[[Enum], str] = format) -> Value:
    """Return what an f-string makes of a member."""
    cls = _class_of(value)
    methods = (inspect.getattr_static(cls, name) for name in ("__str__", "__format__"))
    if any(isinstance(each, FunctionType) and module_of(each) != "enum" for each in methods):
        raise typer.refuse(f"{cls.__qualname__} as a text, which it makes by a method of its own")
    return of_each(typer, value, function)


def of_value(typer: Typer, cls: type[Enum], value: Value, equal: Callable[[Value, Value], Value]) -> Value:
    """Return the member of a class that has a value."""
    missing = inspect.getattr_static(cls, "_missing_").__func__
    if not list(cls) or module_of(missing) != "enum":
        raise typer.refuse(f"the member of {cls.__qualname__} that has a value: it has no members, or a _missing_ of its own")
    if issubclass(cls, Flag):
        return _of_bits(typer, cls, value)
    number, is_known = Value(INT, 0), FALSE
    for each in cls:
        same = equal(value, typer.constant(each.value))
        number = typer.step("select", same, Value(INT, number_of(each)), number, kind=INT)
        is_known = typer.step("binary", is_known, same, kind=BOOL, detail="or")
    fault = Fault(ValueError, f"no member of {cls.__qualname__} has this value")
    typer.fail_if(typer.step("binary", is_known, Value(BOOL, True), kind=BOOL, detail="xor"), fault)
    return typer.make(Member(cls), number)


def _of_bits(typer: Typer, cls: type[Enum], value: Value) -> Value:
    """Return the member of a flag that has these bits, of which no member has others, unless any bit is kept."""
    value = bare(typer, value)
    if value.kind not in (INT, BOOL):
        raise typer.refuse(f"{value.kind} as the value of a {cls.__qualname__}")
    value = typer.convert(value, INT)
    if _of(cls, "boundary") is enum.KEEP:
        is_odd = typer.step("compare", value, Value(INT, 0), kind=BOOL, detail="icmp slt")
        typer.fail_if(is_odd, refusing(f"a negative int that meets a {cls.__qualname__}", typer.where))
    else:
        _refuse_others(typer, cls, value)
    return typer.make(Member(cls), value)


def _refuse_others(typer: Typer, cls: type[Enum], value: Value) -> None:
    others = typer.step("binary", value, Value(INT, ~_of(cls, "singles_mask")), kind=INT, detail="and")
    is_odd = typer.step("compare", others, Value(INT, 0), kind=BOOL, detail="icmp ne")
    typer.fail_if(is_odd, refusing(f"bits that no member of {cls.__qualname__} has", typer.where))


def _of(cls: type[Enum], name: str) -> Any:
    """Return what `enum` notes of a flag."""
    return getattr(cls, f"_{name}_")


def binary(typer: Typer, sign: Sign, left: Value, right: Value) -> Value | None:
    """Return what ``|``, ``&`` or ``^`` gives of two members of a flag; ``None`` if they are none."""
    kinds = {each.kind for each in (left, right) if isinstance(each.kind, Member) and issubclass(each.kind.cls, Flag)}
    if sign not in _BITS or len(kinds) != 1:
        return None
    (kind,) = kinds
    if left.kind != right.kind and not (issubclass(kind.cls, IntFlag) and {left.kind, right.kind} <= {kind, INT, BOOL}):
        return None
    given = [typer.part(each if each.kind == kind else _of_bits(typer, kind.cls, each), 0) for each in (left, right)]
    return typer.make(kind, typer.step("binary", *given, kind=INT, detail=_BITS[sign]))


def opposite(typer: Typer, value: Value) -> Value | None:
    """Return what ``~`` gives of a member of a flag; ``None`` if it is none."""
    if not isinstance(value.kind, Member) or not issubclass(value.kind.cls, Flag):
        return None
    cls, number = value.kind.cls, typer.part(value, 0)
    if len({_of(cls, name) for name in ("singles_mask", "flag_mask", "all_bits")}) > 1:
        raise typer.refuse(f"~ of a {cls.__qualname__}, whose members are not one bit each")
    _refuse_others(typer, cls, number)
    return typer.make(value.kind, typer.step("binary", number, Value(INT, _of(cls, "all_bits")), kind=INT, detail="xor"))


def _class_of(value: Value) -> type[Enum]:
    assert isinstance(value.kind, Member)
    return value.kind.cls


_BITS: Final[dict[Sign, str]] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
