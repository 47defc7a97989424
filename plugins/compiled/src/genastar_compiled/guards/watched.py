"""Containers that machine code has read, and whether they have changed since.

Reading a container again can take longer than a search.
The items of a list lie in memory as addresses. While these are the same, and the items cannot change, the list is the same.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import eq, is_
from typing import Any, Final

from genastar_compiled.data.records import is_fixed, is_record, names_of

_AT: Final = struct.calcsize("nP")
"""Where a list has its head, behind what all objects of CPython begin with: references and type."""
_HEAD: Final = struct.Struct("nP")
"""The number of the items of a list, and the address of their addresses; a third number, of the room for items, follows."""
_WORD: Final = struct.calcsize("P")


class Watched:
    """The items of some lists at some time."""

    def __init__(self, lists: Iterable[list[Any]]) -> None:
        self._lists = tuple(lists)
        self._kept = list(map(tuple, self._lists))
        """Keeps all items alive, so that no other object comes to their addresses."""
        heads = [_memory(id(each) + _AT, _HEAD.size) for each in self._lists]
        known = list(map(bytes, heads))
        self._parts = [*heads, *(_memory(address, count * _WORD) for count, address in map(_HEAD.unpack, known))]
        """The items are looked at when all heads have shown that they are there."""
        self._known = [*known, *map(_addresses, self._kept)]

    def is_unchanged(self) -> bool:
        """Return whether the items are the same. No other thread can run meanwhile: all of it is one call."""
        return all(map(eq, map(bytes, self._parts), self._known))


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


class Held:
    """The items of a container of a module, and of the containers and records in it.

    Its items are the same objects, or others of the same types, values and order: machine code knows one from the other by no
    more than that.
    """

    def __init__(self, container: object) -> None:
        self._container = container
        self._look()

    def records(self) -> list[object]:
        """Return the records in it that can change."""
        return [each for each, _ in self._others if is_record(each)]

    def is_unchanged(self) -> bool:
        """Return whether the items are the same."""
        return not self.has_changed()

    def has_changed(self) -> bool:
        """Return whether an item is another, or at another place."""
        if (
            self._has_same_items()
            and (self._long is None or self._long.is_unchanged())
            and (not self._others or all(_are_same(_items(each), items) for each, items in self._others))
        ):
            return False
        if not self._is_same(self._container, self._container):
            return True
        self._look()
        return False

    def _has_same_items(self) -> bool:
        items = chain.from_iterable(self._short)
        if CAN_WATCH and len(self._items) > _SHORT:
            return _addresses(tuple(items)) == self._at
        return all(map(is_, items, self._items))

    def _look(self) -> None:
        self._known: dict[int, tuple[object, Sequence[object]]] = {}
        self._note(self._container)
        parts = [each for each, _ in self._known.values()]
        long = [each for each in parts if isinstance(each, list) and len(each) > _SHORT and CAN_WATCH]
        others = [each for each in parts if isinstance(each, bytearray) or is_record(each)]
        apart = set(map(id, [*long, *others]))
        held: Any = [each for each in parts if id(each) not in apart]
        self._long = Watched(long) if long else None
        self._others = [self._known[id(each)] for each in others]
        views = [(each, each.values()) if isinstance(each, dict) else (each,) for each in held]
        self._short = [part for view in views for part in (*view, _END)]
        self._items = tuple(chain.from_iterable(self._short))
        self._at = _addresses(self._items) if CAN_WATCH else b""

    def _note(self, value: object) -> None:
        """Note what a value holds that can change, and what is in it."""
        if id(value) not in self._known and can_change(value):
            items = _items(value)
            if not isinstance(value, tuple):
                self._known[id(value)] = value, items
            for each in items if type(items) is tuple else ():
                self._note(each)

    def _is_same(self, old: object, new: object) -> bool:
        """Return whether a value is what another one was."""
        if type(old) is not type(new):
            return False
        if id(old) in self._known or isinstance(old, (tuple, frozenset)):
            known, found = self._known[id(old)][1] if id(old) in self._known else _items(old), _items(new)
            return len(known) == len(found) and all(map(self._is_same, known, found))
        return old is new or (type(old) in _PLAIN and repr(old) == repr(new))


_END: Final = (object(),)
"""Stands between the items of two containers, so that an item more or less is seen."""

_SHORT: Final = 30
"""Items of a list that are looked at one by one in less time than all at once."""

_PLAIN: Final = (int, float, complex, bool, str, bytes)
"""Types whose values are the same if their texts are."""


def _are_same(items: Sequence[object], known: Sequence[object]) -> bool:
    return items == known if type(known) is bytes else len(items) == len(known) and all(map(is_, items, known))


def _items(value: Any) -> Sequence[object]:
    """Return what is in a container or a record, in order; of a record also how many attributes are set on itself."""
    if isinstance(value, dict):
        return (*value, *value.values())
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return tuple(value)
    return (*[getattr(value, name, None) for name in names_of(value)], len(getattr(value, "__dict__", ())))


def can_change(value: object) -> bool:
    """Return whether a value is, or has in it, a container or a record that may change in place."""
    if type(value) in _PLAIN:
        return False
    if isinstance(value, tuple):
        return any(map(can_change, value))
    return isinstance(value, (list, dict, set, bytearray)) or (is_record(value) and not is_fixed(value))
