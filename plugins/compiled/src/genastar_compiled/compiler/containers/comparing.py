"""How containers and texts compare, and what they have in them."""

from __future__ import annotations

from typing import Any

from genastar_compiled.compiler.containers import making
from genastar_compiled.compiler.containers.keys import checked
from genastar_compiled.compiler.containers.kinds import (
    TEXT,
    Never,
    Sequence,
    Table,
    Text,
    View,
    is_text,
    join,
    lasting,
    of_items,
    unordered,
)
from genastar_compiled.compiler.kinds import INT, NONE, Container, Fixed, Kind, Member, Tuple
from genastar_compiled.compiler.library import lists, tables, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import members
from genastar_compiled.compiler.typing.typer import FALSE, LARGEST, TRUE, Typer


def is_one(kind: Kind) -> bool:
    """Return whether values are containers or texts."""
    return isinstance(kind, (Container, Text, View))


def length(typer: Typer, value: Value) -> Value:
    """Return how many items there are."""
    if isinstance(value.kind, View):
        value = typer.part(value, 0)
    return typer.part(value, 1) if value.kind == TEXT else typer.field(value, "count")


def is_some(typer: Typer, value: Value) -> Value:
    """Return whether there is an item."""
    return typer.step("compare", length(typer, value), Value(INT, 0), kind=FALSE.kind, detail="icmp ne")


def sort_of(kind: Kind) -> object:
    """Return what values are that may be equal to others of the sort; ``None`` if this is not known."""
    if is_text(kind):
        return str
    if isinstance(kind, Tuple):
        return tuple
    if isinstance(kind, Table):
        return dict if issubclass(kind.cls, dict) else set
    return kind.cls if isinstance(kind, Sequence) else None


def equal(typer: Typer, left: Value, right: Value) -> Value | None:
    """Return whether two values are equal, one of which at least is a container or a text; ``None`` if they may be."""
    sorts = sort_of(left.kind), sort_of(right.kind)
    if sorts[0] != sorts[1]:
        return None if None in sorts else FALSE
    if sorts[0] is str:
        return typer.program.call(typer, texts.are_equal, [typer.cast(each, TEXT) for each in (left, right)])
    one, other = (making.as_sequence(typer, each) if isinstance(each.kind, Tuple) else each for each in (left, right))
    if isinstance(one.kind, Sequence) and isinstance(other.kind, Sequence):
        if isinstance(one.kind.item, Never) or isinstance(other.kind.item, Never):
            counts = [length(typer, each) for each in (one, other)]
            return typer.step("compare", *counts, kind=FALSE.kind, detail="icmp eq")
        return typer.program.call(typer, lists.are_equal, [one, other])
    if isinstance(one.kind, Table) and isinstance(other.kind, Table):
        return of_tables(typer, tables.are_equal, one, other)
    return None


def before(typer: Typer, left: Value, right: Value) -> Value:
    """Return whether one value comes before another."""
    sorts = sort_of(left.kind), sort_of(right.kind)
    if sorts == (str, str):
        return typer.program.call(typer, texts.comes_before, [typer.cast(each, TEXT) for each in (left, right)])
    if sorts[0] in (list, tuple) and sorts[0] == sorts[1]:
        return typer.program.call(typer, lists.comes_before, [making.as_sequence(typer, each) for each in (left, right)])
    raise typer.refuse(f"the order of {left.kind} and {right.kind}")


def is_within(typer: Typer, left: Value, right: Value, is_less: bool) -> Value:
    """Return whether a set has all items of another; if it must be less, too, whether it has more."""
    if any(not isinstance(each.kind, Table) or each.kind.value != NONE for each in (left, right)):
        raise typer.refuse(f"the order of {left.kind} and {right.kind}")
    made = of_tables(typer, tables.is_within, left, right)
    if not is_less:
        return made
    fewer = typer.step("compare", length(typer, left), length(typer, right), kind=FALSE.kind, detail="icmp slt")
    return typer.step("binary", made, fewer, kind=FALSE.kind, detail="and")


def of_tables(typer: Typer, function: Any, *given: Value) -> Value:
    """Return whether something holds of two tables, which are read as ones of the same kinds; it does of two empty ones."""
    one, other = (unordered(each.kind) for each in given)
    assert isinstance(one, Table)
    assert isinstance(other, Table)
    key, value = typer.joined(one.key, other.key), typer.joined(one.value, other.value)
    if isinstance(key, Never):
        return TRUE
    alike = [typer.cast(each, Table(key, value, each.kind.cls, True, False)) for each in given]  # type: ignore[attr-defined]
    made: Value = typer.program.call(typer, function, alike)
    return made


def has(typer: Typer, within: Value, value: Value) -> Value:
    """Return ``value in within``."""
    kind = within.kind
    if is_text(kind):
        return typer.program.call(typer, texts.has, [typer.cast(within, TEXT), making.as_text(typer, value)])
    if isinstance(kind, View):
        return _is_in_view(typer, typer.part(within, 0), kind, value)
    if isinstance(kind, Table):
        return (
            FALSE if isinstance(kind.key, Never) else typer.program.call(typer, tables.has, [within, key(typer, value, kind)])
        )
    assert isinstance(kind, Sequence)
    if isinstance(kind.item, Never):
        return FALSE
    everywhere = Value(INT, 0), Value(INT, LARGEST)
    place = typer.program.call(typer, lists.find, [within, sought(typer, value, kind), *everywhere])
    return typer.step("compare", place, Value(INT, 0), kind=FALSE.kind, detail="icmp sge")


def _is_in_view(typer: Typer, table: Value, view: View, value: Value) -> Value:
    if view.what == "keys" or isinstance(view.table.key, Never):
        return has(typer, table, value)
    if view.what == "values":
        return typer.program.call(typer, tables.has_value, [table, value])
    if not isinstance(value.kind, Tuple) or len(value.kind.items) != 2:
        raise typer.refuse(f"{value.kind} in the items of a dict")
    one, other = typer.parts(value)
    return typer.program.call(typer, tables.has_item, [table, key(typer, one, view.table), other])


def sought(typer: Typer, value: Value, kind: Sequence) -> Value:
    """Return a value that is compared with the items of a sequence."""
    return typer.cast(value, TEXT) if isinstance(value.kind, Fixed) and is_text(value.kind) and is_text(kind.item) else value


def key(typer: Typer, value: Value, table: Table) -> Value:
    """Return a value by which a table is asked. Its kind must be that of the keys: equal values then have equal hashes."""
    have, want = value.kind, table.key
    if isinstance(want, Never):
        raise typer.refuse("an item of an empty dict or set")
    if not isinstance(want, Member):
        value = members.bare(typer, value)
        have = value.kind
    if have != want and not (join(lasting(have), want) == want or of_items(have) == want):
        raise typer.refuse(f"{have} among keys that are {want}")
    return checked(typer, typer.cast(value, want))
