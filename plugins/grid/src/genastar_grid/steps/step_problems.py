"""The problems: steps from cell to cell along the open directions, which `genastar_lattice.directions` computes.

**Prices.** If possible, steps count in whole numbers: 408 for a straight step and 577 for a diagonal one. Their quotient is the
square root of two to one part in 660,000 (a convergent of its continued fraction). Whole numbers have an exact order, so
rounding cannot make one of two equal paths look cheaper, and they fit a bucket queue. The length in an answer is computed from
the counts of steps on the path, not from prices.

**Parts.** A problem consists of values that compile into it: cost factors (`grounds`), behaviour at edges (`edges`), and a
heuristic (`heuristics`).
"""

from __future__ import annotations

from typing import Final, Generic, Self, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_grid.rules.bias import Bias
from genastar_grid.rules.edges import EdgeRule
from genastar_grid.rules.heuristics import GridHeuristic
from genastar_grid.rules.passages import reverse_directions
from genastar_grid.steps.squares import Squares
from genastar_lattice.costs.grounds import CostGround
from genastar_lattice.directions import Area, OpenDirections

Cell = tuple[int, int]
"""A position: x (column, from the left) and y (row, from the top)."""

C = TypeVar("C", int, float)
"""The type of prices."""

STRAIGHT: Final = ((1, 0, -1), (4, 1, 0), (16, 0, 1), (64, -1, 0))
"""Bit, dx and dy of each straight step."""

DIAGONAL: Final = ((2, 1, -1), (8, 1, 1), (32, -1, 1), (128, -1, -1))
"""Bit, dx and dy of each diagonal step."""


@frozen(eq=False)
class GridGoals(Generic[C]):
    """The goals of a search, and the estimate to them."""

    area: Area
    """The smallest rectangle that contains all goals; a single cell for one goal."""
    mask: NDArray[np.bool_]
    """Marks the goals in the area, shape (height, width) of the area."""
    heuristic: GridHeuristic[C]
    edges: EdgeRule
    bias: Bias
    is_sure: bool
    """Whether the estimate is admissible and consistent."""

    def list_cells(self) -> list[Cell]:
        """Return the goals."""
        left, top = self.area[:2]
        return [(left + x, top + y) for y, x in np.argwhere(self.mask).tolist()]

    def include(self, position: Cell) -> bool:
        """Return whether this cell is a goal."""
        x, y = position
        left, top, right, bottom = self.area
        return left <= x <= right and top <= y <= bottom and bool(self.mask[y - top, x - left])

    def estimate_left(self, position: Cell) -> C:
        """Return the estimate to the nearest cell of the rectangle, which is admissible and consistent as for one goal."""
        return self.estimate_nearest(position, self.heuristic) + self.bias.compute_bias(position[0], position[1])

    def estimate_nearest(self, position: Cell, heuristic: GridHeuristic[C]) -> C:
        """Return the estimate of a heuristic to the nearest cell of the rectangle."""
        x, y = position
        left, top, right, bottom = self.area
        dx, dy = self.edges.measure_gap(left - x, x - right, top - y, y - bottom)
        return heuristic.estimate_steps(dx, dy)


class ToGoals(AStar[Cell, Cost[C]], Generic[C]):
    """A search from cell to cell."""

    goals: GridGoals[C]

    @property
    def admissible(self) -> bool:  # type: ignore[override]  # depends on the options
        return self.goals.is_sure

    consistent = admissible

    def is_destination(self, position: Cell) -> bool:
        return self.goals.include(position)

    def estimate(self, position: Cell) -> C:
        return self.goals.estimate_left(position)


@frozen(eq=False)
class Dense(ToGoals[C], Generic[C]):
    """A search of a grid with edges."""

    open_directions: OpenDirections
    """The open directions of each cell, shape (height, width)."""
    goals: GridGoals[C]

    def index(self, position: Cell) -> int:
        """Return the number of a cell, row by row: the state space is dense."""
        x, y = position
        width: int = self.open_directions.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return int(self.open_directions.size)


@frozen(eq=False)
class Stepwise(Dense[C], Generic[C]):
    """Single steps that cost the same in both directions: a problem that can be reversed."""

    ground: CostGround[Cell, C]

    def reverse(self, start: Cell) -> tuple[Self, Cell]:
        """Return the reversed problem, to this start, and its own start; see `genastar.algorithms.Reversible`.

        Raises:
            BadInput: there are several goals.
        """
        left, top, right, bottom = self.goals.area
        if (left, top) != (right, bottom):
            raise BadInput("the algorithm 'both-ways' needs one goal, but several were given; give one, or use astar")
        goals = evolve(self.goals, area=(*start, *start))
        return evolve(self.reverse_steps(), goals=goals), (left, top)

    def reverse_steps(self) -> Self:
        """Return the problem whose steps are these, taken backwards."""
        return evolve(self, ground=self.ground.reverse_steps())


@frozen(eq=False)
class EightWayProblem(Stepwise[C]):
    """Steps to the open directions among eight neighbours."""

    straight: C
    """The price of a straight step."""
    diagonal: C
    """The price of a diagonal step."""

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        open_directions = int(self.open_directions[y, x])
        travelled = node.cost.travelled
        for bit, dx, dy in STRAIGHT:
            if open_directions & bit:
                to = self.goals.edges.wrap_cell(x + dx, y + dy)
                open_list.relax(to, travelled + self.straight * self.ground.get_factor(node.position, to))
        for bit, dx, dy in DIAGONAL:
            if open_directions & bit:
                to = self.goals.edges.wrap_cell(x + dx, y + dy)
                open_list.relax(to, travelled + self.diagonal * self.ground.get_factor(node.position, to))


@frozen(eq=False)
class OneWayProblem(EightWayProblem[C]):
    """Steps between cells that may be open in one direction alone."""

    def reverse_steps(self) -> Self:
        turned = reverse_directions(self.open_directions.astype(np.uint8))
        return evolve(self, open_directions=turned, ground=self.ground.reverse_steps())


@frozen(eq=False)
class SightedEightWayProblem(EightWayProblem[C]):
    """A walk with straight lines between the middles of cells, for any-angle algorithms.

    A line is open if every cell that it passes through is free, and it pays one cost: the factor of each step along it is that
    of the step from end to end. Where a line passes exactly through the corner of a cell, the rule for diagonal steps decides;
    without diagonal steps, all four cells around the corner must be free. All of this is exact, in whole numbers.
    """

    line: GridHeuristic[C]
    """The length of a straight line, by columns and rows, in prices."""
    least_line: GridHeuristic[C]
    """The least price of a straight line."""
    squares: Squares
    """The even squares of each cell, or `NO_SQUARES`: they make `sight` faster, and change no answer."""

    def sight(self, one: Cell, other: Cell) -> bool:
        """Return whether the straight line between two cells is open: square by square, and cell by cell where none is even."""
        (x, y), (to_x, to_y) = one, other
        dx, dy = (1 if to_x >= x else -1), (1 if to_y >= y else -1)
        across, along = (4 if dx > 0 else 64), (16 if dy > 0 else 1)
        columns, rows, quarter = abs(to_x - x), abs(to_y - y), (0 if dx > 0 else 1) + (0 if dy > 0 else 2)
        longest, shortest, is_steep = max(columns, rows), min(columns, rows), rows > columns
        factor = self.ground.get_factor(one, other)
        behind = self.reach(3 - quarter, to_x, to_y) if self.ground.get_factor(other, other) == factor else 0
        # After some columns and rows, the line leaves the column after (2 column + 1) / (2 columns) of its length, and the row
        # likewise. The difference, times both denominators, is kept.
        first = rows - columns
        while x != to_x or y != to_y:
            here = x, y
            passed = abs(y - one[1]) if is_steep else abs(x - one[0])
            if longest - passed <= behind:
                return True
            reach = min(self.reach(quarter, x, y), longest - passed)
            if reach > 1:
                passed += reach
                beside = ((2 * passed - 1) * shortest + longest) // (2 * longest)
                column, row = (beside, passed) if is_steep else (passed, beside)
                here = x, y = one[0] + dx * column, one[1] + dy * row
                first = (2 * column + 1) * rows - (2 * row + 1) * columns
            elif first == 0:
                if not self.passes_corner(x, y, dx, dy):
                    return False
                x, y, first = x + dx, y + dy, 2 * (rows - columns)
            else:
                # This loop is hot: no branch on the direction, which cannot be predicted; no sign, so no index from the end.
                is_across = first < 0
                if int(self.open_directions[np.uint64(y), np.uint64(x)]) & (across if is_across else along) == 0:
                    return False
                x += dx if is_across else 0
                y += 0 if is_across else dy
                first += 2 * rows if is_across else -2 * columns
            if self.ground.get_factor(here, (x, y)) != factor:
                return False
        return True

    def reach(self, quarter: int, x: int, y: int) -> int:
        """Return how many steps the even square of a cell reaches in a quarter; 0 without a table of squares."""
        if self.squares.size == 0:
            return 0
        return int(self.squares[quarter, np.uint64(y), np.uint64(x)])

    def passes_corner(self, x: int, y: int, dx: int, dy: int) -> bool:
        """Return whether a line may pass from a cell through its corner: by a diagonal step, or over either cell beside it."""
        open_directions = int(self.open_directions[y, x])
        across, along = (4 if dx > 0 else 64), (16 if dy > 0 else 1)
        diagonal = (8 if dy > 0 else 2) if dx > 0 else 32 if dy > 0 else 128
        if open_directions & diagonal != 0:
            return True
        if open_directions & across == 0 or open_directions & along == 0:
            return False
        return int(self.open_directions[y, x + dx]) & along != 0 and int(self.open_directions[y + dy, x]) & across != 0

    def line_cost(self, one: Cell, other: Cell) -> C:
        """Return the price of the straight line between two cells."""
        return self.line.estimate_steps(abs(other[0] - one[0]), abs(other[1] - one[1])) * self.ground.get_factor(one, other)

    def line_estimate(self, position: Cell) -> C:
        """Return the least price of the straight line to the nearest goal."""
        return self.goals.estimate_nearest(position, self.least_line)


@frozen(eq=False)
class Stencil(Stepwise[C]):
    """Moves of any stencil: bit d of a cell's open directions is move d."""

    moves: NDArray[np.int64]
    """Columns and rows of each move, shape (n, 2)."""
    prices: NDArray[np.int64] | NDArray[np.float64]
    """The price of each move, shape (n,)."""

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        open_directions = int(self.open_directions[y, x])
        for number in range(len(self.moves)):
            if open_directions >> number & 1:
                to = self.goals.edges.wrap_cell(x + int(self.moves[number, 0]), y + int(self.moves[number, 1]))
                price = self.prices[number].item() * self.ground.get_factor(node.position, to)
                open_list.relax(to, node.cost.travelled + price)
