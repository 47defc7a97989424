"""Anya: exact shortest paths at any angle between the middles of cells (Harabor, Grastien, Öz and Aksakalli, JAIR 56, 2016).

The agent is a point. It moves in the free cells, their sides included, and turns at corners of blocked cells. A state is:

- an **interval** of a line between two rows of cells, with its **root**: the points that the root sees, through which the path
  goes on into one run of free cells of the next row;
- a **corner** of a blocked cell, where the path turns;
- a start, or a goal.

An interval leads to what the root sees through it on the far side of its run, to the goals in between, and to the corners at
its ends. A corner leads to what the path can turn to there: between the way on and the wall, and to the next corner along the
wall. As in `genastar_navmesh`, a turn is a state of its own, so the closed list does what the published pruning by roots does.

**Exactness.** An interval's ends are rationals. A state holds them as two rays from the root, each a vector of whole numbers.
The end on any line is a quotient of two whole numbers, and every decision compares products of these. Coordinates count half
cells, so that middles and corners are whole numbers. Only lengths are floats.

**The estimate** of an interval is the length of the shortest line from the root through the interval to the nearest goal,
without walls behind it; a goal on the root's side is mirrored. It is consistent by the triangle inequality.

Polyanya on a mesh of the runs of free cells would search the same intervals. Here there is no mesh and no rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist, sqrt
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList, Tree
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedRequest, LiftedRun
from genastar.contracts.request import Request
from genastar.memory.reached import make_tree_of_nodes

State = tuple[int, int, int, int, int, int, int, int]
"""What it is: `DOWN` or `UP` for an interval that leads that way, `CORNER`, `START` or `GOAL`. The line of the interval, as y.
The left ray from the root: columns, and rows in the direction of the interval; the right ray. The root's x and y. In all but
intervals, the rays are zeros and the root is the point itself."""

DOWN: Final = 1
UP: Final = -1
CORNER: Final = 0
START: Final = 2
GOAL: Final = 3

TO_WALL: Final = 1
"""A turn to between the way on and the line between two rows, along which a wall lies."""
TO_WAY: Final = 2
"""A turn to between straight up or down, where a wall lies, and the way on."""
TO_ALL: Final = 3
"""A turn to all of a cell, behind the gap between two blocked cells."""

Ray = tuple[int, int]
"""A direction from a root: columns, and rows in the direction of the search, which may be 0."""

Point = tuple[float, float]
"""A point in cells: x and y are whole numbers in the middle of a cell, and end in .5 at its corners."""

Cell = tuple[int, int]
Vertex = tuple[int, int]
"""A point in half cells, in the frame of `Runs`."""

Mask = NDArray[np.bool_]
Ints = NDArray[np.int32]


@frozen(eq=False)
class Runs:
    """The runs of equal cells in each row, in a frame of blocked cells. Cell (x, y) of the grid is at column x + 1, row y + 1.

    Water is a world of its own, below the land: cell (x, y) in water is at row y + 2 + height.
    """

    height: int
    """The number of rows of the grid."""

    free: Mask
    """Shape (rows, columns)."""
    first: Ints
    """The first column of the run of each cell, shape (rows, columns)."""
    after: Ints
    """The first column behind the run of each cell, shape (rows, columns)."""

    def get_middle(self, cell: Cell, is_water: bool) -> Vertex:
        """Return the middle of a cell of the grid."""
        x, y = cell
        return 2 * x + 3, 2 * (y + is_water * (self.height + 1)) + 3

    def to_cell(self, cell: Cell) -> Cell:
        """Return the cell of the grid that a cell of the frame stands for."""
        x, y = cell
        return x - 1, (y - 1) % (self.height + 1)

    def to_point(self, vertex: Vertex) -> Point:
        """Return a point of the grid: whole numbers in the middle of a cell, halves at its corners."""
        x, y = vertex[0] - 3, vertex[1] - 3
        if y > 2 * self.height:
            y -= 2 * self.height + 2
        return (x // 2, y // 2) if x % 2 == 0 else (x / 2, y / 2)


def find_runs(realms: Sequence[Mask]) -> Runs:
    """Return the runs of the free cells on land, and in water if there is any."""
    free = np.concatenate([np.pad(realm, ((1, 0), (1, 1))) for realm in realms])
    free = np.pad(free, ((0, 1), (0, 0)))
    columns = np.arange(free.shape[1], dtype=np.int32)
    changes = np.diff(free, axis=1)
    begin = np.zeros(free.shape, np.int32)
    begin[:, 1:] = np.where(changes, columns[1:], 0)
    end = np.full(free.shape, free.shape[1], np.int32)
    end[:, :-1] = np.where(changes, columns[1:], free.shape[1])
    np.maximum.accumulate(begin, axis=1, out=begin)
    end = np.ascontiguousarray(np.minimum.accumulate(end[:, ::-1], axis=1)[:, ::-1])
    return Runs(len(realms[0]), free, begin, end)


@frozen(eq=False)
class AnyaProblem(AStar[State, Cost[float]]):
    """The shortest path at any angle to the nearest of several goals."""

    free: Mask
    """See `Runs`; so also for ``first`` and ``after``."""
    first: Ints
    after: Ints
    goals: NDArray[np.int64]
    """x, y and row of cells of each goal, shape (n, 3), ascending by row. A goal on a line between rows is listed in both."""
    passes: bool
    """Whether a path may pass between two blocked cells that touch at a corner."""
    unit: float
    """The price of a line as long as a cell is wide."""

    def add_neighbours(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]]) -> None:
        what, line, left_columns, left_rows, right_columns, right_rows, x, y = node.position
        if what in (DOWN, UP):
            left, right = (left_columns, left_rows), (right_columns, right_rows)
            self.relax_corner(node, open_list, what, line, left)
            self.relax_corner(node, open_list, what, line, right)
            column = (x * left_rows + left_columns * (line - y) * what) // (2 * left_rows)
            self.spread(node, open_list, what, get_row(line, what), column, left, right)
        elif what == START:
            self.relax_from_start(node, open_list)
        elif node.parent is not None:
            self.relax_from_corner(node, open_list, x - node.parent[6], y - node.parent[7])

    def relax_from_start(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]]) -> None:
        """Relax all that a start sees from the middle of its cell, or from a corner in all cells around it."""
        x, y = node.position[6], node.position[7]
        is_corner = x % 2 == 0
        for down in (1, -1):
            row = get_row(y, down)
            if self.free[row, get_row(x, 1)]:
                self.spread(node, open_list, down, row, get_row(x, 1), (0, 1) if is_corner else (-1, 0), (1, 0))
            if is_corner and self.free[row, get_row(x, -1)]:
                self.spread(node, open_list, down, row, get_row(x, -1), (-1, 0), (0, 1))
        if is_corner:
            self.relax_along(node, open_list, 1)
            self.relax_along(node, open_list, -1)

    def relax_from_corner(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], columns: int, rows: int
    ) -> None:
        """Relax all that a path can turn to at a corner, which it reaches in the direction of so many columns and rows."""
        x, y = node.position[6], node.position[7]
        for across in (1, -1):
            is_along = rows == 0 and columns * across > 0
            for down in (1, -1):
                turn = self.turn(x, y, columns, rows, across, down)
                if turn == 0:
                    continue
                ahead = (columns, rows * down) if turn == TO_WALL else (0, 1)
                aside = (columns, rows * down) if turn == TO_WAY else (across, 0)
                left, right = (ahead, aside) if across > 0 else (aside, ahead)
                self.spread(node, open_list, down, get_row(y, down), get_row(x, across), left, right)
                is_along = is_along or turn != TO_WAY
            if is_along:
                self.relax_along(node, open_list, across)

    def turn(self, x: int, y: int, columns: int, rows: int, across: int, down: int) -> int:
        """Return whether a path in a direction may turn at a vertex into the cell on one side of it: 0, or what it turns to."""
        if columns * across < 0 or rows * down < 0:
            return 0
        row, column = get_row(y, down), get_row(x, across)
        if not self.free[row, column]:
            return 0
        is_wall_behind, is_wall_beside = not self.free[row - down, column], not self.free[row, column - across]
        if is_wall_behind and is_wall_beside:
            return TO_ALL if self.passes else 0
        if is_wall_behind and rows != 0:
            return TO_WALL
        return TO_WAY if is_wall_beside and columns != 0 else 0

    def relax_corner(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], down: int, line: int, ray: Ray
    ) -> None:
        """Relax the point where a ray meets a line, if it is a corner and the path may turn there."""
        x, y = node.position[6], node.position[7]
        columns, rows = ray
        apart = (line - y) * down
        if columns * apart % rows != 0 or (x + columns * apart // rows) % 2 != 0:
            return
        to_x = x + columns * apart // rows
        if self.turn(to_x, line, columns, rows * down, 1, down) or self.turn(to_x, line, columns, rows * down, -1, down):
            self.relax_point(node, open_list, CORNER, to_x, line)

    def spread(
        self,
        node: Node[State, Cost[float]],
        open_list: OpenList[State, Cost[float]],
        down: int,
        row: int,
        column: int,
        left: Ray,
        right: Ray,
    ) -> None:
        """Relax what the root sees between two rays in the run of a cell: the goals, and the intervals on its far side."""
        x, y = node.position[6], node.position[7]
        first, last = 2 * int(self.first[row, column]), 2 * int(self.after[row, column])
        self.relax_goals(node, open_list, down, row, first, last, left, right)
        line = 2 * row + 1 + down
        apart = (line - y) * down
        if (first - x) * left[1] >= left[0] * apart:
            left = (first - x, apart)
        if (last - x) * right[1] <= right[0] * apart:
            right = (last - x, apart)
        if left[0] * right[1] >= right[0] * left[1]:
            return
        if self.passes:  # beside the gap between two blocked cells there may be no interval
            self.relax_corner(node, open_list, down, line, left)
            self.relax_corner(node, open_list, down, line, right)
        row += down
        column = (x * left[1] + left[0] * apart) // (2 * left[1])
        while (2 * column - x) * right[1] < right[0] * apart:
            begin, end = 2 * int(self.first[row, column]) - x, 2 * int(self.after[row, column]) - x
            if self.free[row, column]:
                left_columns, left_rows = (begin, apart) if begin * left[1] > left[0] * apart else left
                right_columns, right_rows = (end, apart) if end * right[1] < right[0] * apart else right
                interval = (down, line, left_columns, left_rows, right_columns, right_rows, x, y)
                open_list.relax(interval, node.cost.travelled)
            column = int(self.after[row, column])

    def relax_along(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], across: int) -> None:
        """Relax the next corner on the line between two rows, and the goals on the way there."""
        x, y = node.position[6], node.position[7]
        above, below = get_row(y, -1), get_row(y, 1)
        column = get_row(x, across)
        while self.free[above, column] or self.free[below, column]:
            if across > 0:
                x = 2 * min(int(self.after[above, column]), int(self.after[below, column]))
            else:
                x = 2 * max(int(self.first[above, column]), int(self.first[below, column]))
            for at in range(self.count_goals_above(below), self.count_goals_above(below + 1)):
                to_x, to_y = int(self.goals[at, 0]), int(self.goals[at, 1])
                if to_y == y and (to_x - node.position[6]) * across >= 0 and (x - to_x) * across >= 0:
                    self.relax_point(node, open_list, GOAL, to_x, to_y)
            if self.turn(x, y, across, 0, across, 1) or self.turn(x, y, across, 0, across, -1):
                self.relax_point(node, open_list, CORNER, x, y)
                return
            before, column = get_row(x, -across), get_row(x, across)
            if self.free[above, before] != self.free[above, column] and self.free[below, before] != self.free[below, column]:
                return  # between two blocked cells that touch

    def relax_goals(
        self,
        node: Node[State, Cost[float]],
        open_list: OpenList[State, Cost[float]],
        down: int,
        row: int,
        first: int,
        last: int,
        left: Ray,
        right: Ray,
    ) -> None:
        """Relax the goals in a run that the root sees between two rays."""
        x, y = node.position[6], node.position[7]
        for at in range(self.count_goals_above(row), self.count_goals_above(row + 1)):
            to_x, to_y = int(self.goals[at, 0]), int(self.goals[at, 1])
            columns, rows = to_x - x, (to_y - y) * down
            is_seen = columns * left[1] >= left[0] * rows and columns * right[1] <= right[0] * rows
            if first <= to_x <= last and rows >= 0 and is_seen:
                self.relax_point(node, open_list, GOAL, to_x, to_y)

    def count_goals_above(self, row: int) -> int:
        """Return the number of goals in the rows above this one."""
        low, high = 0, len(self.goals)
        while low < high:
            middle = (low + high) >> 1
            if self.goals[middle, 2] < row:
                low = middle + 1
            else:
                high = middle
        return low

    def relax_point(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], what: int, to_x: int, to_y: int
    ) -> None:
        """Relax a corner or a goal that the root sees."""
        price = self.unit * compute_length(to_x - node.position[6], to_y - node.position[7])
        open_list.relax((what, to_y, 0, 0, 0, 0, to_x, to_y), node.cost.travelled + price)

    def is_destination(self, position: State) -> bool:
        if position[0] == START:
            for goal in range(len(self.goals)):
                if self.goals[goal, 0] == position[6] and self.goals[goal, 1] == position[7]:
                    return True
        return position[0] == GOAL

    def estimate(self, position: State) -> float:
        if position[0] == GOAL or len(self.goals) == 0:
            return 0.0
        least = self.measure_line(position, 0)
        for goal in range(1, len(self.goals)):
            least = min(least, self.measure_line(position, goal))
        return self.unit * least

    def cell_of(self, state: State) -> Cell:
        """Return the cell, in the frame of `Runs`, that a state leads into: behind the middle of an interval, or at a point."""
        what, line, left, left_rows, right, right_rows, x, y = state
        if what in (DOWN, UP):
            middle = x + (left / left_rows + right / right_rows) * ((line - y) * what) / 2
            return int(middle // 2), get_row(line, what)
        around = [(get_row(x, across), get_row(y, down)) for down in (1, -1) for across in (1, -1)]
        return next(((column, row) for column, row in around if self.free[row, column]), around[0])

    def measure_line(self, position: State, goal: int) -> float:
        """Return the length of the shortest line from the root through the interval to a goal."""
        what, line, left, left_rows, right, right_rows, x, y = position
        columns, to_y = int(self.goals[goal, 0]) - x, int(self.goals[goal, 1])
        if what not in (DOWN, UP):
            return compute_length(columns, to_y - y)
        apart, behind = (line - y) * what, abs(to_y - line)
        rows = apart + behind  # to the goal, mirrored if it lies on the root's side
        if columns * left_rows < left * rows:
            end = left * apart / left_rows
        elif columns * right_rows > right * rows:
            end = right * apart / right_rows
        else:
            return compute_length(columns, rows)
        beyond = columns - end
        return (sqrt(end * end + apart * apart) + sqrt(beyond * beyond + behind * behind)) / 2


def compute_length(columns: int, rows: int) -> float:
    """Return the length of a line in cells, given its extent in half cells."""
    return sqrt(columns * columns + rows * rows) / 2


def get_row(coordinate: int, side: int) -> int:
    """Return the row or column of cells at a coordinate; on a line, the one on this side of it."""
    return coordinate >> 1 if side > 0 else (coordinate - 1) >> 1


def make_state(what: int, vertex: Vertex) -> State:
    """Return the state of a start, a corner or a goal."""
    x, y = vertex
    return what, y, 0, 0, 0, 0, x, y


def list_goals(vertices: Iterable[Vertex]) -> NDArray[np.int64]:
    """Return goals in the form of `Anya.goals`."""
    listed = sorted({(get_row(y, side), x, y) for x, y in vertices for side in (1, -1)})
    return np.array([(x, y, row) for row, x, y in listed], np.int64).reshape(-1, 3)


def list_turns(states: Sequence[State]) -> list[Vertex]:
    """Return the start, the corners and the goal of a path of states, without its intervals."""
    return [(state[6], state[7]) for state in states if state[0] not in (DOWN, UP)]


def compute_costs_along(path: Sequence[Point], begin: float, unit: float) -> tuple[Cost[float], ...]:
    """Return the cost at each point of a path that begins with a cost."""
    travelled = [begin]
    for here, there in pairwise(path):
        travelled.append(travelled[-1] + unit * dist(here, there))
    return tuple([Cost(each, each, 0.0) for each in travelled])


class PointRun(LiftedRun[State, Point, Cost[float]]):
    """A run that is inspected in points: starts, corners and goals."""

    def __init__(
        self, lift: LiftedRequest[State, Point, Cost[float]], request: Request[Point, Cost[float]], runs: Runs
    ) -> None:
        super().__init__(lift, request, lift.request.begin())
        self._lifted = lift.request.problem
        self._runs = runs

    def translate_node(self, node: Node[State, Cost[float]] | None) -> Node[Point, Cost[float]] | None:
        if node is None or node.position[0] in (DOWN, UP):
            return None
        parent = None if node.parent is None else self._runs.to_point(node.parent[6:])
        return Node(self._runs.to_point(node.position[6:]), node.cost, parent)

    @property
    def tree(self) -> Tree[Point, Cost[float]]:
        return make_tree_of_nodes(self.collect_reached().values(), self._lifted)  # points between cells have no index
