"""The functions of `lists`, `tables` and `texts` that no Python could write."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from genastar_compiled.compiler.containers import making
from genastar_compiled.compiler.containers.kinds import LETTER, TEXT, Sequence
from genastar_compiled.compiler.faults import refusing
from genastar_compiled.compiler.kinds import BOOL, INT, Memory, Real
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons
from genastar_compiled.compiler.typing.typer import Typer


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
    assert isinstance(kind, Sequence)
    return making.empty(typer, Sequence(kind.item, kind.cls, kind.cls is tuple))


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
    "equals": _equals,
    "less": _less,
    "letters": _letters,
    "text": _text,
}
