"""The open list of a walk, as `genastar.depth_first` has it, for machine code.

It stands in the place of an open list with its closed list, so that the loop is the same (`loop`). The line, which is the way
from the start to the node that is being expanded, is an array, and a hash table says what stands on it. Positions leave the
line in the reverse of the order in which they came, so linear probing needs no marks for what was deleted: when one leaves, all
that had to step aside for it have left before.
"""

from typing import Annotated

from attrs import define, frozen
from numba import int64

from genastar.cost import Cost
from genastar.node import Node
from genastar_compiled.data.kinds import Kinds
from genastar_compiled.data.values import Instance
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
from genastar_compiled.meaning.numbers import has_nan, hash_of, like_the_start, not_in_a_walk, refuses, sum_overflows, there


@frozen
class Pending:
    """A neighbour that waits, and how many positions stand before it on its way."""

    position: Value
    cost: Value
    depth: Value


def pending_of(kinds: Kinds) -> Instance:
    """The type of a neighbour that waits."""
    return Instance(Pending, {"position": kinds.position, "cost": kinds.cost, "depth": int64})


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
    waiting: Annotated[Value, arrays.WAITING.of(lambda of: pending_of(of.kinds))]
    """A `Pending` for each node that waits, the newest last."""
    line: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.position)]
    """The positions of the way, by depth."""
    places: Annotated[Value, arrays.LINE.of(lambda _: int64)]
    """int64 for each place of the hash table: the generation above the depth of the position. At most half are taken."""
    taken: Annotated[Value, arrays.LINE.of(lambda _: int64)]
    """int64 for each position of the line: its place."""
    nearest: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.position)]
    """The line as it was at the closest position."""
    line_costs: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.cost)]
    """The costs of the positions of the line."""
    nearest_costs: Annotated[Value, arrays.LINE.of(lambda of: of.kinds.cost)]
    """Those of the positions of ``nearest``."""
    nodes: Value
    limit: Value
    trace: Value
    keys: Value
    rank: Value
    refused: Value
    """Room for a position that is refused."""
    position: Annotated[Value, "nodes(registers.nodes_at)[0].position"]
    """What is being expanded, at its cost."""
    cost: Annotated[Value, "nodes(registers.nodes_at)[0].cost"]
    skip: Annotated[Value, "0"]
    """How many neighbours an interrupted run of this expansion had added."""

    def begin(self, start: Value, cost: Value) -> None:
        """Let the start wait."""
        self.registers.count = 0
        self.registers.length = 0
        self.registers.depth = -1
        self._sort_out(start, cost)

    def add_start(self, start: Value, cost: Value) -> None:
        """Let another start wait."""
        self._sort_out(start, cost)

    def known(self, position: Value) -> Value:
        """Refuse to tell, when it is compiled."""
        return not_in_a_walk(position)

    def insert(self, position: Value, cost: Value, parent: Value = None, action: Value = None) -> None:
        """See `genastar.OpenList.insert`."""
        if self._comes_from_elsewhere(position, parent):
            return
        if has_nan(cost):
            if not self._is_on_line(position):
                self._fail(NAN)
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
        elif sum_overflows(travelled, left, total):
            self._fail(OVERFLOW)
        elif travelled < self.cost.travelled:
            self._fail(FALLING)
        else:
            self._sort_out(position, Cost(total, travelled, left))

    def _comes_from_elsewhere(self, position: Value, parent: Value) -> Value:
        """Whether a hook named another parent than what is expanded, which ends the walk."""
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
        key = self.keys.of(position)
        place = hash_of(key) & self.registers.line
        while True:
            depth = self.places[place]
            if depth >> ROW_BITS != self.registers.generation:
                return False
            if self.keys.of(self.line[depth & ROW_MASK]) == key:
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
            self.nearest_costs[depth] = self.line_costs[depth]
        self.registers.nearest = self.registers.length

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
    """As `loop.Closest`, with the way to it: no closed list could tell that later."""

    def look_at(self, registers: Value, nodes: Value, waiting: Value) -> None:
        if registers.has_closest == NONE or waiting.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = waiting.node()
            registers.has_closest = NEAREST
            waiting.remember()
