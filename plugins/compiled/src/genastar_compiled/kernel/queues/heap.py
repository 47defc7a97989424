"""The 4-ary heap: the priority queue for costs other than small integers.

Entries are compared by cost and, if neither is smaller, by serial number, the newest first: the contract's order. A cost may be
a number, a tuple, or a value of a user's class, whose compiled ``__lt__`` is called.
"""

from typing import Annotated

from attrs import define, frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import ENTRIES, SHORT
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import comes_before


@frozen
class HeapEntry:
    """A waiting item."""

    cost: Value
    serial: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        return comes_before(self.cost, self.serial, other.cost, other.serial)


def entry_of(of: arrays.Types) -> Value:
    """Return the type of an entry."""
    return of.record(HeapEntry, {"cost": of.kinds.rank, "serial": of.word, "item": of.item})


def rise(entries: Value, place: Value, entry: Value) -> None:
    """Move an entry up from this index to its place."""
    while place > 0:
        above = (place - 1) >> 2
        if not entry.before(entries[above]):
            break
        entries[place] = entries[above]
        place = above
    entries[place] = entry


def sink(entries: Value, count: Value) -> None:
    """Place the entry behind ``count`` entries among these, the first of which was removed.

    It belongs near the bottom, so it goes there without comparisons, and then up (Wegener 1993).
    """
    entry = entries[count]
    place, first = 0, 1
    while first + 3 < count:
        best = first_of(entries, first_of(entries, first, first + 1), first_of(entries, first + 2, first + 3))
        entries[place] = entries[best]
        place, first = best, 4 * best + 1
    while first < count:
        best = first
        for below in range(first + 1, count):
            best = first_of(entries, best, below)
        entries[place] = entries[best]
        place, first = best, 4 * best + 1
    rise(entries, place, entry)


def taken(entries: Value, count: Value) -> Value:
    """Remove the first entry, so that ``count`` are left; return its item."""
    root = entries[0]
    sink(entries, count)
    return root.item


def first_of(entries: Value, one: Value, other: Value) -> Value:
    """Return the index of the entry that comes out first."""
    return other if entries[other].before(entries[one]) else one


@define
class Heap:
    """A 4-ary heap. Uses the register ``count``."""

    registers: Value
    entries: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    """A `HeapEntry` per waiting item; the children of entry i are 4i + 1 to 4i + 4."""

    def clear(self, cost: Value) -> None:
        """Prepare for the first cost: do nothing, as `loop.forget` has cleared the counters."""

    def has_room(self, cost: Value) -> Value:
        """Return whether an item can be inserted; otherwise ``short`` names the array that must grow first."""
        return self.holds(self.registers.count)

    def holds(self, count: Value) -> Value:
        """Return whether there is room for more than ``count`` entries."""
        registers = self.registers
        if count >= registers.entries:
            registers.status = SHORT
            registers.short = ENTRIES
            return False
        return True

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        place = self.registers.count
        self.registers.count += 1
        rise(self.entries, place, HeapEntry(cost, serial, item))

    def least(self) -> Value:
        """Return the smallest waiting cost. The queue must not be empty."""
        return self.entries[0].cost

    def remove_root(self) -> Value:
        """Remove the first item. The queue must not be empty."""
        self.registers.count -= 1
        return taken(self.entries, self.registers.count)

    def widen(self) -> None:
        """Do nothing: a heap has no ring."""
