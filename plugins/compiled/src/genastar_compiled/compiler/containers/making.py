"""Containers are made: their heads, their items one by one, and what a container of one kind is as another."""

from __future__ import annotations

import ast
from typing import Any, Final

from genastar_compiled.compiler.containers.keys import checked
from genastar_compiled.compiler.containers.kinds import (
    TEXT,
    Never,
    Sequence,
    Table,
    is_fixed,
    is_text,
    join,
    lasting,
    pairs,
    resolved,
    unordered,
)
from genastar_compiled.compiler.kinds import BOOL, INT, NONE, Container, Fixed, Kind, Maybe, Memory, Tuple, dtype_of
from genastar_compiled.compiler.kinds_of_code import is_of_code
from genastar_compiled.compiler.library import lists, tables
from genastar_compiled.compiler.tree import ProgramAgain, TypeAgain, Value
from genastar_compiled.compiler.typing.typer import Typer

TRUTH: Final = BOOL
NODE: Final = ast.Pass()


def take(typer: Typer, size: Value, kind: Kind) -> Value:
    """Return memory of this many bytes."""
    return typer.step("take", typer.memory(), size, kind=kind)


def size_of(typer: Typer, kind: Kind, count: Value) -> Value:
    """Return the bytes of some values in memory."""
    size = dtype_of(kind).itemsize
    if count.is_known:
        return Value(INT, size * count.known)
    return typer.step("binary", count, Value(INT, size), kind=INT, detail="mul")


def set_head(typer: Typer, container: Value, **fields: Value) -> None:
    """Set fields of the head of a container."""
    assert isinstance(container.kind, Container)
    for name, value in fields.items():
        typer.step("write", container, value, detail=container.kind.record.begins[name])


def empty(typer: Typer, kind: Container, room: Value | None = None) -> Value:
    """Return a new container without items, with room for some."""
    head = kind.record
    made = take(typer, Value(INT, 8 * len(head.leaves)), kind)
    zero = Value(INT, 0)
    for name, part in head.fields.items():
        if isinstance(part, Memory):
            has_room = room is not None and name == "data"
            data = (
                take(typer, size_of(typer, part.stored, room or zero), part) if has_room else typer.step("no memory", kind=part)
            )
            set_head(typer, made, **{name: data})
        else:
            set_head(typer, made, **{name: room if room is not None and name == "room" else zero})
    return made


def of_parts(typer: Typer, kind: Sequence, parts: list[Value]) -> Value:
    """Return a new sequence of some items."""
    count = Value(INT, len(parts))
    made = empty(typer, kind, count)
    data = typer.field(made, "data")
    for place, part in enumerate(parts):
        typer.step("store", data, Value(INT, place), typer.cast(part, kind.item))
    set_head(typer, made, count=count)
    return made


def list_of(typer: Typer, node: ast.AST, parts: list[Value]) -> Value:
    """Return a new list of some items."""
    return of_parts(typer, Sequence(element(typer, node, "item", parts), list), parts)


def element(typer: Typer, node: ast.AST, what: str, parts: list[Value]) -> Kind:
    """Return the kind of the items of a container that is made here of some parts: a hole, if nothing decides it here."""
    kind: Kind | None = None
    for each in parts:
        part = lasting(each.kind)
        kind = part if kind is None else typer.joined(kind, part)
    place = getattr(node, "lineno", 0), getattr(node, "col_offset", 0), what
    if kind is None:
        return hole(typer, *place)
    if kind == NONE:
        return Maybe(hole(typer, *place))
    later = typer.program.hole(typer, place)
    if later.kind is not None:
        kind = typer.joined(kind, resolved(later.kind))
    _must_lie_in_memory(typer, kind)
    if len(kind.leaves) > _MOST_LEAVES:
        raise typer.refuse(f"a container of {kind}, which has too many numbers")
    return kind


def _must_lie_in_memory(typer: Typer, kind: Kind) -> None:
    try:
        dtype_of(kind)
    except TypeError:
        raise typer.refuse(f"{kind} in a container") from None


_MOST_LEAVES = 64


def hole(typer: Typer, *place: Any) -> Kind:
    """Return the kind of items of which nothing is known, or what is known of them meanwhile."""
    found = typer.program.hole(typer, place)
    return Never(found) if found.kind is None else resolved(found.kind)


def fill(typer: Typer, have: Kind, want: Kind) -> None:
    """Let what was empty have items of the kinds that are wanted.

    Raises:
        TypeAgain: that was not known.
        ProgramAgain: and concerns another function.
    """
    for one, other in pairs(have, want):
        if is_of_code(other):
            raise typer.refuse(f"{other} in a container")
        if isinstance(one, Never) and one.hole is not None and not isinstance(other, Never):
            known = one.hole.kind
            one.hole.kind = other if known is None else typer.joined(known, other)
            if one.hole.owner == typer.key:
                raise TypeAgain
            raise ProgramAgain


def cast(typer: Typer, value: Value, kind: Kind) -> Value:
    """Return a value as a container of another kind, or as a text."""
    have = value.kind
    if kind == TEXT:
        if isinstance(have, Fixed) and type(have.value) is str:
            return text(typer, have.value)
    elif isinstance(have, Tuple) and isinstance(kind, Sequence) and have.cls is None and kind.cls is tuple:
        return of_parts(typer, kind, typer.parts(value))
    elif join(have, kind) == kind and type(have) is type(kind) and (is_fixed(kind) or not is_fixed(have)):
        fill(typer, have, kind)
        return typer.step("relabel", value, kind=kind)
    fill(typer, have, kind)
    raise typer.refuse(f"{have} where {kind} is wanted")


def text(typer: Typer, letters: str) -> Value:
    """Return a text that is known."""
    return typer.step("letters", kind=TEXT, detail=letters)


def as_text(typer: Typer, value: Value) -> Value:
    """Return a text as its letters, also one that is known."""
    if not is_text(value.kind):
        raise typer.refuse(f"{value.kind} where a text is wanted")
    return typer.cast(value, TEXT)


def as_sequence(typer: Typer, value: Value) -> Value:
    """Return a tuple as one of any length; a sequence as it is."""
    kind = of_tuple(typer, value.kind) if isinstance(value.kind, Tuple) else value.kind
    if not isinstance(kind, Sequence):
        raise typer.refuse(f"{value.kind} where a list or a tuple is wanted")
    return typer.cast(value, kind)


def of_tuple(typer: Typer, kind: Tuple) -> Sequence:
    """Return the kind of a tuple as one of any length."""
    item: Kind = Never()
    for each in kind.items:
        item = typer.joined(item, lasting(each))
    return Sequence(item, tuple, True)


def append(typer: Typer, sequence: Value, item: Value) -> None:
    """Append an item to a sequence, which may be of a tuple that is being made."""
    kind = sequence.kind
    assert isinstance(kind, Sequence)
    typer.program.call(typer, lists.append, [sequence, put_in(typer, item, kind.item)])


def put_in(typer: Typer, value: Value, kind: Kind) -> Value:
    """Return a value as an item of this kind; if the container began empty, it decides the kind."""
    have = lasting(value.kind)
    if kind != have:
        _must_lie_in_memory(typer, have)
        fill(typer, kind, typer.joined(kind, have))
    return typer.cast(value, kind)


def add(typer: Typer, table: Value, key: Value, value: Value) -> None:
    """Give a key of a table a value."""
    kind = table.kind
    assert isinstance(kind, Table)
    key = typer.cast(key, unordered(key.kind))
    given = checked(typer, put_in(typer, key, kind.key)), put_in(typer, value, kind.value)
    typer.program.call(typer, tables.put, [table, *given])
