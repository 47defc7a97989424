"""The transposition table of a walk: the positions that it expanded last, and the least rank of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from genastar.values.cost import Comparable
from genastar.values.node import K


class Transpositions(Generic[K]):
    """A table of at most ``size`` positions.

    It has two halves. New positions go into the newer half. When that is full, the older half is forgotten and the halves
    change places. So the table always knows at least the last ``size // 2`` positions, and what it forgets does not depend on
    their hashes, which differ between engines.
    """

    __slots__ = ("_half", "_key", "_newer", "_older")

    def __init__(self, size: int, key: Callable[[K], Any] | None = None) -> None:
        """Make an empty table.

        Args:
            size: the number of positions, at least 2.
            key: returns the key of a position; ``None`` if it is its own key.
        """
        self._half = size // 2
        self._key = key
        self._newer: dict[Any, Comparable] = {}
        self._older: dict[Any, Comparable] = {}

    def __len__(self) -> int:
        """Return the number of positions in the table."""
        return len(self._newer) + len(self._older)

    def admit(self, position: K, rank: Comparable) -> bool:
        """Return whether no path of this rank or less led to a position that the table knows, and remember this one."""
        key: Any = position if self._key is None else self._key(position)
        for half in (self._newer, self._older):
            if key in half:
                if not rank < half[key]:
                    return False
                half[key] = rank
                return True
        if len(self._newer) == self._half:
            self._older, self._newer = self._newer, self._older
            self._newer.clear()
        self._newer[key] = rank
        return True
