"""Iterators that are kept: a place that moves on in what has places, such as a list, and that whoever has it shares."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.containers import making
from genastar_compiled.compiler.containers.kinds import CURSOR, Iterator, Sequence, is_text
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, Kind, Range, Tuple
from genastar_compiled.compiler.tree import Ended, Value
from genastar_compiled.compiler.typing import loops
from genastar_compiled.compiler.typing.operations import items, operators
from genastar_compiled.compiler.typing.operations.items import Items
from genastar_compiled.compiler.typing.typer import LARGEST, Typer

STOPPED: Final = Fault(StopIteration, "raised by a hook", StopIteration)


def iterator_of(typer: Typer, value: Value) -> Value | None:
    """Return what ``iter`` gives of what has places; ``None`` of anything else."""
    if isinstance(value.kind, Iterator):
        return value
    if not _has_places(value.kind):
        return None
    cell = making.take(typer, Value(INT, 8), CURSOR)
    _move(typer, cell, Value(INT, 0))
    return typer.make(Iterator(value.kind), cell, value)


def _has_places(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return bool(kind.items) and len(set(kind.items)) == 1 and kind.items[0].leaves != ()
    return isinstance(kind, Range) or is_text(kind) or (isinstance(kind, Sequence) and kind.cls is not deque)


def _move(typer: Typer, cell: Value, place: Value) -> None:
    typer.step("write", cell, place, detail=0)


def _state(typer: Typer, value: Value) -> tuple[Value, Items, Callable[[], Value]]:
    cell, source = typer.parts(value)
    found = items.items_of_value(typer, source)

    def is_left() -> Value:
        count = found.count if found.live is None else found.live()
        return operators.compare_ints(typer, "slt", typer.field(cell, "place"), count)

    return cell, found, is_left


def _take_item(typer: Typer, cell: Value, found: Items) -> Value:
    place = typer.field(cell, "place")
    _move(typer, cell, typer.step("binary", place, Value(INT, 1), kind=INT, detail="add"))
    return found.at(place)


def following(typer: Typer, value: Value, default: Value | None) -> Value:
    """Return what ``next`` gives."""
    cell, found, is_left = _state(typer, value)

    def end() -> Value:
        _move(typer, cell, Value(INT, LARGEST))  # for good, whatever the source gets later
        if default is None:
            typer.raises = True
            typer.step("fail", detail=STOPPED)
            raise Ended
        return default

    return typer.choose(is_left(), lambda: _take_item(typer, cell, found), end, typer.fresh(making.NODE, "next"))


def over(typer: Typer, node: ast.AST, value: Value, body: Callable[[Value], Any], orelse: Callable[[], Any]) -> None:
    """Type a loop over what an iterator has left."""
    cell, found, is_left = _state(typer, value)

    def end() -> None:
        _move(typer, cell, Value(INT, LARGEST))
        orelse()

    loops.repeat(typer, node, is_left, lambda: body(_take_item(typer, cell, found)), end)
