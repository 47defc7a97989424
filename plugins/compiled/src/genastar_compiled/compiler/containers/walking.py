"""Loops over containers: their items by their places, in Python's order, and with what Python does if one changes meanwhile."""

from __future__ import annotations

from collections import deque
from typing import Final

from genastar_compiled.compiler.containers import comparing, making
from genastar_compiled.compiler.containers.kinds import TEXT, Never, Sequence, Table, View, is_text
from genastar_compiled.compiler.faults import Fault, refusing
from genastar_compiled.compiler.kinds import INT
from genastar_compiled.compiler.library import tables, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations.items import Items
from genastar_compiled.compiler.typing.typer import Typer

MUTATED: Final = Fault(RuntimeError, "deque mutated during iteration")


def items_of(typer: Typer, value: Value) -> Items | None:
    """Return the items of a container or a text; ``None`` of any other value."""
    kind = value.kind
    if is_text(kind):
        value = typer.cast(value, TEXT)
        return Items(typer.part(value, 1), lambda at: typer.program.call(typer, texts.letter, [value, at]))
    if isinstance(kind, Sequence):
        return _of_sequence(typer, value)
    if isinstance(kind, (Table, View)):
        return _of_table(typer, value)
    return None


def _of_sequence(typer: Typer, value: Value) -> Items:
    kind = value.kind
    assert isinstance(kind, Sequence)
    if isinstance(kind.item, Never):
        return Items(Value(INT, 0), lambda at: value, [])
    count = comparing.length(typer, value)

    def at(place: Value) -> Value:
        return typer.step("load", typer.field(value, "data"), place, kind=kind.item)

    before = {name: typer.field(value, name) for name in kind.record.names} if kind.cls is deque else {}

    def live() -> Value:
        for name, field in before.items():  # each change of a deque changes one of these, at last
            is_other = typer.step("compare", typer.field(value, name), field, kind=making.TRUTH, detail="icmp ne")
            typer.fail_if(is_other, MUTATED)
        return comparing.length(typer, value)

    return Items(count, at, live=None if kind.cls is tuple else live)


def _of_table(typer: Typer, value: Value) -> Items:
    """Return the entries of a dict or a set, after those that were removed have given up their places."""
    table, what = (typer.part(value, 0), value.kind.what) if isinstance(value.kind, View) else (value, "keys")
    kind = table.kind
    assert isinstance(kind, Table)
    if isinstance(kind.key, Never):
        return Items(Value(INT, 0), lambda at: value, [])
    if not kind.has_order:
        raise typer.refuse(f"a loop over a {kind}, whose order depends on more than its items")
    typer.program.call(typer, tables.close_gaps, [table])
    count = comparing.length(typer, table)

    def entry(place: Value) -> Value:
        made = typer.step("load", typer.field(table, "entries"), place, kind=kind.entry)
        if what == "items":
            return typer.tuple_of([typer.part(made, 0), typer.part(made, 1)])
        return typer.part(made, 0 if what == "keys" else 1)

    def live() -> Value:
        replaced = refusing("a dict that gets keys in the place of others in a loop over it", typer.where)
        changed = Fault(RuntimeError, f"{'dictionary' if issubclass(kind.cls, dict) else 'Set'} changed size during iteration")
        for name, fault in (("count", changed), ("used", replaced)):
            is_other = typer.step("compare", typer.field(table, name), count, kind=making.TRUTH, detail="icmp ne")
            typer.fail_if(is_other, fault)
        return count

    return Items(count, entry, live=live)
