"""The problems: from voxel to voxel.

A state is the number of a voxel (`frame`). The 27 voxels of the box around it are read as 27 bits: bit
``(dx + 1) + 3 (dy + 1) + 9 (dz + 1)``. A few operations on this integer give all open steps at once, so the rules need no
table.

**Corners.** A step along several axes lies in the box between its two ends, of 4 or 8 voxels:

- *no-obstacle*: all of them must be free. This is the rule of the published benchmark.
- *passage*: a path of straight steps through the box must be free. In a plane this means that at most one of the two voxels
  beside the step is blocked.
- *always*: only its end must be free.
- *never*: there are no such steps, and 6 neighbours.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, Generic, TypeVar

import numpy as np
from attrs import evolve, field, frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_lattice.costs.grounds import CostGround
from genastar_lattice.goals import NumberedGoals
from genastar_voxel.frame import Bits
from genastar_voxel.rules.edges import SideRule
from genastar_voxel.rules.heuristics import VoxelHeuristic

C = TypeVar("C", int, float)
"""The type of prices."""

Box = tuple[int, int, int, int, int, int]
"""The bounds of voxels: least x, greatest x, least y ..."""


def _make_step_bits(*sums: int) -> int:
    """Return the bits of the steps along so many axes."""
    return sum(1 << (dx + 3 * dy + 9 * dz + 13) for dx, dy, dz in STEPS if abs(dx) + abs(dy) + abs(dz) in sums)


STEPS: Final = tuple((dx, dy, dz) for dz in (-1, 0, 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
"""Columns, rows and layers of each step, by bit; the middle bit is no step."""

FACES: Final = _make_step_bits(1)
EDGES: Final = _make_step_bits(2)
CORNERS: Final = _make_step_bits(3)
NO_X: Final = sum(1 << bit for bit, (dx, _, _) in enumerate(STEPS) if dx == 0)
NO_Y: Final = sum(1 << bit for bit, (_, dy, _) in enumerate(STEPS) if dy == 0)
NO_Z: Final = sum(1 << bit for bit, (_, _, dz) in enumerate(STEPS) if dz == 0)

NO_OBSTACLE: Final = 0
PASSAGE: Final = 1
ALWAYS: Final = 2


def shift_along_axes(bits: int) -> int:
    """Return the voxels that are one straight step away from these."""
    x, y, z = bits & NO_X, bits & NO_Y, bits & NO_Z
    return x << 1 | x >> 1 | y << 3 | y >> 3 | z << 9 | z >> 9


def find_free_boxes(free: int) -> int:
    """Return the steps whose boxes are free: all voxels between the middle and their ends."""
    side = free & NO_X
    free &= side << 1 | side >> 1 | side
    side = free & NO_Y
    free &= side << 3 | side >> 3 | side
    side = free & NO_Z
    return free & (side << 9 | side >> 9 | side)


def find_passages(free: int) -> int:
    """Return the steps through whose boxes a path of straight steps leads."""
    faces = free & FACES
    edges = shift_along_axes(faces) & free & EDGES
    return faces | edges | shift_along_axes(edges) & free & CORNERS


@frozen(eq=False)
class VoxelGoals(NumberedGoals, Generic[C]):
    """The goals of a search, and the estimate to them."""

    box: Box
    """The smallest box that contains all goals."""
    width: int
    area: int
    edges: SideRule
    heuristic: VoxelHeuristic[C]

    def make_single(self, number: int) -> VoxelGoals[C]:
        """Return goals with this single voxel, given by its number."""
        layer, rest = divmod(number, self.area)
        row, x = divmod(rest, self.width)
        y, z = row - 1, layer - 1
        return evolve(self, one=number, numbers=np.array([number]), box=(x, x, y, y, z, z))

    def estimate_left(self, position: int) -> C:
        """Return the estimate to the nearest voxel of the box; no goal is nearer."""
        return self.estimate_nearest(position, self.heuristic)

    def place(self, position: int) -> tuple[int, int, int]:
        """Return the column, row and layer of a number."""
        number, area, width = np.uint32(position), np.uint32(self.area), np.uint32(self.width)  # unsigned division is cheaper
        layer = number // area
        rest = number - layer * area
        row = rest // width
        return int(rest - row * width), int(row) - 1, int(layer) - 1

    def estimate_nearest(self, position: int, heuristic: VoxelHeuristic[C]) -> C:
        """Return the estimate of a heuristic to the nearest voxel of the box."""
        x, y, z = self.place(position)
        x0, x1, y0, y1, z0, z1 = self.box
        apart = self.edges.measure_gap
        return heuristic.estimate_steps(apart(x0, x1, x, 0), apart(y0, y1, y, 1), apart(z0, z1, z, 2))


@frozen(eq=False)
class VoxelProblem(AStar[int, Cost[C]], Generic[C]):
    """A search from voxel to voxel."""

    goals: VoxelGoals[C]
    size: int
    """Number of states, which are dense."""
    admissible: bool  # type: ignore[misc]  # a field here, a class attribute elsewhere
    """Whether the estimate is admissible and consistent."""

    @property
    def consistent(self) -> bool:  # type: ignore[override]
        """Return whether the estimate is consistent."""
        return self.admissible

    def is_destination(self, position: int) -> bool:
        return self.goals.include(position)

    def estimate(self, position: int) -> C:
        return self.goals.estimate_left(position)

    def index(self, position: int) -> int:
        """Return the number itself."""
        return position

    @abstractmethod
    def reverse_steps(self, goals: VoxelGoals[C]) -> VoxelProblem[C]:
        """Return the problem with reversed steps and these goals."""

    def reverse(self, start: int) -> tuple[VoxelProblem[C], int]:
        """Return the reversed problem; see `genastar.algorithms.Reversible`.

        Raises:
            BadInput: there are several goals.
        """
        if self.goals.one < 0:
            raise BadInput("the algorithm 'both-ways' needs one goal; give one, or use astar")
        return self.reverse_steps(self.goals.make_single(start)), self.goals.one


@frozen(eq=False)
class FlyingProblem(VoxelProblem[C]):
    """Steps to 6, 18 or 26 neighbours."""

    free: Bits = field(repr=False)
    width: int
    area: int
    steps: int
    """The bits of the allowed steps."""
    corners: int
    """`NO_OBSTACLE`, `PASSAGE` or `ALWAYS`."""
    face: C
    edge: C
    corner: C
    ground: CostGround[int, C]

    def reverse_steps(self, goals: VoxelGoals[C]) -> FlyingProblem[C]:
        """Reverse the ground; every rule for corners is symmetric."""
        return evolve(self, goals=goals, ground=self.ground.reverse_steps())

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        here, row, layer = node.position, self.width, self.area
        steps = self.open_steps(here) & self.steps
        self.relax_row(open_list, node, here - layer - row, steps, self.corner, self.edge)
        self.relax_row(open_list, node, here - layer, steps >> 3, self.edge, self.face)
        self.relax_row(open_list, node, here - layer + row, steps >> 6, self.corner, self.edge)
        self.relax_row(open_list, node, here - row, steps >> 9, self.edge, self.face)
        self.relax_row(open_list, node, here, steps >> 12, self.face, self.face)
        self.relax_row(open_list, node, here + row, steps >> 15, self.edge, self.face)
        self.relax_row(open_list, node, here + layer - row, steps >> 18, self.corner, self.edge)
        self.relax_row(open_list, node, here + layer, steps >> 21, self.edge, self.face)
        self.relax_row(open_list, node, here + layer + row, steps >> 24, self.corner, self.edge)

    def relax_row(
        self, open_list: OpenList[int, Cost[C]], node: Node[int, Cost[C]], middle: int, steps: int, beside: C, straight: C
    ) -> None:
        """Relax the three steps into one row: the middle at price ``straight``, its neighbours at price ``beside``."""
        here, travelled = node.position, node.cost.travelled
        edges = self.goals.edges
        if steps & 1:
            there = edges.wrap_number(middle - 1)
            open_list.relax(there, travelled + beside * self.ground.get_factor(here, there))
        if steps & 2:
            there = edges.wrap_number(middle)
            open_list.relax(there, travelled + straight * self.ground.get_factor(here, there))
        if steps & 4:
            there = edges.wrap_number(middle + 1)
            open_list.relax(there, travelled + beside * self.ground.get_factor(here, there))

    def open_steps(self, here: int) -> int:
        """Return the bits of the open steps under the rule for corners."""
        free = self.get_free_neighbours(here)
        if self.corners == NO_OBSTACLE:
            return find_free_boxes(free)
        if self.corners == PASSAGE:
            return find_passages(free)
        return free

    def get_free_neighbours(self, here: int) -> int:
        """Return the bits of the free voxels among the 27 around this one."""
        row, layer = self.width >> 3, self.area >> 3
        word, shift = here >> 3, here & 7
        return (
            self.get_row_bits(word - layer - row, shift)
            | self.get_row_bits(word - layer, shift) << 3
            | self.get_row_bits(word - layer + row, shift) << 6
            | self.get_row_bits(word - row, shift) << 9
            | self.get_row_bits(word, shift) << 12
            | self.get_row_bits(word + row, shift) << 15
            | self.get_row_bits(word + layer - row, shift) << 18
            | self.get_row_bits(word + layer, shift) << 21
            | self.get_row_bits(word + layer + row, shift) << 24
        )

    def get_row_bits(self, word: int, shift: int) -> int:
        """Return the bits of a voxel and its two neighbours in its row."""
        return int(self.free[np.uint64(word)]) >> shift & 7


@frozen(eq=False)
class SightedFlyingProblem(FlyingProblem[C]):
    """Steps, and straight lines between the middles of voxels, for any-angle algorithms.

    A line is open if every voxel that it passes through is free, and it pays one cost: the factor of each step along it is that
    of the step from end to end. Where a line passes exactly through an edge or a corner of a voxel, it makes a step along two
    or three axes there, which must be a step under the rule for corners; a step that the neighbours leave out is open if its
    whole box is free. All of this is exact, in whole numbers.
    """

    line: VoxelHeuristic[C]
    """The length of a straight line, by columns, rows and layers, in prices."""
    least_line: VoxelHeuristic[C]
    """The least price of a straight line."""

    def sight(self, one: int, other: int) -> bool:
        """Return whether the straight line between two voxels is open."""
        (x, y, z), (to_x, to_y, to_z) = self.goals.place(one), self.goals.place(other)
        across, along, up = abs(to_x - x), abs(to_y - y), abs(to_z - z)
        right, ahead, above = (1 if to_x > x else -1), (1 if to_y > y else -1), (1 if to_z > z else -1)
        factor = self.ground.get_factor(one, other)
        column = row = layer = 0
        here = one
        while here != other:
            # The line leaves the column after (2 column + 1) / (2 across) of its length; rows and layers likewise. It crosses
            # the sides that no other side precedes.
            in_column, in_row, in_layer = 2 * column + 1, 2 * row + 1, 2 * layer + 1
            by_x = column < across and in_column * along <= in_row * across and in_column * up <= in_layer * across
            by_y = row < along and in_row * across <= in_column * along and in_row * up <= in_layer * along
            by_z = layer < up and in_layer * across <= in_column * up and in_layer * along <= in_row * up
            dx, dy, dz = (right if by_x else 0), (ahead if by_y else 0), (above if by_z else 0)
            steps = self.open_steps(here) & self.steps | find_free_boxes(self.get_free_neighbours(here))
            there = here + dx + dy * self.width + dz * self.area
            if steps >> (dx + 3 * dy + 9 * dz + 13) & 1 == 0 or self.ground.get_factor(here, there) != factor:
                return False
            column, row, layer = column + by_x, row + by_y, layer + by_z
            here = there
        return True

    def line_cost(self, one: int, other: int) -> C:
        """Return the price of the straight line between two voxels."""
        (x, y, z), (to_x, to_y, to_z) = self.goals.place(one), self.goals.place(other)
        return self.line.estimate_steps(abs(to_x - x), abs(to_y - y), abs(to_z - z)) * self.ground.get_factor(one, other)

    def line_estimate(self, position: int) -> C:
        """Return the least price of the straight line to the nearest goal."""
        return self.goals.estimate_nearest(position, self.least_line)
