"""Expressions: a function for each kind of node."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from enum import EnumType
from functools import cached_property, reduce
from types import FunctionType, ModuleType
from typing import Any, Final

from genastar_compiled.compiler.containers import comparing, gathering, indexing, making, methods, of_texts
from genastar_compiled.compiler.containers.kinds import Text, is_text
from genastar_compiled.compiler.kinds import (
    INT,
    Array,
    Container,
    Fixed,
    Maybe,
    Member,
    Memory,
    Place,
    Range,
    Record,
    Truth,
    Tuple,
    Whole,
    is_number,
    is_of_numpy,
)
from genastar_compiled.compiler.kinds_of_code import Keywords, Method
from genastar_compiled.compiler.library import integers
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.inlined import flows, inside
from genastar_compiled.compiler.typing.narrowing import narrow_by
from genastar_compiled.compiler.typing.operations import arrays, calls, comparisons, functions, items, members, operators
from genastar_compiled.compiler.typing.steps import NO_ATTRIBUTE
from genastar_compiled.compiler.typing.typer import FALSE, NOTHING, TRUE, Typer
from genastar_compiled.data.records import computed_once
from genastar_compiled.failures.hints import called, construct_of, describe_value

Node = Any


def value_of(typer: Typer, node: ast.expr) -> Value:
    """Return the value of an expression."""
    typer.line = getattr(node, "lineno", typer.line)
    act = EXPRESSIONS.get(type(node))
    if act is None:
        raise typer.refuse(construct_of(node))
    return act(typer, node)


def truth_of(typer: Typer, node: ast.expr) -> Value:
    """Return whether an expression counts as true, without its value."""
    typer.line = getattr(node, "lineno", typer.line)
    if isinstance(node, ast.BoolOp):
        return _any_or_all(typer, node, isinstance(node.op, ast.Or), node.values)
    if isinstance(node, ast.Compare):
        return _compare(typer, node, lambda made: comparisons.truth(typer, made))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return comparisons.inverted(typer, truth_of(typer, node.operand))
    return comparisons.truth(typer, value_of(typer, node))


def _any_or_all(typer: Typer, node: ast.BoolOp, is_or: bool, values: list[ast.expr]) -> Value:
    """Return whether one of some conditions holds, or all do; those behind the one that decides are not asked."""
    first, *rest = values
    found = truth_of(typer, first)
    if not rest or found.known is is_or:
        return found
    name = typer.fresh(node, "condition")

    def others() -> Value:
        narrow_by(typer, first, not is_or)
        return _any_or_all(typer, node, is_or, rest)

    if found.is_known:
        return others()
    return typer.choose(found, lambda: TRUE, others, name) if is_or else typer.choose(found, others, lambda: FALSE, name)


def _constant(typer: Typer, node: Node) -> Value:
    return typer.constant(node.value)


def _name(typer: Typer, node: Node) -> Value:
    return typer.name(node.id)


def _tuple(typer: Typer, node: Node) -> Value:
    parts: list[Value] = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            inside = value_of(typer, each.value)
            if not isinstance(inside.kind, Tuple):
                return gathering.tuple_display(typer, node)
            parts += typer.parts(inside)
        else:
            parts.append(value_of(typer, each))
    return typer.tuple_of(parts)


def _binary(typer: Typer, node: Node) -> Value:
    left, right = value_of(typer, node.left), value_of(typer, node.right)
    return operators.binary(typer, type(node.op), left, right)


def _unary(typer: Typer, node: Node) -> Value:
    if isinstance(node.op, ast.Not):
        return truth_of(typer, node)
    if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant) and type(node.operand.value) is int:
        return typer.constant(-node.operand.value)  # the least int is not the opposite of an int of 64 bits
    return operators.unary(typer, type(node.op), value_of(typer, node.operand))


def _compare(typer: Typer, node: Node, seen: Callable[[Value], Value] = lambda made: made) -> Value:
    operands = [node.left, *node.comparators]
    left = value_of(typer, operands[0])

    def one(at: int, left: Value) -> Value:
        right = value_of(typer, operands[at + 1])
        made = seen(comparisons.compare(typer, type(node.ops[at]), left, right))
        if at + 1 == len(node.ops):
            return made
        name = typer.fresh(node, "chain")
        return typer.choose(made, lambda: one(at + 1, right), lambda: FALSE, name)

    return one(0, left)


def _logic(typer: Typer, node: Node) -> Value:
    """Return the operand that decides, as Python does."""
    is_or = isinstance(node.op, ast.Or)
    first, *rest = node.values
    value = value_of(typer, first)
    if not rest:
        return value
    others = ast.copy_location(ast.BoolOp(node.op, rest), node)
    name = typer.fresh(node, "logic")
    condition = comparisons.truth(typer, value)

    def kept() -> Value:
        return typer.there(value) if is_or else value

    def decided() -> Value:
        narrow_by(typer, first, not is_or)
        return _logic(typer, others)

    return typer.choose(condition, kept, decided, name) if is_or else typer.choose(condition, decided, kept, name)


def _choice(typer: Typer, node: Node) -> Value:
    name = typer.fresh(node, "choice")

    def branch(part: ast.expr, holds: bool) -> Callable[[], Value]:
        def act() -> Value:
            narrow_by(typer, node.test, holds)
            return value_of(typer, part)

        return act

    return typer.choose(truth_of(typer, node.test), branch(node.body, True), branch(node.orelse, False), name)


def _walrus(typer: Typer, node: Node) -> Value:
    value = value_of(typer, node.value)
    typer.assign(node.target.id, value)
    return value


def _call(typer: Typer, node: Node) -> Value:
    return calls.call_of(typer, node)


def _attribute(typer: Typer, node: Node) -> Value:
    owner = value_of(typer, node.value)
    found = attribute(typer, owner, _mangled(typer, node.attr))
    is_narrowed = (
        isinstance(found.kind, Maybe)
        and isinstance(owner.kind, Record)
        and typer.frame.key(ast.unparse(node)) in typer.narrowed
    )
    return typer.there(found) if is_narrowed else found


def _mangled(typer: Typer, name: str) -> str:
    """Return the name of an attribute; one that begins with two underscores has its class's name in front of it."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    names = typer.function.__code__.co_names
    return next((each for each in names if each.startswith("_") and each.endswith(name) and each != name), name)


def attribute(typer: Typer, value: Value, name: str) -> Value:
    """Return an attribute of a value."""
    value = value if name.startswith("_") else typer.some(value, NO_ATTRIBUTE)
    kind = value.kind
    if isinstance(kind, (Record, Place)):
        record = kind if isinstance(kind, Record) else kind.record
        if name in record.names:
            return typer.field(value, name)
        return _member(typer, value, record.cls, name)
    if isinstance(kind, Tuple) and kind.cls is not None:
        return typer.part(value, kind.names.index(name)) if name in kind.names else _member(typer, value, kind.cls, name)
    written = integers.METHODS.get(name) if kind == INT else integers.OF_TUPLES.get(name) if isinstance(kind, Tuple) else None
    if written is not None:
        return typer.make(Method(kind, written), value)
    if isinstance(kind, Array):
        return _of_array(typer, value, kind, name)
    if name == "item" and is_of_numpy(kind) and is_number(kind):
        return typer.make(Method(kind, functions.item), value)
    if typer.is_own and isinstance(kind, Container):
        return typer.field(value, name)
    if typer.is_own and isinstance(kind, Text):
        return typer.part(value, ("letters", "count").index(name))
    if (method := methods.method_of(typer, value, name)) is not None:
        return method
    if isinstance(kind, Member) and (found := members.attribute(typer, value, name)) is not None:
        return found
    if isinstance(kind, Member) and (bare := members.bare(typer, value)) is not value:
        return attribute(typer, bare, name)
    if isinstance(kind, Fixed):
        return _of_fixed(typer, kind.value, name)
    raise typer.refuse(f"the attribute {name} of {kind}")


def _member(typer: Typer, value: Value, cls: type, name: str) -> Value:
    member = inspect.getattr_static(cls, name, None)
    if computed_once(cls, name, member) is not None or isinstance(member, cached_property):
        raise typer.refuse(f"{cls.__qualname__}.{name}, which keeps what it gave")
    if isinstance(member, property) and isinstance(member.fget, FunctionType):
        return typer.program.call(typer, member.fget, [value])
    if isinstance(member, FunctionType):
        method = Method(value.kind, member)
        return typer.make(method, value)
    if isinstance(member, staticmethod):
        return typer.program.constant_of(typer, member.__func__)
    if isinstance(member, classmethod) and isinstance(member.__func__, FunctionType):
        return typer.make(Method(Fixed(cls), member.__func__), Value(Fixed(cls), cls, ()))
    if isinstance(member, classmethod) or member is None or hasattr(type(member), "__get__"):
        raise typer.refuse(f"{called(cls)} has no {name}" if member is None else f"{called(cls)}.{name}")
    return typer.outside(member)


def _of_array(typer: Typer, value: Value, kind: Array, name: str) -> Value:
    dims = [typer.step("part", value, kind=INT, detail=1 + at) for at in range(kind.ndim)]
    if name == "shape":
        return typer.tuple_of(dims)
    if name == "ndim":
        return typer.constant(kind.ndim)
    if name == "size":
        made = dims[0]
        for each in dims[1:]:
            made = typer.step("binary", made, each, kind=INT, detail="mul")
        return made
    if name in arrays.METHODS and typer.program.is_plain:
        return typer.make(Method(kind, arrays.METHODS[name]), value)
    raise typer.refuse(f"the attribute {name} of an array")


def _of_fixed(typer: Typer, owner: Any, name: str) -> Value:
    if isinstance(owner, type):
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, (staticmethod, FunctionType)):
            return typer.program.constant_of(typer, getattr(member, "__func__", member))
        if isinstance(member, classmethod):
            return _member(typer, NOTHING, owner, name)
        if member is None or isinstance(member, (property, cached_property)):
            raise typer.refuse(f"{called(owner)} has no {name}" if member is None else f"{called(owner)}.{name}")
        return typer.outside(getattr(owner, name))
    if isinstance(owner, ModuleType) and name in vars(owner):
        return typer.outside(vars(owner)[name])
    raise typer.refuse(f"the attribute {name} of {describe_value(owner)}")


def _item(typer: Typer, node: Node) -> Value:
    value = value_of(typer, node.value)
    if isinstance(value.kind, Array) and arrays.has_slices(node.slice):
        return arrays.part_of(typer, value, arrays.indices_of(typer, node.slice))
    if isinstance(node.slice, ast.Slice):
        return _slice(typer, value, node.slice)
    return item(typer, value, value_of(typer, node.slice))


def item(typer: Typer, value: Value, index: Value) -> Value:
    """Return an item of a value."""
    kind = (value := typer.some(value)).kind
    if isinstance(kind, Keywords) and index.known in kind.names:
        return typer.part(value, kind.names.index(index.known))
    if isinstance(kind, Memory):
        return typer.convert_parts(typer.step("load", value, index, kind=kind.stored), kind.element)
    if isinstance(kind, Tuple):
        return item_of_tuple(typer, value, index)
    if isinstance(kind, Fixed) and kind.value in (list, dict, set, frozenset, tuple):
        return value
    if isinstance(kind, Fixed) and isinstance(kind.value, EnumType) and index.known in kind.value.__members__:
        return typer.constant(kind.value[index.known])
    if comparing.is_one(kind) or is_text(kind):
        return indexing.item(typer, value, index)
    if isinstance(kind, Array):
        return _element(typer, value, kind, index)
    if isinstance(kind, Range):
        found = items.items_of_value(typer, value)
        return found.at(items.placed(typer, index, found.count))
    method = typer.program.method_of(kind, "__getitem__")
    if method is None:
        raise typer.refuse(f"an item of {kind}")
    return typer.program.call(typer, method, [value, index])


def item_of_tuple(typer: Typer, value: Value, index: Value) -> Value:
    """Return an item of a tuple."""
    index = members.bare(typer, index)
    kind = value.kind
    assert isinstance(kind, Tuple)
    count = len(kind.items)
    if index.is_known and isinstance(index.kind, (Whole, Truth)):
        at = int(index.known)
        if not -count <= at < count:
            raise typer.refuse(f"item {at} of a tuple of {count}")
        return typer.part(value, at % count)
    if len(set(kind.items)) != 1 and kind.cls is None and any(map(is_text, kind.items)):
        return indexing.item(typer, making.as_sequence(typer, value), index)
    if not count or not isinstance(index.kind, (Whole, Truth)):
        raise typer.refuse(f"an item of {kind} at {index.kind}")
    common = reduce(typer.joined, kind.items)
    value = typer.tuple_of([typer.cast(each, common) for each in typer.parts(value)])
    return typer.step("pick", value, items.placed(typer, index, Value(INT, count)), kind=common)


def _element(typer: Typer, value: Value, kind: Array, index: Value) -> Value:
    if isinstance(index.kind, Truth):
        raise typer.refuse("a bool as the index of an array")
    indices = typer.parts(index) if isinstance(index.kind, Tuple) else [index]
    if len(indices) > kind.ndim or any(isinstance(each.kind, Truth) for each in indices):
        raise typer.refuse(f"an array of {kind.ndim} dimensions at {index.kind}")
    lengths = [typer.step("part", value, kind=INT, detail=1 + at) for at in range(len(indices))]
    return items.row_or_element(
        typer, value, [items.placed(typer, each, length) for each, length in zip(indices, lengths, strict=True)]
    )


def _slice(typer: Typer, value: Value, node: ast.Slice) -> Value:
    kind = value.kind
    bounds = [None if each is None else value_of(typer, each) for each in (node.lower, node.upper, node.step)]
    if not isinstance(kind, Tuple) or any(each is not None and not (each.is_known and each.kind == INT) for each in bounds):
        return indexing.part(typer, value, bounds)
    if kind.cls is not None:
        raise typer.refuse(f"a slice of {kind}")
    cut = slice(*(None if each is None else each.known for each in bounds))
    if cut.step == 0:
        raise typer.refuse("a slice with the step 0")
    return typer.tuple_of(typer.parts(value)[cut])


EXPRESSIONS: Final[dict[type[ast.AST], Callable[[Typer, Node], Value]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Tuple: _tuple,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _logic,
    ast.IfExp: _choice,
    ast.NamedExpr: _walrus,
    ast.Call: _call,
    ast.Attribute: _attribute,
    ast.Subscript: _item,
    ast.List: gathering.list_display,
    ast.Set: gathering.set_display,
    ast.Dict: gathering.dict_display,
    ast.ListComp: gathering.list_comprehension,
    ast.SetComp: gathering.set_comprehension,
    ast.DictComp: gathering.dict_comprehension,
    ast.JoinedStr: of_texts.f_string,
    gathering.Given: gathering.value_of_given,
    ast.Lambda: inside.nested,
    ast.GeneratorExp: inside.generator,
    flows.AnyOrder: inside.generator,
    ast.Yield: inside.yield_one,
    ast.YieldFrom: inside.yield_all,
}
