"""Gravity: the problem for those who walk on the ground.

Who walks stands on a blocked voxel, or on the bottom of the world. A step goes to one of the four, or eight, columns around.
First the body rises in its own column by as many voxels as it climbs, at most ``climb``; then it goes sideways; and if it
has not climbed, it falls there until something bears it, by ``fall`` at most. Wherever it passes it must fit, with its
headroom. Between columns that touch at an edge the rule for corners is asked at the height of the sideways step.

A step costs what the cheapest way over its columns, rows and layers would cost in an empty world, so that the heuristics stay
consistent.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from attrs import field, fields, frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar_lattice.grounds import Ground
from genastar_voxel.frame import Bits
from genastar_voxel.search import ALWAYS, NO_OBSTACLE, Dense, Goals

C = TypeVar("C", int, float)
"""What steps are counted in."""


@frozen(eq=False)
class Walk(Dense[C]):
    """Steps from ground to ground."""

    fits: Bits = field(repr=False)
    """Where the body may be: its feet, that is."""
    stands: Bits = field(repr=False)
    """Where it may be and something bears it."""
    width: int
    area: int
    diagonal: bool
    """Whether there are steps into the columns that touch at an edge."""
    corners: int
    climb: int
    fall: int
    prices: NDArray[np.int64] | NDArray[np.float64]
    """Of a step along one axis (0) or two (1), by how many layers it rises or falls, shape (2, n)."""
    ground: Ground[int, C]

    def turned(self, goals: Goals[C]) -> Walk[C]:
        """Come from where one may step here."""
        kind = Walk if isinstance(self, Back) else Back
        parts = {each.name: getattr(self, each.name) for each in fields(Walk)}
        return kind(**parts | {"goals": goals, "ground": self.ground.backwards()})

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        risen = node.position
        for rise in range(self.climb + 1):
            if not self.has(self.fits, risen):
                return
            for column in range(9):
                dx, dy = column % 3 - 1, (column // 3 - 1) * self.width
                if self.is_open(risen, dx, dy):
                    self.step(open_list, node, risen + dx + dy, rise, int(dx != 0 and dy != 0))
            risen += self.area

    def is_open(self, risen: int, dx: int, dy: int) -> bool:
        """Whether there is such a step sideways: straight, or along two axes if the rule for corners allows it."""
        if dx == 0 or dy == 0:
            return dx != dy
        if not self.diagonal or self.corners == ALWAYS:
            return self.diagonal
        one, other = self.has(self.fits, risen + dx), self.has(self.fits, risen + dy)
        return (one and other) if self.corners == NO_OBSTACLE else (one or other)

    def step(self, open_list: OpenList[int, Cost[C]], node: Node[int, Cost[C]], there: int, rise: int, axes: int) -> None:
        """Come into another column at a height of ``rise``, and stand or fall there."""
        if not self.has(self.fits, there):
            return
        layers = rise
        while not self.has(self.stands, there):
            if rise > 0 or layers == self.fall:
                return
            there -= self.area
            layers += 1
        self.relax(open_list, node, there, axes, layers)

    def relax(self, open_list: OpenList[int, Cost[C]], node: Node[int, Cost[C]], there: int, axes: int, layers: int) -> None:
        """Add the end of a step over so many layers."""
        there = self.goals.edges.home(there)
        price = self.prices[axes, layers] * self.ground.factor(node.position, there)
        open_list.relax(there, node.cost.travelled + price)

    def has(self, bits: Bits, number: int) -> bool:
        """Whether the bit of a voxel is set."""
        return int(bits[np.uint64(number >> 3)]) >> ((number & 7) + 1) & 1 != 0


@frozen(eq=False)
class Back(Walk[C]):
    """The steps of a walker from their ends to their beginnings."""

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        end = node.position
        for column in range(9):
            dx, dy = column % 3 - 1, (column // 3 - 1) * self.width
            axes, level = int(dx != 0 and dy != 0), end
            for fallen in range(self.fall + 1):  # from the same height, or from above
                if fallen > 0 and (not self.has(self.fits, level) or self.has(self.stands, level)):
                    break
                if self.has(self.stands, level + dx + dy) and self.is_open(level + dx + dy, -dx, -dy):
                    self.relax(open_list, node, level + dx + dy, axes, fallen)
                level += self.area
            here = end + dx + dy
            if not self.has(self.fits, here) or not self.is_open(here, -dx, -dy):
                continue
            for climbed in range(1, self.climb + 1):  # from below, up in the other column
                here -= self.area
                if not self.has(self.fits, here):
                    break
                if self.has(self.stands, here):
                    self.relax(open_list, node, here, axes, climbed)
