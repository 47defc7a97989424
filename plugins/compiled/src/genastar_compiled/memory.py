"""The arrays that a compiled search keeps in a workspace."""

from __future__ import annotations

from array import array
from weakref import WeakKeyDictionary

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_compiled import control
from genastar_compiled.control import WORDS
from genastar_compiled.program import Program

FIRST_RING = 1 << 11
WIDEST_RING = 1 << 14
"""Totals that wait must lie this close together for the bucket queue to be the faster one."""
LAST_GENERATION = (1 << 31) - 2
"""A packed word holds 31 bits of generation, counted down; all ones is a word that was never written."""


class Memory:
    """Arrays by name and element, for one program after another.

    ``block`` is the control block, a word for each register. A search never shrinks an array, and a second search that needs no
    more than the first allocates nothing.
    """

    def __init__(self) -> None:
        self.block = array("q", bytes(8 * len(WORDS)))
        self.address = self.block.buffer_info()[0]
        self._arrays: dict[tuple[str, np.dtype[np.void]], NDArray[np.void]] = {}
        self._addresses: dict[tuple[str, np.dtype[np.void]], int] = {}
        self._parts: WeakKeyDictionary[Program, tuple[_Part, ...]] = WeakKeyDictionary()
        self._generation = LAST_GENERATION + 1

    def prepare(self, program: Program, size: int) -> None:
        """Get ready for a search in a space of ``size`` positions, 0 if they have no index."""
        self._generation -= 1
        if self._generation == 0:
            self._arrays.clear()
            self._generation = LAST_GENERATION
        words = self.block
        words[WORDS["generation"]] = self._generation
        words[WORDS["size"]] = size
        for name in _ZEROED:
            words[WORDS[name]] = 0
        words[WORDS["peak_open"]] = 1
        for part in self._parts_of(program):
            self._hold(program, part, size if part.dense else part.least)

    def _parts_of(self, program: Program) -> tuple[_Part, ...]:
        found = self._parts.get(program)
        if found is None:
            found = self._parts[program] = tuple(part for part in _PARTS if part.arrays[0] in program.dtypes)
        return found

    def grow(self, program: Program) -> None:
        """Double the capacity that `Registers.short` says is too small."""
        part = next(part for part in _PARTS if part.short == self.block[WORDS["short"]])
        held = len(self._arrays[part.arrays[0], program.dtypes[part.arrays[0]]])
        self._hold(program, part, 2 * held)

    def array(self, program: Program, name: str) -> NDArray[np.void]:
        """The array at the register of that name."""
        return self._arrays[name, program.dtypes[name]]

    def _hold(self, program: Program, part: _Part, count: int) -> None:
        """See that the arrays of a part have room for ``count`` elements, and tell the registers."""
        words = self.block
        held = []
        for name in part.arrays:
            key = name, program.dtypes[name]
            array = self._arrays.get(key)
            if array is None or len(array) < count:
                array = self._enlarged(name, array, count, key[1])
                self._arrays[key], self._addresses[key] = array, array.ctypes.data
            held.append(len(array))
            words[WORDS[name]] = self._addresses[key]
        if part.register:
            words[WORDS[part.register]] = min(held) - 1 if part.is_mask else min(held)

    @staticmethod
    def _enlarged(name: str, old: NDArray[np.void] | None, count: int, dtype: np.dtype[np.void]) -> NDArray[np.void]:
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
    """Their length is a power of two, and the register holds one less."""
    dense: bool = False
    """Their length is the size of the space."""


_PARTS = (
    _Part(("states_at", "parents_at"), dense=True),
    _Part(("slots_at",), dense=True),
    _Part(("positions_at", "costs_at", "parents_at", "latest_at"), "rows", control.ROWS, 1 << 10),
    _Part(("table_at",), "table", control.TABLE, 1 << 11, is_mask=True),
    _Part(("heads_at",), "ring", control.RING, FIRST_RING, is_mask=True),
    _Part(("entries_at",), "entries", control.ENTRIES, 1 << 10),
    _Part(("events_at",), "events", control.EVENTS, 1 << 12),
    _Part(("path_at",), "path", control.PATH, 1 << 10),
    _Part(("waiting_at",), "waiting", control.WAITING, 1 << 8),
    _Part(("line_at", "places_at", "taken_at", "nearest_at"), "line", control.LINE, 1 << 9, is_mask=True),
    _Part(("nodes_at",), least=4),
)
_ZEROED = ("expanded", "generated", "reopened", "pending", "has_closest", "has_beyond", "row_count", "event_count")
