"""The open list with an anytime queue, as in `genastar.memory.queues.anytime`, for machine code."""

from typing import Annotated

from attrs import define

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import BEYOND
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.focal import FocalEntry
from genastar_compiled.kernel.open_lists.rows import STALE, Item, QueriedOpenList
from genastar_compiled.kernel.primitives import float64, int64
from genastar_compiled.kernel.queues.heap import Heap, HeapEntry, entry_of, rise, sink


@define
class AnytimeQueue(Heap):
    """Two heaps, as in `genastar.memory.queues.anytime.AnytimeQueue`; new entries wait in ``entries``.

    Uses the registers ``count`` (entries in all, new ones included), ``all_count``, ``focal_count`` (entries of this round),
    ``round``, ``is_over``, ``has_best`` and ``has_beyond``.
    """

    everything: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    """A `HeapEntry` per item."""
    focal: Annotated[
        Value,
        arrays.ENTRIES.of(lambda of: of.record(FocalEntry, {"focus": of.real, **entry_of(of).fields})),
    ]
    """A `FocalEntry` per item of this round, by its weighted sum."""
    best: Annotated[Value, arrays.ONE.of(lambda of: of.kinds.rank)]
    """The rank of the best answer."""
    weight: Annotated[Value, arrays.ONE.of(lambda of: of.real)]
    setting: Value
    """The first weight, the step, and whether there are rounds."""

    def clear(self, cost: Value) -> None:
        """See `Heap.clear`."""
        self.registers.round = 1
        self.weight[0] = self.setting[0]

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item, unless it costs as much as the best answer. Call `has_room` first."""
        registers = self.registers
        if self.is_cheaper(cost):
            self.entries[registers.count - registers.all_count] = HeapEntry(cost, serial, item)
            registers.count += 1

    def is_cheaper(self, cost: Value) -> Value:
        """Return whether a rank is less than that of the best answer."""
        return self.registers.has_best == 0 or cost < self.best[0]

    def is_open(self, entry: Value, open_list: Value) -> Value:
        """Return whether an entry is the best node of an open position, and costs less than the best answer."""
        return open_list.is_fresh(entry.item) and self.is_cheaper(entry.cost)

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item in the order; a stale one if there are no others. The queue must not be empty."""
        registers = self.registers
        for new in range(registers.count - registers.all_count):
            entry = self.entries[new]
            rise(self.everything, registers.all_count, entry)
            registers.all_count += 1
            if self.setting[2] == 0 or not open_list.was_closed_in_round(entry.item):
                self._put_into_round(entry, open_list)
        while True:
            if registers.is_over != 0:
                self._begin_round(open_list)
            while registers.focal_count > 0:
                first = self.focal[0]
                is_open = open_list.is_fresh(first.item) and self.is_cheaper(first.cost)
                may_end = is_open and self.setting[2] != 0 and self.weight[0] > 1 and registers.has_best != 0
                if may_end and not first.focus < float64(self.best[0]):
                    break
                registers.focal_count -= 1
                sink(self.focal, registers.focal_count)
                if is_open:
                    return first.item
            self.drop_closed(open_list)
            if registers.all_count == 0:
                return Item(0, STALE)
            registers.is_over = 1

    def drop_closed(self, open_list: Value) -> None:
        """Remove entries that are not open until the least rank is that of an open node."""
        registers = self.registers
        while registers.all_count > 0 and not self.is_open(self.everything[0], open_list):
            registers.all_count -= 1
            registers.count -= 1
            sink(self.everything, registers.all_count)

    def _put_into_round(self, entry: Value, open_list: Value) -> None:
        total = open_list.weighted(entry.item, self.weight[0])
        rise(self.focal, self.registers.focal_count, FocalEntry(total, entry.cost, entry.serial, entry.item))
        self.registers.focal_count += 1

    def _begin_round(self, open_list: Value) -> None:
        """Lower the weight and bring all open nodes into the new round."""
        registers = self.registers
        self.drop_closed(open_list)
        if self.setting[2] != 0:
            weight = self.weight[0]
            if registers.has_best != 0 and registers.all_count > 0 and self.everything[0].cost > 0:
                weight = min(weight, float64(self.best[0]) / float64(self.everything[0].cost))
            self.weight[0] = max(1.0, weight - self.setting[1])
        count = registers.all_count
        registers.all_count = 0
        registers.focal_count = 0
        for place in range(count):
            entry = self.everything[place]
            if self.is_open(entry, open_list):
                rise(self.everything, registers.all_count, entry)
                registers.all_count += 1
                self._put_into_round(entry, open_list)
        registers.count = registers.all_count
        registers.round += 1
        registers.is_over = 0


@define
class AnytimeOpenList(QueriedOpenList):
    """The open list for hooks."""

    rounds: Annotated[Value, arrays.ROWS.of(lambda of: of.word)]
    """The round per row in which its position was last closed, below the generation."""
    nodes: Value

    def advance(self) -> Value:
        """Take the next node off the queue into ``row``; return whether there was one."""
        if super().advance():
            self._note_least()
            return True
        self.registers.has_beyond = 0
        return False

    def weighted(self, item: Value, weight: Value) -> Value:
        """Return the weighted sum of a fresh item."""
        cost = self.costs[item.row]
        return float64(cost.travelled) + weight * float64(cost.left)

    def close(self) -> None:
        """Close the position of the node just taken off the queue."""
        self.latest[self.row] |= 1
        self.rounds[self.row] = self._round()

    def was_closed_in_round(self, item: Value) -> Value:
        """Return whether the position of an item was closed in this round."""
        return self.rounds[item.row] == self._round()

    def _round(self) -> Value:
        return self.registers.generation << 32 | self.registers.round

    def remember(self) -> Value:
        """End the round: from now on, only nodes that cost less than this answer are expanded. No way through it does."""
        self.queue.best[0] = self.rank.of(self.costs[self.row])
        self.registers.has_best = 1
        self.registers.is_over = 1
        self._note_least()
        return False

    def _note_least(self) -> None:
        """Write the open node of the least rank into the nodes."""
        self.queue.drop_closed(self)
        self.registers.has_beyond = int64(self.registers.all_count > 0)
        if self.registers.all_count > 0:
            self.nodes[BEYOND] = self._node(int64(self.queue.everything[0].item.row))
