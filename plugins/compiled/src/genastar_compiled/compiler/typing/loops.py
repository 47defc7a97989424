"""Loops: everything that is iterated over becomes one loop, or, of a tuple of several kinds, a body for each item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.kinds import BOOL, INT, Fixed, Tuple
from genastar_compiled.compiler.tree import Region, Step, Value
from genastar_compiled.compiler.typing import items, operators
from genastar_compiled.compiler.typing.items import Items
from genastar_compiled.compiler.typing.typer import Typer

Act = Callable[[], Any]

UNROLLED: Final = 8
"""Items of a tuple of one kind up to which a loop is written out."""


def repeat(typer: Typer, node: ast.AST, condition: Act, body: Act, orelse: Act, after: Act | None = None) -> None:
    """Type a loop: its body as long as a condition holds, and after that, unless the body leaves it, ``orelse``."""
    around, loop = Region(), Region(is_loop=True)
    _forget_narrowed(typer, node)  # a later turn may have given a variable None
    with typer.inside(around.body):
        typer.body.append(Step("region", detail=loop))
        with typer.inside(loop.body):
            holds = condition()
            if holds.known is not True:
                typer.branch(holds, lambda: None, lambda: typer.leave(loop))
            typer.loops.append((around, loop))
            if not typer.has_ended:
                body()
            typer.loops.pop()
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


def end(typer: Typer, region: Region) -> None:
    """Go on behind a region: what is known there is what is known on every way."""
    if region.bound is not None:
        typer.bound = set(region.bound) if typer.has_ended else typer.bound & region.bound
        typer.has_ended = False


def _forget_narrowed(typer: Typer, node: ast.AST) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            typer.narrowed.pop(each.id, None)


def over(typer: Typer, node: ast.expr, loop: ast.AST, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over what an expression gives."""
    from genastar_compiled.compiler.typing.expressions import value_of

    if isinstance(node, ast.Call) and not node.keywords and value_of_name(typer, node.func) is range:
        _over_range(typer, loop, [value_of(typer, each) for each in node.args], body, orelse)
    else:
        over_items(typer, loop, items.items_of(typer, node), body, orelse)


def value_of_name(typer: Typer, node: ast.expr) -> Any:
    """Return the function or class that an expression names; ``None`` for any other."""
    from genastar_compiled.compiler.typing.expressions import value_of

    if not isinstance(node, ast.Name) or node.id in typer.variables:
        return None
    kind = value_of(typer, node).kind
    return kind.value if isinstance(kind, Fixed) else None


def over_items(typer: Typer, node: ast.AST, found: Items, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over some items: a body for each of few, or of several kinds, and otherwise one for all."""
    if found.parts is None or (len(found.parts) > UNROLLED and found.are_alike):
        _count(typer, node, Value(INT, 0), found.count, 1, lambda at: body(found.at(at)), orelse)
        return
    around = Region()
    _forget_narrowed(typer, node)
    with typer.inside(around.body):
        for part in found.parts:
            if typer.has_ended:
                break
            turn = Region()
            with typer.inside(turn.body):
                typer.loops.append((around, turn))
                body(part)
                typer.loops.pop()
            end(typer, turn)
            typer.narrowed = {}
            typer.body.append(Step("region", detail=turn))
        if not typer.has_ended:
            orelse()
    end(typer, around)
    typer.body.append(Step("region", detail=around))


def _over_range(typer: Typer, node: ast.AST, given: list[Value], body: Callable[[Value], Any], orelse: Act) -> None:
    _count(typer, node, *items.range_of(typer, given), body, orelse)


def _count(
    typer: Typer, node: ast.AST, first: Value, end: Value, step: int, body: Callable[[Value], Any], orelse: Act
) -> None:
    """Type a loop over the numbers from the first up to the end."""
    room = typer.slot(typer.fresh(node, "count"), INT)
    typer.put(room, first)
    how = "slt" if step > 0 else "sgt"

    def on() -> None:
        typer.put(room, typer.step("binary", typer.get(room), Value(INT, step), kind=INT, detail="add"))

    def holds() -> Value:
        return operators.compare_ints(typer, how, typer.get(room), end)

    def turn() -> None:
        body(typer.get(room))

    if abs(step) > 1:  # the number after the last may be beyond 64 bits
        moved = typer.step("checked", end, Value(INT, step), kind=Tuple((INT, BOOL)), detail="add")
        operators.leave_if(typer, typer.part(moved, 1))
    repeat(typer, node, holds, turn, orelse, on)
