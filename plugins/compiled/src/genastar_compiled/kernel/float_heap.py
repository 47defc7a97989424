"""The heap of floats: the priority queue for costs that are one float.

Entries hold an int of the same order in place of the cost. Two ints are compared in fewer instructions than two floats, and
comparisons are most of the time of a search with a heap.
"""

from typing import Annotated, Any

from attrs import define, frozen
from llvmlite import ir
from numba import int64, types
from numba.extending import intrinsic

from genastar_compiled.data.values import Instance
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.heap import Heap, rise
from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning.numbers import comes_before


@intrinsic
def order_of(typingctx: Any, number: Any) -> Any:
    """Return an int64 that is ordered as a float is; -0.0 and 0.0, which are equal, give one. The float is not NaN."""
    word = ir.IntType(64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(builder.fadd(args[0], args[0].type(0.0)), word)
        rest = builder.lshr(builder.ashr(bits, word(63)), word(1))
        return builder.xor(bits, rest)  # the greater a negative float, the smaller its bits

    return types.int64(types.float64), codegen


@frozen
class FloatEntry:
    """A waiting item."""

    order: Value
    serial: Value
    item: Value

    def before(self, other: Value) -> Value:
        """Return whether this entry comes out before the other."""
        return comes_before(self.order, self.serial, other.order, other.serial)


@define
class FloatHeap(Heap):
    """A 4-ary heap of `FloatEntry`."""

    entries: Annotated[
        Value, arrays.ENTRIES.of(lambda of: Instance(FloatEntry, {"order": int64, "serial": int64, "item": of.item}))
    ]

    def insert(self, cost: Value, serial: Value, item: Value) -> None:
        """Add an item. Call `has_room` first."""
        place = self.registers.count
        self.registers.count += 1
        rise(self.entries, place, FloatEntry(order_of(cost), serial, item))
