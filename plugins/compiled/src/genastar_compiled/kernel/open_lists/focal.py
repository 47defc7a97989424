"""The open list with a focal queue, as in `genastar.memory.queues.focal`, for machine code."""

from typing import Annotated

from attrs import define, frozen

from genastar.errors import CostError
from genastar.memory.queues.focal import NAN_FOCUS
from genastar_compiled.failures.refusal import ROUNDED, Refusal
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.rows import QueriedOpenList
from genastar_compiled.kernel.primitives import comes_before, has_nan, int64, is_rounded, times
from genastar_compiled.kernel.queues.heap import Heap, HeapEntry, entry_of, rise, sink


@frozen
class FocalEntry:
    """An item within the bound."""

    focus: Value
    cost: Value
    serial: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        if self.focus < other.focus:
            return True
        if other.focus < self.focus:
            return False
        return comes_before(self.cost, self.serial, other.cost, other.serial)


@define
class FocalQueue(Heap):
    """Three heaps, as in `genastar.memory.queues.focal.FocalQueue`; entries beyond the bound are in ``entries``.

    Uses the registers ``count`` (entries beyond or within the bound), ``focal_count`` and ``all_count``.
    """

    everything: Annotated[Value, arrays.ENTRIES.of(entry_of)]
    """A `HeapEntry` per item, and for some removed items."""
    focal: Annotated[
        Value,
        arrays.ENTRIES.of(lambda of: of.record(FocalEntry, {"focus": of.kinds.focus, **entry_of(of).fields})),
    ]
    """A `FocalEntry` per item within the bound."""
    limit: Value
    setting: Value
    """The weight."""

    def has_room(self, cost: Value) -> Value:
        """Return whether an item can be inserted; otherwise ``short`` names the array that must grow first."""
        return self.holds(self.registers.count) and self.holds(self.registers.all_count)

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        entry = HeapEntry(cost, serial, item)
        rise(self.everything, self.registers.all_count, entry)
        self.registers.all_count += 1
        self._put_beyond(entry)
        self.registers.count += 1

    def _put_beyond(self, entry: Value) -> None:
        """Add an entry, which is counted or will be, beyond the bound."""
        rise(self.entries, self.registers.count - self.registers.focal_count, entry)

    def remove_next(self, open_list: Value) -> Value:
        """Remove the first item in the order; a stale one if there are no others. The queue must not be empty."""
        registers = self.registers
        while not open_list.is_fresh(self.everything[0].item):
            stale = self.everything[0].item
            registers.all_count -= 1
            if registers.all_count == 0:
                registers.count = 0
                return stale
            sink(self.everything, registers.all_count)
        least = self.everything[0].cost
        self.sort_again(least, open_list)
        within = times(least, self.setting)
        beyond = registers.count - registers.focal_count
        while beyond > 0 and self._is_near(self.entries[0].cost, least, within):
            entry = self.entries[0]
            beyond -= 1
            sink(self.entries, beyond)
            if open_list.is_fresh(entry.item):
                focus = open_list.focus_of(entry.item)
                if has_nan(focus):
                    raise CostError(NAN_FOCUS)
                if is_rounded(focus):
                    raise Refusal(ROUNDED)
                rise(self.focal, registers.focal_count, FocalEntry(focus, entry.cost, entry.serial, entry.item))
                registers.focal_count += 1
            else:
                registers.count -= 1
        while True:
            first = self.focal[0]
            registers.focal_count -= 1
            sink(self.focal, registers.focal_count)
            registers.count -= 1
            if open_list.is_fresh(first.item):
                if self._is_near(first.cost, least, within):
                    return first.item
                self._put_beyond(HeapEntry(first.cost, first.serial, first.item))  # the least rank fell since
                registers.count += 1

    def sort_again(self, least: Value, open_list: Value) -> None:
        """Do nothing: the focus of a node does not change."""

    def _is_near(self, cost: Value, least: Value, within: Value) -> Value:
        """Return whether a rank is near enough to the least, and within the limit if the least is."""
        return not within < cost and (not self.limit.is_below(cost) or self.limit.is_below(least))


@define
class FocalOpenList(QueriedOpenList):
    """The open list for hooks."""

    def focus_of(self, item: Value) -> Value:
        """Return the focus of a fresh item."""
        return self.solver.focus(self._node(int64(item.row)))
