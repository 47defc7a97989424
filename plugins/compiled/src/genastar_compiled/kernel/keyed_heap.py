"""The heap of keys: the priority queue for 32-bit totals too far apart for the ring of buckets.

Total and age form one number, so one comparison finds the cheapest and, among equals, the newest: the contract's order.
"""

from typing import Annotated

import numpy as np
from attrs import define, frozen
from numba import int64, uint64

from genastar_compiled.data.values import Instance
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.heap import Heap
from genastar_compiled.kernel.machine import Value

TOTAL_SHIFT = np.uint64(32)
NEWEST = np.uint64((1 << 32) - 1)


@frozen
class KeyedEntry:
    """A waiting item, with its total above its age, counted down: one number to compare."""

    key: Value
    item: Value


@define
class KeyedHeap(Heap):
    """A 4-ary heap of `KeyedEntry`; serial numbers have 32 bits too."""

    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: Instance(KeyedEntry, {"key": uint64, "item": of.item}))]

    def insert(self, total: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        key = (uint64(total) << TOTAL_SHIFT) | (NEWEST - uint64(serial))
        place = self.registers.count
        self.registers.count += 1
        while place > 0:
            above = (place - 1) >> 2
            if key > self.entries[above].key:
                break
            self.entries[place] = self.entries[above]
            place = above
        self.entries[place] = KeyedEntry(key, item)

    def least(self) -> Value:
        """Return the smallest waiting total. The queue must not be empty."""
        return int64(self.entries[0].key >> TOTAL_SHIFT)

    def remove_root(self) -> Value:
        """Remove the first item. The queue must not be empty."""
        root = self.entries[0]
        count = self.registers.count - 1
        self.registers.count = count
        entry = self.entries[count]
        place = 0
        first = 1
        while first + 3 < count:  # all four children exist; select without branches, which could not be predicted
            one, two, three, four = (
                self.entries[first].key,
                self.entries[first + 1].key,
                self.entries[first + 2].key,
                self.entries[first + 3].key,
            )
            left = first + int64(two < one)
            right = first + 2 + int64(four < three)
            best = right if min(three, four) < min(one, two) else left
            self.entries[place] = self.entries[best]
            place = best
            first = 4 * place + 1
        while first < count:  # the last few
            best = first
            for below in range(first + 1, count):
                if self.entries[below].key < self.entries[best].key:
                    best = below
            self.entries[place] = self.entries[best]
            place = best
            first = 4 * place + 1
        while place > 0:  # the last entry belongs near the bottom (Wegener 1993): sink without comparing it, then rise
            above = (place - 1) >> 2
            if entry.key > self.entries[above].key:
                break
            self.entries[place] = self.entries[above]
            place = above
        self.entries[place] = entry
        return root.item
