"""The arrays of a compiled search, kept in a workspace."""

from __future__ import annotations

import mmap
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from ctypes import addressof, c_char
from typing import Any, Final
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.contracts.workspace import forget_idle
from genastar_compiled.data.columns import Column, SharedColumn, reader_of
from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.arrays import Array, Room
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.plans.layout import Program
from genastar_compiled.searches.keeping import Keeping

_SIZE, _ROW_COUNT, _GENERATION, _CANCEL_AT = (WORDS[name] for name in ("size", "row_count", "generation", "cancel_at"))
LAST_GENERATION = (1 << 31) - 2
"""A packed word has 31 bits of generation, counted down; all ones marks a word that was never written."""

MOVABLE: Final = 1 << 20 if sys.platform == "linux" else sys.maxsize
"""Bytes from which the system moves the pages of an array that grows: that takes no copy, and pages never used no memory."""

Key = tuple[str, np.dtype[Any]]


class Memory:
    """Arrays by name and element type, for one program after another.

    ``block`` is the control block, one word per register. Searches never shrink an array, so a second search that needs no more
    than the first allocates nothing.
    """

    def __init__(self) -> None:
        self.block = array("q", bytes(8 * len(WORDS)))
        self.address = self.block.buffer_info()[0]
        self.flag: bytearray | None = None
        """The flag of the last search's cancel token. Its address is in the block."""
        self._arrays: dict[Key, NDArray[Any]] = {}
        self._pages: dict[Key, mmap.mmap] = {}
        """The pages of the arrays that the system moves."""
        self._bytes = 0
        self.keeping: Keeping | None = None
        """The texts and containers of the search, which the columns refer to."""
        self.columns: dict[str, Column] = {}
        """Columns of the prepared program."""
        self.shared_by: Callable[[], SharedColumn | None] | None = None
        """Reader of the positions of cells, if any."""
        self._ready: tuple[Program, int] | None = None
        """Program and size that the block was last prepared for."""
        self._rings: WeakKeyDictionary[Program, int] = WeakKeyDictionary()
        """Width of the ring that each program has needed so far."""
        self._generation = LAST_GENERATION + 1

    def heed(self, flag: bytearray) -> None:
        """Write the address of the flag of a cancel token. The next call may free the flag."""
        self._lasting = c_char.from_buffer(flag)  # keeps the flag where it is
        self.block[_CANCEL_AT] = addressof(self._lasting)
        self.flag = flag

    def drop_objects(self) -> int:
        """Free the arrays and return their size in bytes. They hold numbers that no reader needs."""
        return self._bytes

    def prepare(self, program: Program, size: int, searches: int = 1) -> None:
        """Prepare for ``searches`` searches in a space of ``size`` positions, 0 if they have no index."""
        if self.shared_by is not None:
            self.keep_shared()
        if self._generation <= searches:
            self._arrays.clear()
            self._pages.clear()
            self._bytes = 0
            self._ready = None
            self._generation = LAST_GENERATION + 1
        self._generation -= searches
        words = self.block
        self.keeping = Keeping(program) if program.forget else None
        words[WORDS["kept_at"]] = self.keeping.address if self.keeping else 0
        for column in self.columns.values():
            column.keeping = self.keeping
        if self._ready != (program, size):
            self._ready = None
            self.columns.clear()
            words[_SIZE] = size
            words[_ROW_COUNT] = 0
            for room in {each.room for each in program.arrays.values()} - {arrays.LENT}:
                self._hold(program, room, self._first(program, room, size))
            self._ready = program, size
        elif "table_at" in program.arrays:  # slots for about as many rows as last time: more would only cost cache misses
            words[WORDS["table"]] = max(arrays.TABLE.least, 1 << (2 * words[_ROW_COUNT] - 1).bit_length()) - 1
        words[_GENERATION] = self._generation + searches - 1  # counts down between searches

    def _first(self, program: Program, room: Room, size: int) -> int:
        if room is arrays.DENSE:
            return size
        return self._rings.get(program, room.least) if room is arrays.RING else room.least

    def grow(self, program: Program) -> None:
        """Double the capacity that `Registers.short` names as too small."""
        words = self.block
        room = next(each.room for each in program.arrays.values() if each.room.short == words[WORDS["short"]])
        capacity = words[WORDS[room.register]] + room.is_mask
        self._hold(program, room, 2 * capacity, keep=True)
        if room is arrays.RING:
            self._rings[program] = 2 * capacity
        elif room is arrays.TABLE:  # the loop enters all rows again
            self.array(program, "table_at")[: 2 * capacity] = 0

    def keep_slots(self) -> None:
        """Keep the hash table as large as it is, for a search that begins again."""
        self.block[_ROW_COUNT] = (self.block[WORDS["table"]] + 1) >> 1

    def column(self, program: Program, name: str) -> Column:
        """Return the array at the register of that name as a column."""
        found = self.columns.get(name)
        if found is None:
            found = self.columns[name] = Column(reader_of(program.kinds[name]), self.array(program, name), self.keeping)
        return found

    def shared(self, program: Program, name: str, count: int) -> SharedColumn:
        """Return the first elements of the array at the register of that name, valid beyond this search."""
        column = None if self.shared_by is None else self.shared_by()
        if column is None:
            column = SharedColumn(self.column(program, name), count)
            self.shared_by = ref(column)
        return column

    def keep_shared(self) -> None:
        """Let shared columns copy their elements, before a search overwrites them."""
        column = None if self.shared_by is None else self.shared_by()
        if column is not None:
            column.keep()
        self.shared_by = None

    def array(self, program: Program, name: str) -> NDArray[Any]:
        """Return the array at the register of that name itself, which the next search overwrites."""
        return self._arrays[name, program.dtypes[name]]

    def _hold(self, program: Program, room: Room, count: int, keep: bool = False) -> None:
        """Ensure that arrays have room for ``count`` elements, and update the registers; ``keep`` copies written elements."""
        words = self.block
        held = []
        for name, each in program.arrays.items():
            if each.room is not room:
                continue
            key = name, program.dtypes[name]
            array = self._arrays.get(key)
            if array is None or len(array) < count:
                self._bytes -= 0 if array is None else array.nbytes
                self.columns.pop(name, None)
                if keep and array is not None:
                    del array  # pages that are in use cannot be moved
                    self._grow_array(each, key, count)
                else:
                    self._pages.pop(key, None)
                    self._arrays[key] = self._found_room(each, key[1], count)
                array = self._arrays[key]
                self._bytes += array.nbytes
            held.append(len(array))
            words[WORDS[name]] = array.ctypes.data
        if room.register:
            words[WORDS[room.register]] = count - 1 if room.is_mask else min(held)

    def _grow_array(self, each: Array, key: Key, count: int) -> None:
        """Give an array more elements."""
        dtype, size = key[1], count * key[1].itemsize
        if each.blank or size < MOVABLE:
            new = self._found_room(each, dtype, count)
        else:
            pages = self._pages.get(key)
            if pages is not None:
                del self._arrays[key]
                with suppress(BufferError, OSError):  # somebody reads the array, or there is no room
                    pages.resize(size)
                self._arrays[key] = np.frombuffer(pages, dtype)
                if len(self._arrays[key]) >= count:
                    return
            try:
                self._pages[key] = pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            except OSError as error:
                raise MemoryError(f"no room for {size} bytes") from error
            with suppress(OSError):  # a system without large pages
                pages.madvise(mmap.MADV_HUGEPAGE)  # as numpy asks for
            new = np.frombuffer(pages, dtype)
        old = self._arrays[key]
        new[: len(old)] = old
        self._arrays[key] = new

    def _found_room(self, array: Array, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
        try:
            return _fresh(array, dtype, count)
        except (MemoryError, ValueError):
            forget_idle()
        try:
            return _fresh(array, dtype, count)
        except (MemoryError, ValueError) as error:  # ValueError: beyond the address space
            if array.room is not arrays.DENSE:
                raise
            raise BadInput(
                f"a closed list for size = {count} positions does not fit into memory; number fewer positions, or leave out "
                "index and size, so that the search stores only positions that it reaches"
            ) from error


def _fresh(array: Array, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
    return np.full(count, array.blank, dtype) if array.blank else np.zeros(count, dtype)
