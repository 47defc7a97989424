"""The open list of a walk, as in `genastar.search.order_depth_first`, for machine code.

It replaces an open list with its closed list, so that the loop is the same (`loop`). The line, that is, the path from the start
to the expanded node, is an array, and a hash table finds its positions. Positions leave the line in reverse order. So linear
probing needs no deletion marks: all positions that had to step aside for one have left before it.
"""

from typing import Annotated

from attrs import define, frozen

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import ROW_BITS, ROW_MASK
from genastar_compiled.kernel.control import (
    BEYOND,
    CLOSEST,
    FALLING,
    LINE,
    NAN,
    NEAREST,
    NONE,
    OTHER_PARENT,
    OVERFLOW,
    PATH,
    RUNNING,
    SHORT,
    WAITING,
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import (
    as_element,
    has_nan,
    hash_of,
    int64,
    is_rounded,
    like_the_start,
    not_in_a_walk,
    refuses,
    sum_overflows,
    there,
)


@frozen
class Pending:
    """A waiting neighbour, and the number of positions before it on its path."""

    position: Value
    cost: Value
    depth: Value


def pending_of(of: arrays.Types) -> Value:
    """Return the type of a waiting neighbour."""
    return of.record(Pending, {"position": of.kinds.position, "cost": of.kinds.cost, "depth": of.word})


@frozen
class NoQueue:
    """Waiting nodes of a walk are not ordered by cost: the newest is next."""

    def widen(self) -> None:
        """Do nothing: there is no ring."""


@define
class WaitingList:
    """The open list for hooks. Uses the registers ``depth``, ``length``, ``count``, ``accepted``, ``has_beyond``."""

    registers: Value
    solver: Value
    queue: Value
    waiting: Annotated[Value, arrays.WAITING.of(lambda of: pending_of(of))]
    """A `Pending` per waiting node, the newest last."""
    line: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.position)]
    """Positions of the line, by depth."""
    places: Annotated[Value, arrays.LINE.of(lambda of: of.word)]
    """int64 per slot of the hash table: the generation above the depth of the position. At most half are used."""
    taken: Annotated[Value, arrays.LINE.of(lambda of: of.word)]
    """int64 per position of the line: its slot."""
    nearest: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.position)]
    """Copy of the line at the closest position."""
    line_costs: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.cost)]
    """Costs of the positions on the line."""
    nearest_costs: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.cost)]
    """Costs of the positions of ``nearest``."""
    table: Value
    """`transpositions.Transpositions`, or `transpositions.NoTable`."""
    nodes: Value
    limit: Value
    trace: Value
    keys: Value
    rank: Value
    refused: Value
    """Room for a refused position."""
    position: Annotated[Value, "nodes(registers.nodes_at)[0].position"]
    """The expanded position, with its cost."""
    cost: Annotated[Value, "nodes(registers.nodes_at)[0].cost"]
    skip: Annotated[Value, "0"]
    """Number of neighbours that an interrupted run of this expansion had added."""

    def begin(self, start: Value, cost: Value) -> None:
        """Add the start."""
        self.registers.depth = -1
        self.table.clear()
        self._sort_out(start, cost)

    def add_start(self, start: Value, cost: Value) -> None:
        """Add another start."""
        self._sort_out(start, cost)

    def known(self, position: Value) -> Value:
        """Refuse to compile: a walk knows no other states."""
        return not_in_a_walk(position)

    def insert(self, position: Value, cost: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.insert`."""
        if self._comes_from_elsewhere(position, parent):
            return
        if has_nan(cost):
            if not self._is_on_line(position):
                self._fail(NAN)
            return
        if is_rounded(cost):
            if not self._is_on_line(position):
                self._fail(OVERFLOW)
            return
        if self.rank.falls(cost, self.cost):
            if not self._is_on_line(position):
                self._fail(FALLING)
            return
        self._sort_out(position, cost)

    def relax(self, position: Value, travelled: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.relax`."""
        if self._is_on_line(position) or self._comes_from_elsewhere(position, parent):
            return
        left = self.solver.estimate(position)
        total = travelled + left
        if has_nan(total):
            self._fail(NAN)
        elif sum_overflows(travelled, left, total) or is_rounded((travelled, left, total)):
            self._fail(OVERFLOW)
        elif travelled < self.cost.travelled:
            self._fail(FALLING)
        else:
            self._sort_out(position, Cost(total, travelled, left))

    def _comes_from_elsewhere(self, position: Value, parent: Value) -> Value:
        """Return whether a hook named a parent other than the expanded node, which ends the walk."""
        if parent is None:
            return False
        named = there(parent)
        like_the_start(self.refused, named)
        if named == self.position or self._is_on_line(position):
            return False
        if self.registers.status == RUNNING:
            self.registers.status = OTHER_PARENT
            self.refused[0] = named
        return True

    def _sort_out(self, position: Value, cost: Value) -> None:
        rank = self.rank.of(cost)
        within = not self.limit.is_below(rank)
        if not within and self.registers.has_beyond != 0 and not rank < self.rank.of(self.nodes[BEYOND].cost):
            return  # the usual case
        if self._is_on_line(position):
            return
        if within:
            self._add(position, cost)
        else:
            self.nodes[BEYOND] = Node(position, cost, None)
            self.registers.has_beyond = 1

    def _fail(self, status: Value) -> None:
        if self.registers.status == RUNNING:
            self.registers.status = status

    def _add(self, position: Value, cost: Value) -> None:
        registers = self.registers
        if refuses(registers, self.refused, position) or registers.status != RUNNING:
            return  # something was refused, so this expansion will run again and must not continue now
        if self.skip > 0:
            self.skip -= 1
            return
        if not self.trace.has_room(registers, 1):
            return
        depth = registers.depth + 1
        if registers.count >= registers.waiting or 2 * depth >= registers.line:
            registers.status = SHORT
            registers.short = WAITING if registers.count >= registers.waiting else LINE
            return
        self.waiting[registers.count] = Pending(position, cost, depth)
        registers.count += 1
        registers.generated += 1
        registers.accepted += 1
        self.trace.added(registers, Node(position, cost, None if depth == 0 else self.line[depth - 1]), False)

    def advance(self) -> Value:
        """Take the newest node that the table admits, and shorten the line to its path; return whether there was one."""
        registers = self.registers
        while True:
            if registers.count == 0:
                return False
            registers.count -= 1
            newest = self.waiting[registers.count]
            if self.table.admits(newest.position, self.rank.of(newest.cost)):
                break
        while registers.length > newest.depth:
            registers.length -= 1
            self.places[self.taken[registers.length]] = 0
        registers.depth = newest.depth
        registers.accepted = 0
        self.skip = 0
        self.position = newest.position
        self.cost = newest.cost
        return True

    def node(self) -> Value:
        """Return the node just taken."""
        depth = self.registers.depth
        return Node(self.position, self.cost, None if depth == 0 else self.line[depth - 1])

    def resume(self, node: Value) -> None:
        """Expand the node of an earlier call again."""
        self.position = node.position
        self.cost = node.cost
        self.skip = self.registers.accepted

    def close(self) -> None:
        """Append the position of the node just taken to the line."""
        self._put_on_line(self.position, self.registers.depth)
        self.line_costs[self.registers.depth] = self.cost
        self.registers.length = self.registers.depth + 1

    def _put_on_line(self, position: Value, depth: Value) -> None:
        place = hash_of(self.keys.of(position)) & self.registers.line
        while self.places[place] >> ROW_BITS == self.registers.generation:
            place = (place + 1) & self.registers.line
        self.places[place] = (self.registers.generation << ROW_BITS) | depth
        self.taken[depth] = place
        self.line[depth] = position

    def _is_on_line(self, position: Value) -> Value:
        if self.keys.refuses(self.registers, self.refused, position):
            return True
        key = self.keys.of(as_element(self.line, position))
        place = hash_of(key) & self.registers.line
        while True:
            depth = self.places[place]
            if depth >> ROW_BITS != self.registers.generation:
                return False
            if self.keys.of(self.line[depth & ROW_MASK]) == key:
                return True
            place = (place + 1) & self.registers.line

    def fill_table(self) -> None:
        """Enter the line again, after Python has made room for a longer one."""
        for place in range(self.registers.line + 1):
            self.places[place] = 0
        for depth in range(self.registers.length):
            self._put_on_line(self.line[depth], depth)

    def remember(self) -> Value:
        """Copy the line, which leads to the closest position so far."""
        for depth in range(self.registers.length):
            self.nearest[depth] = self.line[depth]
            self.nearest_costs[depth] = self.line_costs[depth]
        self.registers.nearest = self.registers.length
        return True

    def path(self, node: Value, path: Value, costs: Value) -> None:
        """Write the line to the closest position, from its end back to the start, into ``path``, and its costs."""
        registers = self.registers
        count = registers.nearest
        if count > registers.path:
            registers.short = PATH
            registers.path_count = -1
            return
        for depth in range(count):
            path[count - 1 - depth] = self.nearest[depth]
            costs[count - 1 - depth] = self.nearest_costs[depth]
        registers.path_count = int64(count)


@frozen
class ClosestOnLine:
    """Like `loop.Closest`, but keeps the path, which no closed list could find later."""

    def look_at(self, registers: Value, nodes: Value, waiting: Value) -> None:
        if registers.has_closest == NONE or waiting.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = waiting.node()
            registers.has_closest = NEAREST
            waiting.remember()
