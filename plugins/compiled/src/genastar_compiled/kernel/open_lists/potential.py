"""The open list with a queue of potentials, as in `genastar.memory.queues.potential`, for machine code."""

from typing import Annotated

from attrs import define

from genastar.memory.queues.potential import SORT_AFTER
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.open_lists.focal import FocalEntry, FocalQueue
from genastar_compiled.kernel.open_lists.rows import QueriedOpenList
from genastar_compiled.kernel.primitives import float64, int64
from genastar_compiled.kernel.queues.heap import rise

INFINITE = float("inf")


@define
class PotentialQueue(FocalQueue):
    """A focal queue by potentials. Uses the register ``round`` too (expansions since the potentials were computed)."""

    bound: Annotated[Value, arrays.ONE.of(lambda of: of.real)]
    """The bound for which the potentials were computed."""

    def clear(self, cost: Value) -> None:
        """See `Heap.clear`."""
        self.bound[0] = float64(-INFINITE)

    def sort_again(self, least: Value, open_list: Value) -> None:
        """Compute the potentials again, and drop stale items, if the bound has changed and it is time."""
        registers = self.registers
        registers.round += 1
        bound = float64(least) * float64(self.setting)
        if bound == self.bound[0] or SORT_AFTER * registers.round < registers.focal_count:
            return
        self.bound[0] = bound
        registers.round = 0
        kept = 0
        for place in range(registers.focal_count):
            entry = self.focal[place]
            if open_list.is_fresh(entry.item):
                rise(self.focal, kept, FocalEntry(open_list.focus_of(entry.item), entry.cost, entry.serial, entry.item))
                kept += 1
        registers.count -= registers.focal_count - kept
        registers.focal_count = kept

    def focus(self, cost: Value) -> Value:
        """Return the potential of a cost, counted down."""
        left = float64(cost.left)
        if left <= 0.0:
            return -INFINITE
        if left == INFINITE:
            return 0.0
        return (float64(cost.travelled) - self.bound[0]) / left


@define
class PotentialOpenList(QueriedOpenList):
    """The open list for hooks."""

    def focus_of(self, item: Value) -> Value:
        """Return the potential of a fresh item, counted down."""
        return self.queue.focus(self.costs[int64(item.row)])
