"""The problem: Polyanya, exact shortest paths in the plane, over a mesh of convex polygons.

A position is one of (Cui, Harabor and Grastien, Compromise-free pathfinding on a navigation mesh, IJCAI 2017):

- an **interval** of a side with its **root**: the points of the side that the root sees, through which the path goes on;
- a **corner**: the path turns there, to the left or to the right, around an obstacle;
- a start, or a goal.

A start is expanded to all sides of the polygons that contain it, and to the goals in them. An interval is expanded to what
its root sees through it on the other sides of the next polygon, to the goals that it sees there, and to the corners at its
ends. If there is only one such side, and nothing else, the same expansion goes on through it. A corner is expanded to what
lies between the line on which the path came and the obstacle, all around the corner. A shortest path turns only at corners, and
only around their obstacles, so these are all shortest paths.

**Pruning.** The published algorithm turns without a position for the corner, and prunes by the least cost at which each root
was reached. Here a corner with its turn is a position, so the closed list prunes it as it does any position. Two paths of the
same length to a corner may come on different lines. Then only the first is followed: where the first could not turn, it has a
shortcut, so the other leads to no shortest path. A side behind which there is a tree of polygons (a part with no way around
anything) is left out, unless a goal is in that tree.

**The estimate** of an interval is the length of the shortest line from the root through the interval to the nearest goal, as if
there were no obstacles behind it (a goal on the root's side is mirrored). It is admissible, because every path through the
interval crosses it; and consistent, because an interval's successors are seen through it, and the triangle inequality holds.
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList

Point = tuple[float, float]

State = tuple[int, float, float, float, float]
"""What it is; x and y of the root; and the two ends of the interval. The first number is the number of the interval's side (of
the polygon that it leads into), `GOAL`, `START`, ``CORNER - 2 * vertex`` for a left turn at a vertex, or one less for a right
turn. The ends are shares of the side from its begin, the left end as the root sees it, to its end: 0 and 1 are its vertices. In
all but intervals the root is the point itself, and the ends are 0."""

GOAL: Final = -1
START: Final = -2
CORNER: Final = -3

LEFT: Final = 1
RIGHT: Final = 2
"""Turns around the obstacle at a corner."""

NOWHERE: Final = (-1, 0.0, 0.0)
"""In place of the only way on: there is none, or several."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

Way = tuple[int, float, float]
"""A side that leads into a polygon, and the two ends of an interval on it."""


@frozen(eq=False)
class Polyanya(AStar[State, Cost[float]]):
    """The shortest path from one of the starts to the nearest of several goals."""

    uses_parent: ClassVar[bool] = True

    sides: Floats
    """x and y of the begin and of the end of each side, polygon after polygon, each counterclockwise; shape (s, 4)."""
    corners: Ints
    """The vertex at the begin of each side, shape (s,)."""
    first: Ints
    """Polygon p has the sides ``first[p] : first[p + 1]``, shape (p + 1,)."""
    polygon: Ints
    """The polygon of each side, shape (s,)."""
    twin: Ints
    """The same side of the neighbouring polygon, -1 for none, shape (s,)."""
    beyond: Ints
    """If a tree of polygons lies behind the side: the polygons of the tree are those from the neighbouring one to before this
    one; otherwise 0; shape (s,)."""
    is_corner: NDArray[np.bool_]
    """Whether a shortest path may turn at the vertex, shape (v,)."""
    walls: Ints
    """The walls at a corner, as seen from it: the side that begins there, to the right of the free area, and the side that ends
    there, to its left; shape (v, 2)."""
    goals: Floats
    """x and y of the goals of all questions, shape (n, 2)."""
    goal_polygons: Ints
    """The polygons that contain each goal, ascending by polygon in each question, shape (m,)."""
    goal_numbers: Ints
    """The goal in each of these, shape (m,)."""
    starts: Floats
    """x and y of the starts of all questions, shape (k, 2)."""
    start_polygons: Ints
    """The polygons that contain each start, shape (l,)."""
    start_numbers: Ints
    """The start in each of these, shape (l,)."""
    asked: tuple[int, int, int, int, int, int]
    """The question: where its goals, their polygons, and the polygons of its starts begin and end in those arrays."""
    tolerance: float
    """Distance below which two points count as one: rounding errors at the size of the mesh."""

    def add_neighbours(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]]) -> None:
        what, x, y, begin, end = node.position
        if what >= 0:
            interval = (what, begin, end)
            while interval[0] >= 0:
                interval = self.relax_through(node, open_list, interval)
        elif what == START:
            is_known = False
            for at in range(self.asked[4], self.asked[5]):
                start = self.start_numbers[at]
                if self.starts[start, 0] == x and self.starts[start, 1] == y:
                    is_known = True
                    self.relax_from_start(node, open_list, int(self.start_polygons[at]))
            if not is_known:
                raise BadInput("the problem was made for other starts; give them to world.problem(goals, starts)")
        elif what <= CORNER:
            self.relax_from_corner(node, open_list, (CORNER - what) >> 1, LEFT + ((CORNER - what) & 1))

    def relax_through(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], entry: Way) -> Way:
        """Relax what the root sees through an interval in the next polygon; return the only way on instead, if there is one.

        The sides are passed counterclockwise from the right end of the interval: first those to the right of the view, then
        those in view, until the left line of sight.
        """
        side, begin, end = entry
        x, y, polygon = node.position[1], node.position[2], int(self.polygon[side])
        begins, ends = int(self.first[polygon]), int(self.first[polygon + 1])
        here_x, here_y = self.end_of(side)
        (left_x, left_y), (right_x, right_y) = self.cut_interval(side, begin, end)
        lx, ly, rx, ry = left_x - x, left_y - y, right_x - x, right_y - y
        is_fork = self.relax_goals(node, open_list, polygon, lx, ly, rx, ry)
        at = side + 1 if side + 1 < ends else begins
        if begin == 0 and self.relax_corner(node, open_list, side):
            is_fork = True
        if end == 1 and self.relax_corner(node, open_list, at):
            is_fork = True
        slack_left, slack_right = self.tolerance * sqrt(lx * lx + ly * ly), self.tolerance * sqrt(rx * rx + ry * ry)
        only = NOWHERE
        # How far to the left of the right line of sight, and to the right of the left one, times the lengths of the lines.
        from_right, from_left = rx * (here_y - y) - ry * (here_x - x), ly * (here_x - x) - lx * (here_y - y)
        while at != side and from_left > slack_left:
            here_x, here_y = self.end_of(at)
            to_right, to_left = rx * (here_y - y) - ry * (here_x - x), ly * (here_x - x) - lx * (here_y - y)
            if to_right > slack_right and self.leads_on(at):
                if only[0] >= 0:
                    open_list.relax((only[0], x, y, only[1], only[2]), node.cost.travelled)
                    is_fork = True
                only = (
                    int(self.twin[at]),
                    0.0 if to_left >= -slack_left else to_left / (to_left - from_left),
                    1.0 if from_right >= -slack_right else to_right / (to_right - from_right),
                )
            elif abs(from_right) <= slack_right and abs(to_right) <= slack_right and self.relax_ends(node, open_list, at):
                is_fork = True
            from_right, from_left = to_right, to_left
            at = at + 1 if at + 1 < ends else begins
        while at != side and from_left >= -slack_left:
            here_x, here_y = self.end_of(at)
            from_left = ly * (here_x - x) - lx * (here_y - y)
            if from_left >= -slack_left and self.relax_ends(node, open_list, at):
                is_fork = True
            at = at + 1 if at + 1 < ends else begins
        if is_fork and only[0] >= 0:
            open_list.relax((only[0], x, y, only[1], only[2]), node.cost.travelled)
            return NOWHERE
        return only

    def relax_from_start(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], polygon: int) -> None:
        """Relax the sides and goals of a polygon that a start in it sees."""
        self.relax_goals(node, open_list, polygon, 0.0, 0.0, 0.0, 0.0)
        for side in range(int(self.first[polygon]), int(self.first[polygon + 1])):
            self.relax_side(node, open_list, side, 0.0, 1.0)

    def relax_from_corner(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], corner: int, turn: int
    ) -> None:
        """Relax the sides and goals around a corner between the near wall and the line on which the path came.

        The path comes with both walls on the side of the turn, so that angle is at most 180 degrees. The sides are passed from
        the near wall to the line. If the line is not known (``node.parent`` is ``None``), the line that continues the far wall
        takes its place: all paths come between the two.
        """
        _, x, y, _, _ = node.position
        right, left = int(self.walls[corner, 0]), int(self.walls[corner, 1])
        (near_x, near_y), (from_x, from_y) = self.begin_of(left), self.end_of(right)
        if turn == RIGHT:
            (near_x, near_y), (from_x, from_y) = (from_x, from_y), (near_x, near_y)
        before = node.parent
        if before is not None:
            from_x, from_y = before[1], before[2]
        # Seen in a mirror, a right turn is a left turn.
        dx, dy, sign, side = x - from_x, y - from_y, 1 if turn == LEFT else -1, left if turn == LEFT else right
        slack = self.tolerance * sqrt(dx * dx + dy * dy)
        near = sign * (dx * (near_y - y) - dy * (near_x - x))  # how far the near end of a side is to the left of the line
        is_between = near > slack or dx * (near_x - x) + dy * (near_y - y) < 0
        while side >= 0 and is_between:
            polygon = int(self.polygon[side])
            self.relax_goals(node, open_list, polygon, 0.0, 0.0, 0.0, 0.0)
            for _ in range(int(self.first[polygon + 1] - self.first[polygon]) - 2):  # those that do not touch the corner
                side = self.get_next_side(side) if turn == RIGHT else self.get_previous_side(side)
                if is_between:
                    to_x, to_y = self.end_of(side) if turn == RIGHT else self.begin_of(side)
                    far = sign * (dx * (to_y - y) - dy * (to_x - x))
                    is_between = far >= -slack
                    if is_between:
                        self.relax_side(node, open_list, side, 0.0, 1.0)
                    elif near > slack:  # or else the line passes its near end
                        cut = near / (near - far)
                        begin, end = (0.0, cut) if turn == LEFT else (1.0 - cut, 1.0)
                        self.relax_side(node, open_list, side, begin, end)
                    near = far
            side = int(self.twin[self.get_next_side(side) if turn == RIGHT else self.get_previous_side(side)])

    def relax_side(
        self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], side: int, begin: float, end: float
    ) -> None:
        """Relax a part of a side of a polygon with the root; or the corners at its ends, if it is in line with the root."""
        _, x, y, _, _ = node.position
        (from_x, from_y), (to_x, to_y) = self.begin_of(side), self.end_of(side)
        along_x, along_y = to_x - from_x, to_y - from_y
        apart = along_x * (y - from_y) - along_y * (x - from_x)
        if apart <= self.tolerance * sqrt(along_x * along_x + along_y * along_y):
            self.relax_ends(node, open_list, side)
        elif self.leads_on(side):
            open_list.relax((int(self.twin[side]), x, y, begin, end), node.cost.travelled)

    def relax_ends(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], side: int) -> bool:
        """Relax the corners at the ends of a side in line with the root; return whether a path may turn at one."""
        one = self.relax_corner(node, open_list, side)
        return self.relax_corner(node, open_list, self.get_next_side(side)) or one

    def relax_corner(self, node: Node[State, Cost[float]], open_list: OpenList[State, Cost[float]], side: int) -> bool:
        """Relax the vertex at the begin of a side, which the root sees; return whether a path may turn there."""
        vertex, may_turn = int(self.corners[side]), False
        if self.is_corner[vertex]:
            _, x, y, _, _ = node.position
            to_x, to_y = self.begin_of(side)
            dx, dy = to_x - x, to_y - y
            length = sqrt(dx * dx + dy * dy)
            (right_x, right_y), (left_x, left_y) = (
                self.end_of(int(self.walls[vertex, 0])),
                self.begin_of(int(self.walls[vertex, 1])),
            )
            right, left = dx * (right_y - to_y) - dy * (right_x - to_x), dx * (left_y - to_y) - dy * (left_x - to_x)
            slack = self.tolerance * length
            if length > 0 and right >= -slack and left >= -slack:
                may_turn = True
                open_list.relax((CORNER - 2 * vertex, to_x, to_y, 0.0, 0.0), node.cost.travelled + length)
            if length > 0 and right <= slack and left <= slack:
                may_turn = True
                open_list.relax((CORNER - 2 * vertex - 1, to_x, to_y, 0.0, 0.0), node.cost.travelled + length)
        return may_turn

    def relax_goals(
        self,
        node: Node[State, Cost[float]],
        open_list: OpenList[State, Cost[float]],
        polygon: int,
        lx: float,
        ly: float,
        rx: float,
        ry: float,
    ) -> bool:
        """Relax the goals in a polygon that the root sees, between two lines of sight if it sees through an interval.

        Returns:
            Whether there is a goal in the polygon.
        """
        what, x, y, _, _ = node.position
        at, has_goal = self.find_first_goal(polygon), False
        while at < self.asked[3] and self.goal_polygons[at] == polygon:
            has_goal = True
            goal = int(self.goal_numbers[at])
            to_x, to_y = float(self.goals[goal, 0]), float(self.goals[goal, 1])
            dx, dy, at = to_x - x, to_y - y, at + 1
            is_seen = what < 0
            if not is_seen:
                from_left, from_right = ly * dx - lx * dy, rx * dy - ry * dx
                is_seen = from_left >= -self.tolerance * sqrt(lx * lx + ly * ly)
                is_seen = is_seen and from_right >= -self.tolerance * sqrt(rx * rx + ry * ry)
            if is_seen:
                open_list.relax((GOAL, to_x, to_y, 0.0, 0.0), node.cost.travelled + sqrt(dx * dx + dy * dy))
        return has_goal

    def find_first_goal(self, polygon: int) -> int:
        """Return the first place in `goal_polygons` of this question with this polygon or a later one."""
        low, high = self.asked[2], self.asked[3]
        while low < high:
            middle = (low + high) >> 1
            if self.goal_polygons[middle] < polygon:
                low = middle + 1
            else:
                high = middle
        return low

    def leads_on(self, side: int) -> bool:
        """Return whether a path may lead out of a polygon by a side: to more than a tree of polygons without a goal."""
        twin, until = int(self.twin[side]), int(self.beyond[side])
        if twin >= 0 and until > 0:
            at = self.find_first_goal(int(self.polygon[twin]))
            return at < self.asked[3] and int(self.goal_polygons[at]) < until
        return twin >= 0

    def get_next_side(self, side: int) -> int:
        """Return the next side of the polygon."""
        polygon = int(self.polygon[side])
        return side + 1 if side + 1 < self.first[polygon + 1] else int(self.first[polygon])

    def get_previous_side(self, side: int) -> int:
        """Return the side of the polygon before this one."""
        polygon = int(self.polygon[side])
        return side - 1 if side > self.first[polygon] else int(self.first[polygon + 1]) - 1

    def begin_of(self, side: int) -> Point:
        """Return x and y of the vertex at the begin of a side."""
        return float(self.sides[side, 0]), float(self.sides[side, 1])

    def end_of(self, side: int) -> Point:
        """Return x and y of the vertex at the end of a side."""
        return float(self.sides[side, 2]), float(self.sides[side, 3])

    def cut_interval(self, side: int, begin: float, end: float) -> tuple[Point, Point]:
        """Return the left and the right end of an interval."""
        (left_x, left_y), (right_x, right_y) = self.begin_of(side), self.end_of(side)
        dx, dy = right_x - left_x, right_y - left_y
        if end < 1:
            right_x, right_y = left_x + end * dx, left_y + end * dy
        if begin > 0:
            left_x, left_y = left_x + begin * dx, left_y + begin * dy
        return (left_x, left_y), (right_x, right_y)

    def is_destination(self, position: State) -> bool:
        return position[0] == GOAL

    def estimate(self, position: State) -> float:
        if position[0] == GOAL:
            return 0.0
        least = self.measure_line(position, self.asked[0])
        for goal in range(self.asked[0] + 1, self.asked[1]):
            least = min(least, self.measure_line(position, goal))
        return least

    def measure_line(self, position: State, goal: int) -> float:
        """Return the length of the shortest line from the root through the interval to a goal."""
        what, x, y, begin, end = position
        to_x, to_y = float(self.goals[goal, 0]), float(self.goals[goal, 1])
        if what < 0:
            return sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
        (left_x, left_y), (right_x, right_y) = self.cut_interval(what, begin, end)
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
