"""Loops: everything that is iterated over becomes one loop, or, of a tuple of several kinds, a body for each item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.containers.kinds import Iterator
from genastar_compiled.compiler.kinds import BOOL, INT, Tuple
from genastar_compiled.compiler.kinds_of_code import Yielding
from genastar_compiled.compiler.tree import Region, Step, Value
from genastar_compiled.compiler.typing import frames, variables
from genastar_compiled.compiler.typing.inlined import flows
from genastar_compiled.compiler.typing.inlined.inside import end
from genastar_compiled.compiler.typing.operations import items, operators
from genastar_compiled.compiler.typing.operations.items import Items
from genastar_compiled.compiler.typing.typer import Typer

Act = Callable[[], Any]

WRITTEN_OUT: Final = 4
"""Items of a tuple of one kind up to which a loop is written out."""
DECIDING: Final = 8
"""The same, of a loop in which something depends on the items alone: what does not hold is left out of the code."""


def repeat(typer: Typer, node: ast.AST, condition: Act, body: Act, orelse: Act, after: Act | None = None) -> None:
    """Type a loop: its body as long as a condition holds, and after that, unless the body leaves it, ``orelse``."""
    around, loop = Region(), Region(is_loop=True)
    _forget_narrowed(typer, node)  # a later turn may have given a variable None
    with typer.inside(around.body):
        typer.body.append(Step("region", detail=loop))
        with typer.inside(loop.body):
            holds = typer.attempt(condition)
            if not typer.has_ended and holds.known is not True:
                typer.branch(holds, lambda: None, lambda: typer.leave(loop))
            typer.frame.loops.append((around, loop, len(typer.frame.finals)))
            if not typer.has_ended:
                typer.attempt(body)
            typer.frame.loops.pop()
        if after is not None:
            typer.has_ended = False
            with typer.inside(loop.after):
                after()
        typer.has_ended = True
        end(typer, loop)
        if not typer.has_ended:
            orelse()
    _forget_narrowed(typer, node)
    end(typer, around)
    typer.body.append(Step("region", detail=around))


def _forget_narrowed(typer: Typer, node: ast.AST) -> None:
    variables.forget_narrowed(typer, set(map(typer.frame.key, frames.names_stored(node))))


def over(typer: Typer, node: ast.expr | Items, loop: ast.AST, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over what an expression gives."""
    if isinstance(node, Items):
        over_items(typer, loop, node, body, orelse)
    elif isinstance(node, ast.Call) and not node.keywords and typer.named(node.func) is range:
        _over_range(typer, loop, [typer.value_of(each) for each in node.args], body, orelse)
    elif flows.is_lazy(typer, node):
        over_value(typer, loop, typer.value_of(node), body, orelse)
    else:
        found = items.source_of(typer, node)
        act: Any = over_items if isinstance(found, Items) else over_value
        act(typer, loop, found, body, orelse)


def over_value(typer: Typer, node: ast.AST, value: Value, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over what a value gives."""
    if isinstance(value.kind, Yielding):
        _over_generator(typer, node, value, body, orelse)
    elif isinstance(value.kind, Iterator):
        typer.program.nodes.over_iterator(typer, node, value, body, orelse)
    else:
        over_items(typer, node, items.items_of_value(typer, value), body, orelse)


def _over_generator(typer: Typer, node: ast.AST, value: Value, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over what a generator gives: the body stands where it yields."""
    around, loops = Region(), typer.frame.loops
    _forget_narrowed(typer, node)

    def each(value: Value) -> None:
        turn = Region()
        with typer.inside(turn.body):
            loops.append((around, turn, len(typer.frame.finals)))
            typer.attempt(lambda: body(value))
            loops.pop()
        end(typer, turn)
        typer.body.append(Step("region", detail=turn))
        _forget_narrowed(typer, node)

    with typer.inside(around.body):
        typer.attempt(lambda: flows.run(typer, value, each))
        if not typer.has_ended:
            orelse()
    end(typer, around)
    typer.body.append(Step("region", detail=around))


def over_items(typer: Typer, node: ast.AST, found: Items, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over some items: a body for each of few, or of several kinds, and otherwise one for all."""
    most = DECIDING if _decide(node) else WRITTEN_OUT
    if found.parts is None or (len(found.parts) > most and found.are_alike):
        count(typer, node, Value(INT, 0), found.live or found.count, 1, lambda at: body(found.at(at)), orelse)
        return
    around = Region()
    _forget_narrowed(typer, node)
    with typer.inside(around.body):
        for part in found.parts:
            if typer.has_ended:
                break
            turn = Region()
            with typer.inside(turn.body):
                typer.frame.loops.append((around, turn, len(typer.frame.finals)))
                typer.attempt(lambda part=part: body(part))
                typer.frame.loops.pop()
            end(typer, turn)
            typer.narrowed = {}
            typer.body.append(Step("region", detail=turn))
        if not typer.has_ended:
            orelse()
    end(typer, around)
    typer.body.append(Step("region", detail=around))


def _decide(node: ast.AST) -> bool:
    """Return whether a loop compares its items with nothing but constants and each other."""
    if not isinstance(node, ast.For):
        return False
    targets = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
    compared = (each for each in ast.walk(node) if isinstance(each, ast.Compare))
    names = ([part.id for part in ast.walk(each) if isinstance(part, ast.Name)] for each in compared)
    return any(used and targets.issuperset(used) for used in names)


def _over_range(typer: Typer, node: ast.AST, given: list[Value], body: Callable[[Value], Any], orelse: Act) -> None:
    first, end, step = items.range_of(typer, given)
    if step.is_known:
        count(typer, node, first, end, step.known, body, orelse)
    else:
        over_items(typer, node, items.of_range(typer, first, end, step), body, orelse)


def count(
    typer: Typer, node: ast.AST, first: Value, end: Value | Act, step: int, body: Callable[[Value], Any], orelse: Act
) -> None:
    """Type a loop over the numbers from the first up to the end, which may be asked for anew before each turn."""
    room = typer.slot(typer.fresh(node, "count"), INT)
    typer.put(room, first)
    how = "slt" if step > 0 else "sgt"

    def on() -> None:
        typer.put(room, typer.step("binary", typer.get(room), Value(INT, step), kind=INT, detail="add"))

    def holds() -> Value:
        return operators.compare_ints(typer, how, typer.get(room), end if isinstance(end, Value) else end())

    def turn() -> None:
        body(typer.get(room))

    if abs(step) > 1 and isinstance(end, Value):  # the number after the last may be beyond 64 bits
        moved = typer.step("checked", end, Value(INT, step), kind=Tuple((INT, BOOL)), detail="add")
        operators.leave_if(typer, typer.part(moved, 1))
    repeat(typer, node, holds, turn, orelse, on)
