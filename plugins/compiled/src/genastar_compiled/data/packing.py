"""Positions that are text or frozensets, packed into a fixed number of words.

A search keeps positions in arrays, so each must have one size. A text of up to so many characters below 256 is a count and
words of eight characters; a frozenset is a count and its items in order. What does not fit is refused as the search runs.
`crossing` turns them into what a hook works with, and back.
"""

from __future__ import annotations

from typing import Any, Final, get_args, get_origin

from attrs import frozen

from genastar import AStar
from genastar_compiled.data.records import is_record, names_of

SPARE: Final = 8
"""Characters that a text may have more than the start's."""
SPARE_ITEMS: Final = 4
"""Items that a set may have more than the start's; an empty one has room for twice as many."""


@frozen
class PackedText:
    """A string: characters from the lowest byte of the first word up."""

    count: int
    words: tuple[int, ...]

    @staticmethod
    def unpacked(count: int, words: tuple[int, ...]) -> str:
        """Return the string."""
        return b"".join((word & (1 << 64) - 1).to_bytes(8, "little") for word in words)[:count].decode("latin-1")


@frozen
class PackedSet:
    """A frozenset: its items from the least to the greatest, and nothings behind."""

    count: int
    items: tuple[Any, ...]

    @staticmethod
    def unpacked(count: int, items: tuple[Any, ...]) -> frozenset[Any]:
        """Return the set."""
        return frozenset(items[:count])


def needs_packing(value: object) -> bool:
    """Return whether a position has text or a frozenset in it."""
    kind = type(value)
    return kind is str or kind is frozenset or (kind is tuple and any(map(needs_packing, value)))  # type: ignore[call-overload]


def said_of_positions(cls: type) -> Any:
    """Return what a solver's class says its positions are, in ``AStar[...]``; ``None`` if it does not say."""
    for owner in cls.__mro__:
        for base in vars(owner).get("__orig_bases__", ()):
            if issubclass(get_origin(base) or object, AStar) and get_args(base):
                return get_args(base)[0]
    return None


def packed(value: Any, like: Any = None, said: Any = None, longest: int = 0) -> Any:
    """Return a position with its texts and sets packed.

    Args:
        value: the position.
        like: one that is packed already, of the same sizes.
        said: what the solver's class says its positions are, for a set that is empty.
        longest: the length of the longest text that may stand in a set.

    Raises:
        TypeError: it has a character beyond 255, a set is empty, or it is larger than ``like`` has room for.
    """
    kind = type(value)
    if kind is str:
        return _packed_text(value, len(like.words) if like is not None else (len(value) + SPARE + 7) // 8)
    if kind is frozenset:
        return _packed_set(value, like, said, longest)
    if kind is tuple:
        if like is not None and len(like) != len(value):
            raise TypeError("its tuples have other lengths")
        parts = get_args(said) if len(get_args(said)) == len(value) else (None,) * len(value)
        return tuple(packed(item, like and like[index], parts[index], longest) for index, item in enumerate(value))
    return value


def _packed_text(value: str, words: int) -> PackedText:
    try:
        raw = value.encode("latin-1").ljust(8 * words, b"\0")
    except UnicodeEncodeError:
        raise TypeError("text in a position must be of characters below 256") from None
    if len(raw) > 8 * words:
        raise TypeError(f"it has more than {8 * words} characters")
    cut = [int.from_bytes(raw[at : at + 8], "little", signed=True) for at in range(0, 8 * words, 8)]
    return PackedText(len(value), tuple(cut))


def _packed_set(value: frozenset[Any], like: PackedSet | None, said: Any, longest: int) -> PackedSet:
    if not value and like is None:
        example = _example_of(next(iter(get_args(said)), None), longest)
        return PackedSet(0, (example,) * (2 * SPARE_ITEMS))
    try:
        items = sorted(value)
    except TypeError:
        raise TypeError("a frozenset of items that have no order") from None
    room = len(like.items) if like is not None else len(items) + SPARE_ITEMS
    if len(items) > room:
        raise TypeError(f"it has more than {room} items")
    example = like.items[0] if like is not None else _roomy(items[0], max(longest, *map(_length, items)))
    inside = [packed(item, example) for item in items]
    return PackedSet(len(items), (*inside, *[nothing(example)] * (room - len(inside))))


def longest_text(solver: object) -> int:
    """Return the length of the longest text that a solver has in a field, or inside one."""
    return _length(solver) if not isinstance(solver, str) else 0


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return max((_length(part) for part in (*value, *value.values())), default=0)
    if isinstance(value, (tuple, list, set, frozenset)):
        return max(map(_length, value), default=0)
    return max((_length(getattr(value, name)) for name in names_of(value)), default=0) if is_record(value) else 0


def _roomy(value: Any, longest: int) -> Any:
    """The packed form of a value, with room for texts of this length."""
    if isinstance(value, str):
        return _packed_text(value, (longest + 7) // 8 or 1)
    return tuple(_roomy(part, longest) for part in value) if type(value) is tuple else value


def _example_of(said: Any, longest: int) -> Any:
    """A value of a type, for a set that is empty where the search begins."""
    if said is str:
        return PackedText(0, (0,) * ((longest + 7) // 8 or 1))
    if said in (int, float, bool):
        return said()
    if get_origin(said) is tuple and get_args(said) and Ellipsis not in get_args(said):
        return tuple(_example_of(part, longest) for part in get_args(said))
    raise TypeError("an empty frozenset does not show what its items are; write it in AStar[frozenset[...], ...]")


def nothing(value: Any) -> Any:
    """Return the value of a free place."""
    if isinstance(value, PackedText):
        return PackedText(0, (0,) * len(value.words))
    if isinstance(value, tuple):
        return tuple(map(nothing, value))
    return type(value)(0)
