"""Calls of functions, methods and classes; built-in functions stand in `functions`, those of the kernel in `primitives`."""

from __future__ import annotations

import ast
import inspect
import math
import sys
from dataclasses import is_dataclass, replace
from enum import Enum
from types import FunctionType
from typing import Any, Final, NewType, assert_never, cast

import attrs
from attrs import NOTHING as MISSING
from attrs import evolve

from genastar.values.node import Node as SearchNode
from genastar.values.vector import MOST, Vector
from genastar_compiled.compiler.containers import comparing, gathering, methods, primitives
from genastar_compiled.compiler.containers.kinds import Iterator, Sequence, Table, is_text, may_change
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MIXED,
    Array,
    Fixed,
    Maybe,
    Place,
    Record,
    Tuple,
    is_number,
    is_of_numpy,
)
from genastar_compiled.compiler.kinds_of_code import Keywords, Method, Nested, Yielding
from genastar_compiled.compiler.library import integers, iterators
from genastar_compiled.compiler.library.written import in_python
from genastar_compiled.compiler.tree import Ended, Value
from genastar_compiled.compiler.typing import exceptions, variables
from genastar_compiled.compiler.typing.inlined import cursors, flows, inside
from genastar_compiled.compiler.typing.operations import comparisons, functions, members
from genastar_compiled.compiler.typing.operations import primitives as machine
from genastar_compiled.compiler.typing.typer import NOTHING, Typer
from genastar_compiled.compiler.values import Lent, Maker
from genastar_compiled.data.making import fault_of_making, hook_of
from genastar_compiled.data.records import arguments_of, fault_of_tuples, fields_of, has_fields
from genastar_compiled.failures.hints import called
from genastar_compiled.kernel.primitives import Primitive


def call_of(typer: Typer, node: ast.Call) -> Value:
    """Return what a call gives."""
    if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
        method = _inherited(typer, node.func.attr)
        owner = variables.holder_of(typer, next(iter(inspect.signature(typer.function).parameters)))
        assert isinstance(owner, Value)
        function, before = method, [owner]
    else:
        made = typer.value_of(node.func)
        if made.kind == Fixed(cast) and len(node.args) == 2:
            return typer.value_of(node.args[1])
        gathered = gathering.call(typer, made, node)
        if gathered is not None:
            return gathered
        if made.kind == Fixed(tuple) and len(node.args) == 1 and isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp)):
            return typer.tuple_of(flows.spread(typer, node.args[0]))
        if made.kind in _CONSUMERS and node.args:
            made, node = _consuming(made, node)
        function, before = made, []
    arguments = list(before)
    for each in node.args:
        if isinstance(each, ast.Starred):
            inside = typer.value_of(each.value)
            if not isinstance(inside.kind, Tuple):
                raise typer.refuse(f"* of {inside.kind}")
            arguments += typer.parts(inside)
        else:
            arguments.append(typer.value_of(each))
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = typer.value_of(keyword.value)
        more = {keyword.arg: value} if keyword.arg is not None else _keywords(typer, value)
        if named.keys() & more.keys():
            raise typer.refuse("an argument that is given twice")
        named |= more
    return call(typer, function, arguments, named)


def _keywords(typer: Typer, value: Value) -> dict[str, Value]:
    if not isinstance(value.kind, Keywords):
        raise typer.refuse(f"** of {value.kind}")
    return dict(zip(value.kind.names, typer.parts(value), strict=True))


def _consuming(function: Value, node: ast.Call) -> tuple[Value, ast.Call]:
    """Return a call without the list that it would make: nothing can tell, unless ``any`` or ``all`` has to make all of it."""
    first, *rest = node.args
    made: Any = function.known
    is_list, is_test = isinstance(first, ast.ListComp), made in (any, all)
    if isinstance(first, (ast.ListComp, ast.GeneratorExp)):
        item = first.elt
        for _ in range(2 if is_test else 0):  # as a bool
            item = ast.copy_location(ast.UnaryOp(ast.Not(), item), item)
        first = ast.copy_location(ast.GeneratorExp(item, first.generators), first)
        if not rest and "key" not in [each.arg for each in node.keywords]:
            first = flows.in_any_order(first, is_sum=made in (sum, math.prod))
        node = ast.copy_location(ast.Call(node.func, [first, *rest], node.keywords), node)
    if is_list and is_test:
        made = iterators.some_of_list if made is any else iterators.every_of_list
    return Value(Fixed(made), made, ()), node


_CONSUMERS: Final = tuple(map(Fixed, (any, all, sum, min, max, math.prod)))


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _inherited(typer: Typer, name: str) -> Value:
    """Return the method that ``super()`` finds."""
    first = next(iter(inspect.signature(typer.function).parameters), "")
    owner = variables.holder_of(typer, first)
    kind = owner.kind if isinstance(owner, Value) else None
    kind = kind.record if isinstance(kind, Place) else kind
    code = typer.function.__code__
    cls = getattr(kind, "cls", None)
    if cls is None or "__class__" not in code.co_freevars:
        raise typer.refuse("super() of something else than the first argument")
    here = typer.function.__closure__[code.co_freevars.index("__class__")].cell_contents
    mro = cls.__mro__
    for each in mro[mro.index(here) + 1 :]:
        if name in vars(each):
            member = vars(each)[name]
            if isinstance(member, FunctionType):
                return Value(Fixed(member), member, ())
            break
    raise typer.refuse(f"super().{name}")


def call(typer: Typer, function: Value, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return what a function gives for these arguments."""
    kind = function.kind
    if isinstance(kind, Method) and (isinstance(kind.owner, Array) or (is_number(kind.owner) and is_of_numpy(kind.owner))):
        if arguments or named:
            raise typer.refuse("a method of numpy's with arguments")
        folded: Value = kind.function(typer, typer.part(function, 0))
        return folded
    if isinstance(kind, Method) and isinstance(kind.function, methods.BuiltIn):
        return methods.call(typer, kind.function, typer.part(function, 0), arguments, named)
    if isinstance(kind, Method) and isinstance(kind.owner, Tuple) and kind.function.__name__ == "_replace" and not arguments:
        return _replaced(typer, typer.part(function, 0), named)
    if isinstance(kind, Method):
        return call_function(typer, kind.function, [typer.part(function, 0), *arguments], named)
    if isinstance(kind, Nested):
        given = inside.arguments_of_nested(typer, function, arguments, named)
        return inside.yielding(typer, function, given) if inside.is_generator(kind) else inside.written(typer, function, given)
    if not isinstance(kind, Fixed):
        method = typer.program.method_of(kind, "__call__")
        if method is None:
            raise typer.refuse(f"a call of {kind}")
        return call_function(typer, method, [function, *arguments], named)
    made = kind.value
    if isinstance(made, NewType) and len(arguments) == 1 and not named:
        return arguments[0]
    if made is assert_never:
        exceptions.end(typer, AssertionError)
        raise Ended
    if isinstance(made, Primitive):
        return (machine.PRIMITIVES | primitives.PRIMITIVES)[made.name](typer, *arguments)
    if isinstance(made, Lent):
        return typer.step("address", *arguments, kind=made.kind)
    if isinstance(made, Maker):
        return make(typer, made.cls, dict(zip(made.names, arguments, strict=True)))
    if made in (evolve, replace):
        return _evolved(typer, made, arguments, named)
    if made in (any, all, sum, min, max, math.prod) and "key" not in named:
        arguments = [gathering.without_order(typer, each, made) for each in arguments]
    if (written := _written(typer, made, arguments, named)) is not None:
        return written
    act = functions.of(made)
    if act is not None:
        return act(typer, arguments, named)
    if isinstance(made, FunctionType):
        return call_function(typer, made, arguments, named)
    if isinstance(made, type) and issubclass(made, Enum):
        if len(arguments) != 1 or named:
            raise typer.refuse(f"a call of the enum {made.__qualname__}")
        (value,) = arguments
        return members.of_value(typer, made, value, lambda one, other: comparisons.equal_or_same(typer, one, other))
    if (found := in_python(made)) is not None:
        sorts = [comparing.sort_of(each.kind) for each in (*arguments, *named.values())[:1]]
        if (made.__module__, *sorts) in _WRONG or (made.__module__ == "_heapq" and sorts != [list]):
            raise typer.refuse(f"{made.__name__}() of these arguments")
        return call_function(typer, found, arguments, named)
    if (gathered := gathering.of_values(typer, function, arguments, named)) is not None:
        return gathered
    if isinstance(made, type):
        return instance(typer, made, arguments, named)
    raise typer.refuse(f"a call of {called(made)}")


_WRONG: Final = {("_bisect", dict), ("_bisect", set)}
"""Modules in C, and what their functions refuse as a first argument where those in Python do not."""


_NAMES: Final = frozenset({"default", "func", "initial", "key", "r", "repeat", "start", "step", "times"})
"""The arguments of Python's functions in `iterators` that have names."""


def _written(typer: Typer, function: Any, arguments: list[Value], named: dict[str, Value]) -> Value | None:
    """Return what a function of Python gives that `iterators` writes; ``None`` if `functions` has it, or nothing does."""
    found = iterators.written(function, [each.kind for each in arguments])
    if function is zip and "strict" in named and named["strict"].known is False:
        named = {}
    if found is None or (function is zip and named):
        return None
    if not arguments and function in (any, all, sum, min, max, next, iter):
        raise typer.refuse(f"{function.__name__}() without arguments")
    if function in (any, all, sum, min, max) and not named:
        if len(arguments) > 1 + (function is sum) or isinstance(arguments[0].kind, Tuple):
            return None
    elif function in (min, max) and len(arguments) > 1 and "default" not in named:
        arguments = [typer.tuple_of(arguments)]
    is_text_summed = function is sum and any(is_text(each.kind) for each in (*arguments[1:], *named.values()))
    if is_text_summed or not named.keys() <= _NAMES:
        raise typer.refuse(f"{function.__name__}() with these arguments")
    if function is iter and (kept := cursors.iterator_of(typer, arguments[0])) is not None:
        return kept
    if function is next and arguments and not named and isinstance(arguments[0].kind, Iterator):
        return cursors.following(typer, arguments[0], arguments[1] if arguments[1:] else None)
    if found in (iterators.combined, iterators.permuted) and comparing.sort_of(arguments[0].kind) is dict:  # indexed by place
        raise typer.refuse(f"{function.__name__}() of a dict; write list(...) around it")
    if found in (iterators.combined, iterators.permuted, iterators.products):
        arguments = [_as_it_is(typer, each) for each in arguments]
    if function is next:
        if named or not arguments or not isinstance(arguments[0].kind, Yielding):
            raise typer.refuse("next() of what is no iterator")
        found = (iterators.written(iterators.first_of) if len(arguments) == 1 else None) or found
    if function in integers.WRITTEN:
        arguments = [typer.convert(each, INT) if each.kind == BOOL else each for each in arguments]
    if function is sum and sys.version_info >= (3, 12):
        return _sum(typer, arguments, named)
    return call_function(typer, found, arguments, named, called(function))


def _as_it_is(typer: Typer, value: Value) -> Value:
    """Return a copy of a container that may change, as Python's combinations and products make one before they begin."""
    kind = value.kind
    if isinstance(kind, Table) and kind.cls is not dict:
        return value if kind.is_fixed else methods.copy_of(typer, value)
    may_differ = may_change(kind) or (isinstance(kind, Sequence) and not kind.is_fixed)
    return call(typer, typer.outside(list), [value], {}) if may_differ and not isinstance(kind, Tuple) else value


def _sum(typer: Typer, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return a sum, whose floats Python adds in another way than ints: that there are some shows its kind."""
    before = len(typer.body), dict(typer.variables), set(typer.bound), dict(typer.narrowed)
    plainly: Any = iterators.total
    exactly: Any = iterators.total_of_floats
    made = call_function(typer, plainly, arguments, named)
    if made.kind not in (FLOAT, MIXED):
        return made
    count, typer.variables, typer.bound, typer.narrowed = before
    del typer.body[count:]
    return call_function(typer, exactly, arguments, named)


def call_function(
    typer: Typer, function: FunctionType, arguments: list[Value], named: dict[str, Value], name: str = ""
) -> Value:
    """Return what a function of Python gives, which a user may know by another name."""
    if function.__code__.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise typer.refuse(f"a call of {function.__qualname__}, which is asynchronous")
    names = inside.names_of_function(function)
    places = names[0]
    have = dict(zip(reversed(places), reversed(function.__defaults__ or ()), strict=False)) | (function.__kwdefaults__ or {})
    missing = [name for name in have if name not in named and name not in places[: len(arguments)]]
    defaults = {name: typer.outside(have[name]) for name in missing}
    given = inside.matched(typer, name or called(function), names, defaults, arguments, named)
    if inside.is_generator(function):
        return inside.yielding(typer, Value(Fixed(function), function, ()), given)
    return typer.program.call(typer, function, list(given.values()))


def make(typer: Typer, cls: type, fields: dict[str, Value]) -> Value:
    """Return a value of a class with these fields, or a named tuple."""
    if issubclass(cls, tuple):
        return typer.make(Tuple(tuple(each.kind for each in fields.values()), cls), *fields.values())
    if cls is SearchNode and fields["parent"].kind.leaves == ():
        fields["parent"] = typer.cast(NOTHING, Maybe(fields["position"].kind))
    kind = Record(cls, tuple(fields), tuple(each.kind for each in fields.values()))
    return typer.make(kind, *fields.values())


def _replaced(typer: Typer, value: Value, named: dict[str, Value]) -> Value:
    """Return a named tuple with other items."""
    names = value.kind.names  # type: ignore[attr-defined]
    if not named.keys() <= set(names):
        raise typer.refuse(f"_replace() of {', '.join(sorted(named.keys() - set(names)))}, which {value.kind} has not")
    return make(typer, value.kind.cls, dict(zip(names, typer.parts(value), strict=True)) | named)  # type: ignore[attr-defined]


def _evolved(typer: Typer, function: Any, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return what the ``evolve`` of attrs or the ``replace`` of dataclasses gives."""
    kind = arguments[0].kind if len(arguments) == 1 else None
    if not isinstance(kind, Record) or not (attrs.has(kind.cls) if function is evolve else is_dataclass(kind.cls)):
        raise typer.refuse(f"{function.__name__}() of {', '.join(str(each.kind) for each in arguments)}")
    same = {each.alias: typer.field(arguments[0], each.name) for each in fields_of(kind.cls) if each.init}
    return instance(typer, kind.cls, [], same | named)


def instance(typer: Typer, cls: type, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return what a call of a class gives."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _named_tuple(typer, cls, arguments, named)
    if cls is Vector:
        return _vector(typer, arguments, named)
    if not has_fields(cls):
        raise typer.refuse(f"a call of {called(cls)}")
    if (fault := fault_of_making(cls)) is not None:
        raise typer.refuse(fault)
    taken = arguments_of(cls)
    places = [each.alias for each in taken if not each.kw_only]
    if len(arguments) > len(places):
        raise typer.refuse(f"{len(arguments)} arguments for {cls.__qualname__}")
    given = dict(zip(places, arguments, strict=False))
    if given.keys() & named.keys() or not named.keys() <= {each.alias for each in taken}:
        raise typer.refuse(f"arguments that {cls.__qualname__} does not take")
    given |= named
    made: dict[str, Value] = {}
    for each in fields_of(cls):
        if each.init and each.alias in given:
            value = given[each.alias]
        elif each.default is not MISSING:
            value = typer.outside(each.default)
        elif isinstance(each.factory, FunctionType):
            before = [make(typer, cls, dict(made))] if each.takes_self else []
            value = call_function(typer, each.factory, before, {})
        else:
            raise typer.refuse(f"{cls.__qualname__} without {each.name}")
        if each.converter is not None:
            value = call(typer, typer.outside(each.converter), [value], {})
        made[each.name] = value
    value = make(typer, cls, made)
    if (hook := hook_of(cls)) is not None:
        call_function(typer, hook, [value], {})
    return value


def _vector(typer: Typer, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return a vector of some numbers, or of those of one tuple."""
    first = arguments[0].kind if len(arguments) == 1 else None
    numbers = typer.parts(arguments[0]) if isinstance(first, Tuple) and first.cls is None else arguments
    if named or not 2 <= len(numbers) <= MOST or not {each.kind for each in numbers} <= {INT, FLOAT}:
        raise typer.refuse("a Vector of something else than two to eight ints and floats")
    return make(typer, Vector, {"numbers": typer.tuple_of(numbers)})


def _named_tuple(typer: Typer, cls: type, arguments: list[Value], named: dict[str, Value]) -> Value:
    if (fault := fault_of_tuples(cls) or fault_of_making(cls)) is not None:
        raise typer.refuse(fault)
    names: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    given = dict(zip(names, arguments, strict=False))
    if len(arguments) > len(names) or given.keys() & named.keys() or not named.keys() <= set(names):
        raise typer.refuse(f"arguments that {cls.__qualname__} does not take")
    given |= named
    for name, default in cls._field_defaults.items():  # type: ignore[attr-defined]
        if name not in given:
            given[name] = typer.outside(default)
    if given.keys() != set(names):
        raise typer.refuse(f"{cls.__qualname__} without all of its fields")
    parts = [given[name] for name in names]
    return typer.make(Tuple(tuple(each.kind for each in parts), cls), *parts)
