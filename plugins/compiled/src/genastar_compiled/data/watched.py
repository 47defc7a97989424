"""Lists that machine code has read, and whether they have changed since: to read one again can take longer than many a search.

The items of a list lie in memory as addresses. While these are the same, and the items cannot change, the list is the same.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Iterator
from operator import eq
from typing import Any, Final

_AT: Final = struct.calcsize("nP")
"""Where a list has its head, behind what all objects of CPython begin with: references and type."""
_HEAD: Final = struct.Struct("nP")
"""The number of the items of a list, and the address of their addresses; a third number, of the room for items, follows."""
_WORD: Final = struct.calcsize("P")


class Watched:
    """The items of a list, and of the lists in it, at some time."""

    def __init__(self, value: list[Any]) -> None:
        lists = [value, *(each for each in value if type(each) is list)]
        self._kept = list(map(tuple, lists))
        """Keeps all items alive, so that no other object comes to their addresses."""
        heads = [_memory(id(each) + _AT, _HEAD.size) for each in lists]
        known = list(map(bytes, heads))
        items = [_memory(address, count * _WORD) for count, address in map(_HEAD.unpack, known)]
        self._parts = list(_in_order(heads, items))
        self._known = list(_in_order(known, list(map(_addresses, self._kept))))

    def is_unchanged(self) -> bool:
        """Return whether the items are the same. No other thread can run meanwhile: all of it is one call."""
        return all(map(eq, map(bytes, self._parts), self._known))


def _in_order(heads: list[Any], items: list[Any]) -> Iterator[Any]:
    """Yield parts so that each is looked at when those before have shown that it is there."""
    yield from (heads[0], items[0], *heads[1:], *items[1:])


def _memory(address: int, size: int) -> memoryview:
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")


def _addresses(items: tuple[Any, ...]) -> bytes:
    return ctypes.string_at(id(items) + tuple.__basicsize__, len(items) * _WORD)


def _can_watch() -> bool:
    """Try whether the items of a list and of a tuple are where they should be."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    if list.__basicsize__ != _AT + _HEAD.size + struct.calcsize("n"):
        return False
    items = (object(), object(), object())
    addresses = struct.pack("3P", *map(id, items))
    count, address = _HEAD.unpack(_memory(id(listed := [*items]) + _AT, _HEAD.size))
    return count == len(listed) and _addresses(items) == addresses and bytes(_memory(address, 3 * _WORD)) == addresses


CAN_WATCH: Final = _can_watch()
