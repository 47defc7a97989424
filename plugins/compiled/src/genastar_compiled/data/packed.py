"""Packed values: what stands in memory for texts, frozensets, tuples of any length, members of enums, and what may be None."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final

from attrs import frozen

from genastar_compiled.data.values.records import is_record, names_of
from genastar_compiled.reach.names import module_of


@frozen
class PackedText:
    """A string, with characters from the lowest byte of the first word upwards."""

    count: int
    words: tuple[int, ...]

    @staticmethod
    def unpacked(count: int, words: tuple[int, ...]) -> str:
        """Return the string."""
        return b"".join((word & (1 << 64) - 1).to_bytes(8, "little") for word in words)[:count].decode("latin-1")


@frozen
class PackedSet:
    """A frozenset: its items in ascending order, followed by free places."""

    count: int
    items: tuple[Any, ...]

    @staticmethod
    def unpacked(count: int, items: tuple[Any, ...]) -> frozenset[Any]:
        """Return the set."""
        return frozenset(items[:count])


@frozen
class PackedTuple:
    """A tuple whose length varies: its items, followed by free places."""

    count: int
    items: tuple[Any, ...]

    @staticmethod
    def unpacked(count: int, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the tuple."""
        return tuple(items[:count])


@frozen
class PackedMember:
    """A member of an enum of texts: its index. Each enum has a subclass."""

    place: int
    members: ClassVar[tuple[Enum, ...]] = ()


@cache
def packed_member(kind: type[Enum]) -> type[PackedMember]:
    """Return the class of packed members of an enum."""
    members = tuple(kind)
    told = f"PackedMember of {module_of(kind)}.{kind.__qualname__} {[(each.name, each.value) for each in members]}"
    inside = {"members": members, "unpacked": staticmethod(members.__getitem__), "__slots__": (), "__qualname__": told}
    return type("PackedMember", (PackedMember,), inside)  # its name is in the keys of the cache


@frozen
class PackedMaybe:
    """A value that may be None, as its type is declared: 0 and a free place, or 1 and the value."""

    held: int
    value: Any

    @staticmethod
    def unpacked(held: int, value: Any) -> Any:
        """Return the value or ``None``."""
        return value if held else None


PACKED: Final = (PackedText, PackedSet, PackedTuple, PackedMember, PackedMaybe)
"""Classes of what stands in memory for values of other types."""


def is_packed(value: object) -> bool:
    """Return whether anything in a position is packed."""
    if isinstance(value, PACKED):
        return True
    if isinstance(value, tuple):
        return any(map(is_packed, value))
    return is_record(value) and any(is_packed(getattr(value, name, None)) for name in names_of(value))
