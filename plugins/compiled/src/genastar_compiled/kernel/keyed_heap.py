"""The heap of keys: the priority queue for 32-bit totals too far apart for the ring of buckets.

Total and age form one number, so one comparison finds the cheapest and, among equals, the newest: the contract's order.
"""

from typing import Annotated

import numpy as np
from attrs import define, frozen
from numba import int64, uint64

from genastar_compiled.data.values import Instance
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import TOO_WIDE
from genastar_compiled.kernel.heap import Heap, rise
from genastar_compiled.kernel.machine import Value

TOTAL_SHIFT = np.uint64(32)
NEWEST = np.uint64((1 << 32) - 1)
ABOVE = np.uint64(1 << 32)


@frozen
class KeyedEntry:
    """A waiting item, with its total above its age, counted down: one number to compare."""

    key: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        return self.key < other.key


@define
class KeyedHeap(Heap):
    """A 4-ary heap of `KeyedEntry`; serial numbers have 32 bits too."""

    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: Instance(KeyedEntry, {"key": uint64, "item": of.item}))]

    def has_room(self, total: Value) -> Value:
        """See `Heap.has_room`; a total or a serial number above 32 bits ends the search with TOO_WIDE."""
        registers = self.registers
        if uint64(total) >= ABOVE or uint64(registers.generated) >= ABOVE:
            registers.status = TOO_WIDE
            return False
        return self.holds(registers.count)

    def insert(self, total: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        key = (uint64(total) << TOTAL_SHIFT) | (NEWEST - uint64(serial))
        place = self.registers.count
        self.registers.count += 1
        rise(self.entries, place, KeyedEntry(key, item))

    def least(self) -> Value:
        """Return the smallest waiting total. The queue must not be empty."""
        return int64(self.entries[0].key >> TOTAL_SHIFT)

    def remove_at(self, least: Value) -> Value:
        """Remove the first item, whose total `least` returned."""
        return self.remove_root()
