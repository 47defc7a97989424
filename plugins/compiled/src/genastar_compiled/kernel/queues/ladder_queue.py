"""The ladder queue: the priority queue for numbers that a ring of buckets cannot hold, such as floats.

Items that come out soon stand on a stack, in order. The others lie unordered in the buckets of a rung: each bucket holds the
orders of a range, the last one also all that are beyond. When the stack is empty, the next bucket is moved to it; or, if the
bucket holds many different orders, to the buckets of a finer rung (Tang, Goh and Thng, ACM TOMACS 15, 2005). So an item moves a
few times without a comparison, where a heap compares it on each level.

A bucket is a list of its items, the newest first, and items are moved the oldest first. So the newest of equal ones comes out
first, which is the contract's order, and no serial numbers are compared.

Ints of the same order stand for floats. A shift then finds the bucket.
"""

from typing import Annotated, Final

from attrs import frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import ENTRIES, MOST_BUCKETS, MOST_RUNGS, SHORT
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import STALE_IF_CLOSED, Item
from genastar_compiled.kernel.primitives import int64, order_of, seldom, uint64

FEW: Final = 16
"""Items of a bucket that are sorted on the stack at once."""
FAR: Final = 32
"""Places that an item moves down on the stack until the stack is moved to a rung."""


@frozen
class Ordered:
    """A waiting item on the stack."""

    order: Value
    item: Value


@frozen
class Linked:
    """A waiting item in a bucket, and the one below it there, or the next free one."""

    order: Value
    item: Value
    below: Value


@frozen
class Rung:
    """Buckets of one width."""

    base: Value
    """The order at which the first bucket begins."""
    shift: Value
    """The width of a bucket is 2 to this power."""
    current: Value
    """The bucket that was moved last; -1 if none was."""
    last: Value


@frozen
class LadderQueue:
    """A ladder queue for ints. Uses the registers ``count``, ``near``, ``rung_count``, ``free`` and ``used``."""

    registers: Value
    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: of.record(Ordered, {"order": of.word, "item": of.item}))]
    """The stack."""
    far: Annotated[
        Value, arrays.ENTRIES.of(lambda of: of.record(Linked, {"order": of.word, "item": of.item, "below": of.half}))
    ]
    """An item in a bucket, at its index; 0 is not used."""
    heads: Annotated[Value, arrays.BUCKETS.of(lambda of: of.half)]
    """uint32 per bucket of each rung: its newest item, 0 if it is empty."""
    rungs: Annotated[
        Value,
        arrays.RUNGS.of(lambda of: of.record(Rung, {"base": of.word, "shift": of.word, "current": of.word, "last": of.word})),
    ]
    """The rungs, each within the current bucket of the one before."""

    def clear(self, cost: Value) -> None:
        """Empty the queue."""
        self.registers.used = 1

    def has_room(self, cost: Value) -> Value:
        """Return whether an item can be inserted; otherwise ``short`` names the array that must grow first."""
        registers = self.registers
        if registers.count + 1 >= registers.entries:
            registers.status = SHORT
            registers.short = ENTRIES
            return False
        return True

    def order(self, cost: Value) -> Value:
        """Return an int64 that is ordered as the cost."""
        return int64(cost)

    def stored(self, item: Value) -> Value:
        """Return what is stored of an item."""
        return item

    def item(self, stored: Value) -> Value:
        """Return the item of which this was stored."""
        return stored

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        registers = self.registers
        registers.count += 1
        order, item = self.order(cost), self.stored(item)
        for number in range(registers.rung_count):
            rung = self.rungs[number]
            bucket = self._bucket(rung, order)
            if bucket > rung.current:
                slot = self._slot()
                head = number * MOST_BUCKETS + bucket
                self.far[slot] = Linked(order, item, self.heads[head])
                self.heads[head] = slot
                return
        if self._rise(registers.near, Ordered(order, item)) > FAR and registers.rung_count < MOST_RUNGS:
            self._clear_stack()

    def _slot(self) -> Value:
        """Return a free index for an item in a bucket."""
        registers = self.registers
        slot = registers.free
        if slot != 0:
            registers.free = int64(self.far[slot].below)
        else:
            slot = registers.used
            registers.used += 1
        return slot

    def _bucket(self, rung: Value, order: Value) -> Value:
        """Return the bucket of an order: the last one for all that are beyond."""
        if order < rung.base:
            return -1
        return int64(min(uint64(order - rung.base) >> uint64(rung.shift), uint64(rung.last)))

    def _rise(self, place: Value, entry: Value) -> Value:
        """Put an item, newer than all below this place of the stack, where it belongs; return how far that is."""
        above = place
        while above > 0 and self.entries[above - 1].order < entry.order:
            self.entries[above] = self.entries[above - 1]
            above -= 1
        self.entries[above] = entry
        self.registers.near = place + 1
        return place - above

    def _clear_stack(self) -> None:
        """Move the stack to a rung: items were put far down, which takes long."""
        registers = self.registers
        slot = 0
        for place in range(registers.near - 1, -1, -1):  # the oldest of equal ones becomes the first
            entry = self.entries[place]
            above = self._slot()
            self.far[above] = Linked(entry.order, entry.item, slot)
            slot = above
        least, most = self.entries[registers.near - 1].order, self.entries[0].order
        near = registers.near
        registers.near = 0
        self._spread(slot, near, least, most)

    @seldom
    def _spread(self, slot: Value, count: Value, least: Value, most: Value) -> None:
        """Put a list of items, the oldest first, into the buckets of a new rung, about one into each."""
        registers = self.registers
        open_ended = registers.rung_count == 0
        widest = uint64(min(count, MOST_BUCKETS // 4 if open_ended else MOST_BUCKETS - 1))
        shift = 0
        while uint64(most - least) >> uint64(shift) > widest:
            shift += 1
        last = int64(uint64(most - least) >> uint64(shift))
        if open_ended:
            last = 4 * last - 1  # most of what comes later is beyond
        rung = Rung(least, shift, -1, last)
        first = registers.rung_count * MOST_BUCKETS
        for bucket in range(last + 1):
            self.heads[first + bucket] = 0
        while slot != 0:
            taken = self.far[slot]
            head = first + self._bucket(rung, taken.order)
            self.far[slot] = Linked(taken.order, taken.item, self.heads[head])
            self.heads[head] = slot
            slot = int64(taken.below)
        self.rungs[registers.rung_count] = rung
        registers.rung_count += 1

    def _fill(self) -> None:
        """Move to the empty stack what comes out next. The queue must not be empty."""
        registers = self.registers
        while registers.near == 0:
            number = registers.rung_count - 1
            rung = self.rungs[number]
            current = rung.current + 1
            while current < rung.last and self.heads[number * MOST_BUCKETS + current] == 0:
                current += 1
            head = number * MOST_BUCKETS + current
            slot = int64(self.heads[head])
            self.heads[head] = 0
            if current == rung.last:
                registers.rung_count = number  # the rung is empty
            else:
                self.rungs[number] = Rung(rung.base, rung.shift, current, rung.last)
            if slot != 0:
                self._move(slot)

    def _move(self, slot: Value) -> None:
        """Move the items of a bucket to the empty stack or, if there are too many to be sorted there, to a rung."""
        registers = self.registers
        least = most = self.far[slot].order
        before = count = 0
        while slot != 0:  # turns the list around
            taken = self.far[slot]
            self.far[slot] = Linked(taken.order, taken.item, before)
            before = slot
            slot = int64(taken.below)
            least = min(least, taken.order)
            most = max(most, taken.order)
            count += 1
        if count > FEW and least < most and registers.rung_count < MOST_RUNGS:
            self._spread(before, count, least, most)
            return
        place = 0
        while before != 0:
            taken = self.far[before]
            self.far[before] = Linked(taken.order, taken.item, registers.free)
            registers.free = before
            before = int64(taken.below)
            self._rise(place, Ordered(taken.order, taken.item))
            place += 1

    def least(self) -> Value:
        """Return the order of the first item. The queue must not be empty."""
        if self.registers.near == 0:
            self._fill()
        return self.entries[self.registers.near - 1].order

    def remove_root(self) -> Value:
        """Remove the first item. The queue must not be empty."""
        return self.remove_at(self.least())

    def remove_at(self, least: Value) -> Value:
        """Remove the first item, whose order `least` returned."""
        registers = self.registers
        registers.count -= 1
        registers.near -= 1
        return self.item(self.entries[registers.near].item)

    def widen(self) -> None:
        """Do nothing: the buckets hold all orders."""


@frozen
class RowLadderQueue(LadderQueue):
    """A ladder queue of rows, for ints. It stores no serial numbers: the smaller the entries, the fewer cache misses."""

    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: of.record(Ordered, {"order": of.word, "item": of.row}))]
    far: Annotated[Value, arrays.ENTRIES.of(lambda of: of.record(Linked, {"order": of.word, "item": of.row, "below": of.half}))]

    def stored(self, item: Value) -> Value:
        """Return the row of an item."""
        return item.row

    def item(self, stored: Value) -> Value:
        """Return the item of a row."""
        return Item(stored, STALE_IF_CLOSED)


@frozen
class FloatLadderQueue(RowLadderQueue):
    """A ladder queue of rows, for floats."""

    def order(self, cost: Value) -> Value:
        """Return an int64 that is ordered as the cost."""
        return order_of(cost)
