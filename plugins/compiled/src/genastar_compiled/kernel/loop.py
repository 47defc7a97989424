"""The loop, as in `genastar.search.loop`, for machine code.

Unlike that one, it can stop anywhere and continue. It pauses after a budget of expansions, so that Python can check the time,
Ctrl-C and observers. When an array is too small it stops in the middle of an expansion, lets Python enlarge the array, and runs
that expansion again. Neighbours that the first run added are then no improvement and are dropped, so nothing changes. The order
stays the same too, because after a refusal that run adds nothing more. A hook that asks what is known would see a difference;
then the search begins again (`Feed._must_restart`).
"""

from typing import Annotated

from attrs import frozen

from genastar.values.cost import Cost
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import (
    ADD_START,
    ANSWERED,
    ARRIVED,
    BEGIN,
    CANCELLED,
    CLOSED,
    CLOSEST,
    CURRENT,
    DESTINATION,
    EVENTS,
    EXHAUSTED,
    EXPANDING,
    FILL_TABLE,
    FOUND,
    GO_ON,
    NEAREST,
    NONE,
    NOTHING,
    OPEN_START,
    OPENED,
    PAUSED,
    POPPED,
    REOPENED,
    RUNNING,
    SHORT,
    TOO_DEAR,
    WIDEN_RING,
    WRITE_PATH,
)
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import must_be_nothing, unless_none


def run(
    open_list: Value,
    solver: Value,
    registers: Value,
    nodes: Value,
    cancelled: Value,
    limit: Value,
    rank: Value,
    closest: Value,
    trace: Value,
) -> None:
    """Search until `registers.status` gives a reason to stop."""
    while True:
        # Each use reads the node anew, so that unused parts (mostly the parent) are not even loaded.
        if registers.pending == NOTHING:
            if not open_list.advance():
                registers.status = EXHAUSTED
                return
            if limit.is_below(rank.of(open_list.node().cost)):
                nodes[CURRENT] = open_list.node()
                registers.status = TOO_DEAR
                return
        else:
            open_list.resume(nodes[CURRENT])
            if registers.status != RUNNING:
                return
        if registers.pending == ANSWERED:
            if cancelled[0] != 0:
                registers.status = CANCELLED
                return
            if registers.budget <= 0:
                registers.status = PAUSED
                return
        elif registers.pending != EXPANDING:
            arrived = unless_none(solver.is_destination(open_list.node().position))
            if not arrived and cancelled[0] != 0:
                nodes[CURRENT] = open_list.node()
                registers.status = CANCELLED
                return
            if (not arrived and registers.budget <= 0) or not trace.has_room(registers, registers.events >> 1):
                nodes[CURRENT] = open_list.node()
                registers.pending = POPPED
                registers.status = PAUSED if registers.status == RUNNING else registers.status
                return
            open_list.close()
            trace.happened(registers, CLOSED, open_list)
            closest.look_at(registers, nodes, open_list)
            if arrived:
                trace.happened(registers, ARRIVED, open_list)
                nodes[CURRENT] = open_list.node()
                nodes[CLOSEST] = open_list.node()
                registers.has_closest = DESTINATION
                registers.pending = ANSWERED if open_list.remember() else NOTHING  # for a search that continues
                registers.status = FOUND
                return
        must_be_nothing(solver.add_neighbours(open_list.node(), open_list))
        if registers.status != RUNNING:
            nodes[CURRENT] = open_list.node()
            registers.pending = EXPANDING
            return
        registers.pending = NOTHING
        registers.expanded += 1
        registers.budget -= 1
        registers.peak_open = max(registers.peak_open, registers.count)


@frozen
class Unlimited:
    """No limit on the cost."""

    def is_below(self, rank: Value) -> Value:
        return False


@frozen
class CostLimit:
    """`Limits.cost`."""

    cost: Value

    def is_below(self, rank: Value) -> Value:
        return self.cost < rank


@frozen
class ByTotal:
    """Orders costs of the type `Cost`."""

    def of(self, cost: Value) -> Value:
        return cost.total

    def at(self, rank: Value, cost: Value) -> Value:
        """Return a cost of this rank."""
        return Cost(rank, cost.travelled, cost.left)

    def travelled(self, cost: Value) -> Value:
        """Return the cost without its estimate."""
        return cost.travelled

    def make_cost(self, travelled: Value, left: Value) -> Value:
        """Return the cost of these parts."""
        return Cost(travelled + left, travelled, left)

    def falls(self, cost: Value, before: Value) -> Value:
        """Return whether a longer path costs less, as far as a cost shows."""
        return cost.travelled < before.travelled


@frozen
class ByItself:
    """Orders costs of other types."""

    def of(self, cost: Value) -> Value:
        return cost

    def at(self, rank: Value, cost: Value) -> Value:
        return rank

    def travelled(self, cost: Value) -> Value:
        return cost

    def falls(self, cost: Value, before: Value) -> Value:
        """Return False: such a cost may include an estimate, so it may fall."""
        return False


@frozen
class Closest:
    """Remembers the closed node with the smallest remaining estimate, the first among equals."""

    def look_at(self, registers: Value, nodes: Value, open_list: Value) -> None:
        if registers.has_closest == NONE or open_list.node().cost.left < nodes[CLOSEST].cost.left:
            nodes[CLOSEST] = open_list.node()
            registers.has_closest = NEAREST


@frozen
class NoClosest:
    """No closest node, for costs without an estimate."""

    def look_at(self, registers: Value, nodes: Value, open_list: Value) -> None:
        pass


@frozen
class Silent:
    """No observer."""

    def has_room(self, registers: Value, count: Value) -> Value:
        return True

    def happened(self, registers: Value, kind: Value, open_list: Value) -> None:
        pass

    def added(self, registers: Value, node: Value, closed: Value) -> None:
        pass


@frozen
class Recorder:
    """Records events for an observer until the loop pauses."""

    events: Annotated[Value, arrays.EVENTS.of(lambda of: of.tuple((of.word, of.kinds.node)))]

    def has_room(self, registers: Value, count: Value) -> Value:
        if registers.event_count + count > registers.events:
            registers.status = SHORT
            registers.short = EVENTS
            return False
        return True

    def happened(self, registers: Value, kind: Value, open_list: Value) -> None:
        self._write(registers, kind, open_list.node())

    def added(self, registers: Value, node: Value, closed: Value) -> None:
        self._write(registers, REOPENED if closed else OPENED, node)

    def _write(self, registers: Value, kind: Value, node: Value) -> None:
        self.events[registers.event_count] = (kind, node)
        registers.event_count += 1


def command(
    open_list: Value,
    solver: Value,
    registers: Value,
    nodes: Value,
    cancelled: Value,
    limit: Value,
    rank: Value,
    closest: Value,
    trace: Value,
    path: Value,
    path_costs: Value,
    start: Value,
    cost: Value,
) -> None:
    """Carry out `registers.mode`, and write the path to the closest node if the search has ended."""
    act(open_list, solver, registers, nodes, cancelled, limit, rank, closest, trace, start, cost)
    ended = registers.status in (FOUND, EXHAUSTED) and registers.has_closest != NONE
    if ended or registers.mode == WRITE_PATH:
        open_list.path(nodes[CLOSEST], path, path_costs)


def act(
    open_list: Value,
    solver: Value,
    registers: Value,
    nodes: Value,
    cancelled: Value,
    limit: Value,
    rank: Value,
    closest: Value,
    trace: Value,
    start: Value,
    cost: Value,
) -> None:
    """Carry out `registers.mode`."""
    if registers.mode == BEGIN or registers.mode == OPEN_START:
        forget(registers)
        open_list.begin(start, cost)
        registers.peak_open = registers.count  # 0 if the start was left out
    elif registers.mode == ADD_START:
        open_list.add_start(start, cost)
        registers.peak_open = max(registers.peak_open, registers.count)
    elif registers.mode == WIDEN_RING:
        open_list.queue.widen()
    elif registers.mode == FILL_TABLE:
        open_list.fill_table()
    if registers.mode <= GO_ON and registers.status == RUNNING:
        run(open_list, solver, registers, nodes, cancelled, limit, rank, closest, trace)


def forget(registers: Value) -> None:
    """Clear the counters of an earlier search, those of all queues among them."""
    registers.expanded = registers.generated = registers.reopened = 0
    registers.pending = NOTHING
    registers.has_closest = NONE
    registers.has_beyond = registers.row_count = registers.event_count = 0
    registers.count = registers.free = registers.near = registers.rung_count = registers.length = 0
    registers.all_count = registers.focal_count = registers.round = registers.is_over = registers.has_best = 0
    registers.has_taken = registers.has_least = registers.age = registers.has_longest = registers.is_spared = 0
    registers.met_count = registers.waiting_0_count = registers.waiting_1_count = 0
    registers.ready_0_count = registers.ready_1_count = registers.has_lower = 0
