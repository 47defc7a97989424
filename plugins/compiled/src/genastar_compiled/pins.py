"""What names meant when machine code was made; the code is valid while they mean the same."""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Iterator
from operator import is_not
from typing import Any, Final

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

ABSENT: Final = "nothing of this name"
"""The value of a name that a dictionary, or a class, does not have."""


@frozen(eq=False)
class Pin:
    """The value of a name in compiled code."""

    home: object
    """The dictionary or cell that holds the name, or the function that has it as an attribute."""
    name: str | None
    value: object
    """`ABSENT` if the name must stay away, so that another one is found behind it."""


@define(eq=False)
class Watch:
    """A record of what some names mean in a class and in its bases, each of which is looked at: ``super()`` reaches them all.

    CPython numbers the state of a class anew after each change of the class or of a base. While a class has the number for
    which all names were looked at, they mean what they meant. Many changes are of other names: then they are looked at again.
    """

    cls: type
    names: tuple[str, ...]
    owners: tuple[type, ...]
    """The classes whose names can change."""
    number: memoryview = field(init=False)
    """Its only item is the number of the class's state now; 0 if it has none."""
    known: int = field(init=False, default=0)
    """The number of a state in which the names meant what they mean here; -1 if there is none."""
    _mro: tuple[type, ...] = field(init=False)
    _found: list[object] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.number = _number_of(self.cls)
        self._mro = self.cls.__mro__
        self._found = self._look()
        self.has_changed()

    def _look(self) -> list[object]:
        homes = [vars(owner) for owner in self.owners]
        return [home.get(name, ABSENT) for home in homes for name in self.names]

    def has_changed(self) -> bool:
        """Look at every name; return whether one means something else."""
        getattr(self.cls, "", None)  # a look-up numbers the state
        number = self.number[0]
        if self.cls.__mro__ != self._mro or any(map(is_not, self._look(), self._found)):
            return True
        self.known = number or -1
        return False


_HEAD: Final = struct.calcsize("nPn")
"""Size of the head of a CPython object of variable size: references, type, size."""
_OFFSET: Final = _HEAD + 45 * struct.calcsize("P")
"""Where a type has the number of its state, ``tp_version_tag`` in CPython's documented ``PyTypeObject``."""

_UNKNOWN: Final = memoryview(bytes(4)).cast("I")
"""The number of a state that cannot be read."""


def _read(cls: type) -> memoryview:
    return memoryview((ctypes.c_uint32 * 1).from_address(id(cls) + _OFFSET)).cast("B").cast("I")


def _can_read() -> bool:
    """Try on three classes whether the number is where it should be."""
    size: int = vars(type)["__basicsize__"].__get__(type)
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED") or size < _OFFSET + 4:
        return False
    base = type("Base", (), {})
    derived, other = type("Derived", (base,), {}), type("Other", (), {})
    seen: list[set[int]] = []
    for _ in range(3):
        for cls in (base, derived, other):
            getattr(cls, "", None)
        seen.append({_read(cls)[0] for cls in (base, derived)})
        still = _read(other)[0]
        type.__setattr__(base, "step", len(seen))
        seen.append({_read(cls)[0] for cls in (base, derived)} - {0})
        if still == 0 or _read(other)[0] != still:
            return False
    numbers = [number for numbers in seen[::2] for number in numbers]
    changed = all(before.isdisjoint(after) for before, after in zip(seen[::2], seen[1::2], strict=True))
    return changed and 0 not in numbers and len(set(numbers)) == 6


_CAN_READ: Final = _can_read()


def _number_of(cls: type) -> memoryview:
    return _read(cls) if _CAN_READ else _UNKNOWN


def copied(value: object) -> object:
    """Return new containers of the same items; what cannot change stays itself, which is compared sooner."""
    if not can_change(value):
        return value
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, (list, tuple, set, frozenset)) and type(value) in (list, tuple, set, frozenset):
        return type(value)(map(copied, value))
    return value


def can_change(value: object) -> bool:
    """Return whether a value has a container in it that may change in place."""
    if isinstance(value, (list, dict, set, bytearray)):
        return True
    return isinstance(value, tuple) and any(map(can_change, value))


@frozen(eq=False)
class Snapshot:
    """What an array held when machine code was made, in which its numbers are constants."""

    array: NDArray[Any]
    _form: tuple[object, ...] = field(init=False)
    _bytes: NDArray[np.uint8] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_form", _form(self.array))
        object.__setattr__(self, "_bytes", _bytes(self.array).copy())

    def has_changed(self) -> bool:
        """Compare every byte: a tenth of a millisecond for a megabyte."""
        return _form(self.array) != self._form or not np.array_equal(_bytes(self.array), self._bytes)


def _form(array: NDArray[Any]) -> tuple[object, ...]:
    return array.shape, array.strides, array.dtype


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    return array.ravel("K").view(np.uint8)


def may_change(array: NDArray[Any]) -> bool:
    """Return whether anybody can write an array of numbers, directly or as the array of which it is a view."""
    whole: object = array
    while isinstance(whole, np.ndarray):
        if whole.flags.writeable:
            return not array.dtype.hasobject
        whole = whole.base
    return False


def arrays_in(value: object) -> Iterator[NDArray[Any]]:
    """Yield an array, or the arrays in a container and in those in it, that may change in place."""
    if isinstance(value, np.ndarray):
        if may_change(value):
            yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from arrays_in(item)
