"""The open list for any position and any cost: the data of a position lies in a row.

It uses a table that finds rows (`closed`) and either priority queue. For small integers, `packed` does the same in less memory.
"""

from typing import Annotated, Final

from attrs import define, frozen

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import NO_ROW
from genastar_compiled.kernel.control import (
    CIRCLE,
    FALLING,
    LOST,
    NAN,
    OVERFLOW,
    PATH,
    ROWS,
    RUNNING,
    SHORT,
    UNKNOWN_PARENT,
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import (
    as_element,
    has_nan,
    has_no_action,
    int64,
    is_rounded,
    refuses,
    sum_overflows,
    there,
)

STALE_IF_CLOSED: Final = -1
"""In place of a serial number, from queues of numbers: a row's rank only falls, so its newest item comes out first."""
STALE: Final = -2
"""In place of a serial number: the item stands for no node."""


@frozen
class Item:
    """A waiting item. It is stale unless ``serial`` is the newest of its row."""

    row: Value
    serial: Value


@define
class RowsOpenList:
    """The open list for hooks."""

    registers: Value
    solver: Value
    queue: Annotated[Value, lambda of: of.record(Item, {"row": of.row, "serial": of.word})]
    table: Value
    positions: Annotated[Value, arrays.ROWS.of(lambda of: of.kinds.position)]
    costs: Annotated[Value, arrays.ROWS.of(lambda of: of.kinds.cost)]
    parents: Annotated[Value, arrays.ROWS.of(lambda of: of.half)]
    """Parent's row per row; a start is its own parent."""
    origins: Value
    """Positions of the parents: `keys.ParentsAsTheyAre`, or `keys.ParentsAsTheyWere` for positions with keys."""
    latest: Annotated[Value, arrays.ROWS.of(lambda of: of.word)]
    """int64 per row: the serial number of its best node, and below it one bit that says closed."""
    trace: Value
    keys: Value
    rank: Value
    """The part of a cost that the queue sorts by: see `ranks`."""
    refused: Value
    """Room for a refused position."""
    row: Annotated[Value, "0"]
    """The expanded row."""

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start, its own parent, to the open list."""
        self.queue.clear(self.rank.of(cost))
        if not self._refuses(start):
            self._add(start, NO_ROW, cost, self.row, None)

    def add_start(self, start: Value, cost: Value) -> None:
        """Add another start, its own parent, unless it is known at this cost."""
        if self._refuses(start):
            return
        row = self.table.find(start, self.positions)
        if row == NO_ROW or cost < self.costs[row]:
            self.row = self.registers.row_count if row == NO_ROW else row
            self._add(start, row, cost, self.row, None)

    def insert(self, position: Value, cost: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.insert`. Python finds the action later."""
        if self._refuses(position):
            return
        if has_nan(cost):
            self._fail(NAN)
            return
        if is_rounded(cost):
            self._fail(OVERFLOW)
            return
        row = self.table.find(position, self.positions)
        if row != NO_ROW and (not cost < self.costs[row] or not self._may_improve(row)):
            return
        origin = self._row_of(parent, action)
        if self.rank.falls(cost, self._cost_of(origin, parent)):
            self._fail(FALLING)
            return
        self._add(position, row, cost, origin, parent)

    def relax(self, position: Value, travelled: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.relax`. Python finds the action later."""
        if self._refuses(position):
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
            return
        if sum_overflows(travelled, left, total) or is_rounded((travelled, left, total)):
            self._fail(OVERFLOW)
            return
        origin = self._row_of(parent, action)
        if travelled < self._cost_of(origin, parent).travelled:
            self._fail(FALLING)
            return
        self._add(position, row, Cost(total, travelled, left), origin, parent)

    def _row_of(self, parent: Value, action: Value) -> Value:
        """Return the row of the parent that a hook named, or else the expanded row."""
        if parent is None:
            return self.row
        has_no_action(action)
        named = there(parent)
        if self._refuses(named):
            return self.row
        row = self.table.find(named, self.positions)
        if row != NO_ROW:
            return row
        if self.registers.status == RUNNING:
            self.registers.status = UNKNOWN_PARENT
            self.refused[0] = named
        return self.row

    def _cost_of(self, origin: Value, parent: Value) -> Value:
        """Return the cost of a neighbour's parent."""
        return self.costs[origin]

    def _position_of(self, origin: Value, parent: Value) -> Value:
        """Return the position of a neighbour's parent."""
        return self.positions[origin]

    def _remember_node(self) -> None:
        """Do nothing: only a node's own neighbours come from it, so its data stays while it is expanded."""

    def _refuses(self, position: Value) -> Value:
        """Return whether a position or its key contains NaN, which ends the search."""
        if self.keys.refuses(self.registers, self.refused, position):
            return True
        return refuses(self.registers, self.refused, position)

    def known(self, position: Value) -> Value:
        """See `genastar.OpenList.known`."""
        if position is None:
            return None
        row = self.table.find(there(position), self.positions)
        return None if row == NO_ROW else self._node(row)

    def improves(self, position: Value, travelled: Value) -> Value:
        """See `genastar.OpenList.improves`."""
        row = self.table.find(position, self.positions)
        return row == NO_ROW or (travelled < self.costs[row].travelled and self._may_improve(row))

    def _may_improve(self, row: Value) -> Value:
        return self.registers.reopen != 0 or self.latest[row] & 1 == 0

    def _fail(self, status: Value) -> None:
        if self.registers.status == RUNNING:
            self.registers.status = status

    def _add(self, position: Value, row: Value, cost: Value, origin: Value, parent: Value) -> None:
        registers = self.registers
        if registers.status != RUNNING:
            return  # something was refused, so this expansion will run again and must not continue now
        rank = self.rank.of(cost)
        if not self.queue.has_room(rank) or not self.trace.has_room(registers, 1):
            return
        closed = False
        if row == NO_ROW:
            row = self._new_row(position)
            if row == NO_ROW:
                return
        else:
            closed = self.latest[row] & 1 != 0
        self.positions[row] = position  # equal positions may differ in parts that their class does not compare
        serial = registers.generated
        self.costs[row] = cost
        self.parents[row] = origin
        self.origins.note(row, self._position_of(origin, parent))
        self.latest[row] = serial << 1
        self._enqueue(cost, rank, serial, Item(row, serial))
        registers.generated += 1
        registers.reopened += int64(closed)
        self.trace.added(registers, self._node(row), closed)

    def _new_row(self, position: Value) -> Value:
        """Return a row for a new position; `NO_ROW` if an array must grow first."""
        registers = self.registers
        row = registers.row_count
        if row >= registers.rows:
            registers.status = SHORT
            registers.short = ROWS
            return NO_ROW
        if not self.table.add(as_element(self.positions, position), row):
            return NO_ROW
        registers.row_count += 1
        return row

    def _enqueue(self, cost: Value, rank: Value, serial: Value, item: Value) -> None:
        """Put a node on the queue."""
        self.queue.insert(rank, serial, item)

    def advance(self) -> Value:
        """Take the next node that is not stale off the queue into ``row``; return whether there was one."""
        while self.registers.count > 0:
            item = self._next_item()
            if self.is_fresh(item):
                self.row = int64(item.row)
                self._remember_node()
                return True
        return False

    def _next_item(self) -> Value:
        """Take an item off the queue."""
        return self.queue.remove_root()

    def is_fresh(self, item: Value) -> Value:
        """Return whether an item is the open node of its row."""
        latest = self.latest[item.row]
        return latest & 1 == 0 if item.serial == STALE_IF_CLOSED else latest == item.serial << 1

    def node(self) -> Value:
        """Return the node of ``row``, just taken off the queue."""
        return self._node(self.row)

    def _node(self, row: Value) -> Value:
        parent = self.parents[row]
        return Node(
            self.positions[row], self.costs[row], None if parent == row else self.origins.of(row, self.positions[parent])
        )

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.row = self._found(node.position)

    def _found(self, position: Value) -> Value:
        """Return the row of an added position; set an error and return some row if its comparison cannot find it."""
        row = self.table.find(position, self.positions)
        if row != NO_ROW:
            return row
        self.registers.status = LOST
        return 0

    def close(self) -> None:
        """Close the position of the node just taken off the queue."""
        self.latest[self.row] |= 1

    def remember(self) -> Value:
        """Take note of an answer; return whether the search expands it if it continues. All paths are remembered."""
        return True

    def fill_table(self) -> None:
        """Enter all rows in the table that Python has enlarged."""
        self.table.fill(self.positions, self.latest)

    def path(self, node: Value, path: Value, costs: Value) -> None:
        """Write the positions from the node back to the start into ``path``, and their costs into ``costs``."""
        row = self._found(node.position)
        if self.registers.status == LOST:
            self.registers.path_count = 0
        else:
            self._write_path(row, path, costs)

    def _write_path(self, row: Value, path: Value, costs: Value) -> None:
        registers = self.registers
        registers.path_count = 0
        while True:
            if registers.path_count >= registers.path:
                registers.short = PATH
                registers.path_count = -1
                return
            if registers.path_count > registers.row_count:
                registers.status = CIRCLE
                return
            path[registers.path_count] = self.positions[row]
            costs[registers.path_count] = self.costs[row]
            registers.path_count += 1
            parent = self.parents[row]
            if parent == row:
                return
            row = parent


@define
class NamedRowsOpenList(RowsOpenList):
    """An open list for hooks that name parents or keys: a better path to the expanded node may appear meanwhile."""

    now: Annotated[Value, "nodes(registers.nodes_at)[0]"]
    """The expanded node, as it was taken off the queue."""

    def _cost_of(self, origin: Value, parent: Value) -> Value:
        """See `RowsOpenList._cost_of`."""
        if parent is None:
            return self.now.cost
        return self.costs[origin]

    def _position_of(self, origin: Value, parent: Value) -> Value:
        """See `RowsOpenList._position_of`."""
        if parent is None:
            return self.now.position
        return self.positions[origin]

    def _remember_node(self) -> None:
        """Keep the node that was taken off the queue."""
        self.now = self._node(self.row)

    def node(self) -> Value:
        """Return the node just taken off the queue."""
        return self.now

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.row = self._found(node.position)
        self.now = node


@define
class QueriedOpenList(NamedRowsOpenList):
    """An open list for hooks, whose queue looks up the nodes of its items."""

    def _next_item(self) -> Value:
        """See `RowsOpenList._next_item`."""
        return self.queue.remove_next(self)


@define
class SiftedOpenList(QueriedOpenList):
    """An open list for hooks that leaves out some nodes, which stay unknown."""

    def leaves_out(self, position: Value, cost: Value) -> Value:
        """Return whether a node stays unknown for now."""
        raise NotImplementedError

    def _add(self, position: Value, row: Value, cost: Value, origin: Value, parent: Value) -> None:
        if not self.leaves_out(position, cost):
            super()._add(position, row, cost, origin, parent)
