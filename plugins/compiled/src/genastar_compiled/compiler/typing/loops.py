"""Loops: everything that is iterated over becomes one loop, or, of a tuple of several kinds, a body for each item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import BOOL, INT, Fixed, Kind, Real, Tuple
from genastar_compiled.compiler.tree import Region, Step, Value
from genastar_compiled.compiler.typing import comparisons, items, library, operators
from genastar_compiled.compiler.typing.items import Items
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer

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
            typer.narrowed = {name: kind for name, kind in typer.narrowed.items() if name.partition(".")[0] != each.id}


def over(typer: Typer, node: ast.expr, loop: ast.AST, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over what an expression gives."""
    if isinstance(node, ast.Call) and not node.keywords and typer.named(node.func) is range:
        _over_range(typer, loop, [typer.value_of(each) for each in node.args], body, orelse)
    else:
        over_items(typer, loop, items.items_of(typer, node), body, orelse)


def over_items(typer: Typer, node: ast.AST, found: Items, body: Callable[[Value], Any], orelse: Act) -> None:
    """Type a loop over some items: a body for each of few, or of several kinds, and otherwise one for all."""
    most = DECIDING if _decide(node) else WRITTEN_OUT
    if found.parts is None or (len(found.parts) > most and found.are_alike):
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
        _count(typer, node, first, end, step.known, body, orelse)
    else:
        over_items(typer, node, items.of_range(typer, first, end, step), body, orelse)


def _count(typer: Typer, node: ast.AST, first: Value, end: Value, step: int, body: Callable[[Value], Any], orelse: Act) -> None:
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


def consumed(typer: Typer, function: Kind, node: ast.GeneratorExp | ast.ListComp) -> Value:
    """Return what ``any``, ``all``, ``sum``, ``min`` or ``max`` gives of a generator: a loop that goes as far as it must."""
    assert isinstance(function, Fixed)
    made = function.value
    hidden = {name.id for each in node.generators for name in ast.walk(each.target) if isinstance(name, ast.Name)}
    outer = {name: typer.variables.pop(name, None) for name in hidden}
    was_bound = typer.bound & hidden
    room = typer.fresh(node, "result")
    region_of = typer.loops
    typer.loops = []

    def found() -> None:
        if made in (any, all):
            wanted = made is any
            holds = typer.truth_of(node.elt)
            if isinstance(node, ast.ListComp):  # which makes all of its items
                join = comparisons.either if wanted else comparisons.both
                typer.put(slot, join(typer, typer.get(slot), holds))
                return
            stop = holds if wanted else comparisons.inverted(typer, holds)

            def leave() -> None:
                typer.put(slot, TRUE if wanted else FALSE)
                typer.leave(typer.loops[0][0])

            typer.branch(stop, leave, lambda: None)
            return
        value = typer.value_of(node.elt)
        if made is sum:
            if isinstance(value.kind, Real):
                raise typer.refuse("sum of floats, which Python adds more exactly")
            typer.put(slot, operators.binary(typer, ast.Add, typer.get(slot), value))
            return
        sign = ast.Lt if made is min else ast.Gt
        typer.branch(
            typer.get(is_first),
            lambda: typer.put(best_slot(value.kind), value),
            lambda: typer.put(best_slot(value.kind), library.better(typer, sign, value, typer.get(best_slot(value.kind)))),
        )
        typer.put(is_first, FALSE)

    best: list[Any] = []

    def best_slot(kind: Kind) -> Any:
        if not best:
            best.append(typer.slot(room, kind))
        return best[0]

    if made in (min, max):
        is_first = typer.slot(typer.fresh(node, "first"), BOOL)
        typer.put(is_first, TRUE)
    else:
        start = {any: FALSE, all: TRUE}.get(made, typer.constant(0))
        slot = typer.slot(room, start.kind)
        typer.put(slot, start)
    nested(typer, list(node.generators), found)
    typer.loops = region_of
    for name, value in outer.items():
        typer.variables.pop(name, None)
        if value is not None:
            typer.variables[name] = value
    typer.bound = (typer.bound - hidden) | was_bound
    if made in (min, max):
        typer.fail_if(typer.get(is_first), Fault(ValueError, f"{made.__name__}() arg is an empty sequence"))
        if not best:
            raise typer.refuse(f"{made.__name__} of nothing")
        return typer.get(best[0])
    return typer.get(slot)


def nested(typer: Typer, generators: list[ast.comprehension], body: Callable[[], None]) -> None:
    """Type the loops of a comprehension, and in the innermost its body."""
    if not generators:
        body()
        return
    first, *rest = generators

    def turn(value: Value) -> None:
        typer.assign_to(first.target, value)
        inside(list(first.ifs))

    def inside(tests: list[ast.expr]) -> None:
        if tests:
            typer.branch(typer.truth_of(tests[0]), lambda: inside(tests[1:]), lambda: None)
        else:
            nested(typer, rest, body)

    holder = ast.Expr(ast.Tuple([each.target for each in generators], ast.Store()))
    over(typer, first.iter, holder, turn, lambda: None)


WITH_GENERATORS: Final = tuple(Fixed(each) for each in (any, all, sum, min, max))
