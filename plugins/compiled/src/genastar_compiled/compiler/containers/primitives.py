"""The functions of `lists`, `tables` and `texts` that no Python could write."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from genastar_compiled.compiler.containers import making
from genastar_compiled.compiler.containers.kinds import LETTER, TEXT, Sequence, Table, Text, has_containers
from genastar_compiled.compiler.faults import refusing
from genastar_compiled.compiler.kinds import BOOL, INT, Maybe, Memory, Real, Record, Tuple
from genastar_compiled.compiler.library import lists, tables, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons
from genastar_compiled.compiler.typing.typer import NOTHING, Typer


def _reserve(typer: Typer, memory: Value, count: Value) -> Value:
    assert isinstance(memory.kind, Memory)
    return making.take(typer, making.size_of(typer, memory.kind.stored, count), memory.kind)


def _after(typer: Typer, memory: Value, count: Value) -> Value:
    return typer.step("after", memory, count, kind=memory.kind)


def _move(typer: Typer, to: Value, place: Value, memory: Value, first: Value, count: Value) -> Value:
    assert isinstance(memory.kind, Memory)
    size = making.size_of(typer, memory.kind.stored, count)
    return typer.step("move items", _after(typer, to, place), _after(typer, memory, first), size)


def _empty_like(typer: Typer, items: Value) -> Value:
    kind = items.kind
    assert isinstance(kind, (Sequence, Table))
    return making.empty(typer, Sequence(kind.item, kind.cls, kind.cls is tuple) if isinstance(kind, Sequence) else kind)


def _copied(typer: Typer, value: Value) -> Value:
    kind = value.kind
    if not has_containers(kind):
        return value
    if isinstance(kind, Maybe):
        name = typer.fresh(making.NODE, "copied")
        whole, inside = typer.is_there(value), typer.there(value)
        return typer.choose(whole, lambda: typer.cast(_copied(typer, inside), kind), lambda: typer.cast(NOTHING, kind), name)
    if isinstance(kind, (Tuple, Record)):
        return typer.make(kind, *(_copied(typer, each) for each in typer.parts(value)))
    function = {Text: texts.copied_text, Sequence: lists.copied_items, Table: tables.copied_table}[type(kind)]
    made: Value = typer.program.call(typer, function, [value])
    return made if made.kind == kind else typer.step("relabel", made, kind=kind)


def _as_user(typer: Typer, act: Callable[[], Value]) -> Value:
    """Compare as users' functions do, and not as the kernel does."""
    typer.is_kernel = False
    try:
        return act()
    finally:
        typer.is_kernel = True


def _equals(typer: Typer, one: Value, other: Value) -> Value:
    return _as_user(typer, lambda: comparisons.equal_or_same(typer, one, other))


def _less(typer: Typer, one: Value, other: Value) -> Value:
    for each in (one, other):
        if isinstance(each.kind, Real):
            is_nan = typer.step("compare", each, each, kind=BOOL, detail="fcmp uno")
            typer.fail_if(is_nan, refusing("the order of NaN", typer.where))
    return _as_user(typer, lambda: comparisons.truth(typer, comparisons.compare(typer, ast.Lt, one, other)))


def _letters(typer: Typer, count: Value) -> Value:
    kind = Memory(INT, LETTER)
    return making.take(typer, making.size_of(typer, LETTER, count), kind)


def _text(typer: Typer, letters: Value, count: Value) -> Value:
    return typer.make(TEXT, letters, count)


PRIMITIVES: Final[dict[str, Callable[..., Value]]] = {
    "reserve": _reserve,
    "after": _after,
    "move": _move,
    "empty_like": _empty_like,
    "copied": _copied,
    "equals": _equals,
    "less": _less,
    "letters": _letters,
    "text": _text,
}
