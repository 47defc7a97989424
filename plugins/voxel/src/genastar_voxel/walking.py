"""Gravity: the problem of a walker on the ground.

A walker stands on a blocked voxel or on the bottom of the world. A step goes to one of the four or eight columns around. First
the body rises in its own column by the voxels that it climbs, at most ``climb``; then it moves sideways; and if it has not
climbed, it falls there until it lands, by at most ``fall``. The body with its headroom must fit everywhere on the way. Between
columns that touch at an edge, the rule for corners applies at the height of the sideways step. A step costs as much as the
cheapest path with the same displacement in an empty world, so the heuristics stay consistent.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from attrs import field, fields, frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar_lattice.costs.grounds import CostGround
from genastar_voxel.frame import Bits
from genastar_voxel.search import ALWAYS, NO_OBSTACLE, VoxelGoals, VoxelProblem

C = TypeVar("C", int, float)
"""The type of prices."""


@frozen(eq=False)
class WalkingProblem(VoxelProblem[C]):
    """Steps from ground to ground."""

    fits: Bits = field(repr=False)
    """Voxels where the body may be, given by its feet."""
    stands: Bits = field(repr=False)
    """Voxels where the body may be and stands on something."""
    width: int
    area: int
    diagonal: bool
    """Whether there are steps into columns that touch at an edge."""
    corners: int
    climb: int
    fall: int
    prices: NDArray[np.int64] | NDArray[np.float64]
    """Prices of steps along one axis (0) or two (1), by layers of rise or fall, shape (2, n)."""
    ground: CostGround[int, C]

    def reverse_steps(self, goals: VoxelGoals[C]) -> WalkingProblem[C]:
        """Return the problem with the steps that lead here."""
        kind = WalkingProblem if isinstance(self, ReversedWalkingProblem) else ReversedWalkingProblem
        parts = {each.name: getattr(self, each.name) for each in fields(WalkingProblem)}
        return kind(**parts | {"goals": goals, "ground": self.ground.reverse_steps()})

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        risen = node.position
        for rise in range(self.climb + 1):
            if not self.has_bit(self.fits, risen):
                return
            for column in range(9):
                dx, dy = column % 3 - 1, (column // 3 - 1) * self.width
                if self.is_open(risen, dx, dy):
                    self.step(open_list, node, risen + dx + dy, rise, int(dx != 0 and dy != 0))
            risen += self.area

    def is_open(self, risen: int, dx: int, dy: int) -> bool:
        """Return whether a sideways step is open: straight, or along two axes if the rule for corners allows it."""
        if dx == 0 or dy == 0:
            return dx != dy
        if not self.diagonal or self.corners == ALWAYS:
            return self.diagonal
        one, other = self.has_bit(self.fits, risen + dx), self.has_bit(self.fits, risen + dy)
        return (one and other) if self.corners == NO_OBSTACLE else (one or other)

    def step(self, open_list: OpenList[int, Cost[C]], node: Node[int, Cost[C]], there: int, rise: int, axes: int) -> None:
        """Enter another column at height ``rise``, and stand or fall there."""
        if not self.has_bit(self.fits, there):
            return
        layers = rise
        while not self.has_bit(self.stands, there):
            if rise > 0 or layers == self.fall:
                return
            there -= self.area
            layers += 1
        self.relax(open_list, node, there, axes, layers)

    def relax(self, open_list: OpenList[int, Cost[C]], node: Node[int, Cost[C]], there: int, axes: int, layers: int) -> None:
        """Relax the end of a step over so many layers."""
        there = self.goals.edges.wrap_number(there)
        price = self.prices[axes, layers].item() * self.ground.get_factor(node.position, there)
        open_list.relax(there, node.cost.travelled + price)

    def has_bit(self, bits: Bits, number: int) -> bool:
        """Return whether the bit of a voxel is set."""
        return int(bits[np.uint64(number >> 3)]) >> ((number & 7) + 1) & 1 != 0


@frozen(eq=False)
class ReversedWalkingProblem(WalkingProblem[C]):
    """The steps of a walker, reversed."""

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        end = node.position
        for column in range(9):
            dx, dy = column % 3 - 1, (column // 3 - 1) * self.width
            axes, level = int(dx != 0 and dy != 0), end
            for fallen in range(self.fall + 1):  # from the same height or above
                if fallen > 0 and (not self.has_bit(self.fits, level) or self.has_bit(self.stands, level)):
                    break
                if self.has_bit(self.stands, level + dx + dy) and self.is_open(level + dx + dy, -dx, -dy):
                    self.relax(open_list, node, level + dx + dy, axes, fallen)
                level += self.area
            here = end + dx + dy
            if not self.has_bit(self.fits, here) or not self.is_open(here, -dx, -dy):
                continue
            for climbed in range(1, self.climb + 1):  # from below, climbing in the other column
                here -= self.area
                if not self.has_bit(self.fits, here):
                    break
                if self.has_bit(self.stands, here):
                    self.relax(open_list, node, here, axes, climbed)
