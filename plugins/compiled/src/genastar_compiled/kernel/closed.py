"""The closed list of any state space: a table that finds the row of a position.

The data of a position lies in a row of several arrays (see `rows.RowsOpenList`). Rows are numbered in the order in which
positions are first reached. A slot of either table holds the generation of its search above the row's number, so slots of an
earlier search read as empty and need no clearing.
"""

from typing import Annotated, Final

from attrs import define

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import OUTSIDE, RUNNING, SHORT, TABLE
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import as_element, cell_of, hash_of, int64, uint64

NO_ROW: Final = -1
ROW_BITS: Final = 32
ROW_MASK: Final = (1 << 32) - 1
FORGOTTEN: Final = -4
"""In place of the serial number of a row that is free; a stale item has another, and a closed row is odd."""
EMPTY: Final = 0
"""A slot of no search: generations are greater than 0."""


@define
class DenseTable:
    """A table for solvers that number their positions: the slot of a position is its ``index``."""

    registers: Value
    solver: Value
    keys: Value
    slots: Annotated[Value, arrays.DENSE.of(lambda of: of.word)]
    """int64 per position."""

    def find(self, position: Value, positions: Value) -> Value:
        """Return the row of a position, or `NO_ROW`."""
        cell = cell_of(self.solver.index(self.keys.of(position)))
        if cell >= uint64(self.registers.size):
            self._refuse(cell)
            return NO_ROW
        slot = self.slots[cell]
        return slot & ROW_MASK if slot >> ROW_BITS == self.registers.generation else NO_ROW

    def add(self, position: Value, row: Value) -> Value:
        """Assign a row to a position; return whether there was room."""
        cell = cell_of(self.solver.index(self.keys.of(position)))
        if cell >= uint64(self.registers.size):
            self._refuse(cell)
            return False
        self.slots[cell] = (self.registers.generation << ROW_BITS) | row
        return True

    def move(self, position: Value, row: Value, positions: Value) -> None:
        """Assign another row to a position in the table."""
        self.slots[cell_of(self.solver.index(self.keys.of(position)))] = (self.registers.generation << ROW_BITS) | row

    def remove(self, row: Value, positions: Value) -> None:
        """Forget the position of a row."""
        self.slots[cell_of(self.solver.index(self.keys.of(positions[row])))] = EMPTY

    def _refuse(self, cell: Value) -> None:
        if self.registers.status == RUNNING:
            self.registers.status = OUTSIDE
            self.registers.culprit = int64(cell)

    def fill(self, positions: Value, latest: Value) -> None:
        """Do nothing: a dense table never moves."""


@define
class HashTable:
    """A table for any position: open addressing with linear probing, at most half full."""

    registers: Value
    keys: Value
    table: Annotated[Value, arrays.TABLE.of(lambda of: of.word)]
    """int64 per slot; there are ``registers.table + 1`` slots, a power of two."""

    def find(self, position: Value, positions: Value) -> Value:
        """Return the row of a position, or `NO_ROW`."""
        mask = self.registers.table
        key = self.keys.of(as_element(positions, position))
        place = hash_of(key) & mask
        while True:
            slot = self.table[place]
            if slot >> ROW_BITS != self.registers.generation:
                return NO_ROW
            if self.keys.of(positions[slot & ROW_MASK]) == key:
                return slot & ROW_MASK
            place = (place + 1) & mask

    def add(self, position: Value, row: Value) -> Value:
        """Assign a row to a stored position that is not in the table; return whether there was room."""
        mask = self.registers.table
        if 2 * row > mask:
            self.registers.status = SHORT
            self.registers.short = TABLE
            return False
        place = hash_of(self.keys.of(position)) & mask
        while self.table[place] >> ROW_BITS == self.registers.generation:
            place = (place + 1) & mask
        self.table[place] = (self.registers.generation << ROW_BITS) | row
        return True

    def move(self, position: Value, row: Value, positions: Value) -> None:
        """Assign another row to a position in the table."""
        before = self.find(position, positions)
        place = hash_of(self.keys.of(position)) & self.registers.table
        while self.table[place] & ROW_MASK != before:
            place = (place + 1) & self.registers.table
        self.table[place] = (self.registers.generation << ROW_BITS) | row

    def remove(self, row: Value, positions: Value) -> None:
        """Forget the position of a row, and close the gap: a later slot moves up unless its search begins behind the gap."""
        mask = self.registers.table
        gap = self._home(row, positions)
        while self.table[gap] & ROW_MASK != row:
            gap = (gap + 1) & mask
        place = gap
        while True:
            place = (place + 1) & mask
            slot = self.table[place]
            if slot >> ROW_BITS != self.registers.generation:
                break
            if (place - self._home(slot & ROW_MASK, positions)) & mask >= (place - gap) & mask:
                self.table[gap] = slot
                gap = place
        self.table[gap] = EMPTY

    def _home(self, row: Value, positions: Value) -> Value:
        """Return the slot at which the search for a row's position begins."""
        return hash_of(self.keys.of(positions[row])) & self.registers.table

    def fill(self, positions: Value, latest: Value) -> None:
        """Enter all rows again that are not forgotten, after Python has given the table more slots."""
        for row in range(self.registers.row_count):
            if latest[row] != FORGOTTEN:
                self.add(positions[row], row)
