"""The open list for any position and any cost: what is known of a position stands in a row.

It works over a table that finds rows (`closed`) and either priority queue. Where everything is small integers,
`packed` does the same in less memory.
"""

from __future__ import annotations

from attrs import define, frozen
from numba import int64

from genastar.cost import Cost
from genastar.node import Node
from genastar_compiled.kernel.closed import NO_ROW
from genastar_compiled.kernel.control import CIRCLE, FALLING, LOST, NAN, OVERFLOW, PATH, ROWS, RUNNING, SHORT
from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning.numbers import has_nan, refuses, sum_overflows


@frozen
class Item:
    """What waits in the queue. It is stale unless ``serial`` is the row's newest."""

    row: Value
    serial: Value


@define
class RowsOpenList:
    """What a hook sees."""

    registers: Value
    solver: Value
    queue: Value
    table: Value
    positions: Value
    costs: Value
    parents: Value
    """The parent's row for each row; its own for the start."""
    latest: Value
    """int64 for each row: the serial number of its best node, and below it one bit that says closed."""
    trace: Value
    rank: Value
    """What of a cost the queue sorts by: see `ranks`."""
    refused: Value
    """Room for a position that is refused."""
    row: Value
    """The row that is being expanded."""

    def begin(self, start: Value, cost: Value) -> None:
        """Put the start on the open list, its own parent."""
        self.queue.clear(self.rank.of(cost))
        if not refuses(self.registers, self.refused, start):
            self._add(start, NO_ROW, cost)

    def insert(self, position: Value, cost: Value) -> None:
        """See `genastar.OpenList.insert`."""
        if refuses(self.registers, self.refused, position):
            return
        if has_nan(cost):
            self._fail(NAN)
            return
        row = self.table.find(position, self.positions)
        if row != NO_ROW and (not cost < self.costs[row] or not self._may_improve(row)):
            return
        if self.rank.falls(cost, self.costs[self.row]):
            self._fail(FALLING)
            return
        self._add(position, row, cost)

    def relax(self, position: Value, travelled: Value) -> None:
        """See `genastar.OpenList.relax`."""
        if refuses(self.registers, self.refused, position):
            return
        row = self.table.find(position, self.positions)
        if row != NO_ROW:
            known = self.costs[row]
            if known.travelled <= travelled or not self._may_improve(row):
                return
            left = known.left
        else:
            left = self.solver.estimate(position)
        total = travelled + left
        if has_nan(total):
            self._fail(NAN)
        elif sum_overflows(travelled, left, total):
            self._fail(OVERFLOW)
        elif travelled < self.costs[self.row].travelled:
            self._fail(FALLING)
        else:
            self._add(position, row, Cost(total, travelled, left))

    def known(self, position: Value) -> Value:
        """See `genastar.OpenList.known`."""
        row = self.table.find(position, self.positions)
        return None if row == NO_ROW else self._node(row)

    def _may_improve(self, row: Value) -> Value:
        return self.registers.reopen != 0 or self.latest[row] & 1 == 0

    def _fail(self, status: Value) -> None:
        if self.registers.status == RUNNING:
            self.registers.status = status

    def _add(self, position: Value, row: Value, cost: Value) -> None:
        registers = self.registers
        if registers.status != RUNNING:
            return  # something was refused: this expansion will be run again, and must not go on before that
        rank = self.rank.of(cost)
        if not self.queue.has_room(rank) or not self.trace.has_room(registers):
            return
        closed = False
        if row == NO_ROW:
            row = registers.row_count
            if row >= registers.rows:
                registers.status = SHORT
                registers.short = ROWS
                return
            if not self.table.add(position, row):
                return
            registers.row_count += 1
        else:
            closed = self.latest[row] & 1 != 0
        self.positions[row] = position  # equal positions may differ in what their class does not compare
        serial = registers.generated
        self.costs[row] = cost
        self.parents[row] = self.row
        self.latest[row] = serial << 1
        self.queue.insert(rank, serial, Item(row, serial))
        registers.generated += 1
        registers.reopened += int64(closed)
        self.trace.added(registers, self._node(row), closed)

    def advance(self) -> Value:
        """Take the next node that is not stale off the queue, into ``row``; whether there was one."""
        while self.registers.count > 0:
            item = self.queue.remove_root()
            if self.latest[item.row] == item.serial << 1:
                self.row = int64(item.row)
                return True
        return False

    def node(self) -> Value:
        """The node of ``row``, just taken off the queue."""
        return self._node(self.row)

    def _node(self, row: Value) -> Value:
        parent = self.parents[row]
        return Node(self.positions[row], self.costs[row], None if parent == row else self.positions[parent])

    def resume(self, node: Value) -> None:
        """Make the node of an earlier call the one that is being expanded again."""
        self.row = self._found(node.position)

    def _found(self, position: Value) -> Value:
        """The row of a position that was added; an error, and some row, if its class compares so that it cannot be found."""
        row = self.table.find(position, self.positions)
        if row != NO_ROW:
            return row
        self.registers.status = LOST
        return 0

    def close(self) -> None:
        """Mark the position of the node just taken off closed."""
        self.latest[self.row] |= 1

    def fill_table(self) -> None:
        """Enter all rows in the table that Python has enlarged."""
        self.table.fill(self.positions)

    def path(self, node: Value, path: Value) -> None:
        """Write the positions from the node back to the start into ``path``."""
        registers = self.registers
        registers.path_count = 0
        row = self._found(node.position)
        if registers.status == LOST:
            return
        while True:
            if registers.path_count >= registers.path:
                registers.short = PATH
                registers.path_count = -1
                return
            if registers.path_count > registers.row_count:
                registers.status = CIRCLE
                return
            path[registers.path_count] = self.positions[row]
            registers.path_count += 1
            parent = self.parents[row]
            if parent == row:
                return
            row = parent
