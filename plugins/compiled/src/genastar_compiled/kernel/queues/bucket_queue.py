"""The bucket queue: the priority queue for small integer costs.

One stack per total, in a ring: totals that differ by the ring's size share a bucket, so the ring must be wider than the span of
the waiting totals, which for a consistent estimate is about two steps. A stack returns the newest item first, and buckets are
visited from the smallest total up. This is exactly the contract's order (Dial 1969, who also used a ring).
"""

from typing import Annotated, Final

from attrs import define, frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import ENTRIES, RING, SHORT
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import int64, uint64

WIDEST_RING: Final = 1 << 14
"""Maximum span of waiting totals for which the bucket queue is faster."""


@frozen
class Entry:
    """A waiting item, and the entry below it on its stack, or the next free entry."""

    item: Value
    below: Value


@define
class BucketQueue:
    """Operates on the queue's registers: ``current``, ``top``, ``free``, ``used``, ``count``."""

    registers: Value
    heads: Annotated[Value, arrays.RING.of(lambda of: of.half)]
    """uint32 per bucket: its top entry, 0 if it is empty."""
    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: of.record(Entry, {"item": of.item, "below": of.half}))]
    """An `Entry` per waiting item, at its index; 0 is not used."""

    def clear(self, total: Value) -> None:
        """Empty the queue; the first item will be inserted at ``total``."""
        registers = self.registers
        for bucket in range(registers.ring + 1):
            self.heads[bucket] = 0
        registers.current = total
        registers.top = total
        registers.used = 1

    def has_room(self, total: Value) -> Value:
        """Return whether an item can be inserted; otherwise ``short`` names the array that must grow first."""
        registers = self.registers
        far = uint64(total) - uint64(registers.current) > uint64(registers.ring)
        if far and (total > registers.current or uint64(registers.top) - uint64(total) > uint64(registers.ring)):
            registers.status = SHORT
            registers.short = RING
            return False
        if registers.free == 0 and registers.used >= registers.entries:
            registers.status = SHORT
            registers.short = ENTRIES
            return False
        return True

    def insert(self, total: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first. ``serial`` is for queues that need it to find the newer of two items."""
        registers = self.registers
        entry = registers.free
        if entry != 0:
            registers.free = int64(self.entries[entry].below)
        else:
            entry = registers.used
            registers.used += 1
        bucket = total & registers.ring
        self.entries[entry] = Entry(item, self.heads[bucket])
        self.heads[bucket] = entry
        if total < registers.current:
            registers.current = total
        if total > registers.top:
            registers.top = total
        registers.count += 1

    def least(self) -> Value:
        """Return the smallest waiting total, and set ``current`` to it. The queue must not be empty."""
        current = self.registers.current
        while self.heads[current & self.registers.ring] == 0:
            current += 1
        self.registers.current = current
        return current

    def remove_root(self) -> Value:
        """Remove the newest item of the smallest total. The queue must not be empty."""
        return self.remove_at(self.least())

    def remove_at(self, least: Value) -> Value:
        """Remove the newest item of the smallest total, which `least` returned."""
        registers = self.registers
        bucket = least & registers.ring
        entry = int64(self.heads[bucket])
        taken = self.entries[entry]
        self.entries[entry] = Entry(taken.item, registers.free)  # next to the load: LLVM writes no item then
        self.heads[bucket] = taken.below
        registers.free = entry
        registers.count -= 1
        return taken.item

    def widen(self) -> None:
        """Move the stacks into the doubled ring, whose upper half may contain data of an earlier search."""
        registers = self.registers
        ring = registers.ring
        old = ring >> 1
        for bucket in range(old + 1, ring + 1):
            self.heads[bucket] = 0
        for total in range(registers.current, min(registers.top, registers.current + old) + 1):
            if total & ring != total & old:
                self.heads[total & ring] = self.heads[total & old]
                self.heads[total & old] = 0
