"""The open list of dense spaces with small integer costs: one word per position.

The word of a position, at its ``index``, contains from the top: 31 bits of generation, 32 bits of g, 1 bit that says closed.
Generations count *down* from search to search, so words of an earlier search are greater than any word of this one. So "known,
and not dearer than this" is a single comparison of unsigned numbers, and clearing is unnecessary. One word per position is an
older idea than this engine; it saves a second cache line per neighbour.

Items in the queue are positions only. The total of a position falls only with its g, so its cheapest entry comes off the queue
first, and later entries that find the position closed are stale.

Values that do not fit (a cost above 32 bits, a position with parts above 32 bits) end the search with TOO_WIDE, and it begins
again with the open list of `rows`.
"""

from typing import Annotated

import numpy as np
from attrs import define

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import CIRCLE, FALLING, OUTSIDE, PATH, RUNNING, TOO_WIDE, UNKNOWN_PARENT
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import (
    as_stored,
    cell_of,
    fits,
    has_no_action,
    int64,
    needs_no_parent,
    refuses,
    there,
    uint64,
    whole,
)

CLOSED_BIT = np.uint64(1)
TRAVELLED_SHIFT = np.uint64(1)
WIDTH = np.uint64(1 << 32)
HALF_WIDTH = np.uint64(1 << 31)
"""No g of a known position is as large. So a step below it needs no check, if LLVM knows the step."""
BELOW_WIDTH = np.uint64((1 << 31) - 1)
GENERATION_SHIFT = np.uint64(33)
ONE_GENERATION = np.uint64(1 << 33)
ZERO = np.uint64(0)


def stamp(generation: Value) -> Value:
    """Return the generation, shifted to its place in a word."""
    return uint64(generation) << GENERATION_SHIFT


@define
class PackedOpenList:
    """The open list for hooks, for `Cost` of int in a dense space, with ``relax`` only."""

    registers: Value
    solver: Value
    queue: Annotated[Value, lambda of: of.thin]
    states: Annotated[Value, arrays.DENSE.of(lambda of: of.bits, blank=(1 << 64) - 1)]
    """uint64 per position."""
    parents: Annotated[Value, arrays.DENSE.of(lambda of: of.thin)]
    """Parent's position per position; the start is its own parent."""
    trace: Value
    tree: Value
    refused: Value
    """Room for a refused position."""
    stamp: Annotated[Value, "stamp(registers.generation)"]
    """This search's generation at its place in a word."""
    parent: Annotated[Value, "start"]
    """The expanded position."""
    travelled: Annotated[Value, "0"]
    total: Annotated[Value, "0"]

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start, its own parent, to the open list."""
        self.queue.clear(cost.total)
        if uint64(cost.total) >= WIDTH:  # later totals leave 64 bits only in steps wider than a ring
            self.registers.status = TOO_WIDE
        elif not refuses(self.registers, self.refused, start):
            self._add(start, cell_of(self.solver.index(start)), cost.travelled, cost.left, False, self.parent)

    def add_start(self, start: Value, cost: Value) -> None:
        """Add another start, its own parent, unless it is known at this cost."""
        cell = cell_of(self.solver.index(start))
        if cell >= uint64(self.registers.size) or uint64(cost.travelled) >= WIDTH:
            self._refuse(cell)
        elif self.states[cell] > self.stamp | (uint64(cost.travelled) << TRAVELLED_SHIFT) | CLOSED_BIT:
            self._add(start, cell, cost.travelled, cost.left, False, self.parent)

    def relax(self, position: Value, travelled: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.relax`. Python finds the action later."""
        if refuses(self.registers, self.refused, position):
            return
        travelled = whole(travelled)
        cell = cell_of(self.solver.index(position))
        if cell >= uint64(self.registers.size) or uint64(travelled) >= WIDTH:
            self._refuse(cell)
            return
        word = self.stamp + (uint64(travelled) << TRAVELLED_SHIFT) + CLOSED_BIT
        state = self.states[cell]
        if state <= word:
            return  # known at this cost or less
        closed = (state & CLOSED_BIT) != ZERO and (state ^ self.stamp) < ONE_GENERATION
        if closed and self.registers.reopen == 0:
            return
        origin = self._origin_of(parent, action)
        if travelled < self._travelled_to(origin, parent):
            if self.registers.status == RUNNING:
                self.registers.status = FALLING
            return
        self._add(position, cell, travelled, whole(self.solver.estimate(position)), closed, origin)

    def _origin_of(self, parent: Value, action: Value) -> Value:
        """Return the parent of a neighbour: the expanded position. A hook that names another needs `NamedPackedOpenList`."""
        needs_no_parent(parent)
        return self.parent

    def _travelled_to(self, origin: Value, parent: Value) -> Value:
        """Return g of a neighbour's parent."""
        return self.travelled

    def _remember_node(self) -> None:
        """Do nothing: only a node's own neighbours come from it, so its data stays while it is expanded."""

    def known(self, position: Value) -> Value:
        """See `genastar.OpenList.known`."""
        if position is None:
            return None
        asked = there(position)
        cell = cell_of(self.solver.index(asked))
        if cell >= uint64(self.registers.size):
            self._refuse(cell)
            return None
        state = self.states[cell] ^ self.stamp
        if state >= ONE_GENERATION:
            return None
        travelled = int64(state >> TRAVELLED_SHIFT)
        return self._node(asked, travelled, travelled + self.solver.estimate(asked))

    def improves(self, position: Value, travelled: Value) -> Value:
        """See `genastar.OpenList.improves`."""
        travelled = whole(travelled)
        cell = cell_of(self.solver.index(position))
        if cell >= uint64(self.registers.size) or uint64(travelled) >= WIDTH:
            return True  # for `relax` to refuse
        state = self.states[cell]
        if state <= self.stamp + (uint64(travelled) << TRAVELLED_SHIFT) + CLOSED_BIT:
            return False
        return state & CLOSED_BIT == ZERO or state ^ self.stamp >= ONE_GENERATION or self.registers.reopen != 0

    def _refuse(self, cell: Value) -> None:
        if self.registers.status == RUNNING:
            self.registers.status = OUTSIDE if cell >= uint64(self.registers.size) else TOO_WIDE
            self.registers.culprit = int64(cell)

    def _add(self, position: Value, cell: Value, travelled: Value, left: Value, closed: Value, origin: Value) -> None:
        registers = self.registers
        if registers.status != RUNNING:
            return  # something was refused, so this expansion will run again and must not continue now
        if cell >= uint64(registers.size):
            self._refuse(cell)
            return
        total = int64(travelled) + left
        serial = registers.generated
        if uint64(travelled) >= HALF_WIDTH or not fits(self.parents, position):
            registers.status = TOO_WIDE
            return
        if not self.queue.has_room(total) or not self.trace.has_room(registers, 1):
            return
        self.states[cell] = self.stamp + (uint64(travelled) << TRAVELLED_SHIFT)
        self.parents[cell] = origin
        self.tree.note(self.solver, cell, position, origin)
        self.queue.insert(total, serial, position)
        registers.generated += 1
        registers.reopened += int64(closed)
        self.trace.added(registers, self._node(position, travelled, total), closed)

    def advance(self) -> Value:
        """Take the next node that is not stale off the queue; return whether there was one."""
        while self.registers.count > 0:
            total = self.queue.least()
            position = self.queue.remove_at(total)
            state = self.states[cell_of(self.solver.index(position))]
            if state & CLOSED_BIT == ZERO:
                self.parent = position
                self.travelled = int64((state >> TRAVELLED_SHIFT) & BELOW_WIDTH)
                self.total = total
                self._remember_node()
                return True
        return False

    def node(self) -> Value:
        """Return the node just taken off the queue."""
        return self._node(self.parent, self.travelled, self.total)

    def _node(self, position: Value, travelled: Value, total: Value) -> Value:
        parent = self.parents[cell_of(self.solver.index(position))]
        return Node(position, Cost(total, travelled, total - travelled), None if parent == position else parent)

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.parent = as_stored(self.parents, node.position)
        self.travelled = int64(uint64(node.cost.travelled) & BELOW_WIDTH)
        self.total = node.cost.total

    def close(self) -> None:
        """Close the position of the node just taken off the queue."""
        word = self.stamp + (uint64(self.travelled) << TRAVELLED_SHIFT) + CLOSED_BIT
        self.states[cell_of(self.solver.index(self.parent))] = word

    def fill_table(self) -> None:
        """Do nothing: there is no table."""

    def remember(self) -> Value:
        """Take note of an answer; return whether the search expands it if it continues. All paths are remembered."""
        return True

    def path(self, node: Value, path: Value, costs: Value) -> None:
        """Write the positions from the node back to the start into ``path``, and their costs into ``costs``.

        The cost of the start is computed like that of a neighbour; Python replaces it.
        """
        registers = self.registers
        position = node.position
        registers.path_count = 0
        while True:
            if registers.path_count >= registers.path:
                registers.short = PATH
                registers.path_count = -1
                return
            if registers.path_count > registers.generated:
                registers.status = CIRCLE
                return
            path[registers.path_count] = position
            state = self.states[cell_of(self.solver.index(position))]
            travelled, left = int64((state >> TRAVELLED_SHIFT) & BELOW_WIDTH), whole(self.solver.estimate(position))
            costs[registers.path_count] = Cost(travelled + left, travelled, left)
            registers.path_count += 1
            parent = self.parents[cell_of(self.solver.index(position))]
            if parent == position:
                return
            position = parent


@define
class NamedPackedOpenList(PackedOpenList):
    """An open list for hooks that name parents: a better path to the expanded node may appear meanwhile."""

    now: Annotated[Value, "nodes(registers.nodes_at)[0]"]
    """The expanded node, as it was taken off the queue."""

    def _origin_of(self, parent: Value, action: Value) -> Value:
        """Return the parent that a hook named, or else the expanded position."""
        if parent is None:
            return self.parent
        has_no_action(action)
        named = there(parent)
        if refuses(self.registers, self.refused, named):
            return self.parent
        cell = cell_of(self.solver.index(named))
        if cell < uint64(self.registers.size) and self.states[cell] ^ self.stamp < ONE_GENERATION:
            return as_stored(self.parents, named)
        if self.registers.status == RUNNING:
            self.registers.status = UNKNOWN_PARENT
            self.refused[0] = named
        return self.parent

    def _travelled_to(self, origin: Value, parent: Value) -> Value:
        """See `PackedOpenList._travelled_to`."""
        if parent is None:
            return self.travelled
        return int64((self.states[cell_of(self.solver.index(origin))] >> TRAVELLED_SHIFT) & BELOW_WIDTH)

    def _remember_node(self) -> None:
        """Keep the node that was taken off the queue."""
        self.now = self._node(self.parent, self.travelled, self.total)

    def node(self) -> Value:
        """Return the node just taken off the queue."""
        return self.now

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.parent = as_stored(self.parents, node.position)
        self.travelled = int64(uint64(node.cost.travelled) & BELOW_WIDTH)
        self.total = node.cost.total
        self.now = node
