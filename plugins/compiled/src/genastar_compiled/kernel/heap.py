"""The 4-ary heap: the priority queue for costs that are no small integers.

Entries are compared by their cost and, where neither is smaller, by their serial number, the newest first: the
contract's order. A cost may be a number, a tuple, or a value of a user's class, whose compiled ``__lt__`` is called.
"""

from __future__ import annotations

from attrs import define, frozen

from genastar_compiled.kernel.control import ENTRIES, SHORT
from genastar_compiled.kernel.machine import Value


@frozen
class HeapEntry:
    """An item that waits."""

    cost: Value
    serial: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Whether this entry comes out before the other."""
        if self.cost < other.cost:
            return True
        return self.serial > other.serial and not (other.cost < self.cost)


@define
class Heap:
    """Operates on the register ``count``."""

    registers: Value
    entries: Value
    """A `HeapEntry` for each item that waits; the four entries below entry i are 4i + 1 to 4i + 4."""

    def clear(self, cost: Value) -> None:
        """Empty the queue."""
        self.registers.count = 0

    def has_room(self, cost: Value) -> Value:
        """Whether an item can be inserted; if not, ``short`` says what must grow first."""
        registers = self.registers
        if registers.count >= registers.entries:
            registers.status = SHORT
            registers.short = ENTRIES
            return False
        return True

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item; `has_room` was asked."""
        entry = HeapEntry(cost, serial, item)
        place = self.registers.count
        self.registers.count += 1
        while place > 0:
            above = (place - 1) >> 2
            if not entry.before(self.entries[above]):
                break
            self.entries[place] = self.entries[above]
            place = above
        self.entries[place] = entry

    def least(self) -> Value:
        """The smallest cost that waits. The queue must not be empty."""
        return self.entries[0].cost

    def remove_root(self) -> Value:
        """Take out the item that comes first. The queue must not be empty."""
        root = self.entries[0]
        self.registers.count -= 1
        count = self.registers.count
        entry = self.entries[count]
        place = 0
        while True:
            first = 4 * place + 1
            if first >= count:
                break
            best = first
            for below in range(first + 1, min(first + 4, count)):
                if self.entries[below].before(self.entries[best]):
                    best = below
            if not self.entries[best].before(entry):
                break
            self.entries[place] = self.entries[best]
            place = best
        self.entries[place] = entry
        return root.item

    def widen(self) -> None:
        """A heap has no ring."""
