"""The open list of a walk, as `genastar.depth_first` has it, for machine code.

It stands in the place of an open list with its closed list, so that the loop is the same (`loop`). The line, which is the way
from the start to the node that is being expanded, is an array, and a hash table says what stands on it. Positions leave the
line in the reverse of the order in which they came, so linear probing needs no marks for what was deleted: when one leaves, all
that had to step aside for it have left before.
"""

from __future__ import annotations

from attrs import define, frozen
from numba import int64

from genastar.cost import Cost
from genastar.node import Node
from genastar_compiled.kernel.closed import ROW_BITS, ROW_MASK
from genastar_compiled.kernel.control import (
    BEYOND,
    CLOSEST,
    DESTINATION,
    FALLING,
    LINE,
    NAN,
    NEAREST,
    NONE,
    OVERFLOW,
    PATH,
    RUNNING,
    SHORT,
    WAITING,
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning.numbers import has_nan, hash_of, refuses, sum_overflows


@frozen
class Pending:
    """A neighbour that waits, and how many positions stand before it on its way."""

    position: Value
    cost: Value
    depth: Value


@frozen
class NoQueue:
    """What waits in a walk is not ordered by cost: the newest is next."""

    def widen(self) -> None:
        """There is no ring."""


@define
class WaitingList:
    """What a hook sees. Operates on the registers ``depth``, ``length``, ``count``, ``accepted``, ``has_beyond``."""

    registers: Value
    solver: Value
    queue: Value
    waiting: Value
    """A `Pending` for each node that waits, the newest last."""
    line: Value
    """The positions of the way, by depth."""
    places: Value
    """int64 for each place of the hash table: the generation above the depth of the position. At most half are taken."""
    taken: Value
    """int64 for each position of the line: its place."""
    nearest: Value
    """The line as it was at the closest position."""
    nodes: Value
    limit: Value
    trace: Value
    rank: Value
    refused: Value
    """Room for a position that is refused."""
    position: Value
    """What is being expanded, at its cost."""
    cost: Value
    skip: Value
    """How many neighbours an interrupted run of this expansion had added."""

    def begin(self, start: Value, cost: Value) -> None:
        """Let the start wait."""
        self.registers.count = 0
        self.registers.length = 0
        self.registers.depth = -1
        self._sort_out(start, cost)

    def insert(self, position: Value, cost: Value) -> None:
        """See `genastar.OpenList.insert`."""
        if has_nan(cost):
            if not self._is_on_line(position):
                self._fail(NAN)
            return
        if self.rank.falls(cost, self.cost):
            if not self._is_on_line(position):
                self._fail(FALLING)
            return
        self._sort_out(position, cost)

    def relax(self, position: Value, travelled: Value) -> None:
        """See `genastar.OpenList.relax`."""
        if self._is_on_line(position):
            return
        left = self.solver.estimate(position)
        total = travelled + left
        if has_nan(total):
            self._fail(NAN)
        elif sum_overflows(travelled, left, total):
            self._fail(OVERFLOW)
        elif travelled < self.cost.travelled:
            self._fail(FALLING)
        else:
            self._sort_out(position, Cost(total, travelled, left))

    def _sort_out(self, position: Value, cost: Value) -> None:
        rank = self.rank.of(cost)
        within = not self.limit.is_below(rank)
        if not within and self.registers.has_beyond != 0 and not rank < self.rank.of(self.nodes[BEYOND].cost):
            return  # as most are
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
            return  # something was refused: this expansion will be run again, and must not go on before that
        if self.skip > 0:
            self.skip -= 1
            return
        if not self.trace.has_room(registers):
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
        """Take the newest node, and shorten the line to the way that leads to it; whether there was one."""
        registers = self.registers
        if registers.count == 0:
            return False
        registers.count -= 1
        newest = self.waiting[registers.count]
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
        """The node just taken."""
        depth = self.registers.depth
        return Node(self.position, self.cost, None if depth == 0 else self.line[depth - 1])

    def resume(self, node: Value) -> None:
        """Make the node of an earlier call the one that is being expanded again."""
        self.position = node.position
        self.cost = node.cost
        self.skip = self.registers.accepted

    def close(self) -> None:
        """Lengthen the line by the position of the node just taken."""
        self._put_on_line(self.position, self.registers.depth)
        self.registers.length = self.registers.depth + 1

    def _put_on_line(self, position: Value, depth: Value) -> None:
        place = hash_of(position) & self.registers.line
        while self.places[place] >> ROW_BITS == self.registers.generation:
            place = (place + 1) & self.registers.line
        self.places[place] = (self.registers.generation << ROW_BITS) | depth
        self.taken[depth] = place
        self.line[depth] = position

    def _is_on_line(self, position: Value) -> Value:
        place = hash_of(position) & self.registers.line
        while True:
            depth = self.places[place]
            if depth >> ROW_BITS != self.registers.generation:
                return False
            if self.line[depth & ROW_MASK] == position:
                return True
            place = (place + 1) & self.registers.line

    def fill_table(self) -> None:
        """Enter the line anew, after Python has made room for a longer one."""
        for place in range(self.registers.line + 1):
            self.places[place] = 0
        for depth in range(self.registers.length):
            self._put_on_line(self.line[depth], depth)

    def remember(self) -> None:
        """Copy the line, which leads to the closest position so far."""
        for depth in range(self.registers.length):
            self.nearest[depth] = self.line[depth]
        self.registers.nearest = self.registers.length

    def path(self, node: Value, path: Value) -> None:
        """Write the line, or the line to the closest position, from its end back to the start into ``path``."""
        registers = self.registers
        to_goal = registers.has_closest == DESTINATION
        count = registers.length if to_goal else registers.nearest
        if count > registers.path:
            registers.short = PATH
            registers.path_count = -1
            return
        for depth in range(count):
            path[count - 1 - depth] = self.line[depth] if to_goal else self.nearest[depth]
        registers.path_count = int64(count)


@frozen
class ClosestOnLine:
    """As `loop.Closest`, with the way to it: no closed list could tell that later."""

    def look_at(self, registers: Value, nodes: Value, waiting: Value) -> None:
        if registers.has_closest == NONE or waiting.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = waiting.node()
            registers.has_closest = NEAREST
            waiting.remember()
