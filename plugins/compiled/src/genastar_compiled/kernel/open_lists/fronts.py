"""The open list of fronts, as in `genastar.search.fronts`, for machine code.

A row is a node, and a position may have several. The first row of a position stands for it in the table. The rows of its front
are a list, linked from the newest to the oldest.
"""

from typing import Annotated

from attrs import define, frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import FORGOTTEN, NO_ROW
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
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import Item, RowsOpenList
from genastar_compiled.kernel.primitives import (
    as_element,
    has_nan,
    int64,
    is_rounded,
    like_the_start,
    not_in_a_walk,
    there,
)


@define
class FrontsOpenList(RowsOpenList):
    """The open list for hooks.

    Uses the registers ``this_row``, ``nearest_row``, ``end_count``, ``is_unsorted`` and ``accepted``.

    ``latest`` is `FORGOTTEN` but for the first row of a position, so that the table holds only these.
    """

    nodes: Value
    setting: Value
    """Epsilon, the number of nodes at most, and the limits, as in `genastar.contracts.frontier.UndominatedFrontier`."""
    firsts: Annotated[Value, arrays.ROWS.of(lambda of: of.half)]
    """The first row of its position per row."""
    heads: Annotated[Value, arrays.ROWS.of(lambda of: of.half)]
    """Per first row: the newest row of the front of its position, plus 1; 0 without one."""
    nexts: Annotated[Value, arrays.ROWS.of(lambda of: of.half)]
    """Per row of a front: the next older one, plus 1; 0 without one."""
    ends: Annotated[Value, arrays.ROWS.of(lambda of: of.kinds.rank)]
    """The ranks of the answers."""
    skip: Annotated[Value, "0"]
    """Number of neighbours that an interrupted run of this expansion had added."""

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start, its own parent."""
        self.registers.end_count = self.registers.is_unsorted = 0
        self.queue.clear(self.rank.of(cost))
        self._add_start(start, cost)

    def add_start(self, start: Value, cost: Value) -> None:
        """Add another start, its own parent."""
        self._add_start(start, cost)

    def _add_start(self, start: Value, cost: Value) -> None:
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
        first = self.table.find(position, self.positions)
        rank = self.rank.of(cost)
        if first != NO_ROW and self._covers(first, self.rank.travelled(cost)):
            return
        if self._is_beaten(rank) or registers.status != RUNNING:
            return
        if self.skip > 0:
            self.skip -= 1
            return
        if not self.queue.has_room(rank) or not self.trace.has_room(registers, 1):
            return
        row = registers.row_count
        if row >= registers.rows:
            registers.status = SHORT
            registers.short = ROWS
            return
        if first == NO_ROW:
            if not self.table.add(as_element(self.positions, position), row):
                return
            self.latest[row] = 0
            self.firsts[row] = row
        else:
            self.latest[row] = FORGOTTEN
            self.firsts[row] = first
        registers.row_count += 1
        self.positions[row] = position
        self.costs[row] = cost
        self.parents[row] = self.row
        self.origins.note(row, self.positions[self.row])
        self.heads[row] = 0
        serial = registers.generated
        self.queue.insert(rank, serial, Item(row, serial))
        is_known = self.heads[self.firsts[row]] != 0
        registers.generated += 1
        registers.accepted += 1
        registers.reopened += int64(is_known)
        self.trace.added(registers, self._node(row), is_known)

    def _covers(self, first: Value, travelled: Value) -> Value:
        """Return whether a cost of the front of a position equals or dominates this one."""
        entry = int64(self.heads[first])
        while entry != 0:
            known = self.rank.travelled(self.costs[entry - 1])
            if known.dominates(travelled) or known == travelled:
                return True
            if self.decides(known, travelled, self.latest[first]):
                return False
            entry = int64(self.nexts[entry - 1])
        return False

    def decides(self, newest: Value, travelled: Value, is_unsorted: Value) -> Value:
        """Return whether no older cost of a front dominates what the newest does not; see `genastar.memory.front.Front`."""
        return False

    def _is_beaten(self, rank: Value) -> Value:
        """Return whether a limit excludes every path of this rank, or an answer is as good as it can be, or within epsilon."""
        return self._ends_cover(rank)

    def _ends_cover(self, rank: Value) -> Value:
        """Return whether the rank of an answer equals or dominates this one."""
        end = self.registers.end_count
        while end > 0:
            end -= 1
            known = self.ends[end]
            if known.dominates(rank) or known == rank:
                return True
            if self.decides(known, rank, self.registers.is_unsorted):
                return False
        return False

    def advance(self) -> Value:
        """Take the next node that is not dominated off the queue into ``row``; return whether there was one."""
        registers = self.registers
        while registers.count > 0:
            row = int64(self.queue.remove_root().row)
            cost = self.costs[row]
            if self._covers(int64(self.firsts[row]), self.rank.travelled(cost)) or self._is_beaten(self.rank.of(cost)):
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
        first = int64(self.firsts[self.row])
        newest = int64(self.heads[first])
        if newest != 0 and self.unsorts(self.rank.travelled(self.costs[newest - 1]), self.rank.travelled(self.costs[self.row])):
            self.latest[first] = 1
        self.nexts[self.row] = newest
        self.heads[first] = self.row + 1

    def unsorts(self, newest: Value, travelled: Value) -> Value:
        """Return whether a cost stands before the one that was added last to its front."""
        return False

    def remember(self) -> Value:
        """Keep the rank of an answer, which is not expanded."""
        registers = self.registers
        rank = self.rank.of(self.costs[self.row])
        if registers.end_count > 0 and self.unsorts(self.ends[registers.end_count - 1], rank):
            registers.is_unsorted = 1
        self.ends[registers.end_count] = rank
        registers.end_count += 1
        registers.nearest_row = self.row
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

    def decides(self, newest: Value, travelled: Value, is_unsorted: Value) -> Value:
        """See `FrontsOpenList.decides`."""
        return len(travelled.numbers) == 2 and is_unsorted == 0 and newest.numbers[0] <= travelled.numbers[0]

    def unsorts(self, newest: Value, travelled: Value) -> Value:
        """See `FrontsOpenList.unsorts`."""
        return not newest.numbers[0] <= travelled.numbers[0]

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


@frozen
class ClosestRow:
    """Like `loop.Closest`, but keeps the row, because a position has several."""

    def look_at(self, registers: Value, nodes: Value, open_list: Value) -> None:
        if registers.has_closest == NONE or open_list.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = open_list.node()
            registers.has_closest = NEAREST
            registers.nearest_row = open_list.row
