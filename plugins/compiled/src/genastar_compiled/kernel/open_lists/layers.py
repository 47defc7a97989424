"""The open list with a queue of layers, as in `genastar.memory.queues.layers`, for machine code."""

from typing import Annotated

from attrs import define

from genastar.values.node import Node
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import FORGOTTEN, NO_ROW
from genastar_compiled.kernel.control import BEYOND
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.focal import FocalEntry
from genastar_compiled.kernel.open_lists.pairs import ready_of
from genastar_compiled.kernel.open_lists.rows import STALE, Item, SiftedOpenList
from genastar_compiled.kernel.primitives import as_element, sum_overflows
from genastar_compiled.kernel.queues.heap import Heap, rise, sink


@define
class LayersQueue(Heap):
    """A heap by g. Uses the registers ``count`` and ``has_taken``."""

    entries: Annotated[Value, arrays.ENTRIES.of(ready_of)]
    """A `FocalEntry` per item, by g."""

    def insert_at(self, travelled: Value, cost: Value, serial: Value, item: Value) -> None:
        """Add an item at its g. Call `has_room` first."""
        rise(self.entries, self.registers.count, FocalEntry(travelled, cost, serial, item))
        self.registers.count += 1

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item that is not stale, and forget what lies too far behind; a stale one if there are no others."""
        registers = self.registers
        if registers.has_taken != 0:
            open_list.leave_behind()
        while registers.count > 0:
            entry = self.entries[0]
            registers.count -= 1
            sink(self.entries, registers.count)
            if open_list.is_fresh(entry.item):
                registers.has_taken = 1
                open_list.forget_before(entry.focus)
                return entry.item
        return Item(0, STALE)


@define
class LayersOpenList(SiftedOpenList):
    """The open list for hooks. Closed rows that are not kept form a list in the order of g, and forgotten rows another."""

    nodes: Value
    limit: Value
    setting: Value
    """The frontier, which says what is kept."""
    longest: Annotated[Value, arrays.ONE.of(lambda of: of.kinds.cost.fields["travelled"])]
    """The longest step so far."""
    nexts: Annotated[Value, arrays.ROWS.of(lambda of: of.word)]
    """The next row in the list of each row; `NO_ROW` at the end."""

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start, its own parent, to the open list."""
        registers = self.registers
        registers.past_first = NO_ROW
        registers.nearest_row = NO_ROW
        registers.free_row = NO_ROW
        super().begin(start, cost)

    def leaves_out(self, position: Value, cost: Value) -> Value:
        """Return whether the rank of a node is above the limit."""
        registers = self.registers
        if registers.has_taken != 0:
            step = cost.travelled - self.now.cost.travelled
            if registers.has_longest == 0 or self.longest[0] < step:
                self.longest[0] = step
                registers.has_longest = 1
        rank = self.rank.of(cost)
        if not self.limit.is_below(rank):
            return False
        if registers.has_beyond == 0 or rank < self.rank.of(self.nodes[BEYOND].cost):
            self.nodes[BEYOND] = Node(position, cost, None)
            registers.has_beyond = 1
        return True

    def _enqueue(self, cost: Value, rank: Value, serial: Value, item: Value) -> None:
        self.queue.insert_at(cost.travelled, rank, serial, item)

    def _new_row(self, position: Value) -> Value:
        row = self.registers.free_row
        if row == NO_ROW:
            return super()._new_row(position)
        if not self.table.add(as_element(self.positions, position), row):
            return NO_ROW
        self.registers.free_row = self.nexts[row]
        return row

    def leave_behind(self) -> None:
        """Take note of the node that was expanded."""
        registers, row = self.registers, self.row
        parent = self.parents[row]
        if parent != row and not self.setting.is_kept(self.now, self._node(parent)):
            if registers.past_first == NO_ROW:
                registers.past_first = row
            else:
                self.nexts[registers.past_last] = row
            registers.past_last = row
            self.nexts[row] = NO_ROW
        if registers.nearest_row == NO_ROW or self.now.cost.left < self.costs[registers.nearest_row].left:
            self._approach(row)

    def remember(self) -> Value:
        """Keep a destination, which is the closest node."""
        self._approach(self.row)
        return True

    def _approach(self, row: Value) -> None:
        """Remember another closest node."""
        registers = self.registers
        if registers.is_spared != 0:
            registers.is_spared = 0
            self._forget(registers.nearest_row)
        registers.nearest_row = row

    def forget_before(self, travelled: Value) -> None:
        """Forget the closed rows that no step leads back to from nodes of this g."""
        registers = self.registers
        while registers.past_first != NO_ROW and registers.has_longest != 0:
            row = registers.past_first
            until = self.costs[row].travelled + self.longest[0]
            if sum_overflows(self.costs[row].travelled, self.longest[0], until) or not until < travelled:
                break
            registers.past_first = self.nexts[row]
            if row == registers.nearest_row:
                registers.is_spared = 1
            else:
                self._forget(row)

    def _forget(self, row: Value) -> None:
        self.table.remove(row, self.positions)
        self.latest[row] = FORGOTTEN
        self.nexts[row] = self.registers.free_row
        self.registers.free_row = row
