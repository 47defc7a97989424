"""The transposition table of a walk, as in `genastar.memory.transpositions`, for machine code.

A row of two arrays holds a position and its rank. Each half of the table has a range of rows, and a hash table finds the row of
a position. When a half is forgotten, the hash table is filled again with the rows of the other half.
"""

from typing import Annotated

from attrs import define, frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.closed import ROW_BITS, ROW_MASK
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import hash_of


def slots_for(size: int) -> int:
    """Return the number of slots of a table for so many positions: a power of two, so that at most half are used."""
    return 1 << (2 * size - 1).bit_length() if size else 0


@frozen
class NoTable:
    """No transposition table."""

    def clear(self) -> None:
        """Do nothing."""

    def admits(self, position: Value, rank: Value) -> Value:
        """Return True."""
        return True


@define
class Transpositions:
    """A transposition table. Uses the registers ``size`` (slots), ``row_count`` (rows of the newer half) and ``newer``."""

    registers: Value
    keys: Value
    setting: Value
    """The number of positions of a half."""
    expanded: Annotated[Value, arrays.DENSE.of(lambda of: of.kinds.position)]
    """A position per row. Only as many rows as the table has positions are ever written."""
    ranks: Annotated[Value, arrays.DENSE.of(lambda of: of.kinds.rank)]
    """The least rank of the position of each row."""
    slots: Annotated[Value, arrays.DENSE.of(lambda of: of.word)]
    """int64 per slot: the generation above the row."""

    def clear(self) -> None:
        """Forget all positions."""
        self.registers.row_count = 0
        self.registers.newer = 0

    def admits(self, position: Value, rank: Value) -> Value:
        """See `genastar.memory.transpositions.Transpositions.admit`."""
        registers = self.registers
        key = self.keys.of(position)
        place = hash_of(key) & (registers.size - 1)
        while self.slots[place] >> ROW_BITS == registers.generation:
            row = self.slots[place] & ROW_MASK
            if self.keys.of(self.expanded[row]) == key:
                if not rank < self.ranks[row]:
                    return False
                self.ranks[row] = rank
                return True
            place = (place + 1) & (registers.size - 1)
        if registers.row_count == self.setting:
            self._forget_half()
        row = registers.newer * self.setting + registers.row_count
        self.expanded[row] = position
        self.ranks[row] = rank
        self._enter(row)
        registers.row_count += 1
        return True

    def _forget_half(self) -> None:
        """Forget the older half, which becomes the newer one."""
        registers = self.registers
        for place in range(registers.size):
            self.slots[place] = 0
        for row in range(registers.newer * self.setting, (registers.newer + 1) * self.setting):
            self._enter(row)
        registers.newer = 1 - registers.newer
        registers.row_count = 0

    def _enter(self, row: Value) -> None:
        """Enter a row into the first free slot for its position."""
        registers = self.registers
        place = hash_of(self.keys.of(self.expanded[row])) & (registers.size - 1)
        while self.slots[place] >> ROW_BITS == registers.generation:
            place = (place + 1) & (registers.size - 1)
        self.slots[place] = (registers.generation << ROW_BITS) | row
