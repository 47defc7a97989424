"""The heap of numbers: the priority queue of rows whose costs are ordered by an int or a float.

Entries hold an int of the same order in place of a float. Two ints are compared in fewer instructions than two floats, and
comparisons are most of the time of a search with a heap.
"""

from typing import Annotated, Any

from attrs import define, frozen
from llvmlite import ir
from numba import int64, types, uint32
from numba.extending import intrinsic

from genastar_compiled.data.values import Instance
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.heap import Heap, rise, sink
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.rows import Item
from genastar_compiled.meaning.numbers import comes_before


@intrinsic
def order_of(typingctx: Any, number: Any) -> Any:
    """Return an int64 that is ordered as a float is; -0.0 and 0.0, which are equal, give one. The float is not NaN."""
    word = ir.IntType(64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(builder.fadd(args[0], args[0].type(0.0)), word)
        rest = builder.lshr(builder.ashr(bits, word(63)), word(1))
        return builder.xor(bits, rest)  # the greater a negative float, the smaller its bits

    return types.int64(types.float64), codegen  # a hook may give an int to a search by floats


@frozen
class OrderedEntry:
    """A waiting `Item`, whose serial number stands in the entry itself: the smaller the entries, the fewer cache misses."""

    order: Value
    serial: Value
    row: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        return comes_before(self.order, self.serial, other.order, other.serial)


@define
class IntHeap(Heap):
    """A 4-ary heap of `OrderedEntry`, for ints."""

    entries: Annotated[
        Value, arrays.ENTRIES.of(lambda _: Instance(OrderedEntry, {"order": int64, "serial": int64, "row": uint32}))
    ]

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        place = self.registers.count
        self.registers.count += 1
        rise(self.entries, place, OrderedEntry(self.order(cost), serial, item.row))

    def remove_root(self) -> Value:
        """Remove the first item. The queue must not be empty."""
        root = self.entries[0]
        self.registers.count -= 1
        count = self.registers.count
        sink(self.entries, count, self.entries[count])
        return Item(root.row, root.serial)

    def order(self, cost: Value) -> Value:
        """Return an int64 that is ordered as the cost."""
        return int64(cost)


@define
class FloatHeap(IntHeap):
    """A heap of float costs."""

    def order(self, cost: Value) -> Value:
        """Return an int64 that is ordered as the cost."""
        return order_of(cost)
