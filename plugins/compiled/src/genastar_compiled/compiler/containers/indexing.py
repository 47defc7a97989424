"""Items and slices of containers and texts, and the operators ``+``, ``*`` and those of sets."""

from __future__ import annotations

import ast
from collections import deque
from typing import Any, Final

from genastar_compiled.compiler.containers import comparing, making, methods
from genastar_compiled.compiler.containers.kinds import TEXT, Never, Sequence, Table, is_text
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, NONE, Kind, Tuple
from genastar_compiled.compiler.library import lists, tables, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import LARGEST, Typer

ONE: Final = Value(INT, 1)
NO_KEY: Final = Fault(KeyError)


def _place(typer: Typer, value: Value, index: Value) -> Value:
    found: Value = typer.program.nodes.placed(typer, index, comparing.length(typer, value))
    return found


def item(typer: Typer, value: Value, index: Value) -> Value:
    """Return an item of a container or a text."""
    kind = value.kind
    if is_text(kind):
        value = typer.cast(value, TEXT)
        made: Value = typer.program.call(typer, texts.letter, [value, _place(typer, value, index)])
        return made
    if isinstance(kind, Table) and kind.value != NONE and not isinstance(kind.value, Never):
        number = methods.found(typer, value, index)
        is_none = typer.step("compare", number, Value(INT, 0), kind=making.TRUTH, detail="icmp slt")
        typer.fail_if(is_none, NO_KEY)
        return methods.value_at(typer, value, number)
    if not isinstance(kind, Sequence) or isinstance(kind.item, Never):
        raise typer.refuse(f"an item of {kind}")
    return typer.step("load", typer.field(value, "data"), _place(typer, value, index), kind=kind.item)


def set_item(typer: Typer, owner: Value, index: Value, value: Value) -> None:
    """Do ``owner[index] = value``."""
    methods.must_change(typer, owner)
    kind = owner.kind
    if isinstance(kind, Sequence):
        value = making.put_in(typer, value, kind.item)
        typer.step("store", typer.field(owner, "data"), _place(typer, owner, index), value)
    elif isinstance(kind, Table) and issubclass(kind.cls, dict):
        making.add(typer, owner, index, value)
    else:
        raise typer.refuse(f"an assignment to an item of {kind}")


def delete(typer: Typer, owner: Value, index: Value) -> None:
    """Do ``del owner[index]``."""
    methods.must_change(typer, owner)
    kind = owner.kind
    if isinstance(kind, Table):
        typer.program.call(typer, tables.delete, [owner, comparing.key(typer, index, kind)])
    elif isinstance(kind, Sequence):
        methods.taking(typer, lists.take_out, owner, _place(typer, owner, index))
    else:
        raise typer.refuse(f"del of an item of {kind}")


def part(typer: Typer, value: Value, bounds: list[Value | None]) -> Value:
    """Return a slice."""
    if comparing.sort_of(value.kind) is deque:
        raise typer.refuse("a slice of a deque")
    value = typer.cast(value, TEXT) if is_text(value.kind) else making.as_sequence(typer, value)
    first, end, step = (None if each is None else methods.whole(typer, each) for each in bounds)
    step = step or ONE
    if not step.is_known or step.known == 0:
        raise typer.refuse("a slice whose step is no constant, or 0")
    count = comparing.length(typer, value)
    clamped = lists.clamped if step.known > 0 else lists.clamped_down
    last = typer.step("binary", count, ONE, kind=INT, detail="sub")
    ends = (Value(INT, 0), count) if step.known > 0 else (last, Value(INT, -1))
    cut = [
        end if each is None else typer.program.call(typer, clamped, [each, count])
        for each, end in zip((first, end), ends, strict=True)
    ]
    if value.kind == TEXT:
        given = [value, *cut] if step.known == 1 else [value, *cut, step]
        return typer.program.call(typer, texts.cut if step.known == 1 else texts.stepped, given)
    if isinstance(value.kind.item, Never):  # type: ignore[attr-defined]
        return value
    return typer.program.call(typer, lists.cut, [value, *cut, step])


def binary(typer: Typer, sign: type[ast.operator], left: Value, right: Value) -> Value | None:
    """Return what an operator gives of a container or a text; ``None`` if that is not known."""
    one, other = left.kind, right.kind
    if sign is ast.Mult:
        for kind, value, times in ((one, left, right), (other, right, left)):
            if (is_text(kind) or isinstance(kind, (Sequence, Tuple))) and times.kind in (INT, making.TRUTH):
                return _repeated(typer, value, methods.whole(typer, times))
        return None
    if sign is ast.Add and is_text(one) and is_text(other):
        return typer.program.call(typer, texts.joined, [typer.cast(each, TEXT) for each in (left, right)])
    if sign is ast.Add and comparing.sort_of(one) == comparing.sort_of(other) in (list, tuple):
        return _joined(typer, making.as_sequence(typer, left), making.as_sequence(typer, right))
    if isinstance(one, Table) and isinstance(other, Table) and (one.value == NONE) is (other.value == NONE):
        act = _OF_SETS.get(sign) if one.value == NONE else methods.union if sign is ast.BitOr else None
        return None if act is None else act(typer, left, right)
    return None


def _repeated(typer: Typer, value: Value, times: Value) -> Value:
    kind = value.kind
    if is_text(kind):
        return typer.program.call(typer, texts.repeated, [typer.cast(value, TEXT), times])
    if isinstance(kind, Tuple) and times.is_known and len(kind.items) * max(times.known, 0) <= _FEW:
        return typer.tuple_of(typer.parts(value) * times.known)
    value = making.as_sequence(typer, value)
    return typer.program.call(typer, lists.repeated, [value, times])


_FEW: Final = 64


def _joined(typer: Typer, left: Value, right: Value) -> Value:
    one, other = left.kind, right.kind
    assert isinstance(one, Sequence)
    assert isinstance(other, Sequence)
    if one.item != other.item:
        for two, three in ((one.item, other.item), (other.item, one.item)):
            making.fill(typer, two, three)
        if isinstance(other.item, Never):
            return typer.program.call(typer, lists.cut, [left, Value(INT, 0), Value(INT, LARGEST), ONE])
        if not isinstance(one.item, Never):
            raise typer.refuse(f"{one} + {other}")
        left = typer.step("relabel", left, kind=Sequence(other.item, one.cls, one.is_fixed))
    return typer.program.call(typer, lists.joined, [left, right])


def changed(typer: Typer, sign: type[ast.operator], owner: Value, value: Value) -> bool:
    """Do ``owner += value`` or the like in place; return whether that is known."""
    from genastar_compiled.compiler.containers import gathering

    kind: Kind = owner.kind
    if isinstance(kind, Sequence) and kind.cls is not tuple and sign is ast.Add:
        methods.must_change(typer, owner)
        gathering.extend(typer, owner, value, making.NODE)
        return True
    if isinstance(kind, Sequence) and kind.cls is not tuple and sign is ast.Mult and value.kind in (INT, making.TRUTH):
        methods.must_change(typer, owner)
        if not isinstance(kind.item, Never):
            typer.program.call(typer, lists.multiply, [owner, methods.whole(typer, value)])
        return True
    if isinstance(kind, Table) and isinstance(value.kind, Table) and kind.cls is not frozenset:
        act: Any = _IN_PLACE.get(sign)
        if act is not None and (kind.value == NONE or sign is ast.BitOr):
            methods.must_change(typer, owner)
            act(typer, owner, value)
            return True
    return False


def _keep(wanted: bool) -> Any:
    def act(typer: Typer, owner: Value, other: Value) -> None:
        typer.program.call(typer, tables.keep, [owner, methods.like(typer, owner, other), typer.constant(wanted)])

    return act


_IN_PLACE: Final[dict[type[ast.operator], Any]] = {
    ast.BitOr: methods.update,
    ast.BitAnd: _keep(True),
    ast.Sub: _keep(False),
}
_OF_SETS: Final[dict[type[ast.operator], Any]] = {
    ast.BitOr: methods.union,
    ast.BitAnd: methods.intersection,
    ast.Sub: methods.difference,
    ast.BitXor: methods.symmetric,
}
