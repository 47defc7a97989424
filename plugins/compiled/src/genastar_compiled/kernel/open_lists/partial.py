"""The open list with a queue of partial expansion, as in `genastar.memory.queues.compute_partial_cost`, for machine code."""

from typing import Annotated

from attrs import define

from genastar.values.node import Node
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import BEYOND, NOT_ABOVE, RUNNING
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import STALE, Item, SiftedOpenList
from genastar_compiled.kernel.queues.heap import Heap, HeapEntry, rise, sink


@define
class PartialQueue(Heap):
    """A heap by places that takes the expanded node back.

    Uses the registers ``count`` (entries, and the expanded node if it is put back), ``has_taken``, ``has_least`` and ``age``.
    """

    within: Annotated[Value, arrays.ONE.of(lambda of: of.kinds.rank)]
    """The place of the expanded node: neighbours of a greater rank are left out."""
    least: Annotated[Value, arrays.ONE.of(lambda of: of.kinds.rank)]
    """The least rank of a neighbour of that node that was left out."""
    limit: Value

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        self.registers.count += 1
        self._place(cost, item)

    def _place(self, place: Value, item: Value) -> None:
        """Put an item that is counted already into the heap."""
        registers = self.registers
        rise(self.entries, registers.count - registers.has_least - 1, HeapEntry(place, registers.age, item))
        registers.age += 1

    def leave_out(self, place: Value) -> None:
        """Take note of the rank of a neighbour that was left out. The expanded node then stays in the queue."""
        registers = self.registers
        if registers.has_least == 0:
            if self.has_room(place):
                registers.count += 1
                registers.has_least = 1
                self.least[0] = place
        elif place < self.least[0]:
            self.least[0] = place

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item, which may be stale. The queue must not be empty."""
        registers = self.registers
        if registers.has_least != 0:
            registers.has_least = 0
            self._place(self.least[0], open_list.put_back(self.least[0], self.limit.is_below(self.least[0])))
        entry = self.entries[0]
        registers.count -= 1
        sink(self.entries, registers.count)
        self.within[0] = entry.cost
        registers.has_taken = 1
        return entry.item


@define
class PartialOpenList(SiftedOpenList):
    """The open list for hooks."""

    nodes: Value

    @property
    def within(self) -> Value:
        """See `genastar.memory.queues.compute_partial_cost.PartialOpenNodes.within`."""
        return self.queue.within[0]

    def leave_out(self, least: Value) -> None:
        """See `genastar.memory.queues.compute_partial_cost.PartialOpenNodes.leave_out`."""
        if self.within < least:
            self.queue.leave_out(least)
        elif self.registers.status == RUNNING:
            self.registers.status = NOT_ABOVE
            self.queue.least[0] = least

    def leaves_out(self, position: Value, cost: Value) -> Value:
        """Return whether the rank of a neighbour is greater than the place of the expanded node."""
        place = self.rank.of(cost)
        if self.registers.has_taken == 0 or not self.within < place:
            return False
        self.queue.leave_out(place)
        return True

    def put_back(self, place: Value, is_beyond: Value) -> Value:
        """Open the expanded node again, and return its item; a stale one if it is beyond the limit or no longer the best."""
        if is_beyond:
            self.nodes[BEYOND] = Node(self.now.position, self.rank.at(place, self.now.cost), None)
            self.registers.has_beyond = 1
        elif self.latest[self.row] & 1 != 0:
            self.latest[self.row] ^= 1
            return Item(self.row, self.latest[self.row] >> 1)
        return Item(0, STALE)
