"""Python's own functions: those of numbers and tuples, and those that consume what a generator gives."""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable
from enum import EnumType
from types import NoneType
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.containers import comparing, of_texts
from genastar_compiled.compiler.containers.kinds import Sequence, Table, is_text
from genastar_compiled.compiler.faults import NEGATIVE_LENGTH, Fault
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MIXED,
    NONE,
    Array,
    Fixed,
    Kind,
    Maybe,
    Member,
    Mixed,
    Range,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    is_number,
    is_of_numpy,
)
from genastar_compiled.compiler.library import iterators
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import arrays, comparisons, items, mathematics, members, mixed, operators
from genastar_compiled.compiler.typing.operations.mathematics import Act, Arguments, as_float, as_int, plain
from genastar_compiled.compiler.typing.typer import FALSE, NOTHING, TRUE, Typer


def of(function: Any) -> Act | None:
    """Return what types a call of a built-in function; ``None`` for any other."""
    found = _of(function)
    if found is None or function in (min, max, sum, tuple, any, all, range):
        return found

    def act(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
        given = arguments if function in (bool, isinstance, str) else list(map(typer.some, arguments))
        return mixed.split(typer, given, lambda *parts: found(typer, list(parts), named))

    return act


def _of(function: Any) -> Act | None:
    try:
        return _FUNCTIONS.get(function)
    except TypeError:  # no hash
        return None


def _abs(typer: Typer, value: Value) -> Value:
    value = members.bare(typer, value)
    if not is_number(value.kind) and value.kind != MIXED:
        raise typer.refuse(f"abs of {value.kind}")
    return operators.magnitude(typer, value)


def _len(typer: Typer, value: Value) -> Value:
    value = members.bare(typer, value)
    if isinstance(value.kind, Fixed) and isinstance(value.kind.value, EnumType):
        return typer.constant(len(value.kind.value))
    if isinstance(value.kind, Tuple):
        return typer.constant(len(value.kind.items))
    if isinstance(value.kind, (Array, Range)):
        return items.items_of_value(typer, value).count
    if isinstance(value.kind, Fixed) and isinstance(value.kind.value, str):
        return typer.constant(len(value.kind.value))
    if comparing.is_one(value.kind):
        return comparing.length(typer, value)
    method = typer.program.method_of(value.kind, "__len__")
    if method is None:
        raise typer.refuse(f"len of {value.kind}")
    made: Value = typer.program.call(typer, method, [value])
    if made.kind != INT:
        raise typer.refuse("a __len__ that gives something else than an int")
    typer.fail_if(operators.compare_ints(typer, "slt", made, Value(INT, 0)), NEGATIVE_LENGTH)
    return made


def _range(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
    if named:
        raise typer.refuse("range with arguments by name")
    return typer.make(Range(), *items.range_of(typer, arguments))


def _extreme(sign: type[ast.cmpop]) -> Act:
    def typed(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
        if named:
            raise typer.refuse("min or max with a key or a default")
        if len(arguments) == 1:
            if not isinstance(arguments[0].kind, Tuple) or not arguments[0].kind.items:
                raise typer.refuse(f"min or max of {arguments[0].kind}")
            arguments = typer.parts(arguments[0])
        best = arguments[0]
        for each in arguments[1:]:
            best = better(typer, sign, each, best)
        return best

    return typed


def better(typer: Typer, sign: type[ast.cmpop], value: Value, best: Value) -> Value:
    """Return a value if it is before the best so far, and otherwise that."""
    kind = typer.joined(best.kind, value.kind)
    holds = comparisons.compare(typer, sign, value, best)
    if holds.is_known:
        return typer.cast(value if holds.known else best, kind)
    if len(kind.leaves) != 1:
        return typer.choose(holds, lambda: value, lambda: best, typer.fresh(_NODE, "best"))
    return typer.step("select", holds, typer.cast(value, kind), typer.cast(best, kind), kind=kind)


_NODE: Final = ast.Pass()


def item(typer: Typer, value: Value) -> Value:
    """Return a number of numpy's as Python's."""
    if isinstance(value.kind, Truth):
        return typer.step("relabel", value, kind=BOOL)
    return as_float(typer, value) if isinstance(value.kind, Real) else as_int(typer, value)


def _of_numpy(kind: Kind) -> Callable[[Typer, Value], Value]:
    """Return the type of a call of a class of numpy's numbers."""

    def act(typer: Typer, value: Value) -> Value:
        if typer.is_kernel and is_number(value.kind):
            return items.plain(typer, typer.convert(value, kind))
        if isinstance(kind, Real):
            made = as_float(typer, value)
            return typer.step("relabel", made, kind=kind)
        assert isinstance(kind, Whole)
        if value.kind == kind:
            return value
        if not isinstance(value.kind, (Whole, Truth)):
            raise typer.refuse(f"{kind} of {value.kind}")
        if is_of_numpy(value.kind):  # a number of numpy's is cut off
            value = value if value.kind == operators.WIDEST else typer.convert(value, Whole(numpy=True))
            return typer.step("relabel" if kind.bits == 64 else "convert", value, kind=kind)
        value = typer.convert(value, INT)
        made = typer.step("convert", value, kind=kind) if kind.bits < 64 else typer.step("relabel", value, kind=kind)
        if kind.bits < 64:
            back = typer.step("convert", made, kind=INT)
            typer.fail_if(operators.compare_ints(typer, "ne", back, value), OUT_OF_BITS)
        elif not kind.signed:
            typer.fail_if(operators.compare_ints(typer, "slt", value, Value(INT, 0)), OUT_OF_BITS)
        return made

    return act


OUT_OF_BITS: Final = Fault(OverflowError, "Python integer out of bounds")


def _bool(typer: Typer, value: Value) -> Value:
    return comparisons.truth(typer, value)


def _tuple(typer: Typer, value: Value) -> Value:
    if not isinstance(value.kind, Tuple):
        raise typer.refuse(f"tuple of {value.kind}")
    return typer.tuple_of(typer.parts(value))


def _divmod(typer: Typer, left: Value, right: Value) -> Value:
    return typer.tuple_of([operators.binary(typer, sign, left, right) for sign in (ast.FloorDiv, ast.Mod)])


def _sum(typer: Typer, arguments: Arguments, named: dict[str, Value]) -> Value:
    if named or not arguments or not isinstance(arguments[0].kind, Tuple):
        raise typer.refuse("sum of something else than a tuple")
    parts = typer.parts(arguments[0])
    total = arguments[1] if arguments[1:] else typer.constant(0)
    if sys.version_info >= (3, 12) and any(isinstance(each.kind, (Real, Mixed)) for each in parts):
        made: Value = typer.program.call(typer, iterators.total_of_floats, [arguments[0], total])
        return made
    for each in parts:
        total = operators.binary(typer, ast.Add, total, each)
    return total


def _some(is_any: bool) -> Callable[[Typer, Value], Value]:
    def typed(typer: Typer, value: Value) -> Value:
        if not isinstance(value.kind, Tuple):
            raise typer.refuse(f"any or all of {value.kind}")
        made = FALSE if is_any else TRUE
        for each in typer.parts(value):
            made = (comparisons.either if is_any else comparisons.both)(typer, made, comparisons.truth(typer, each))
        return made

    return typed


def _isinstance(typer: Typer, value: Value, cls: Value) -> Value:
    if isinstance(value.kind, Maybe):
        there, otherwise = _isinstance(typer, typer.there(value), cls), _isinstance(typer, NOTHING, cls)
        if there.known == otherwise.known:
            return there
        is_there = typer.is_there(value)
        return is_there if there.known else typer.step("binary", is_there, TRUE, kind=BOOL, detail="xor")
    wanted = cls.known if isinstance(cls.known, tuple) else (cls.kind.value,) if isinstance(cls.kind, Fixed) else None
    have = _class_of(value.kind)
    if wanted is None or have is None or not all(isinstance(each, type) for each in wanted):
        raise typer.refuse(f"isinstance of {value.kind}")
    if any("__instancecheck__" in vars(type(each)) and type(each) is not type for each in wanted):
        raise typer.refuse("isinstance of a class that decides by itself")
    return TRUE if comparisons.is_of_classes(typer, value.kind, have, wanted) else FALSE


def _class_of(kind: Kind) -> type | None:
    plain: dict[Kind, type] = {INT: int, FLOAT: float, BOOL: bool, NONE: NoneType}
    if isinstance(kind, (Record, Member, Sequence, Table)):
        return kind.cls
    if is_text(kind):
        return str
    return (kind.cls or tuple) if isinstance(kind, Tuple) else plain.get(kind)


def _operator(sign: type[ast.operator]) -> Callable[[Typer, Value, Value], Value]:
    return lambda typer, left, right: operators.binary(typer, sign, left, right)


_OPERATORS: Final = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
}
_FUNCTIONS: Final[dict[Any, Act]] = {
    abs: plain(1, _abs),
    len: plain(1, _len),
    range: _range,
    min: _extreme(ast.Lt),
    max: _extreme(ast.Gt),
    bool: plain(1, _bool),
    tuple: plain(1, _tuple),
    divmod: plain(2, _divmod),
    pow: plain(2, _operator(ast.Pow)),
    sum: _sum,
    any: plain(1, _some(True)),
    all: plain(1, _some(False)),
    isinstance: plain(2, _isinstance),
    np.uint32: plain(1, _of_numpy(Whole(32, False, numpy=True))),
    np.uint64: plain(1, _of_numpy(Whole(64, False, numpy=True))),
    np.int32: plain(1, _of_numpy(Whole(32, numpy=True))),
    np.int64: plain(1, _of_numpy(Whole(numpy=True))),
    np.float64: plain(1, _of_numpy(Real(numpy=True))),
    **{getattr(operator, name): plain(2, _operator(sign)) for name, sign in _OPERATORS.items()},
    **{function: plain(1, act) for function, act in of_texts.FUNCTIONS.items()},
    **arrays.FUNCTIONS,
    **mathematics.FUNCTIONS,
}
