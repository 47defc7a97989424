"""The methods of containers and texts: what each does with its arguments, which are values."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from attrs import define

from genastar_compiled.compiler.containers import comparing, making, of_texts
from genastar_compiled.compiler.containers.kinds import TEXT, Never, Sequence, Table, View, is_fixed, is_text
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, NONE, Kind, Truth, Tuple, Whole
from genastar_compiled.compiler.kinds_of_code import Method
from genastar_compiled.compiler.library import lists, tables
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import LARGEST, NOTHING, Typer

Act = Callable[..., Value]
ZERO: Final = Value(INT, 0)
END: Final = Value(INT, LARGEST)
NO_ITEM: Final = Fault(IndexError, "pop from an empty container")


def method_of(typer: Typer, value: Value, name: str) -> Value | None:
    """Return a method of a container, a tuple or a text; ``None`` if values of this kind have none of this name."""
    kind = value.kind
    table = _table_of(kind)
    if table is None or name not in table:
        return None
    function = _BUILT_IN.setdefault(name, BuiltIn(name))
    if isinstance(kind, Tuple):
        value = making.as_sequence(typer, value)
    elif is_text(kind):
        value = typer.cast(value, TEXT)
    return typer.make(Method(value.kind, function), value)


@define(eq=False)
class BuiltIn:
    """A method of Python's own containers and texts."""

    __name__: str


_BUILT_IN: Final[dict[str, BuiltIn]] = {}


def _table_of(kind: Kind) -> dict[str, Act] | None:
    if is_text(kind):
        return _OF_TEXTS
    if isinstance(kind, Table):
        return _OF_DICTS if kind.value != NONE or issubclass(kind.cls, dict) else _OF_SETS
    if isinstance(kind, Tuple) and kind.cls is None:
        return _OF_TUPLES
    if isinstance(kind, Sequence):
        return _OF_LISTS if kind.cls is list else _OF_DEQUES if kind.cls is deque else _OF_TUPLES
    return None


def call(typer: Typer, function: BuiltIn, owner: Value, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Return what a method gives."""
    act = (_table_of(owner.kind) or {}).get(function.__name__)
    if named or act is None or not _takes(act, len(arguments)):
        raise typer.refuse(f"{function.__name__} of {owner.kind} with these arguments")
    return act(typer, owner, *arguments)


def _takes(act: Act, count: int) -> bool:
    try:
        inspect.signature(act).bind(None, None, *range(count))
    except TypeError:
        return False
    return True


def must_change(typer: Typer, owner: Value) -> None:
    """Refuse to change a container of the question or of a module, or one that is of no class that changes."""
    if is_fixed(owner.kind):
        raise typer.refuse(f"a change of a {owner.kind} that the hook has not made itself")


def whole(typer: Typer, value: Value) -> Value:
    """Return an int that is a place or a number of times."""
    if not isinstance(value.kind, (Whole, Truth)) or getattr(value.kind, "numpy", False):
        raise typer.refuse(f"{value.kind} where an int is wanted")
    return typer.convert(value, INT)


def _done(typer: Typer, function: Any, *given: Value) -> Value:
    """Call a function that changes its first argument."""
    must_change(typer, given[0])
    made: Value = typer.program.call(typer, function, list(given))
    return made


def taking(typer: Typer, function: Any, *given: Value) -> Value:
    """Call a function that takes items out of a sequence. A deque gives up their room, by which a loop over it notices."""
    before = comparing.length(typer, given[0])
    made = _done(typer, function, *given)
    if given[0].kind.cls is deque:  # type: ignore[attr-defined]
        typer.program.call(typer, lists.shrink, [given[0], before])
    return made


# Lists


def _append(typer: Typer, owner: Value, item: Value) -> Value:
    must_change(typer, owner)
    making.append(typer, owner, item)
    return NOTHING


def _insert(typer: Typer, owner: Value, place: Value, item: Value) -> Value:
    return _done(typer, lists.insert, owner, whole(typer, place), making.put_in(typer, item, owner.kind.item))  # type: ignore[attr-defined]


def some_item(typer: Typer, owner: Value) -> None:
    """Raise where a sequence has no item."""
    is_none = typer.step("compare", comparing.length(typer, owner), ZERO, kind=making.TRUTH, detail="icmp eq")
    typer.fail_if(is_none, NO_ITEM)


def _pop(typer: Typer, owner: Value, place: Value | None = None) -> Value:
    some_item(typer, owner)
    if isinstance(owner.kind.item, Never):  # type: ignore[attr-defined]
        raise typer.refuse("pop of an empty list")
    count = comparing.length(typer, owner)
    last = typer.step("binary", count, Value(INT, 1), kind=INT, detail="sub")
    return taking(typer, lists.take_out, owner, last if place is None else typer.program.nodes.placed(typer, place, count))


def _pop_left(typer: Typer, owner: Value) -> Value:
    some_item(typer, owner)
    return _done(typer, lists.take_first, owner)


def _sought(typer: Typer, owner: Value, item: Value) -> Value:
    assert isinstance(owner.kind, Sequence)
    if isinstance(owner.kind.item, Never):
        raise typer.refuse("a search in an empty list")
    return comparing.sought(typer, item, owner.kind)


def _index(typer: Typer, owner: Value, item: Value, first: Value = ZERO, end: Value = END) -> Value:
    given = [owner, _sought(typer, owner, item), whole(typer, first), whole(typer, end)]
    return typer.program.call(typer, lists.index, given)


def _count(typer: Typer, owner: Value, item: Value) -> Value:
    return typer.program.call(typer, lists.count, [owner, _sought(typer, owner, item)])


def _remove(typer: Typer, owner: Value, item: Value) -> Value:
    return taking(typer, lists.remove, owner, _sought(typer, owner, item))


def copied(typer: Typer, owner: Value) -> Value:
    """Return a list of the items of a sequence."""
    count = comparing.length(typer, owner)
    made: Value = typer.program.call(typer, lists.cut, [owner, ZERO, count, Value(INT, 1)])
    return made


def _plain(function: Any, call: Act = _done) -> Act:
    return lambda typer, owner: call(typer, function, owner)


# Dicts


def _view(what: str) -> Act:
    def act(typer: Typer, owner: Value) -> Value:
        assert isinstance(owner.kind, Table)
        return typer.make(View(owner.kind, what), owner)

    return act


def found(typer: Typer, owner: Value, key: Value) -> Value:
    """Return the number of the entry of a key; -1 if there is none."""
    assert isinstance(owner.kind, Table)
    if isinstance(owner.kind.key, Never):
        return Value(INT, -1)
    made: Value = typer.program.call(typer, tables.find, [owner, comparing.key(typer, key, owner.kind)])
    return made


def value_at(typer: Typer, owner: Value, number: Value) -> Value:
    """Return the value of an entry."""
    assert isinstance(owner.kind, Table)
    entry = typer.step("load", typer.field(owner, "entries"), number, kind=owner.kind.entry)
    return typer.part(entry, 1)


def _get(typer: Typer, owner: Value, key: Value, default: Value = NOTHING) -> Value:
    assert isinstance(owner.kind, Table)
    if isinstance(owner.kind.value, Never):
        return default
    number = found(typer, owner, key)
    is_there = typer.step("compare", number, ZERO, kind=making.TRUTH, detail="icmp sge")
    name = typer.fresh(making.NODE, "get")
    return typer.choose(is_there, lambda: value_at(typer, owner, number), lambda: default, name)


def _set_default(typer: Typer, owner: Value, key: Value, default: Value = NOTHING) -> Value:
    must_change(typer, owner)
    kind = owner.kind
    assert isinstance(kind, Table)
    given = making.put_in(typer, key, kind.key), making.put_in(typer, default, kind.value)
    number = found(typer, owner, given[0])
    is_none = typer.step("compare", number, ZERO, kind=making.TRUTH, detail="icmp slt")
    typer.branch(is_none, lambda: making.add(typer, owner, *given), lambda: None)
    return value_at(typer, owner, found(typer, owner, given[0]))


def _pop_key(typer: Typer, owner: Value, key: Value, *default: Value) -> Value:
    must_change(typer, owner)
    kind = owner.kind
    assert isinstance(kind, Table)
    key = comparing.key(typer, key, kind)
    if not default:
        made: Value = typer.program.call(typer, tables.take, [owner, key])
        typer.program.call(typer, tables.delete, [owner, key])
        return made
    made = _get(typer, owner, key, *default)
    typer.program.call(typer, tables.drop, [owner, key])
    return made


def update(typer: Typer, owner: Value, other: Value) -> Value:
    """Give a dict the entries of another, or a set its items."""
    if not is_none(other):
        typer.program.call(typer, tables.update, [owner, like(typer, owner, other)])
    return NOTHING


def is_none(table: Value) -> bool:
    """Return whether nothing is, as far as is known, in a table."""
    return isinstance(getattr(table.kind, "key", None), Never)


def like(typer: Typer, owner: Value, other: Value) -> Value:
    """Return another table, whose keys and values must be of the kinds of the first; an empty one takes them on."""
    have, want = other.kind, owner.kind
    if not isinstance(have, Table) or not isinstance(want, Table):
        raise typer.refuse(f"{have} where a dict or a set is wanted")
    if (want.key, want.value) == (have.key, have.value):
        return other
    for one, two in ((want.key, have.key), (want.value, have.value)):
        making.fill(typer, one, two)
        making.fill(typer, two, one)
    if not is_none(other):
        raise typer.refuse(f"{have} together with {want}")
    return typer.step("relabel", other, kind=Table(want.key, want.value, have.cls, True, have.has_order))


def copy_of(typer: Typer, owner: Value, cls: type | None = None) -> Value:
    """Return a new dict or set with the entries of one."""
    kind = owner.kind
    assert isinstance(kind, Table)
    cls = cls or kind.cls
    made = making.empty(typer, Table(kind.key, kind.value, cls, cls is frozenset, cls is dict))
    if not isinstance(kind.key, Never):
        typer.program.call(typer, tables.update, [made, owner])
    return made


# Sets


def _add(typer: Typer, owner: Value, item: Value) -> Value:
    must_change(typer, owner)
    making.add(typer, owner, item, NOTHING)
    return NOTHING


def _without(function: Any) -> Act:
    def act(typer: Typer, owner: Value, item: Value) -> Value:
        assert isinstance(owner.kind, Table)
        return _done(typer, function, owner, comparing.key(typer, item, owner.kind))

    return act


def union(typer: Typer, owner: Value, *others: Value) -> Value:
    """Return what ``|`` gives."""
    first, *rest = [each for each in (owner, *others) if not is_none(each)] or [owner]
    made = copy_of(typer, first, owner.kind.cls)  # type: ignore[attr-defined]
    for other in rest:
        update(typer, made, other)
    return made


def _kept(wanted: bool) -> Act:
    def act(typer: Typer, owner: Value, *others: Value) -> Value:
        made = copy_of(typer, owner)
        for other in others if not is_none(owner) else ():
            flag = typer.constant(wanted)
            typer.program.call(typer, tables.keep, [made, like(typer, made, other), Value(flag.kind, flag.known)])
        return made

    return act


intersection: Final = _kept(True)
difference: Final = _kept(False)


def symmetric(typer: Typer, owner: Value, other: Value) -> Value:
    """Return what ``^`` gives."""
    return union(typer, difference(typer, owner, other), difference(typer, other, owner))


def _asked(function: Any, is_turned: bool = False) -> Act:
    def act(typer: Typer, owner: Value, other: Value) -> Value:
        return comparing.of_tables(typer, function, *((other, owner) if is_turned else (owner, other)))

    return act


is_subset: Final = _asked(tables.is_within)
is_superset: Final = _asked(tables.is_within, True)

OF_SETS: Final[dict[str, Act]] = {
    "union": union,
    "intersection": intersection,
    "difference": difference,
    "symmetric_difference": symmetric,
    "issubset": is_subset,
    "issuperset": is_superset,
    "isdisjoint": _asked(tables.are_disjoint),
}


def _of_source(typer: Typer, owner: Value, *given: Value) -> Value:
    """Refuse a call that `consuming`, which sees the arguments first, has left."""
    raise typer.refuse(f"a method of {owner.kind} with these arguments")


_OF_TUPLES: Final[dict[str, Act]] = {"index": _index, "count": _count}
_OF_BOTH: Final[dict[str, Act]] = _OF_TUPLES | {
    "append": _append,
    "insert": _insert,
    "remove": _remove,
    "reverse": _plain(lists.reverse),
    "clear": _plain(lists.clear, taking),
    "copy": copied,
    "extend": _of_source,
}
_OF_LISTS: Final[dict[str, Act]] = _OF_BOTH | {"pop": _pop, "sort": _of_source}
_OF_DEQUES: Final[dict[str, Act]] = _OF_BOTH | {
    "appendleft": lambda typer, owner, item: _insert(typer, owner, ZERO, item),
    "pop": lambda typer, owner: _pop(typer, owner),
    "popleft": _pop_left,
}
_OF_DICTS: Final[dict[str, Act]] = {
    "items": _view("items"),
    "keys": _view("keys"),
    "values": _view("values"),
    "get": _get,
    "setdefault": _set_default,
    "pop": _pop_key,
    "update": _of_source,
    "clear": _plain(tables.clear),
    "copy": copy_of,
}
_OF_SETS: Final[dict[str, Act]] = {
    "add": _add,
    "discard": _without(tables.discard),
    "remove": _without(tables.delete),
    "update": _of_source,
    "clear": _plain(tables.clear),
    "copy": copy_of,
}
_OF_SETS.update(dict.fromkeys(OF_SETS, _of_source))
_OF_TEXTS: Final[dict[str, Act]] = of_texts.METHODS | {"join": _of_source}
