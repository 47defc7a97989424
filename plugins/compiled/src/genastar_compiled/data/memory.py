"""The arrays that a compiled search keeps in a workspace."""

from __future__ import annotations

from array import array
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.workspace import forget_idle
from genastar_compiled.data.columns import Column
from genastar_compiled.kernel import control
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.program import Program

FIRST_RING = 1 << 11
WIDEST_RING = 1 << 14
"""Totals that wait must lie this close together for the bucket queue to be the faster one."""
LAST_GENERATION = (1 << 31) - 2
"""A packed word holds 31 bits of generation, counted down; all ones is a word that was never written."""

Key = tuple[str, np.dtype[Any]]


class Memory:
    """Arrays by name and element, for one program after another.

    ``block`` is the control block, a word for each register. A search never shrinks an array, and a second search that needs no
    more than the first allocates nothing.
    """

    def __init__(self) -> None:
        self.block = array("q", bytes(8 * len(WORDS)))
        self.address = self.block.buffer_info()[0]
        self._arrays: dict[Key, NDArray[Any]] = {}
        self._bytes = 0
        self._columns: dict[str, Column] = {}
        """Of the program that is ready."""
        self._ready: tuple[Program, int] | None = None
        """For what the block was last made ready."""
        self._rings: WeakKeyDictionary[Program, int] = WeakKeyDictionary()
        """How wide a ring a program has needed so far."""
        self._generation = LAST_GENERATION + 1

    def let_go(self) -> int:
        """Return the bytes of the arrays. They hold numbers, which nobody reads again."""
        return self._bytes

    def prepare(self, program: Program, size: int, searches: int = 1) -> None:
        """Get ready for as many searches in a space of ``size`` positions, 0 if they have no index."""
        if self._generation <= searches:
            self._arrays.clear()
            self._bytes = 0
            self._ready = None
            self._generation = LAST_GENERATION + 1
        self._generation -= searches
        words = self.block
        if self._ready != (program, size):
            self._ready = None
            self._columns.clear()
            words[WORDS["size"]] = size
            words[WORDS["row_count"]] = 0
            for part in _PARTS:
                if part.arrays[0] not in program.stored:
                    continue
                if part.dense:
                    self._hold_dense(program, part, size)
                else:
                    self._hold(program, part, self._first(program, part))
            self._ready = program, size
        elif "table_at" in program.stored:
            words[WORDS["table"]] = self._table_for(words[WORDS["row_count"]]) - 1
        words[WORDS["generation"]] = self._generation + searches - 1  # counted down from one to the next

    def _hold_dense(self, program: Program, part: _Part, size: int) -> None:
        try:
            self._hold(program, part, size)
        except (MemoryError, ValueError) as error:  # ValueError: beyond what any machine can address
            raise BadInput(
                f"a closed list for size = {size} positions does not fit into memory; number fewer positions, or leave out "
                "index and size, and the search remembers those that it meets"
            ) from error

    def _first(self, program: Program, part: _Part) -> int:
        return self._rings.get(program, part.least) if part.short == control.RING else part.least

    @staticmethod
    def _table_for(rows: int) -> int:
        """Slots for about as many rows as the last search had: a larger table than is needed only misses the caches."""
        return max(_TABLE.least, 1 << (2 * rows - 1).bit_length())

    def grow(self, program: Program) -> None:
        """Double the capacity that `Registers.short` says is too small."""
        words = self.block
        part = next(part for part in _PARTS if part.short == words[WORDS["short"]])
        capacity = words[WORDS[part.register]] + part.is_mask
        self._hold(program, part, 2 * capacity)
        match part.short:
            case control.RING:
                self._rings[program] = 2 * capacity
            case control.TABLE:  # the loop enters all rows anew
                self._array(program, "table_at")[: 2 * capacity] = 0

    def column(self, program: Program, name: str) -> Column:
        """What is in the array at the register of that name."""
        found = self._columns.get(name)
        if found is None:
            found = self._columns[name] = Column(program.reader(name), self._array(program, name))
        return found

    def _array(self, program: Program, name: str) -> NDArray[Any]:
        return self._arrays[name, program.dtypes[name]]

    def _hold(self, program: Program, part: _Part, count: int) -> None:
        """See that the arrays of a part have room for ``count`` elements, and tell the registers."""
        words = self.block
        held = []
        for name in part.arrays:
            key = name, program.dtypes[name]
            array = self._arrays.get(key)
            if array is None or len(array) < count:
                new = self._found_room(name, array, count, program.dtypes[name])
                self._bytes += new.nbytes - (0 if array is None else array.nbytes)
                array = self._arrays[key] = new
                self._columns.pop(name, None)
            held.append(len(array))
            words[WORDS[name]] = array.ctypes.data
        if part.register:
            words[WORDS[part.register]] = count - 1 if part.is_mask else min(held)

    def _found_room(self, name: str, old: NDArray[Any] | None, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        try:
            return self._enlarged(name, old, count, dtype)
        except MemoryError:
            forget_idle()
            return self._enlarged(name, old, count, dtype)

    @staticmethod
    def _enlarged(name: str, old: NDArray[Any] | None, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        """A larger array with what the old one holds, or with what means "never written"."""
        if name == "states_at":
            return np.full(count, np.iinfo(np.uint64).max, np.uint64).view(dtype)
        new = np.zeros(count, dtype)
        if old is not None and name not in ("slots_at", "table_at"):  # the loop fills a larger table itself
            new[: len(old)] = old
        return new


@frozen
class _Part:
    """Arrays of one length."""

    arrays: tuple[str, ...]
    register: str = ""
    """The register of their capacity."""
    short: int = 0
    """The code in `Registers.short` when they are too small."""
    least: int = 0
    """Their first length."""
    is_mask: bool = False
    """What is used of them is a power of two, and the register holds one less."""
    dense: bool = False
    """Their length is the size of the space."""


_TABLE = _Part(("table_at",), "table", control.TABLE, 1 << 11, is_mask=True)
_PARTS = (
    _Part(("states_at", "parents_at"), dense=True),
    _Part(("slots_at",), dense=True),
    _Part(("positions_at", "costs_at", "parents_at", "latest_at"), "rows", control.ROWS, 1 << 10),
    _TABLE,
    _Part(("heads_at",), "ring", control.RING, FIRST_RING, is_mask=True),
    _Part(("entries_at",), "entries", control.ENTRIES, 1 << 10),
    _Part(("events_at",), "events", control.EVENTS, 1 << 12),
    _Part(("path_at",), "path", control.PATH, 1 << 10),
    _Part(("waiting_at",), "waiting", control.WAITING, 1 << 8),
    _Part(("line_at", "places_at", "taken_at", "nearest_at"), "line", control.LINE, 1 << 9, is_mask=True),
    _Part(("nodes_at",), least=3),
    _Part(("refused_at",), least=1),
)
