"""The kinds of containers. Each is the address of a head in memory, whose fields the functions of this room read and write."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from attrs import define, field, frozen

from genastar_compiled.compiler.kinds import (
    BOOL,
    INT,
    NONE,
    SMALL,
    Container,
    Fixed,
    Kept,
    Kind,
    Maybe,
    Memory,
    Place,
    Record,
    Tuple,
    Whole,
)

LETTER: Final = Whole(32, signed=False)


@define(eq=False)
class Hole:
    """The kind of the items of a container that began empty, which what is put in decides."""

    owner: object
    """The knowledge about the function that makes it."""
    kind: Kind | None = None


@frozen
class Never(Kind):
    """The kind of the items of a container that has none."""

    hole: Hole | None = field(default=None, eq=id)
    """``None`` if it stays empty."""

    def __str__(self) -> str:
        return "nothing"


class Head:
    """The head of a container, as a class of records."""


@define(frozen=True, slots=False, cache_hash=True)
class Sequence(Container):
    """Lists, tuples of any length, and others whose items have places."""

    item: Kind
    cls: type = list
    is_fixed: bool = False
    """Whether nothing may write it: it is a tuple, or a constant."""

    @property
    def record(self) -> Record:
        memory = Memory(self.item, self.item)
        return Record(Head, ("data", "count", "room"), (memory, INT, INT))

    def __str__(self) -> str:
        return f"{self.cls.__name__} of {self.item}"


@define(frozen=True, slots=False, cache_hash=True)
class Table(Container):
    """Dicts and sets: entries in the order in which they came, and slots that find them by their hashes."""

    key: Kind
    value: Kind = NONE
    cls: type = dict
    is_fixed: bool = False
    has_order: bool = True
    """Whether the entries stand in Python's order."""

    @property
    def entry(self) -> Tuple:
        """The kind of an entry: key, value, and whether it is there."""
        return Tuple((self.key, self.value, BOOL))

    @property
    def record(self) -> Record:
        names = ("entries", "used", "count", "room", "slots", "mask")
        return Record(Head, names, (Memory(self.entry, self.entry), INT, INT, INT, Memory(INT, SMALL), INT))

    def __str__(self) -> str:
        return f"{self.cls.__name__} of {self.key}{'' if self.value == NONE else f' to {self.value}'}"


@frozen
class Text(Kind):
    """Texts: the address of their letters, and how many there are."""

    @property
    def parts(self) -> tuple[Kind, ...]:
        return Memory(INT, LETTER), INT

    def __str__(self) -> str:
        return "str"


@frozen
class View(Kind):
    """Result of ``items()``, ``keys()`` or ``values()`` of a dict."""

    table: Table
    what: str

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (self.table,)

    def __str__(self) -> str:
        return f"the {self.what} of {self.table}"


@frozen
class Iterator(Kind):
    """Iterators over what has places: the address of the next place, and what they go over."""

    source: Kind

    @property
    def parts(self) -> tuple[Kind, ...]:
        return CURSOR, self.source

    def __str__(self) -> str:
        return f"an iterator over {self.source}"


CURSOR: Final = Place(Record(Head, ("place",), (INT,)))
TEXT: Final = Text()
MOST_KEPT: Final = 8
"""Kinds of what a search keeps, at most; each has a table."""
HEAD_OF_KEPT: Final = 3
"""Words of the memory for it before these tables: see `code.arena`."""
WORDS_OF_KEPT: Final = HEAD_OF_KEPT + MOST_KEPT * len(Table(INT).record.leaves)


def is_text(kind: Kind) -> bool:
    """Return whether values are texts, known or not."""
    return kind == TEXT or (isinstance(kind, Fixed) and type(kind.value) is str)


def lasting(kind: Kind) -> Kind:
    """Return the kind of a value among others in memory, where a known text has letters as any."""
    if is_text(kind):
        return TEXT
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(lasting, kind.items)), kind.cls)
    return Maybe(lasting(kind.kind)) if isinstance(kind, Maybe) else kind


def kind_as_kept(kind: Kind) -> Kind:
    """Return the kind of values as a search keeps them."""
    return _replaced(kind, lambda part: Kept(lasting(part)) if isinstance(part, Container) or is_text(part) else None)


def opened(kind: Kind) -> Kind:
    """Return the kind of values as hooks see them."""
    return _replaced(kind, lambda part: part.kind if isinstance(part, Kept) else None)


def of_any_length(kind: Kind) -> Kind:
    """Return the kind of positions whose tuples have any length."""
    made = of_items(kind)
    if isinstance(made, Tuple):
        made = Tuple(tuple(map(of_any_length, made.items)), made.cls)
    return made


def _replaced(kind: Kind, new: Callable[[Kind], Kind | None]) -> Kind:
    if (made := new(kind)) is not None:
        return made
    match kind:
        case Maybe():
            return Maybe(_replaced(kind.kind, new))
        case Tuple():
            return Tuple(tuple(_replaced(part, new) for part in kind.items), kind.cls)
        case Record():
            return Record(kind.cls, kind.names, tuple(_replaced(part, new) for part in kind.kinds))
    return kind


def inside(kind: Kind) -> tuple[Kind, ...]:
    """Return the kinds of what a value has in it, also of the items of a container."""
    match kind:
        case Sequence():
            return (kind.item,)
        case Table():
            return kind.key, kind.value
        case Maybe():
            return (kind.kind,)
    return kind.parts


def has_containers(kind: Kind) -> bool:
    """Return whether a value is, or has in it, a container or a text."""
    return isinstance(kind, (Container, Text)) or any(map(has_containers, inside(kind)))


def unordered(kind: Kind) -> Kind:
    """Return the kind of values that are asked for alone: which of equal sets it is, and so their order, is not known."""
    match kind:
        case Table():
            return Table(unordered(kind.key), unordered(kind.value), kind.cls, kind.is_fixed, issubclass(kind.cls, dict))
        case Sequence():
            return Sequence(unordered(kind.item), kind.cls, kind.is_fixed)
        case Maybe():
            return Maybe(unordered(kind.kind))
        case Tuple():
            return Tuple(tuple(map(unordered, kind.items)), kind.cls)
        case Record():
            return Record(kind.cls, kind.names, tuple(map(unordered, kind.kinds)))
    return kind


Others = Callable[[Kind, Kind], Kind | None]


def join(one: Kind, other: Kind, others: Others = lambda one, other: None) -> Kind | None:
    """Return the kind that values of both kinds can be cast to; ``None`` if there is none. ``others`` knows more of them."""
    if one == other or isinstance(other, Never):
        return one
    if isinstance(one, Never):
        return other
    if one == NONE or other == NONE:
        rest = other if one == NONE else one
        return rest if isinstance(rest, Maybe) else Maybe(rest)
    if is_text(one) and is_text(other):
        return TEXT
    match one, other:
        case (Maybe(), _) | (_, Maybe()):
            first, second = (each.kind if isinstance(each, Maybe) else each for each in (one, other))
            found = join(first, second, others)
            return None if found is None else Maybe(found)
        case Tuple(), Tuple() if one.cls is other.cls and len(one.items) == len(other.items):
            items = tuple(join(*each, others) for each in zip(one.items, other.items, strict=True))
            return None if None in items else Tuple(items, one.cls)  # type: ignore[arg-type]
        case Record(), Record() if (one.cls, one.names) == (other.cls, other.names):
            kinds = tuple(join(*each, others) for each in zip(one.kinds, other.kinds, strict=True))
            return None if None in kinds else Record(one.cls, one.names, kinds)  # type: ignore[arg-type]
        case (Tuple(cls=None), Tuple(cls=None) | Sequence()) | (Sequence(), Tuple(cls=None)):
            return _blended(of_items(one), of_items(other))
    return _blended(one, other) or others(one, other)


def of_items(kind: Kind) -> Kind:
    """Return the kind of a tuple as one of any length; of another kind that itself."""
    if not isinstance(kind, Tuple) or kind.cls is not None:
        return kind
    found: Kind | None = Never()
    for each in kind.items:
        found = None if found is None else join(found, lasting(each))
    return kind if found is None else Sequence(found, tuple, True)


def _blended(one: Kind | None, other: Kind | None) -> Kind | None:
    """Return the kind of values that lie in memory as values of both kinds do."""
    match one, other:
        case _ if one == other or isinstance(other, Never):
            return one
        case Never(), _:
            return other
        case Maybe(), Maybe():
            found = _blended(one.kind, other.kind)
            return None if found is None else Maybe(found)
        case Sequence(), Sequence() if one.cls is other.cls:
            item = _blended(one.item, other.item)
            return None if item is None else Sequence(item, one.cls, one.is_fixed or other.is_fixed)
        case Table(), Table() if one.cls is other.cls:
            key, value = _blended(one.key, other.key), _blended(one.value, other.value)
            if key is None or value is None:
                return None
            return Table(key, value, one.cls, one.is_fixed or other.is_fixed, one.has_order and other.has_order)
        case Tuple(), Tuple() if one.cls is other.cls and len(one.items) == len(other.items):
            items = tuple(map(_blended, one.items, other.items))
            return None if None in items else Tuple(items, one.cls)  # type: ignore[arg-type]
    return None


def pairs(have: Kind, want: Kind) -> Iterable[tuple[Kind, Kind]]:
    """Yield the parts of two kinds of one form that meet, from the outside in."""
    yield have, want
    if type(have) is type(want):
        for one, other in zip(inside(have), inside(want), strict=False):
            yield from pairs(one, other)


def resolved(kind: Kind) -> Kind:
    """Return a kind with what is known meanwhile of containers that began empty."""
    match kind:
        case Never(hole=Hole(kind=Kind() as known)):
            return resolved(known)
        case Maybe():
            return Maybe(resolved(kind.kind))
        case Sequence():
            return Sequence(resolved(kind.item), kind.cls, kind.is_fixed)
        case Table():
            return Table(resolved(kind.key), resolved(kind.value), kind.cls, kind.is_fixed, kind.has_order)
        case Tuple():
            return Tuple(tuple(map(resolved, kind.items)), kind.cls)
    return kind


def is_fixed(kind: Any) -> bool:
    """Return whether nothing may write a container."""
    return bool(getattr(kind, "is_fixed", False))


def may_change(kind: Kind) -> bool:
    """Return whether an iterator over a value raises if items came or went since it was made."""
    if isinstance(kind, (View, Tuple)):
        return any(map(may_change, kind.parts))
    return not is_fixed(kind) and (isinstance(kind, Table) or (isinstance(kind, Sequence) and kind.cls is deque))
