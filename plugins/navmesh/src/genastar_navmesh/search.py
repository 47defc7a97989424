"""The problem: Polyanya, exact shortest paths in the plane, over a mesh of convex polygons.

A position is one of (Cui, Harabor and Grastien, Compromise-free pathfinding on a navigation mesh, IJCAI 2017):

- an **interval** of an edge with its **root**: the points of the edge that the root sees, through which the path goes on;
- a **corner**: the path turns there, to the left or to the right, around an obstacle;
- a start, or a goal.

A start is expanded to all sides of the polygons that contain it, and to the goals in them. An interval is expanded to what
its root sees through it on the other edges of the next polygon, to the goals that it sees there, and to the corners at the ends
of the interval. A corner is expanded to the sides that a path may reach after its turn. A shortest path turns only at corners,
and only around their obstacles, so these are all shortest paths. The published algorithm turns without such a state and prunes
by the best cost of each root; here a corner with its turn is a position, so the closed list prunes it as it does any position.

**The estimate** of an interval is the length of the shortest line from the root through the interval to the nearest goal, as if
there were no obstacles behind it (a goal on the root's side is mirrored). It is admissible, because every path through the
interval crosses it; and consistent, because an interval's successors are seen through it, and the triangle inequality holds.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList

Point = tuple[float, float]

State = tuple[int, float, float, float, float, float, float]
"""What it is; x and y of the left and the right end of the interval, and of the root. The first number is the number of the
interval's side (of the polygon that it leads into), `GOAL`, `START`, ``CORNER - 2 * vertex`` for a left turn at a vertex, or
one less for a right turn. In all but intervals, the three points are the same."""

GOAL: Final = -1
START: Final = -2
CORNER: Final = -3

LEFT: Final = 1
RIGHT: Final = 2
"""Turns around the obstacle at a corner."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@frozen(eq=False)
class Polyanya(AStar[State, Cost[float]]):
    """The shortest path from one of the starts to the nearest of several goals."""

    points: Floats
    """x and y of each vertex, shape (v, 2)."""
    corners: Ints
    """The vertices of all polygons, each counterclockwise, shape (s,). Side s leads from vertex s to the next one of its
    polygon."""
    first: Ints
    """Polygon p has the sides ``first[p] : first[p + 1]``, shape (p + 1,)."""
    polygon: Ints
    """The polygon of each side, shape (s,)."""
    twin: Ints
    """The same side of the neighbouring polygon, -1 for none, shape (s,)."""
    around: Ints
    """The polygons around all vertices, shape (s,)."""
    first_around: Ints
    """Vertex v is a corner of the polygons ``around[first_around[v] : first_around[v + 1]]``, shape (v + 1,)."""
    is_corner: NDArray[np.bool_]
    """Whether a shortest path may turn at the vertex, shape (v,)."""
    walls: Ints
    """The vertices at the other ends of the walls at a corner: the wall to the right of the free area and that to its left, as
    seen from the corner; shape (v, 2)."""
    goals: Floats
    """x and y of each goal, shape (n, 2)."""
    goal_polygons: Ints
    """The polygons that contain each goal, ascending by polygon, shape (m,)."""
    goal_numbers: Ints
    """The goal in each of these, shape (m,)."""
    starts: Floats
    """x and y of each start, shape (k, 2)."""
    start_polygons: Ints
    """The polygons that contain each start, shape (l,)."""
    start_numbers: Ints
    """The start in each of these, shape (l,)."""
    tolerance: float
    """Distance below which two points count as one: rounding errors at the size of the mesh."""

    def add_neighbours(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]]) -> None:
        what, _, _, _, _, x, y = node.position
        if what >= 0:
            self.through_interval(node, open_list)
        elif what == START:
            is_known = False
            for at in range(len(self.start_polygons)):
                start = self.start_numbers[at]
                if self.starts[start, 0] == x and self.starts[start, 1] == y:
                    is_known = True
                    self.from_point(node, open_list, int(self.start_polygons[at]))
            if not is_known:
                raise BadInput("the problem does not know this start; give it: world.problem(goals, starts)")
        elif what <= CORNER:
            corner, turn = (CORNER - what) >> 1, LEFT + ((CORNER - what) & 1)
            for at in range(self.first_around[corner], self.first_around[corner + 1]):
                self.from_corner(node, open_list, int(self.around[at]), corner, turn)

    def turn(self, corner: int, dx: float, dy: float) -> int:
        """Return whether a path in a direction may turn `LEFT` or `RIGHT` around the obstacle at a corner; 0 if it may not."""
        x, y = self.point(corner)
        (right_x, right_y), (left_x, left_y) = self.point(int(self.walls[corner, 0])), self.point(int(self.walls[corner, 1]))
        slack = self.tolerance * sqrt(dx * dx + dy * dy)
        right, left = dx * (right_y - y) - dy * (right_x - x), dx * (left_y - y) - dy * (left_x - x)
        return (LEFT if right >= -slack and left >= -slack else 0) + (RIGHT if right <= slack and left <= slack else 0)

    def from_corner(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], polygon: int, corner: int, turn: int
    ) -> None:
        """Relax the goals of a polygon, and its sides that a path may reach after this turn.

        Such a path comes with both walls on the side of the turn. So it goes on between the line that continues the far wall
        and the near wall, an angle of less than 180 degrees.
        """
        x, y = node.position[5], node.position[6]
        far, near = self.point(int(self.walls[corner, turn - 1])), self.point(int(self.walls[corner, 2 - turn]))
        far_x, far_y, near_x, near_y = x - far[0], y - far[1], near[0] - x, near[1] - y
        far_slack = self.tolerance * sqrt(far_x * far_x + far_y * far_y)
        near_slack = self.tolerance * sqrt(near_x * near_x + near_y * near_y)
        self.relax_goals(node, open_list, polygon)
        for side in range(int(self.first[polygon]), int(self.first[polygon + 1])):
            twin, one, other = int(self.twin[side]), int(self.corners[side]), self.end_of(side)
            if twin < 0 or corner in (one, other):
                continue
            (left_x, left_y), (right_x, right_y) = self.point(other), self.point(one)
            begin, end = ((right_x, right_y), (left_x, left_y)) if turn == LEFT else ((left_x, left_y), (right_x, right_y))
            sign = 1 if turn == LEFT else -1  # seen in a mirror, a right turn is a left turn
            ends_behind = sign * (far_x * (end[1] - y) - far_y * (end[0] - x)) < -far_slack
            begins_within = sign * (far_x * (begin[1] - y) - far_y * (begin[0] - x)) >= 0
            begins_past = begins_within and sign * (near_y * (begin[0] - x) - near_x * (begin[1] - y)) < -near_slack
            if not ends_behind and not begins_past:
                open_list.relax((twin, left_x, left_y, right_x, right_y, x, y), node.cost.travelled)

    def from_point(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], polygon: int) -> None:
        """Relax the sides and goals of a polygon that a start in it sees."""
        _, _, _, _, _, x, y = node.position
        travelled = node.cost.travelled
        self.relax_goals(node, open_list, polygon)
        begin, end = int(self.first[polygon]), int(self.first[polygon + 1])
        for side in range(begin, end):
            twin, one, other = int(self.twin[side]), int(self.corners[side]), self.end_of(side)
            if twin >= 0:
                (left_x, left_y), (right_x, right_y) = self.point(other), self.point(one)
                open_list.relax((twin, left_x, left_y, right_x, right_y, x, y), travelled)

    def through_interval(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]]) -> None:
        """Relax the sides and goals of the next polygon that the root sees through the interval, and both corners."""
        entry, left_x, left_y, right_x, right_y, x, y = node.position
        self.relax_corner(node, open_list, int(self.corners[entry]), left_x, left_y)
        self.relax_corner(node, open_list, self.end_of(entry), right_x, right_y)
        lx, ly, rx, ry = left_x - x, left_y - y, right_x - x, right_y - y
        to_left, to_right = sqrt(lx * lx + ly * ly), sqrt(rx * rx + ry * ry)
        if rx * ly - ry * lx <= self.tolerance * max(to_left, to_right):
            return  # the root is in line with it, so nothing is seen through it
        polygon = int(self.polygon[entry])
        self.relax_goals(node, open_list, polygon)
        for side in range(int(self.first[polygon]), int(self.first[polygon + 1])):
            if side != entry:
                self.relax_side(node, open_list, side, lx, ly, rx, ry)

    def relax_side(
        self,
        node: Node[State, Cost[float]],
        open_list: OpenList[State, Cost[float]],
        side: int,
        lx: float,
        ly: float,
        rx: float,
        ry: float,
    ) -> None:
        """Relax the part of a side that the root sees between a left and a right line of sight."""
        x, y, twin, tolerance = node.position[5], node.position[6], int(self.twin[side]), self.tolerance
        to_left, to_right = sqrt(lx * lx + ly * ly), sqrt(rx * rx + ry * ry)
        if twin >= 0:
            (ax, ay), (bx, by) = self.point(int(self.corners[side])), self.point(self.end_of(side))
            # How far the ends of the side lie to the left of the right line of sight, and to the right of the left one.
            a_right, b_right = (rx * (ay - y) - ry * (ax - x)) / to_right, (rx * (by - y) - ry * (bx - x)) / to_right
            a_left, b_left = (ly * (ax - x) - lx * (ay - y)) / to_left, (ly * (bx - x) - lx * (by - y)) / to_left
            if b_right < -tolerance or a_left < -tolerance:
                return
            if a_right < -tolerance:
                share = a_right / (a_right - b_right)
                from_x, from_y = ax + share * (bx - ax), ay + share * (by - ay)
            else:
                from_x, from_y = ax, ay
            if b_left < -tolerance:
                share = a_left / (a_left - b_left)
                to_x, to_y = ax + share * (bx - ax), ay + share * (by - ay)
            else:
                to_x, to_y = bx, by
            # A line of sight leads through the end of the side.
            if b_right <= tolerance:
                from_x, from_y = bx, by
            if a_left <= tolerance:
                to_x, to_y = ax, ay
            open_list.relax((twin, to_x, to_y, from_x, from_y, x, y), node.cost.travelled)

    def relax_corner(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], vertex: int, end_x: float, end_y: float
    ) -> None:
        """Relax a vertex, if it is the end of the interval and a corner where the path may turn."""
        _, _, _, _, _, x, y = node.position
        to_x, to_y = self.point(vertex)
        is_end = to_x == end_x and to_y == end_y and not (to_x == x and to_y == y)
        if self.is_corner[vertex] and is_end:
            turn = self.turn(vertex, to_x - x, to_y - y)
            length = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
            for way in (LEFT, RIGHT):
                if turn & way != 0:
                    what = CORNER - 2 * vertex - (way - LEFT)
                    open_list.relax((what, to_x, to_y, to_x, to_y, to_x, to_y), node.cost.travelled + length)

    def relax_goals(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], polygon: int) -> None:
        """Relax the goals in a polygon that the root sees, through the interval if there is one."""
        what, left_x, left_y, right_x, right_y, x, y = node.position
        low, high = 0, len(self.goal_polygons)
        while low < high:
            middle = (low + high) >> 1
            if self.goal_polygons[middle] < polygon:
                low = middle + 1
            else:
                high = middle
        while low < len(self.goal_polygons) and self.goal_polygons[low] == polygon:
            goal = int(self.goal_numbers[low])
            to_x, to_y = float(self.goals[goal, 0]), float(self.goals[goal, 1])
            low += 1
            if what >= 0:
                dx, dy, slack = to_x - x, to_y - y, self.tolerance
                lx, ly, rx, ry = left_x - x, left_y - y, right_x - x, right_y - y
                if ly * dx - lx * dy < -slack * sqrt(lx * lx + ly * ly) or rx * dy - ry * dx < -slack * sqrt(rx * rx + ry * ry):
                    continue
            length = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
            open_list.relax((GOAL, to_x, to_y, to_x, to_y, to_x, to_y), node.cost.travelled + length)

    def end_of(self, side: int) -> int:
        """Return the vertex at the end of a side."""
        polygon, following = int(self.polygon[side]), side + 1
        if following == int(self.first[polygon + 1]):
            following = int(self.first[polygon])
        return int(self.corners[following])

    def point(self, vertex: int) -> Point:
        """Return x and y of a vertex."""
        return float(self.points[vertex, 0]), float(self.points[vertex, 1])

    def is_destination(self, position: State) -> bool:
        return position[0] == GOAL

    def estimate(self, position: State) -> float:
        if position[0] == GOAL:
            return 0.0
        least = self.left(position, 0)
        for goal in range(1, len(self.goals)):
            least = min(least, self.left(position, goal))
        return least

    def left(self, position: State, goal: int) -> float:
        """Return the length of the shortest line from the root through the interval to a goal."""
        what, left_x, left_y, right_x, right_y, x, y = position
        to_x, to_y = float(self.goals[goal, 0]), float(self.goals[goal, 1])
        if what < 0:
            return sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
        along_x, along_y = right_x - left_x, right_y - left_y
        length = along_x * along_x + along_y * along_y
        beyond = along_x * (to_y - left_y) - along_y * (to_x - left_x)
        if length > 0 and beyond * (along_x * (y - left_y) - along_y * (x - left_x)) > 0:
            to_x, to_y = to_x + 2 * beyond * along_y / length, to_y - 2 * beyond * along_x / length  # mirrored
        dx, dy = to_x - x, to_y - y
        lx, ly, rx, ry = left_x - x, left_y - y, right_x - x, right_y - y
        if ly * dx - lx * dy >= 0 and rx * dy - ry * dx >= 0 and rx * ly - ry * lx > 0:
            return sqrt(dx * dx + dy * dy)
        by_left_x, by_left_y, by_right_x, by_right_y = to_x - left_x, to_y - left_y, to_x - right_x, to_y - right_y
        return min(
            sqrt(lx * lx + ly * ly) + sqrt(by_left_x * by_left_x + by_left_y * by_left_y),
            sqrt(rx * rx + ry * ry) + sqrt(by_right_x * by_right_x + by_right_y * by_right_y),
        )
