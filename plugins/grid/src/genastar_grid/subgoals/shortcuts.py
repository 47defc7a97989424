"""The shortcuts of the graph of `subgoals`, and the paths that they replace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput

DEEPEST: Final = 1000
"""How deep shortcuts may be nested. Computed ones are about as deep as the logarithm of their number."""

Places = NDArray[np.int64]
Whole = NDArray[np.int32]


@frozen(eq=False)
class Shortcuts:
    """Shortcuts: each joins two nodes over a third, by arcs that may be shortcuts too."""

    nodes: Places
    """The place of each node, row by row, ascending; shape (n,)."""
    pairs: Places
    """The two nodes of each shortcut as ``lesser * n + greater``, ascending; shape (s,)."""
    middles: Whole
    """The node that each shortcut skips, shape (s,)."""
    halves: Places = field(init=False)
    """The shortcuts from the lesser node to the skipped one and from there to the greater, or s for an original arc; shape
    (s + 1, 2)."""
    skipped: Places = field(init=False)
    """The number of nodes that each shortcut skips in total, shape (s + 1,)."""

    @halves.default
    def _found(self) -> Places:
        ends = np.stack(np.divmod(self.pairs, max(1, len(self.nodes))), axis=1)
        halves = self.find_between(ends, np.repeat(self.middles.astype(np.int64)[:, None], 2, axis=1))
        return np.concatenate((halves, np.full((1, 2), len(self.pairs))))

    @skipped.default
    def _counted(self) -> Places:
        return self._sum_halves(np.ones(len(self.pairs), np.int64))

    def _sum_halves(self, own: Places) -> Places:
        """Return for each shortcut the sum of its own number and those of all that it consists of; 0 at last.

        Raises:
            BadInput: shortcuts consist of one another, or are nested more than `DEEPEST` times: their file was made wrongly.
        """
        found = own = np.append(own, 0)
        for _ in range(DEEPEST):
            more = own + found[self.halves].sum(axis=1)
            if np.array_equal(more, found):
                return found
            found = more
        raise BadInput("a saved table has shortcuts that lead in circles; delete its file, and the next search writes it again")

    def compute_prices(self, steps: Callable[[Places, Places], Places]) -> Places:
        """Return the price of each shortcut, shape (s,), given the price between nodes without one.

        Args:
            steps: returns the prices between nodes that are joined without a shortcut.
        """
        one, other = np.divmod(self.pairs, max(1, len(self.nodes)))
        middle, is_plain = self.middles.astype(np.int64), self.halves[:-1] == len(self.pairs)
        own = steps(one, middle) * is_plain[:, 0] + steps(middle, other) * is_plain[:, 1]
        return self._sum_halves(own)[:-1]

    def find_between(self, one: Places, other: Places) -> Places:
        """Return the shortcut between each pair of nodes; s if there is none or a node is -1."""
        keys = np.minimum(one, other) * len(self.nodes) + np.maximum(one, other)
        found = np.searchsorted(self.pairs, keys)
        right = (np.minimum(one, other) >= 0) & (np.append(self.pairs, -1)[found] == keys)
        return np.where(right, found, len(self.pairs))

    def unpack_paths(self, first: Places, cells: Whole, number: Whole) -> tuple[Places, Whole]:
        """Insert the nodes that shortcuts skip.

        Args:
            first: where the cells of each path begin, and the number of cells; shape (n + 1,).
            cells: the cells of all paths, concatenated; shape (m, 2).
            number: the number of the node at each cell, -1 for none; shape (height, width).
        """
        if not len(cells):
            return first, cells
        at = number[cells[:, 1], cells[:, 0]].astype(np.int64)
        at = np.append(at, -1)
        over = self.find_between(at[:-1], at[1:])
        over[first[1:] - 1] = len(self.pairs)  # the last cell of a path; for an empty path, that of the previous one
        before = np.concatenate(([0], np.cumsum(1 + self.skipped[over])))
        found = np.empty((int(before[-1]), 2), np.int32)
        found[before[:-1]] = cells
        here = np.flatnonzero(over < len(self.pairs))
        shortcut, begins, ends, place = over[here], at[here], at[here + 1], before[here] + 1
        while len(shortcut):
            middle = self.middles[shortcut].astype(np.int64)
            halves = np.where((begins < ends)[:, None], self.halves[shortcut], self.halves[shortcut, ::-1])
            centre = place + self.skipped[halves[:, 0]]
            y, x = np.divmod(self.nodes[middle], number.shape[1])
            found[centre, 0], found[centre, 1] = x, y
            parts = (halves.T, (begins, middle), (middle, ends), (place, centre + 1))
            shortcut, begins, ends, place = (np.concatenate(tuple(part)) for part in parts)
            left = shortcut < len(self.pairs)
            shortcut, begins, ends, place = shortcut[left], begins[left], ends[left], place[left]
        return before[first], found
