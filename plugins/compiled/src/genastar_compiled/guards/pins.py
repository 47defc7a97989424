"""What names meant when machine code was made; the code is valid while they mean the same."""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from operator import is_not
from typing import Final

from attrs import define, field, frozen

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
