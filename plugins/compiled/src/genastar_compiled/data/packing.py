"""Pack positions with text, frozensets, tuples of any length, enum members of text, or what may be None, into words.

A search keeps positions in arrays, so all must have one size. A text of characters below 256 becomes a count and words of eight
characters; a frozenset becomes a count and its sorted items, and a tuple whose length varies a count and its items; a member of
an enum of texts becomes its index; what may be None becomes a number, 0 for None, and a value. Values that do not fit are
refused during the search. `crossing` converts between packed values and those of hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, Flag
from typing import Any, Final, get_args, get_origin

import numpy as np

from genastar_compiled.data.containers.facts import SEVERAL_LENGTHS
from genastar_compiled.data.declared import but_none, declared_parts, hints_of
from genastar_compiled.data.packed import (
    PACKED,
    PackedMaybe,
    PackedMember,
    PackedSet,
    PackedText,
    PackedTuple,
    is_packed,
    packed_member,
)
from genastar_compiled.data.values.records import (
    compares_fields,
    field_names,
    has_fields,
    has_order,
    is_record,
    names_of,
    orders_fields,
    record_of,
)

SPARE: Final = 8
"""Characters by which a text may exceed the start's."""
SPARE_ITEMS: Final = 4
"""Items by which a set may exceed the start's; an empty one, and a tuple, has room for twice as many more."""


_PACKED: Final[dict[type, type]] = {str: PackedText, frozenset: PackedSet}


def _is_member(value: object) -> bool:
    """Return whether a value is a member of an enum of texts."""
    return isinstance(value, Enum) and isinstance(value.value, str)


def needs_packing(value: object, said: Any) -> bool:
    """Return whether a position contains text, a frozenset, a member of an enum of texts, or what may be None."""
    kind = type(value)
    if _is_member(value) or value is None or but_none(said) is not None:
        return True
    if isinstance(value, tuple):
        return any(map(needs_packing, value, declared_parts(value, said)))
    if has_fields(kind) and compares_fields(kind):
        hints = hints_of(kind)
        return any(needs_packing(getattr(value, name, 0), hints.get(name)) for name in field_names(kind))
    return kind is str or kind is frozenset


def packed(value: Any, like: Any = None, said: Any = None, longest: int = 0, where: str = "", also: Sequence[Any] = ()) -> Any:
    """Return a position with its texts, sets and so on packed.

    Args:
        value: the position.
        like: a packed position of the same sizes.
        said: position type that the solver's class declares, for an empty set.
        longest: length of the longest text in a set.
        where: the field that holds the value, for errors.
        also: other positions, which show what varies in length.

    Raises:
        TypeError: a character is beyond 255, a set is empty or has items that cannot be packed, or the position differs in
            shape from ``like`` or exceeds its room.
    """
    kind, like_kind = type(value), type(like)
    if like_kind is PackedMaybe or (like is None and (value is None or but_none(said) is not None)):
        return _packed_maybe(value, like, said, longest, where, [each for each in also if each is not None])
    if _is_member(value):
        return _packed_member(value, like)
    also = [each for each in also if type(each) is kind]
    if kind is tuple and like is None and _varies((value, *also), said):
        like, like_kind = _example_of_tuples((value, *also), said, longest, where), PackedTuple
    if kind is tuple and like_kind is PackedTuple:
        return _packed_tuple(value, like)
    packed_kind = _PACKED.get(kind, kind)
    if like is not None and like_kind is not packed_kind:
        raise TypeError(f"a {kind.__name__} is where the start has another type")
    if kind is str:
        longest_here = max(map(len, (value, *also)))
        return _packed_text(value, len(like.words) if like is not None else (longest_here + SPARE + 7) // 8)
    if kind is frozenset:
        return _packed_set(value, like, said, longest, where)
    if kind is tuple or hasattr(kind, "_make"):
        if like is not None and len(like) != len(value):
            raise TypeError("its tuples differ in length from the start's")
        names = getattr(kind, "_fields", ("",) * len(value))
        parts = declared_parts(value, said)
        likes = (None,) * len(value) if like is None else like
        places = [f"{kind.__qualname__}.{name}" if name else where for name in names]
        if kind is tuple and like is None and (siblings := _siblings((value, *also), parts)):
            likes = (_example_of_tuples(siblings, parts[0], longest, where),) * len(value)
        columns = zip(*also, strict=True) if also else [()] * len(value)
        items = map(packed, value, likes, parts, (longest,) * len(value), places, columns)
        return tuple(items) if kind is tuple else kind._make(items)
    if also or (needs_packing(value, said) if like is None else is_packed(like)):
        return _packed_record(value, like, longest, also)
    return value


def _packed_record(value: Any, like: Any, longest: int, also: Sequence[Any]) -> Any:
    kind = type(value)
    if not (has_fields(kind) and compares_fields(kind)):
        return value
    hints, made = hints_of(kind), {}
    for name in field_names(kind):
        others = [getattr(each, name, None) for each in also]
        where = f"{kind.__qualname__}.{name}"
        made[name] = packed(getattr(value, name), getattr(like, name, None), hints.get(name), longest, where, others)
    return record_of(kind, made)


def _varies(tuples: Sequence[tuple[Any, ...]], said: Any) -> bool:
    """Return whether tuples of one place differ in length, or there is only an empty one, declared to be of any length."""
    is_alone = len(tuples) == 1 and not tuples[0]
    return len(set(map(len, tuples))) > 1 or (is_alone and get_args(said)[1:] == (Ellipsis,))


def _siblings(tuples: Sequence[tuple[Any, ...]], parts: tuple[Any, ...]) -> list[Any]:
    """Return the items of tuples if they are tuples of one declared type, or of none, that differ in length; else nothing."""
    items = [item for each in tuples for item in each]
    if len(set(parts)) != 1 or any(type(each) is not tuple for each in items) or len(set(map(len, items))) < 2:
        return []
    if parts[0] is not None:
        return items if get_args(parts[0])[1:] == (Ellipsis,) else []
    varying = sum(len(set(map(len, column))) > 1 for column in zip(*tuples, strict=True))
    return items if varying > 1 or () in items else []


def _example_of_tuples(tuples: Sequence[tuple[Any, ...]], said: Any, longest: int, where: str) -> PackedTuple:
    """Return an empty packed tuple with room for these."""
    inside, parts = [item for each in tuples for item in each], get_args(said)
    part = parts[0] if parts[1:] == (Ellipsis,) else None
    try:
        example = packed(inside[0], None, part, longest, where, inside[1:]) if inside else _example_of(part, longest)
    except TypeError as error:
        raise TypeError(f"of a tuple that varies in length, {error}") from None
    return PackedTuple(0, (nothing(example),) * (max(map(len, tuples)) + 2 * SPARE_ITEMS))


def _packed_tuple(value: tuple[Any, ...], like: PackedTuple) -> PackedTuple:
    room, example = len(like.items), like.items[0]
    if len(value) > room:
        raise TypeError(f"it has a tuple of more than {room} items")
    items = [packed(item, example) for item in value]
    if any(type(each) is not type(example) for each in items):
        raise TypeError("a tuple that varies in length has items of several types")
    return PackedTuple(len(value), (*items, *[nothing(example)] * (room - len(value))))


def _packed_maybe(
    value: Any, like: PackedMaybe | None, said: Any, longest: int, where: str, also: Sequence[Any]
) -> PackedMaybe:
    inside = but_none(said)
    if value is not None:
        return PackedMaybe(1, packed(value, None if like is None else like.value, inside, longest, where, also))
    if like is not None:
        return PackedMaybe(0, nothing(like.value))
    if also:
        return PackedMaybe(0, nothing(packed(also[0], None, inside, longest, where, also)))
    place = where and f", {where},"
    try:
        return PackedMaybe(0, nothing(_example_of(inside, longest)))
    except (TypeError, RecursionError):  # a class may hold itself
        if said not in (None, Any):
            raise TypeError(
                f"None{place} is declared as {getattr(said, '__qualname__', said)}, and beside None machine code has one type "
                "there, of numbers, texts, members of enums, tuples, frozensets, and records of these; declare such a type"
            ) from None
        write = f"{where.rpartition('.')[2]}: int | None" if where else "AStar[tuple[int, int | None], ...]"
        raise TypeError(
            f"None{place} does not show what else a position may have there; declare it, for example {write}"
        ) from None


def _packed_member(value: Enum, like: Any) -> PackedMember:
    kind = packed_member(type(value))
    if like is not None and type(like) is not kind:
        raise TypeError(f"a {type(value).__name__} is where the start has another type")
    return kind(kind.members.index(value))


def _packed_text(value: str, words: int) -> PackedText:
    try:
        raw = value.encode("latin-1").ljust(8 * words, b"\0")
    except UnicodeEncodeError:
        raise TypeError("text in a position must consist of characters below 256") from None
    if len(raw) > 8 * words:
        raise TypeError(f"it has more than {8 * words} characters")
    cut = [int.from_bytes(raw[at : at + 8], "little", signed=True) for at in range(0, 8 * words, 8)]
    return PackedText(len(value), tuple(cut))


def _packed_set(value: frozenset[Any], like: PackedSet | None, said: Any, longest: int, where: str) -> PackedSet:
    if not value and like is None:
        try:
            example = _example_of(next(iter(get_args(said)), None), longest)
        except TypeError:
            write = f"{where.rpartition('.')[2]}: frozenset[int]" if where else "AStar[frozenset[int], ...]"
            raise TypeError(
                f"an empty frozenset{where and f', {where},'} does not show the type of its items; "
                f"declare a type of numbers, texts or tuples of these, for example {write}"
            ) from None
        _require_order(example)
        return PackedSet(0, (example,) * (2 * SPARE_ITEMS))
    if flags := [type(each).__qualname__ for each in value if isinstance(each, Flag) and not isinstance(each, int)]:
        raise TypeError(
            f"a frozenset in a position has members of {flags[0]}, a Flag; write one member in its place, combined by |"
        )
    try:
        items = sorted(value, key=_place_of_member)
    except TypeError:
        kinds = " or ".join(sorted({type(each).__qualname__ for each in value}))
        raise TypeError(
            f"a frozenset{where and f', {where},'} in a position must have items that can be ordered, and {kinds} cannot; "
            "write a NamedTuple, or @frozen(order=True)"
        ) from None
    if len({len(each) for each in items if type(each) is tuple}) > 1:
        raise TypeError(SEVERAL_LENGTHS)
    room = len(like.items) if like is not None else len(items) + SPARE_ITEMS
    if len(items) > room:
        raise TypeError(f"it has more than {room} items")
    if like is None:
        _require_order(items[0])
    example = like.items[0] if like is not None else _roomy(items[0], max(longest, *map(_length, items)))
    free = nothing(example)
    try:
        inside = [packed(item, example) for item in items]
    except TypeError as error:
        raise TypeError(f"a frozenset in a position must have items of one type: {error}") from None
    return PackedSet(len(items), (*inside, *[free] * (room - len(inside))))


def longest_text(solver: object) -> int:
    """Return the length of the longest text in a solver's fields; 0 if they have no end, as machine code refuses them."""
    try:
        return _length(solver) if not isinstance(solver, str) else 0
    except RecursionError:
        return 0


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return max((_length(part) for part in (*value, *value.values())), default=0)
    if isinstance(value, (tuple, list, set, frozenset)):
        return max(map(_length, value), default=0)
    return max((_length(getattr(value, name, None)) for name in names_of(value)), default=0) if is_record(value) else 0


def _roomy(value: Any, longest: int) -> Any:
    """Return the packed form of an item of a set, with room for texts of this length."""
    if _is_member(value):
        return _packed_member(value, None)
    if isinstance(value, str):
        return _packed_text(value, (longest + 7) // 8 or 1)
    made = _made_of(value, lambda part: _roomy(part, longest))
    return value if made is None else made


def _place_of_member(item: Any) -> Any:
    """Return what orders the items of a set in machine code: a member that is no text and no number has no ``<``."""
    kind: Any = type(item)
    return item if has_order(kind) else tuple(kind).index(item)


def _made_of(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a tuple or a record with other values in it; ``None`` for any other value."""
    kind = type(value)
    if isinstance(value, tuple):
        return kind(map(change, value)) if kind is tuple else kind._make(map(change, value))
    if has_fields(kind):
        return record_of(kind, {name: change(getattr(value, name)) for name in field_names(kind)})
    return None


def _require_order(item: Any) -> None:
    """Raise `TypeError` if the items of a set have no order: of equal sets there is one packed form."""
    kind = type(item)
    if isinstance(item, (PackedSet, PackedTuple, PackedMaybe)):
        raise TypeError("a frozenset in a position has items with frozensets, tuples of any length, or None in them")
    if has_fields(kind) and not isinstance(item, PACKED) and not orders_fields(kind):
        raise TypeError(
            f"a frozenset in a position has items of the class {kind.__qualname__}, which does not order them by the fields by "
            f"which it compares them; write a NamedTuple, or @frozen(order=True)"
        )
    _made_of(item, _require_order_inside)


def _require_order_inside(item: Any) -> None:
    """Raise `TypeError` if a part of an item has no order. A set of members themselves has that of their enum."""
    if not has_order(type(item)):
        raise TypeError(
            f"a frozenset in a position has items with members of {type(item).__qualname__} in them, which have no order; "
            "derive it from IntEnum or StrEnum"
        )
    _require_order(item)


def _example_of(said: Any, longest: int) -> Any:
    """Return a packed value of a type, for a set that is empty at the start of the search, or a part that is None there."""
    if said is str:
        return PackedText(0, (0,) * ((longest + 7) // 8 or 1))
    if said in (int, float, bool):
        return said()
    if isinstance(said, type) and issubclass(said, Enum):
        first = next(iter(said))
        return _packed_member(first, None) if _is_member(first) else first
    if (inside := but_none(said)) is not None:
        return PackedMaybe(0, nothing(_example_of(inside, longest)))
    if get_origin(said) is frozenset or (get_origin(said) is tuple and Ellipsis in get_args(said)):
        return packed(get_origin(said)(), None, said, longest)
    if get_origin(said) is tuple and get_args(said):
        return tuple(_example_of(part, longest) for part in get_args(said))
    hints = hints_of(said) if isinstance(said, type) else {}
    if hints and issubclass(said, tuple):
        return said(*(_example_of(hints[name], longest) for name in said._fields))
    if hints and has_fields(said):
        return record_of(said, {name: _example_of(hints[name], longest) for name in field_names(said)})
    raise TypeError(f"{said} does not show what its values are made of")


def nothing(value: Any) -> Any:
    """Return the value of a free place.

    Raises:
        TypeError: a set cannot hold values of this type.
    """
    kind = type(value)
    if kind is PackedText:
        return PackedText(0, (0,) * len(value.words))
    if kind in (int, float, bool) or isinstance(value, np.generic):
        return kind(0)
    if isinstance(value, Enum):
        return next(iter(type(value)))
    if isinstance(value, PackedMember):
        return kind(0)
    if isinstance(value, (PackedSet, PackedTuple)):
        return kind(0, (nothing(value.items[0]),) * len(value.items))
    if isinstance(value, PackedMaybe):
        return PackedMaybe(0, nothing(value.value))
    if (made := _made_of(value, nothing)) is not None:
        return made
    raise TypeError(
        f"a frozenset of values of type {kind.__name__} is not supported in a position; "
        "its items are numbers, texts, or tuples and ordered records of these"
    )
