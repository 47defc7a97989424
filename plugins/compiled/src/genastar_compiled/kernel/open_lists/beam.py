"""The open list with a beam queue, as in `genastar.memory.queues.beam`, for machine code."""

from typing import Annotated

from attrs import define

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import BEYOND
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import STALE, Item, QueriedOpenList
from genastar_compiled.kernel.primitives import int64
from genastar_compiled.kernel.queues.heap import Heap, HeapEntry, entry_of, rise, sink


@define
class BeamQueue(Heap):
    """A layer, and a heap of the next one in ``entries``.

    Uses the registers ``count`` (entries in all), ``focal_count`` (entries of the layer) and ``round`` (the next of these).
    """

    everything: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    """The `HeapEntry` of each item of the layer, in their order."""
    setting: Value
    """The width."""

    def _waiting(self) -> Value:
        """Return the number of entries that wait for the next layer."""
        return self.registers.count - (self.registers.focal_count - self.registers.round)

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item to the next layer. Call `has_room` first."""
        rise(self.entries, self._waiting(), HeapEntry(cost, serial, item))
        self.registers.count += 1

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item in the order; a stale one if there are no others. The queue must not be empty."""
        registers = self.registers
        while True:
            while registers.round < registers.focal_count:
                entry = self.everything[registers.round]
                registers.round += 1
                registers.count -= 1
                if open_list.is_fresh(entry.item):
                    return entry.item
            waiting = registers.count
            registers.round = 0
            registers.focal_count = 0
            while waiting > 0:
                entry = self.entries[0]
                is_fresh = open_list.is_fresh(entry.item)
                if is_fresh and registers.focal_count == self.setting:
                    open_list.leave_out(entry)
                    break
                waiting -= 1
                sink(self.entries, waiting)
                if is_fresh:
                    self.everything[registers.focal_count] = entry
                    registers.focal_count += 1
            registers.count = registers.focal_count
            if registers.count == 0:
                return Item(0, STALE)


@define
class BeamOpenList(QueriedOpenList):
    """The open list for hooks."""

    nodes: Value

    def leave_out(self, entry: Value) -> None:
        """Take note of the first entry that is left out of a layer, if its rank is the least so far."""
        if self.registers.has_beyond == 0 or entry.cost < self.rank.of(self.nodes[BEYOND].cost):
            self.nodes[BEYOND] = self._node(int64(entry.item.row))
            self.registers.has_beyond = 1
