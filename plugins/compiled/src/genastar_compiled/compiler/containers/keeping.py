"""What a search keeps: one of each text or container in its positions and costs, in memory that lasts as long as it does."""

from __future__ import annotations

from typing import Final

from genastar_compiled.compiler.containers import making
from genastar_compiled.compiler.containers.keys import checked
from genastar_compiled.compiler.containers.kinds import (
    HEAD_OF_KEPT,
    LETTER,
    MOST_KEPT,
    TEXT,
    Sequence,
    Table,
    inside,
    join,
    kind_as_kept,
    lasting,
    opened,
)
from genastar_compiled.compiler.faults import OTHER_LENGTH, OtherPositions
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MIXED,
    NONE,
    Arena,
    Kept,
    Kind,
    Maybe,
    Memory,
    Real,
    Record,
    Tuple,
    is_number,
    is_of_numbers,
)
from genastar_compiled.compiler.library import tables
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import Typer
from genastar_compiled.data.records import compared_names


def fitted(typer: Typer, value: Value, kind: Kind) -> Value:
    """Return a position as one like the start, which has so many items where a hook makes tuples of any length."""
    have = value.kind
    if not isinstance(have, Sequence) or not isinstance(kind, Tuple) or have.cls is not (kind.cls or tuple):
        return keep(typer, value, kind)
    is_other = typer.step("compare", typer.field(value, "count"), Value(INT, len(kind.items)), kind=BOOL, detail="icmp ne")
    typer.fail_if(is_other, OTHER_LENGTH)
    data = typer.field(value, "data")
    loaded = [typer.step("load", data, Value(INT, at), kind=have.item) for at in range(len(kind.items))]
    return typer.tuple_of([fitted(typer, item, want) for item, want in zip(loaded, kind.items, strict=True)])


def check_position(typer: Typer, have: Kind, wanted: Kind) -> None:
    """Refuse positions that are not like the start.

    Raises:
        OtherPositions: a search whose positions are of a wider kind can hold both.
    """
    if have == wanted:
        return
    both = join(opened(wanted), lasting(opened(have)))
    if both is None or kind_as_kept(both) == wanted or not is_of_numbers(kind_as_kept(both)):
        raise typer.refuse(_difference(have, wanted))
    raise typer.refuse(_difference(have, wanted), OtherPositions, kind_as_kept(both))


def _difference(have: Kind, wanted: Kind) -> str:
    if isinstance(have, (Tuple, Record)) and type(have) is type(wanted) and len(have.parts) == len(wanted.parts):
        for one, other in zip(have.parts, wanted.parts, strict=True):
            if one != other:
                return _difference(one, other)
    is_advised = wanted in (INT, FLOAT) and (is_number(have) or have == MIXED)
    return f"a position has {have} where the start has {wanted}" + is_advised * f"; write {wanted}(...) around it"


def keep(typer: Typer, value: Value, kind: Kind) -> Value:
    """Return a value as the search keeps it; as it is, if it cannot be one of this kind."""
    have = value.kind
    if have == kind:
        return value
    if isinstance(kind, Kept):
        return _one_of_each(typer, typer.cast(value, kind.kind), kind) if join(have, kind.kind) == kind.kind else value
    if isinstance(kind, Maybe) and isinstance(have, Maybe):
        made = typer.choose(
            typer.is_there(value),
            lambda: keep(typer, typer.there(value), kind.kind),
            lambda: typer.cast(_NOTHING, kind),
            typer.fresh(making.NODE, "kept"),
        )
        return made if made.kind == kind else value
    if isinstance(kind, Maybe):
        inner = value if have == NONE else keep(typer, value, kind.kind)
        return typer.cast(inner, kind) if inner.kind in (NONE, kind.kind) else value
    if isinstance(have, (Tuple, Record)) and type(have) is type(kind) and len(have.parts) == len(kind.parts):
        return _of_parts(typer, value, [fitted(typer, *each) for each in zip(typer.parts(value), kind.parts, strict=True)])
    return value


_NOTHING: Final = Value(NONE, None, ())


def _of_parts(typer: Typer, value: Value, parts: list[Value]) -> Value:
    kinds, have = tuple(each.kind for each in parts), value.kind
    return typer.make(Record(have.cls, have.names, kinds) if isinstance(have, Record) else Tuple(kinds, have.cls), *parts)  # type: ignore[attr-defined]


def _one_of_each(typer: Typer, value: Value, kind: Kept) -> Value:
    if not _is_all_compared(kind.kind):
        raise typer.refuse(f"positions with {kind.kind} in them, of which equal ones may differ")
    known: list[Kind] = typer.program.keeps
    if kind.kind not in known:
        known.append(kind.kind)
    if len(known) > MOST_KEPT:
        raise typer.refuse("positions of so many kinds of texts and containers")
    value = checked(typer, value)
    hooks = typer.memory()
    lasting = typer.step("lent", hooks, kind=Arena())
    table = Table(kind.kind, NONE, set, False, False)
    place = Value(INT, HEAD_OF_KEPT + known.index(kind.kind) * len(table.record.leaves))
    typer.arena = lasting  # whatever is made now outlives the hook
    made = typer.program.call(typer, tables.one_of_each, [typer.step("after words", lasting, place, kind=table), value])
    typer.arena = hooks
    parts = typer.parts(made) if made.kind == TEXT else [made]
    return typer.make(kind, *(typer.step("relabel", each, kind=INT) if each.kind != INT else each for each in parts))


def _is_all_compared(kind: Kind) -> bool:
    """Return whether equal values have equal fields: the search keeps one of them."""
    if isinstance(kind, Real):  # 0.0 and -0.0
        return False
    if isinstance(kind, Record) and set(compared_names(kind.cls) or ()) != set(kind.names):
        return False
    return all(map(_is_all_compared, inside(kind)))


def open_up(typer: Typer, value: Value) -> Value:
    """Return a value that is kept as hooks see it."""
    kind = value.kind
    if kind == opened(kind):
        return value
    if isinstance(kind, Kept):
        parts = typer.parts(value)
        if kind.kind == TEXT:
            return typer.make(TEXT, typer.step("relabel", parts[0], kind=Memory(INT, LETTER)), parts[1])
        return typer.step("relabel", parts[0], kind=kind.kind)
    if isinstance(kind, Maybe):
        return typer.make(opened(kind), open_up(typer, typer.there(value)), typer.is_there(value))
    return _of_parts(typer, value, [open_up(typer, each) for each in typer.parts(value)])
