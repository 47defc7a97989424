"""Statements: a function for each kind of node."""

from __future__ import annotations

import ast
import copy
import importlib
import sys
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.containers import comparing, gathering, indexing, making
from genastar_compiled.compiler.containers.kinds import Iterator, Sequence
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, Array, Container, Fixed, Memory, Nothing, Place, Tuple
from genastar_compiled.compiler.kinds_of_code import Yielding, is_of_code
from genastar_compiled.compiler.sources import tree_of
from genastar_compiled.compiler.tree import Step, TypeAgain, Value
from genastar_compiled.compiler.typing import exceptions, expressions, frames, loops, patterns, variables
from genastar_compiled.compiler.typing.expressions import truth_of, value_of
from genastar_compiled.compiler.typing.inlined import inside
from genastar_compiled.compiler.typing.narrowing import narrow_by
from genastar_compiled.compiler.typing.operations import arrays, items, operators, primitives
from genastar_compiled.compiler.typing.typer import NOTHING, Typer
from genastar_compiled.failures.hints import construct_of

Node = Any


def parameters_of(typer: Typer) -> list[Value]:
    """Bind the arguments of a function; return its parameters that have leaves."""
    tree = tree_of(typer.function)
    typer.line = tree.lineno
    names = [each.arg for each in frames.arguments_of(tree.args)]
    parameters = []
    typer.frame.read, typer.frame.shared = frames.names_read(tree), frames.names_shared(tree)
    typer.frame.tree = tree
    stored = set.union(*map(frames.names_stored, tree.body))
    variables.unbind(typer, typer.frame.names)
    for name, kind in zip(names, typer.arguments, strict=True):
        value = typer.empty(kind) if isinstance(kind, (Fixed, Nothing)) else Value(kind)
        typer.bound.add(name)
        if kind.leaves or isinstance(kind, Array):
            parameters.append(value)
        if name in stored or name in typer.frame.shared:
            typer.assign(name, value)
        else:
            typer.variables[name] = value
    return parameters


def do_all(typer: Typer, body: list[ast.stmt]) -> None:
    """Type statements, up to one that ends the way."""
    for node in body:
        if typer.has_ended:
            return
        typer.line = node.lineno
        act = STATEMENTS.get(type(node))
        if act is None:
            raise typer.refuse(construct_of(node))
        typer.attempt(lambda act=act, node=node: act(typer, node))


def give_back(typer: Typer, value: Value) -> None:
    """Return a value."""
    exceptions.run_finals(typer, 0)
    if typer.has_ended:
        return
    if typer.frame.give is not None:
        typer.frame.give(value)
        return
    if is_of_code(value.kind):
        raise typer.refuse(f"{value.kind} that is returned")
    found = typer.found
    kind = value.kind if found.returns is None else typer.joined(found.returns, value.kind)
    if found.returns not in (None, kind):
        found.returns = kind
        raise TypeAgain
    found.returns = kind
    typer.step("return", typer.cast(value, kind))
    typer.has_ended = True


def _return(typer: Typer, node: Node) -> None:
    give_back(typer, NOTHING if node.value is None else value_of(typer, node.value))


def _expression(typer: Typer, node: Node) -> None:
    if not isinstance(node.value, ast.Constant):
        value_of(typer, node.value)


def _assign(typer: Typer, node: Node) -> None:
    value = value_of(typer, node.value)
    for target in node.targets:
        put(typer, target, value)


def _annotated(typer: Typer, node: Node) -> None:
    if node.value is not None:
        put(typer, node.target, value_of(typer, node.value))


def _changed(typer: Typer, node: Node) -> None:
    before = copy.copy(node.target)
    before.ctx = ast.Load()
    if isinstance(before, ast.Name):
        value = value_of(typer, before)
        if comparing.is_one(value.kind):
            other = value_of(typer, node.value)
            if not indexing.changed(typer, type(node.op), value, other):
                put(typer, node.target, operators.binary(typer, type(node.op), value, other))
            return
        put(typer, node.target, operators.binary(typer, type(node.op), value, value_of(typer, node.value)))
        return
    owner = value_of(typer, before.value)
    index = value_of(typer, before.slice) if isinstance(before, ast.Subscript) else None
    value = expressions.attribute(typer, owner, before.attr) if index is None else expressions.item(typer, owner, index)
    other = value_of(typer, node.value)
    if comparing.is_one(value.kind) and indexing.changed(typer, type(node.op), value, other):
        return
    made = operators.binary(typer, type(node.op), value, other)
    if index is None:
        _set_field(typer, owner, before.attr, made)
    else:
        _set_item(typer, owner, index, made)


def put(typer: Typer, target: ast.expr, value: Value) -> None:
    """Assign a value to a target."""
    match target:
        case ast.Name(id=name):
            typer.assign(name, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            _unpack(typer, targets, value)
        case ast.Attribute():
            _set_field(typer, value_of(typer, target.value), target.attr, value)
        case ast.Subscript():
            owner = value_of(typer, target.value)
            if isinstance(owner.kind, Array):
                arrays.write(typer, owner, arrays.indices_of(typer, target.slice), value)
            else:
                _set_item(typer, owner, value_of(typer, target.slice), value)
        case _:
            raise typer.refuse("an assignment to something else than a variable")


def _unpack(typer: Typer, targets: list[ast.expr], value: Value) -> None:
    stars = [at for at, each in enumerate(targets) if isinstance(each, ast.Starred)]
    if isinstance(value.kind, Tuple):
        parts = typer.parts(value)
        if stars and len(parts) >= len(targets) - 1:
            end = stars[0] + len(parts) - len(targets) + 1
            parts[stars[0] : end] = [making.list_of(typer, targets[stars[0]], parts[stars[0] : end])]
            targets = [each.value if isinstance(each, ast.Starred) else each for each in targets]
    else:
        if isinstance(value.kind, (Yielding, Iterator)) or (stars and not isinstance(value.kind, Sequence)):
            value = gathering.collected(typer, value, targets[0])
        found = items.items_of_value(typer, value)
        count = found.count if found.live is None else found.live()
        wrong = operators.compare_ints(typer, "slt" if stars else "ne", count, Value(INT, len(targets) - len(stars)))
        typer.fail_if(wrong, WRONG_COUNT)
        parts = gathering.with_rest(typer, value, found, count, (len(targets), *stars))
        targets = [each.value if isinstance(each, ast.Starred) else each for each in targets]
    if len(parts) != len(targets):
        raise typer.refuse(f"{len(parts)} items for {len(targets)} variables")
    for target, part in zip(targets, parts, strict=True):
        put(typer, target, part)


WRONG_COUNT: Final = Fault(ValueError, "wrong number of values to unpack")


def _set_field(typer: Typer, owner: Value, name: str, value: Value) -> None:
    kind = owner.kind
    if not isinstance(kind, (Place, Container)) or name not in kind.record.names or not typer.is_kernel:
        raise typer.refuse(f"an assignment to the field {name} of {kind}")
    value = typer.cast(value, kind.record.fields[name])
    typer.step("write", owner, value, detail=kind.record.begins[name])


def _set_item(typer: Typer, owner: Value, index: Value, value: Value) -> None:
    kind = owner.kind
    if isinstance(kind, Container):
        indexing.set_item(typer, owner, index, value)
        return
    if isinstance(kind, Array):
        arrays.write(typer, owner, list(typer.parts(index)) if isinstance(index.kind, Tuple) else [index], value)
        return
    if not isinstance(kind, Memory):
        raise typer.refuse(f"an assignment to an item of {kind}")
    value = primitives.stored(typer, value, kind.element)
    typer.step("store", owner, index, typer.convert_parts(value, kind.stored))


def _if(typer: Typer, node: Node) -> None:
    def branch(body: list[ast.stmt], holds: bool) -> Callable[[], None]:
        def act() -> None:
            narrow_by(typer, node.test, holds)
            do_all(typer, body)

        return act

    typer.branch(truth_of(typer, node.test), branch(node.body, True), branch(node.orelse, False))


def _while(typer: Typer, node: Node) -> None:
    def turn() -> None:
        narrow_by(typer, node.test, True)
        do_all(typer, node.body)

    loops.repeat(
        typer,
        node,
        condition=lambda: truth_of(typer, node.test),
        body=turn,
        orelse=lambda: do_all(typer, node.orelse),
    )


def _for(typer: Typer, node: Node) -> None:
    is_private = typer.frame.tree is not None and frames.is_private(typer.frame.tree, node)

    def turn(value: Value) -> None:
        (variables.bind if is_private else put)(typer, node.target, value)
        do_all(typer, node.body)

    loops.over(
        typer,
        node.iter,
        node,
        turn,
        lambda: do_all(typer, node.orelse),
    )


def _break(typer: Typer, node: Node) -> None:
    if not typer.frame.loops:
        raise typer.refuse("break outside a loop")
    around, _, finals = typer.frame.loops[-1]
    exceptions.run_finals(typer, finals)
    if not typer.has_ended:
        typer.leave(around)


def _continue(typer: Typer, node: Node) -> None:
    _, region, finals = typer.frame.loops[-1]
    exceptions.run_finals(typer, finals)
    if typer.has_ended:
        return
    if region.is_loop:
        region.is_repeated = True
        typer.body.append(Step("again", detail=region))
        typer.has_ended = True
    else:
        typer.leave(region)


def _pass(typer: Typer, node: Node) -> None:
    pass


def _assert(typer: Typer, node: Node) -> None:
    typer.branch(truth_of(typer, node.test), lambda: None, lambda: exceptions.end(typer, AssertionError))


def _match(typer: Typer, node: Node) -> None:
    patterns.match(typer, node, lambda body: do_all(typer, body))


def _function(typer: Typer, node: Node) -> None:
    if node.decorator_list:
        raise typer.refuse("a decorator inside of a function")
    typer.assign(node.name, inside.nested(typer, node))


def _import(typer: Typer, node: Node) -> None:
    """Bind what is imported from Python's own library."""
    is_from = isinstance(node, ast.ImportFrom)
    for each in node.names:
        name = (node.module or "") if is_from else each.name
        is_plain = not node.level if is_from else "." not in name
        if not is_plain or name.partition(".")[0] not in sys.stdlib_module_names:
            raise typer.refuse(f"import of {name} in a function")
        value: Any = importlib.import_module(name)
        if is_from and not callable(value := getattr(value, each.name, None)):
            raise typer.refuse(f"import of {each.name}, which is no function")
        typer.assign(each.asname or each.name, typer.constant(value))


def _delete(typer: Typer, node: Node) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name) and not typer.frame.loops and typer.frame.owner(target.id) is typer.frame:
            typer.name(target.id)
            variables.unbind(typer, {typer.frame.key(target.id)})
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            indexing.delete(typer, value_of(typer, target.value), value_of(typer, target.slice))
        else:
            raise typer.refuse("del of something else than an item, or than a variable outside of loops")


def _nonlocal(typer: Typer, node: Node) -> None:
    pass


STATEMENTS: Final[dict[type[ast.AST], Callable[[Typer, Node], None]]] = {
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _changed,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Pass: _pass,
    ast.Raise: exceptions.throw,
    ast.Try: exceptions.attempt,
    ast.Assert: _assert,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.Nonlocal: _nonlocal,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
}
