"""The open list of fronts, as in `genastar.search.fronts`, for machine code.

A row is a node, and a position may have several. The table finds the head of its front, or its first row before it has one.

The rows of a front are linked in two parts. While costs come in order, which is that of their first number, the first part
decides alone: it leaves out each cost that a later one dominates but for its first number (Pulido, Mandow and Pérez de la Cruz,
Computers & Operations Research 64, 2015). Rounded sums and some estimates break the order; a cost that comes too late is
compared with both parts. So of two numbers the head alone decides (Hernández et al., ICAPS 2020).
"""

from typing import Annotated, Final

from attrs import define, frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import NO_ROW
from genastar_compiled.kernel.control import (
    BEYOND,
    CLOSEST,
    FALLING,
    NAN,
    NEAREST,
    NONE,
    OTHER_PARENT,
    OVERFLOW,
    ROWS,
    RUNNING,
    SHORT,
    TOO_WIDE,
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import RowsOpenList
from genastar_compiled.kernel.primitives import (
    as_element,
    comes_before,
    fits,
    has_nan,
    int64,
    is_rounded,
    like_the_start,
    not_in_a_walk,
    there,
)
from genastar_compiled.kernel.queues.heap import Heap, rise
from genastar_compiled.kernel.queues.ladder_queue import LadderQueue

HEAD: Final = 1
"""The row is the head of its front."""
LAST: Final = 2
"""The row ends the first part of its front."""


@define
class FrontsOpenList(RowsOpenList):
    """The open list for hooks.

    Uses the registers ``this_row``, ``nearest_row``, ``end_count``, ``passed_count`` and ``accepted``.
    """

    nodes: Value
    setting: Value
    """Epsilon, the number of nodes at most, and the limits, as in `genastar.contracts.frontier.UndominatedFrontier`."""
    queue: Annotated[Value, lambda of: of.row]
    latest: Annotated[Value, "0"]
    """Not used: a node is as old as its row, and all stay."""
    nexts: Annotated[Value, arrays.ROWS.of(lambda of: of.half)]
    """Per row of a front: four times the next row, counted from 1, 0 for none; `LAST`; and `HEAD`. 0 for other rows."""
    ends: Annotated[Value, arrays.ROWS.of(lambda of: of.kinds.rank)]
    """The ranks of the answers: the second part first, and the first part backwards."""
    skip: Annotated[Value, "0"]
    """Number of neighbours that an interrupted run of this expansion had added."""

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start, its own parent."""
        self.registers.end_count = self.registers.passed_count = 0
        self.queue.clear(self.rank.of(cost))
        self.add_start(start, cost)

    def add_start(self, start: Value, cost: Value) -> None:
        """Add another start, its own parent."""
        self.row = self.registers.row_count
        if not self._refuses(start):
            self._add_row(start, cost)

    def known(self, position: Value) -> Value:
        """Refuse to compile: a position has many nodes."""
        return not_in_a_walk(position)

    def insert(self, position: Value, cost: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.insert`. Python finds the action later."""
        if self._refuses(position) or self._comes_from_elsewhere(parent):
            return
        if has_nan(cost):
            self._fail(NAN)
        elif is_rounded(cost):
            self._fail(OVERFLOW)
        elif self.falls(self.rank.travelled(cost), self.rank.travelled(self.costs[self.row])):
            self._fail(FALLING)
        else:
            self._add_row(position, cost)

    def relax(self, position: Value, travelled: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.relax`. Python finds the action later."""
        if self._refuses(position):
            return
        self.insert(position, self.rank.make_cost(travelled, self.solver.estimate(position)), parent, action)

    def falls(self, travelled: Value, before: Value) -> Value:
        """Return False: costs of a class of the user's may fall in some respect, as a charge does."""
        return False

    def _comes_from_elsewhere(self, parent: Value) -> Value:
        """Return whether a hook named a parent other than the expanded node, which ends the search."""
        if parent is None:
            return False
        named = there(parent)
        like_the_start(self.refused, named)
        if named == self.positions[self.row]:
            return False
        if self.registers.status == RUNNING:
            self.registers.status = OTHER_PARENT
            self.refused[0] = named
        return True

    def _add_row(self, position: Value, cost: Value) -> None:
        registers = self.registers
        if registers.status != RUNNING:
            return  # something was refused, so this expansion will run again and must not continue now
        head = self.table.find(position, self.positions)
        rank = self.rank.of(cost)
        if head != NO_ROW and self._front_covers(head, self.rank.travelled(cost)):
            return
        if self._is_beaten(rank) or registers.status != RUNNING:
            return
        if self.skip > 0:
            self.skip -= 1
            return
        if not self.holds(position, cost):
            self._fail(TOO_WIDE)
            return
        if not self.queue.has_room(rank) or not self.trace.has_room(registers, 1):
            return
        row = registers.row_count
        if row >= registers.rows:
            registers.status = SHORT
            registers.short = ROWS
            return
        if head == NO_ROW and not self.table.add(as_element(self.positions, position), row):
            return
        registers.row_count += 1
        self.positions[row] = position
        self.costs[row] = cost
        self.parents[row] = self.row
        self.origins.note(row, self.positions[self.row])
        self.nexts[row] = 0
        self.queue.insert(rank, row, row)
        is_known = head != NO_ROW and self.nexts[head] != 0
        registers.generated += 1
        registers.accepted += 1
        registers.reopened += int64(is_known)
        self.trace.added(registers, self._node(row), is_known)

    def holds(self, position: Value, cost: Value) -> Value:
        """Return whether a row holds a node."""
        return True

    def _front_covers(self, head: Value, travelled: Value) -> Value:
        """Return whether a cost of the front of a position equals or dominates this one."""
        link = int64(self.nexts[head])
        if link == 0:
            return False
        row = head
        ends = LAST if self.follows(travelled, self.rank.travelled(self.costs[head])) else 0
        while True:
            if self.covers(self.rank.travelled(self.costs[row]), travelled):
                return True
            if link & ends != 0 or link < 4:
                return False
            row = (link >> 2) - 1
            link = int64(self.nexts[row])

    def covers(self, known: Value, cost: Value) -> Value:
        """Return whether a cost equals or dominates another."""
        return known.dominates(cost) or known == cost

    def follows(self, cost: Value, known: Value) -> Value:
        """Return whether a cost comes in order after a known one: False if there is no order."""
        return False

    def replaces(self, cost: Value, known: Value) -> Value:
        """Return whether a cost dominates all that a known one does, among costs that follow it."""
        return False

    def _is_beaten(self, rank: Value) -> Value:
        """Return whether a limit excludes every path of this rank, or an answer is as good as it can be, or within epsilon."""
        return self._ends_cover(rank)

    def _ends_cover(self, rank: Value) -> Value:
        """Return whether the rank of an answer equals or dominates this one."""
        end = self.registers.end_count
        if end == 0:
            return False
        stop = self.registers.passed_count if self.follows(rank, self.ends[end - 1]) else 0
        while end > stop:
            end -= 1
            if self.covers(self.ends[end], rank):
                return True
        return False

    def advance(self) -> Value:
        """Take the next node that is not dominated off the queue into ``row``; return whether there was one."""
        registers = self.registers
        while registers.count > 0:
            row = int64(self.queue.remove_root())
            cost = self.costs[row]
            head = self.table.find(self.positions[row], self.positions)
            if self._front_covers(head, self.rank.travelled(cost)) or self._is_beaten(self.rank.of(cost)):
                continue
            self.row = row
            registers.this_row = row
            registers.accepted = 0
            self.skip = 0
            if registers.generated > self.setting[1]:
                self.nodes[BEYOND] = self._node(row)
                registers.has_beyond = 1
                return False
            return True
        return False

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.row = self.registers.this_row
        self.skip = self.registers.accepted

    def close(self) -> None:
        """Add the cost of the node just taken off the queue to the front of its position."""
        row, position = self.row, self.positions[self.row]
        travelled = self.rank.travelled(self.costs[row])
        head = self.table.find(position, self.positions)
        link = int64(self.nexts[head])
        if link == 0:
            self.nexts[row] = HEAD | LAST
            self.table.move(position, row, self.positions)
        elif self.follows(travelled, self.rank.travelled(self.costs[head])):
            self._link(row, travelled, head)
            self.table.move(position, row, self.positions)
        else:
            self.nexts[row] = link - HEAD
            self.nexts[head] = (row + 1) << 2 | HEAD

    def _link(self, row: Value, travelled: Value, head: Value) -> None:
        """Put a row before the head of its front, and what it replaces into the second part."""
        last, first_fallen, last_fallen = row, NO_ROW, NO_ROW
        at = head
        while True:
            link = int64(self.nexts[at])
            if self.replaces(travelled, self.rank.travelled(self.costs[at])):
                if first_fallen == NO_ROW:
                    first_fallen = at
                else:
                    self.nexts[last_fallen] = (at + 1) << 2
                last_fallen = at
            else:
                self.nexts[last] = (at + 1) << 2 | (HEAD if last == row else 0)
                last = at
            if link & LAST != 0 or link < 4:
                break
            at = (link >> 2) - 1
        rest = link >> 2
        if first_fallen != NO_ROW:
            self.nexts[last_fallen] = rest << 2
            rest = first_fallen + 1
        self.nexts[last] = rest << 2 | LAST | (HEAD if last == row else 0)

    def fill_table(self) -> None:
        """Enter the heads of all fronts in the table that Python has enlarged, and the first rows of other positions."""
        for row in range(self.registers.row_count):
            if self.nexts[row] & HEAD != 0:
                self.table.add(self.positions[row], row)
        for row in range(self.registers.row_count):
            if self.table.find(self.positions[row], self.positions) == NO_ROW:
                self.table.add(self.positions[row], row)

    def remember(self) -> Value:
        """Keep the rank of an answer, which is not expanded."""
        registers, ends = self.registers, self.ends
        rank = self.rank.of(self.costs[self.row])
        end = registers.end_count
        registers.end_count = end + 1
        registers.nearest_row = self.row
        if end > 0 and not self.follows(rank, ends[end - 1]):
            ends[end] = ends[end - 1]
            ends[end - 1] = rank
            return False
        for at in range(registers.passed_count, end):
            known = ends[at]
            if self.replaces(rank, known):
                ends[at] = ends[registers.passed_count]
                ends[registers.passed_count] = known
                registers.passed_count += 1
        ends[end] = rank
        return False

    def path(self, node: Value, path: Value, costs: Value) -> None:
        """Write the positions from the closest node back to the start into ``path``, and their costs into ``costs``."""
        self._write_path(self.registers.nearest_row, path, costs)


@define
class VectorsOpenList(FrontsOpenList):
    """The open list for hooks, for costs that are vectors."""

    def falls(self, travelled: Value, before: Value) -> Value:
        """Return whether a number of a vector falls along a path."""
        return not before.dominates(travelled)

    def covers(self, known: Value, cost: Value) -> Value:
        """See `FrontsOpenList.covers`."""
        return known.dominates(cost)

    def follows(self, cost: Value, known: Value) -> Value:
        """See `FrontsOpenList.follows`."""
        return known.numbers[0] <= cost.numbers[0]

    def replaces(self, cost: Value, known: Value) -> Value:
        """See `FrontsOpenList.replaces`."""
        return cost.dominates_but_first(known)

    def _is_beaten(self, rank: Value) -> Value:
        """See `FrontsOpenList._is_beaten`."""
        if self._exceeds(self.setting[2], rank):
            return True
        if self.setting[0] != 0:
            return self._ends_cover(rank.scale(1 + self.setting[0]))
        return self._ends_cover(rank)

    def _exceeds(self, within: Value, rank: Value) -> Value:
        """Return whether a number of a rank is above its limit."""
        if within is None:
            return False
        return not rank.dominates(within)


@define
class NarrowVectorsOpenList(VectorsOpenList):
    """The open list for hooks, for vectors of small numbers."""

    positions: Annotated[Value, arrays.ROWS.of(lambda of: of.thin)]
    costs: Annotated[Value, arrays.ROWS.of(lambda of: of.thin_cost)]

    def holds(self, position: Value, cost: Value) -> Value:
        """See `FrontsOpenList.holds`."""
        return fits(self.positions, position) and fits(self.costs, cost)


@frozen
class RowEntry:
    """A waiting row, which is its serial number too."""

    cost: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        return comes_before(self.cost, self.item, other.cost, other.item)


@define
class RowHeap(Heap):
    """A heap of rows."""

    entries: Annotated[Value, arrays.ENTRIES.of(lambda of: of.record(RowEntry, {"cost": of.kinds.rank, "item": of.word}))]

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """See `Heap.insert`."""
        place = self.registers.count
        self.registers.count += 1
        rise(self.entries, place, RowEntry(cost, item))


@frozen
class PairLadderQueue(LadderQueue):
    """A ladder queue for vectors of two ints of 32 bits."""

    def order(self, cost: Value) -> Value:
        """See `LadderQueue.order`."""
        return (cost.numbers[0] << 32) + cost.numbers[1]


@frozen
class ClosestRow:
    """Like `loop.Closest`, but keeps the row, because a position has several."""

    def look_at(self, registers: Value, nodes: Value, open_list: Value) -> None:
        if registers.has_closest == NONE or open_list.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = open_list.node()
            registers.has_closest = NEAREST
            registers.nearest_row = open_list.row
