"""The plain A* problem of a question, on the rows of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt
from typing import Final, cast
from weakref import WeakValueDictionary

import numpy as np
from attrs import Factory, evolve, field, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.worlds.question import Question
from genastar_prepare.hierarchy.upward_search import Own, get_all_rows
from genastar_roads.graph.columns import Float64, Int32
from genastar_roads.graph.earth import compute_unit_vectors
from genastar_roads.graph.lines import locate_point
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import Ends, Place, find_direct, list_entries, list_exits

NO_ENDS: Final = np.empty((0, 3), np.int64)
NO_POINTS: Final = np.empty((0, 3))


@frozen(eq=False)
class RoadProblem(AStar[int, Cost[int]]):
    """The cheapest path from several starts to the nearest of several goals, without an estimate.

    Override `estimate_from` to add one.

    States are the nodes 0 to n - 1, ``n`` for all goals, and ``n + 1`` for a start inside an edge. In the reversed problem the
    last two swap roles, and it ends at the start of the original.
    """

    first: Int32
    """Row starts of the graph. It is split if turns matter (`Junctions.split`), so that searches can ignore turns."""
    head: Int32
    weight: Int32
    exits: Ends
    """Successors of the starts: rows of node, cost, edge (-1 at a node itself), shape (k, 3); empty if no starts were given."""
    entries: Ends
    """Predecessors of the goals in the same form, sorted by node, shape (j, 3)."""
    direct: int
    """Cost of a path from a start to a goal on the same edge; -1 if there is none."""
    own: Own = field(kw_only=True, default=Factory(get_all_rows, takes_self=True))
    goal: int = field(kw_only=True, default=Factory(lambda self: len(self.first) - 1, takes_self=True))
    """The state that ``list_entries`` lead to."""
    end: int = field(kw_only=True, default=Factory(lambda self: self.goal, takes_self=True))
    """The destination: the goal, or the node at which the reversed problem ends."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled
        if node.position >= len(self.first) - 1:
            if node.position != self.goal:
                for way in range(self.own[0], self.own[1]):
                    open_list.relax(int(self.exits[way, 0]), travelled + int(self.exits[way, 1]))
                if self.direct >= 0:
                    open_list.relax(self.goal, travelled + self.direct)
            return
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.head[edge]), travelled + int(self.weight[edge]))
        entry = self.find_first_entry(node.position)
        while entry < self.own[3] and self.entries[entry, 0] == node.position:
            open_list.relax(self.goal, travelled + int(self.entries[entry, 1]))
            entry += 1

    def find_first_entry(self, node: int) -> int:
        """Return the first of the problem's ``list_entries`` at this node or after it."""
        low, high = self.own[2], self.own[3]
        while low < high:
            middle = (low + high) >> 1
            if self.entries[middle, 0] < node:
                low = middle + 1
            else:
                high = middle
        return low

    def estimate(self, position: int) -> int:
        if position == self.goal:
            return 0
        if position < len(self.first) - 1:
            return self.estimate_from(position)
        least = self.direct
        for way in range(self.own[0], self.own[1]):
            left = int(self.exits[way, 1]) + self.estimate_from(int(self.exits[way, 0]))
            if least < 0 or left < least:
                least = left
        return max(least, 0)

    def estimate_from(self, node: int) -> int:
        """Return the estimate at a node of the graph."""
        return 0

    def is_destination(self, position: int) -> bool:
        return position == self.end

    def reverse(self, start: int) -> tuple[RoadProblem, int]:
        """Return the same question from the goals to the start, on the graph with reversed edges."""
        backward, size = _get_reversed_graph(self), len(self.first) - 1
        out, into = self.exits[self.own[0] : self.own[1]], self.entries[self.own[2] : self.own[3]]
        if start < size:
            out = NO_ENDS  # the destination is a node of the graph, so no table is needed
        problem = evolve(
            self,
            first=backward.first,
            head=backward.head,
            weight=backward.weight,
            exits=into,
            entries=out[np.argsort(out[:, 0], kind="stable")],
            direct=-1 if start < size else self.direct,
            own=(0, len(into), 0, len(out)),
            goal=size + 1,
            end=start,
        )
        return problem, self.goal

    def index(self, position: int) -> int:
        """Return the state, which is its own index."""
        return position

    @property
    def size(self) -> int:
        """Number of states."""
        return len(self.first) + 1


def add_end_states(nodes: Sequence[int], size: int, question: Question[Place]) -> tuple[int, ...]:
    """Return the states of a plain problem of ``size`` nodes along a path: its nodes, and its ends inside edges."""
    if not nodes:  # the path stays on one edge or at one node
        nodes = [start.node for start in question.starts if start.node >= 0 and start in question.goals][:1]
    begin = () if nodes and any(start.node == nodes[0] for start in question.starts) else (size + 1,)
    return (*begin, *nodes, size)


@frozen(eq=False)
class GreatCircle(RoadProblem):
    """The problem with the straight line through the earth to the nearest goal as its estimate: admissible and consistent.

    The estimate is `RoadGraph.rate` times the chord, rounded down. The chord obeys the triangle inequality and is no longer
    than any road, and weights are whole.
    """

    vectors: Float64
    points: Float64
    """Goals on the unit sphere, shape (j, 3)."""
    start_points: Float64
    """Starts on the unit sphere, for bidirectional searches."""
    rate: float
    near: tuple[int, int] = field(kw_only=True, default=Factory(lambda self: (0, len(self.points)), takes_self=True))
    """Range of ``points`` that are the goals."""

    def estimate_from(self, node: int) -> int:
        x, y, z = self.vectors[node, 0], self.vectors[node, 1], self.vectors[node, 2]
        nearest = 4.0
        for goal in range(self.near[0], self.near[1]):
            dx, dy, dz = x - self.points[goal, 0], y - self.points[goal, 1], z - self.points[goal, 2]
            nearest = min(nearest, dx * dx + dy * dy + dz * dz)
        return floor(self.rate * sqrt(nearest))

    def reverse(self, start: int) -> tuple[RoadProblem, int]:
        """Return the same question from the goals to the start, by the straight line to the start."""
        problem, goal = super().reverse(start)
        points = self.start_points if start > goal else self.vectors[start : start + 1]
        return evolve(cast("GreatCircle", problem), points=points, near=(0, len(points))), goal


def make_problem_between(
    graph: RoadGraph, exits: Ends, entries: Ends, direct: int, points: Float64 = NO_POINTS, start_points: Float64 = NO_POINTS
) -> RoadProblem:
    """Return the problem between these ends in a split graph: with the great circle if there are coordinates."""
    rows = graph.first, graph.head, graph.weight, exits, entries, direct
    if not len(graph.lat):
        return RoadProblem(*rows)
    return GreatCircle(*rows, graph.vectors, points, start_points, graph.rate)


def make_problem(junctions: Junctions, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> RoadProblem:
    """Return the problem between places."""
    _HOMES[id(junctions.split.head)] = junctions
    way = find_direct(junctions.graph, starts, goals)
    split = junctions.split
    ends = list_exits(junctions, starts), list_entries(junctions, goals), -1 if way is None else way[0]
    return make_problem_between(
        split, *ends, list_unit_vectors(junctions.graph, goals), list_unit_vectors(junctions.graph, starts)
    )


def list_unit_vectors(graph: RoadGraph, places: Sequence[Place]) -> Float64:
    """Return places of a graph on the unit sphere, shape (k, 3); empty if the graph has no coordinates."""
    if not len(graph.lat) or not places:
        return NO_POINTS
    points: Float64 = graph.vectors.take([max(place.node, 0) for place in places], axis=0)
    inside = [number for number, place in enumerate(places) if place.edge >= 0]
    if inside:
        lat, lon = zip(*[_locate(graph, places[number]) for number in inside], strict=True)
        points[inside] = compute_unit_vectors(lat, lon)
    return points


def _locate(graph: RoadGraph, place: Place) -> tuple[float, float]:
    """Return the latitude and longitude of a place inside an edge, which may have been made from edge and share alone."""
    if place.lat == place.lat and place.lon == place.lon:
        return place.lat, place.lon
    return locate_point(graph, place.edge, place.share)


_HOMES: Final[WeakValueDictionary[int, Junctions]] = WeakValueDictionary()
"""Origin of problems by the identity of their heads. A problem holds only numbers and arrays, as machine code requires."""


def _get_reversed_graph(problem: RoadProblem) -> RoadGraph:
    """Return the reversed graph of a problem, computed once for all problems of a world."""
    home = _HOMES.get(id(problem.head))
    if home is not None and home.split.head is problem.head and home.split.weight is problem.weight:
        return home.backward
    tail = np.repeat(np.arange(len(problem.first) - 1), np.diff(problem.first))
    return RoadGraph.from_edges(problem.head, tail, problem.weight, size=len(problem.first) - 1)
