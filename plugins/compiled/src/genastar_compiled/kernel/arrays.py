"""Arrays: the declarations of arrays in the fields of this package's classes.

`entry` writes the code that creates an object from them, and `searches.memory` gets the length of each array from them. Other
fields are objects of the layout, or are created by the text in their declaration. The queue of an open list declares the type
of its items. These modules do not import ``annotations`` from the future, because their annotations are values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from attrs import frozen

from genastar_compiled.kernel import control
from genastar_compiled.kernel.machine import Value


@frozen
class Room:
    """The common length of several arrays."""

    least: int = 1
    """Their initial length."""
    register: str = ""
    """Register of their capacity."""
    short: int = 0
    """Code in `Registers.short` when they are too small."""
    is_mask: bool = False
    """Whether the used length is a power of two, and the register holds one less."""

    def of(self, element: Element, blank: int = 0) -> Array:
        """Return an array of this length; the register of its address is named after its field."""
        return Array(self, element, blank)


@frozen
class Array:
    """A field that is an array."""

    room: Room
    element: Element
    blank: int
    """Initial value of elements."""


DENSE: Final = Room(0)
"""As long as the state space is large."""
LENT: Final = Room(-1)
"""Owned by the caller of the machine code."""
NODES: Final = Room(3)
ONE: Final = Room(1)
RUNGS: Final = Room(control.MOST_RUNGS)
BUCKETS: Final = Room(control.MOST_RUNGS * control.MOST_BUCKETS)
ROWS: Final = Room(1 << 10, "rows", control.ROWS)
TABLE: Final = Room(1 << 11, "table", control.TABLE, is_mask=True)
RING: Final = Room(1 << 11, "ring", control.RING, is_mask=True)
ENTRIES: Final = Room(1 << 10, "entries", control.ENTRIES)
EVENTS: Final = Room(1 << 12, "events", control.EVENTS)
PATH: Final = Room(1 << 10, "path", control.PATH)
WAITING: Final = Room(1 << 8, "waiting", control.WAITING)
LINE: Final = Room(1 << 9, "line", control.LINE, is_mask=True)


class Types(Protocol):
    """The types of a compiler: of elements as they are used, or as they are stored, where they may be narrower."""

    @property
    def kinds(self) -> Value:
        """The types of positions, costs and nodes."""

    @property
    def item(self) -> Value:
        """Type of the items in the queue."""

    @property
    def half(self) -> Value:
        """Type of numbers below 2^32."""

    @property
    def thin(self) -> Value:
        """Type of positions of a dense space; a value that does not fit ends the search with TOO_WIDE."""

    @property
    def thin_cost(self) -> Value:
        """Type of costs of small numbers; as above."""

    @property
    def word(self) -> Value:
        """int64."""

    @property
    def bits(self) -> Value:
        """uint64."""

    @property
    def row(self) -> Value:
        """uint32."""

    @property
    def real(self) -> Value:
        """float64."""

    def record(self, cls: type, fields: Mapping[str, Value]) -> Value:
        """Return the type of a value of a class with fields of these types."""

    def tuple(self, parts: Sequence[Value]) -> Value:
        """Return the type of a tuple of parts of these types."""


Element: TypeAlias = Callable[[Types], Value]
