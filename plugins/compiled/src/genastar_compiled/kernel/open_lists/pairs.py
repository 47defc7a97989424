"""The open list with a queue of pairs, as in `genastar.memory.queues.pairs`, for machine code."""

from typing import Annotated

from attrs import define

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.focal import FocalEntry
from genastar_compiled.kernel.open_lists.rows import STALE, Item, QueriedOpenList
from genastar_compiled.kernel.queues.heap import Heap, HeapEntry, entry_of, rise, taken

MET = 0
WAITING_0 = 1
WAITING_1 = 2
READY_0 = 3
READY_1 = 4
EXHAUSTED = 5


def ready_of(of: arrays.Types) -> Value:
    """Return the type of an entry that is ordered by g."""
    return of.record(FocalEntry, {"focus": of.kinds.cost.fields["travelled"], **entry_of(of).fields})


@define
class PairsQueue(Heap):
    """Five heaps, as in `genastar.memory.queues.pairs.PairsQueue`; new entries wait in ``entries``.

    Uses the registers ``count`` (entries in all, new ones included), those of the heaps' counts, ``turn`` and ``has_lower``.
    """

    met: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    waiting_0: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    waiting_1: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    ready_0: Annotated[Value, arrays.ENTRIES.of(ready_of)]
    """A `FocalEntry` per node, by g."""
    ready_1: Annotated[Value, arrays.ENTRIES.of(ready_of)]
    lower: Annotated[Value, arrays.ONE.of(lambda of: of.kinds.rank)]
    """A lower bound of all paths that are not known yet."""

    def clear(self, cost: Value) -> None:
        """See `Heap.clear`."""
        self.registers.turn = -1

    def _old_count(self) -> Value:
        """Return the number of entries in the heaps."""
        registers = self.registers
        waiting = registers.waiting_0_count + registers.waiting_1_count
        return registers.met_count + waiting + registers.ready_0_count + registers.ready_1_count

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        self.entries[self.registers.count - self._old_count()] = HeapEntry(cost, serial, item)
        self.registers.count += 1

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item in the order; a stale one if there are no others. The queue must not be empty."""
        registers = self.registers
        for new in range(registers.count - self._old_count()):
            entry = self.entries[new]
            side = open_list.side_of(entry.item)
            if side == 0:
                rise(self.waiting_0, registers.waiting_0_count, entry)
                registers.waiting_0_count += 1
            elif side == 1:
                rise(self.waiting_1, registers.waiting_1_count, entry)
                registers.waiting_1_count += 1
            else:
                rise(self.met, registers.met_count, entry)
                registers.met_count += 1
        while registers.met_count > 0 and not open_list.is_fresh(self.met[0].item):
            self._pop_met()
        while registers.waiting_0_count > 0 and not open_list.is_fresh(self.waiting_0[0].item):
            self._pop_waiting_0()
        while registers.waiting_1_count > 0 and not open_list.is_fresh(self.waiting_1[0].item):
            self._pop_waiting_1()
        while registers.ready_0_count > 0 and not open_list.is_fresh(self.ready_0[0].item):
            self._pop_ready_0()
        while registers.ready_1_count > 0 and not open_list.is_fresh(self.ready_1[0].item):
            self._pop_ready_1()
        registers.count = self._old_count()
        chosen = EXHAUSTED if registers.count == 0 else self._chosen(open_list)
        if chosen == EXHAUSTED:
            registers.count = 0
            return Item(0, STALE)
        registers.count = self._old_count() - 1  # _chosen drops stale entries
        if chosen == MET:
            return self._pop_met()
        if chosen == WAITING_0:
            return self._pop_waiting_0()
        if chosen == READY_0:
            return self._pop_ready_0()
        return self._pop_ready_1()

    def _chosen(self, open_list: Value) -> Value:
        """Return the heap whose first item is next; `EXHAUSTED` if no path is left."""
        registers = self.registers
        if registers.met_count > 0 and registers.has_lower != 0 and not self.lower[0] < self.met[0].cost:
            return MET
        if registers.turn >= 0:
            turn = registers.turn
            registers.turn = -1
            return READY_0 if turn == 0 else READY_1
        if registers.has_lower == 0 and registers.waiting_1_count == 0:
            return WAITING_0
        while True:
            if registers.has_lower != 0:
                while registers.waiting_0_count > 0 and not self.lower[0] < self.waiting_0[0].cost:
                    entry = self.waiting_0[0]
                    self._pop_waiting_0()
                    if open_list.is_fresh(entry.item):
                        ready = FocalEntry(open_list.travelled(entry.item), entry.cost, entry.serial, entry.item)
                        rise(self.ready_0, registers.ready_0_count, ready)
                        registers.ready_0_count += 1
                while registers.waiting_1_count > 0 and not self.lower[0] < self.waiting_1[0].cost:
                    entry = self.waiting_1[0]
                    self._pop_waiting_1()
                    if open_list.is_fresh(entry.item):
                        ready = FocalEntry(open_list.travelled(entry.item), entry.cost, entry.serial, entry.item)
                        rise(self.ready_1, registers.ready_1_count, ready)
                        registers.ready_1_count += 1
            if (
                registers.waiting_0_count + registers.ready_0_count == 0
                or registers.waiting_1_count + registers.ready_1_count == 0
            ):
                return MET if registers.met_count > 0 else EXHAUSTED
            has_lower = False
            if registers.ready_0_count > 0 and registers.ready_1_count > 0:
                total = self.ready_0[0].focus + self.ready_1[0].focus
                if not self.lower[0] < total:
                    registers.turn = 1
                    return READY_0
                self.lower[0] = total
                has_lower = True
            if registers.waiting_0_count > 0 and (not has_lower or self.waiting_0[0].cost < self.lower[0]):
                self.lower[0] = self.waiting_0[0].cost
                has_lower = True
            if registers.waiting_1_count > 0 and (not has_lower or self.waiting_1[0].cost < self.lower[0]):
                self.lower[0] = self.waiting_1[0].cost
            registers.has_lower = 1
            if registers.met_count > 0 and not self.lower[0] < self.met[0].cost:
                return MET

    def _pop_met(self) -> Value:
        self.registers.met_count -= 1
        return taken(self.met, self.registers.met_count)

    def _pop_waiting_0(self) -> Value:
        self.registers.waiting_0_count -= 1
        return taken(self.waiting_0, self.registers.waiting_0_count)

    def _pop_waiting_1(self) -> Value:
        self.registers.waiting_1_count -= 1
        return taken(self.waiting_1, self.registers.waiting_1_count)

    def _pop_ready_0(self) -> Value:
        self.registers.ready_0_count -= 1
        return taken(self.ready_0, self.registers.ready_0_count)

    def _pop_ready_1(self) -> Value:
        self.registers.ready_1_count -= 1
        return taken(self.ready_1, self.registers.ready_1_count)


@define
class PairsOpenList(QueriedOpenList):
    """The open list for hooks."""

    def side_of(self, item: Value) -> Value:
        """Return the side of an item's position."""
        return self.solver.side(self.positions[item.row])

    def travelled(self, item: Value) -> Value:
        """Return the g of a fresh item."""
        return self.costs[item.row].travelled
