"""The corners that shortest ways turn at as a graph, and with each of its legs the goals that are worth following it for.

The jump points of a grid are few, and the same from query to query. They are the nodes, *subgoals* (Uras, Koenig and
Hernandez, ICAPS 2013): a free cell with a blocked one across a corner. A leg leads from a node to one that a jump from it
would find, in any direction: diagonally first, and then straight. With each leg stands a box, which holds every cell to which
the shortest way from the leg's node begins with this leg (goal bounding, Rabin and Sturtevant, AAAI 2016); where several ways
are equally short, one of them does. A search that follows only legs whose box holds the goal finds a shortest way: at each
node of such a way there is a leg that goes on with one, and the search may follow that.

The boxes are made by searches: `Spread` goes from one node to all others, and as each is closed, the leg over which the way
to it began has its box widened by what is seen from there. That takes time in the square of the number of nodes, once for a
map.
"""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList, Workspace
from genastar_grid.jump_table import Distances
from genastar_grid.ways import EIGHT, Mask, Ways

Whole = NDArray[np.int32]

_NUMBER: Final = np.array([[7, 0, 1], [6, -1, 2], [5, 4, 3]])
"""Of a direction, by the signs of dy and dx, each plus one."""

TAUT: Final = (-2, -1, 0, 1, 2)
"""By how many eighths a shortest way may turn after a straight step. After more it has come back beside a cell that it was at,
or beside one of which all that lie between are free."""

STRAIGHT: Final = 408
DIAGONAL: Final = 577
"""The prices of steps, as in `search`."""

NONE: Final = (1 << 30, 1 << 30, -1, -1)
"""The box of nothing."""


@frozen(eq=False)
class Graph:
    """Nodes by number, in the order of reading, and the legs of each side by side."""

    number: Whole
    """The number of the node at each cell, -1 where there is none; shape (height, width)."""
    first: Whole
    """The number of the first leg of each node, and the number of all; shape (nodes + 1,)."""
    legs: Distances
    """Where each leg leads, x and y; its box: left, top, right, bottom, all of which belong to it; and the direction in which
    it begins. Shape (legs, 7)."""


@frozen(eq=False)
class Spread(AStar[int, Cost[int]]):
    """From one node to all others, along all legs; it writes down over which leg the way to each began, and widens its box."""

    source: int
    first: Whole
    targets: Whole
    """The node to which each leg leads."""
    prices: Whole
    arrivals: Whole
    """The direction in which each leg arrives."""
    seen: Whole
    """The box of what is seen from a node after arriving in a direction, shape (nodes, 8, 4)."""
    began: Whole
    """For each node that is open or closed the leg over which its way began, and the last leg; shape (nodes, 2)."""
    boxes: Whole
    """Of each leg, shape (legs, 4)."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here = node.position
        parent = here if node.parent is None else int(node.parent)
        if parent != here:
            self.widen(here, parent)
        for leg in range(self.first[here], self.first[here + 1]):
            open_list.relax(int(self.targets[leg]), node.cost.travelled + int(self.prices[leg]))

    def widen(self, here: int, parent: int) -> None:
        """Widen the box of the leg over which the way here began. To do it twice does no harm."""
        last = int(self.first[parent])
        while self.targets[last] != here:
            last += 1
        leg = last if parent == self.source else int(self.began[parent])
        self.began[here] = leg
        arrival = self.arrivals[last]
        for side in range(2):
            self.boxes[leg, side] = min(self.boxes[leg, side], self.seen[here, arrival, side])
            self.boxes[leg, side + 2] = max(self.boxes[leg, side + 2], self.seen[here, arrival, side + 2])

    def is_destination(self, position: int) -> bool:
        return False

    def index(self, position: int) -> int:
        """A node's number."""
        return position

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.first) - 1


def graph_of(points: Mask, distances: Distances, ways: Ways, engine: str = "auto") -> Graph:
    """The graph of a grid, with its boxes.

    Args:
        points: the jump points, of all directions.
        distances: the table of JPS+.
        ways: the open directions of each cell.
        engine: which searches for the boxes.
    """
    y, x = np.nonzero(points)
    places = np.arange(len(x)), x, y
    number = numbered(points)
    origin, to_x, to_y, arrival = _legs(places, distances)
    order = np.lexsort((to_x, to_y, origin))
    origin, to_x, to_y, arrival = (part[order] for part in (origin, to_x, to_y, arrival))
    first = np.searchsorted(origin, np.arange(len(x) + 1)).astype(np.int32)
    dx, dy = to_x - x[origin], to_y - y[origin]
    begins = _NUMBER[np.sign(dy) + 1, np.sign(dx) + 1]
    dx, dy = np.abs(dx), np.abs(dy)
    prices = (STRAIGHT * np.abs(dx - dy) + DIAGONAL * np.minimum(dx, dy)).astype(np.int32)
    boxes = np.tile(np.array(NONE, np.int32), (len(origin), 1))
    workspace, began, targets = Workspace(), np.zeros(len(x), np.int32), number[to_y, to_x]
    seen = _seen(places, distances, ways)
    for source in range(len(x)):
        solver = Spread(source, first, targets, prices, arrival.astype(np.int32), seen, began, boxes)
        solver.search(source, engine=engine, workspace=workspace)
    used = boxes[:, 2] >= 0  # the others begin no way: others are as short
    kept = np.concatenate(([0], np.cumsum(used)))[first].astype(np.int32)
    legs = np.column_stack((to_x, to_y, boxes, begins))[used].astype(distances.dtype)
    return Graph(number, kept, cast("Distances", legs))


def numbered(points: Mask) -> Whole:
    """The numbers of nodes, in the order of reading, -1 where there is none."""
    number = np.full(points.shape, -1, np.int32)
    number[points] = np.arange(np.count_nonzero(points))
    return number


Places = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Numbers of nodes, and a column and a row for each."""


def _legs(places: Places, distances: Distances) -> tuple[NDArray[np.int64], ...]:
    """Of each leg the number of its node, x and y of where it leads, and the direction in which it arrives there."""
    found = []
    for side in (0, 2, 4, 6):
        found.append((*_jumped(places, distances, side), side))
    for direction in (1, 3, 5, 7):
        at = places
        while len(at[0]):
            at = _jumped(at, distances, direction)
            found += [(*_jumped(at, distances, side), side) for side in (direction - 1, (direction + 1) % 8)]
    filled = [(nodes, x, y, np.full(len(nodes), side)) for nodes, x, y, side in found]
    return tuple(np.concatenate(part) for part in zip(*filled, strict=True))


def _jumped(places: Places, distances: Distances, direction: int) -> Places:
    """Those that come to a place of interest, and where."""
    nodes, x, y = places
    steps = distances[y, x, direction].astype(np.int64)
    goes = steps > 0
    dx, dy = EIGHT[direction]
    return nodes[goes], (x + dx * steps)[goes], (y + dy * steps)[goes]


def _seen(places: Places, distances: Distances, ways: Ways) -> Whole:
    """For each node and straight direction of arrival, the box of the cells to which the shortest way may go on in one leg:
    straight on, or with a turn of up to a right angle. Shape (nodes, 8, 4); those of diagonal directions are not used.
    """
    nodes, x, y = places
    far = np.zeros((8, 4, len(nodes)), np.int64)  # by direction: how far to north, east, south and west
    for side in (0, 2, 4, 6):
        far[side, side // 2] = np.abs(distances[y, x, side])
    for direction in (1, 3, 5, 7):
        sides, (dx, dy) = (direction - 1, (direction + 1) % 8), EIGHT[direction]
        at, steps = np.arange(len(nodes)), 0
        while len(at):
            at = at[ways[y[at] + steps * dy, x[at] + steps * dx] >> direction & 1 == 1]
            steps += 1
            for side in sides:
                reach = steps + np.abs(distances[y[at] + steps * dy, x[at] + steps * dx, side])
                far[direction, side // 2, at] = np.maximum(far[direction, side // 2, at], reach)
    seen = np.zeros((len(nodes), 8, 4), np.int32)
    for arrival in (0, 2, 4, 6):
        north, east, south, west = far[[(arrival + turn) % 8 for turn in TAUT]].max(axis=0)
        seen[:, arrival] = np.column_stack((x - west, y - north, x + east, y + south))
    return seen
