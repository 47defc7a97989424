"""Loops: everything that is iterated over becomes one loop, or, of a tuple of several kinds, a body for each item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.kinds import BOOL, INT, Fixed, Tuple, Whole
from genastar_compiled.compiler.tree import Region, Step, Value
from genastar_compiled.compiler.typing import operators
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

    if isinstance(node, ast.Call) and not node.keywords and isinstance(node.func, (ast.Name, ast.Attribute)):
        made = value_of(typer, node.func)
        given = [value_of(typer, each) for each in node.args]
        if made.kind == Fixed(range):
            _over_range(typer, loop, given, body, orelse)
            return
        from genastar_compiled.compiler.typing import calls

        value = calls.call(typer, made, given, {})
    else:
        value = value_of(typer, node)
    over_value(typer, loop, value, body, orelse)


def over_value(typer: Typer, node: ast.AST, value: Value, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over a value."""
    if not isinstance(value.kind, Tuple):
        raise typer.refuse(f"a loop over {value.kind}")
    if len(value.kind.items) > UNROLLED and len(set(value.kind.items)) == 1 and value.kind.items[0].leaves:
        count = Value(INT, len(value.kind.items))
        _count(typer, node, Value(INT, 0), count, 1, lambda at: body(_picked(typer, value, at)), orelse)
        return
    around = Region()
    _forget_narrowed(typer, node)
    with typer.inside(around.body):
        for part in typer.parts(value):
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


def _picked(typer: Typer, value: Value, at: Value) -> Value:
    assert isinstance(value.kind, Tuple)
    return typer.step("pick", value, at, kind=value.kind.items[0])


def _over_range(typer: Typer, node: ast.AST, given: list[Value], body: Callable[[Value], Any], orelse: Act) -> None:
    if not 1 <= len(given) <= 3 or any(each.kind != INT and not _counts(typer, each) for each in given):
        raise typer.refuse("a range of something else than ints")
    given = [typer.convert(each, INT) for each in given]
    first, end, step = (Value(INT, 0), given[0], Value(INT, 1)) if len(given) == 1 else (*given, Value(INT, 1))[:3]
    if not step.is_known or step.known == 0:
        raise typer.refuse("a range whose step is no constant")
    _count(typer, node, first, end, step.known, body, orelse)


def _counts(typer: Typer, value: Value) -> bool:
    return typer.is_kernel and isinstance(value.kind, Whole)


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
