"""The A* problem of a question with a departure: costs are arrival times, in milliseconds after the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput, Cost, Node, OpenList
from genastar.contracts.tree import TreeArrays
from genastar_roads.graph.columns import Int32, Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.hours.timetable import NEVER, Patterns, Spans, Timetable, find_arrival, find_opening
from genastar_roads.places.place import Place, compute_partial_cost, list_both_ways, make_ends
from genastar_roads.search.problem import GreatCircle, RoadProblem, list_unit_vectors

ONE_WAY = "a question with a departure cannot be searched from the goal, because the arrival there is not known; use astar"


@frozen(eq=False)
class TimedProblem(GreatCircle):
    """The earliest arrival. Edges are entered when they are open, and their speed follows the clock; see `Timetable`."""

    offset: int
    """Milliseconds from the departure to the start."""
    work: Int64
    """See `Timetable`; by edge of the split graph, as the next two."""
    speed: Int32
    closure: Int32
    speed_first: Int64
    speed_since: Int64
    speed_value: Int64
    closure_first: Int64
    closure_begin: Int64
    closure_until: Int64
    entry_work: Int64
    """Work of each row of ``entries``, shape (j,), as the next two."""
    entry_speed: Int32
    entry_closure: Int32

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled
        if node.position >= len(self.first) - 1:
            if node.position != self.goal:
                for way in range(self.own[0], self.own[1]):
                    open_list.relax(int(self.exits[way, 0]), travelled + int(self.exits[way, 1]))
                if self.direct >= 0:
                    open_list.relax(self.goal, travelled + self.direct)
            return
        now = self.offset + travelled
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            time = self.find_arrival(now, self.closure[edge], self.speed[edge], self.work[edge], self.weight[edge])
            if time < NEVER:
                open_list.relax(int(self.head[edge]), time - self.offset)
        entry = self.find_first_entry(node.position)
        while entry < self.own[3] and self.entries[entry, 0] == node.position:
            time = self.find_arrival(
                now, self.entry_closure[entry], self.entry_speed[entry], self.entry_work[entry], self.entries[entry, 1]
            )
            if time < NEVER:
                open_list.relax(self.goal, time - self.offset)
            entry += 1

    def find_arrival(self, now: int, closure: np.int32, speed: np.int32, work: np.int64, weight: np.integer) -> int:
        """Return when the end of a part of an edge is reached; `NEVER` if it never opens."""
        time = find_opening(now, int(closure), self.closure_first, self.closure_begin, self.closure_until)
        if time >= NEVER:
            return time
        columns = self.speed_first, self.speed_since, self.speed_value
        return find_arrival(time, int(speed), int(work), int(weight), columns[0], columns[1], columns[2])

    def reverse(self, start: int) -> tuple[RoadProblem, int]:
        """Refuse to reverse the question."""
        raise BadInput(ONE_WAY)


@frozen(eq=False)
class TimedJunctions:
    """Split junctions with their timetable."""

    junctions: Junctions
    timetable: Timetable
    closure: Int32
    """Pattern of closures of each edge of the split graph: of its way, of a gate, and of a turn."""
    closures: Patterns
    work: Int64
    """See `Timetable`; by edge of the split graph, as the next."""
    speed: Int32

    @classmethod
    def of(cls, graph: RoadGraph, timetable: Timetable, known: Junctions | None = None) -> TimedJunctions:
        """Split a graph, everywhere if turns or gates matter, so that each state knows the edge of arrival.

        Args:
            graph: the graph, with its usual weights.
            timetable: its timetable; its weights bound the time from below.
            known: the same graph split, with other weights.
        """
        graph = evolve(graph, weight=timetable.weight)
        hours = None if graph.facts is None else graph.facts.hours
        turns = {} if hours is None else hours.turns
        gates = {} if hours is None else hours.gates
        junctions = known or Junctions.of(graph, everywhere=bool(len(graph.turns) or turns or gates))
        if known is not None:
            split = graph if known.split is known.graph else evolve(known.split, weight=graph.weight[known.edge_of])
            junctions = evolve(known, graph=graph, split=split)
        split = junctions.split
        closure = timetable.closure[junctions.edge_of].copy()
        spans: dict[int, list[Spans]] = {}
        for node in np.flatnonzero(np.isin(graph.node_id, list(gates))).tolist():
            closed = timetable.list_closed(gates[int(graph.node_id[node])])
            for state in junctions.find_states_at(node).tolist():
                if state >= graph.size:  # a route that begins at the gate stands on all its sides
                    for edge in range(split.first[state], split.first[state + 1]):
                        spans.setdefault(edge, []).append(closed)
        source = np.empty(0, np.int32) if hours is None else hours.source_edge
        for (one, other), closures in turns.items():
            for before in np.flatnonzero(source == one).tolist():
                state = int(junctions.arrival[before])
                for edge in range(split.first[state], split.first[state + 1]) if state >= 0 else ():
                    if source[junctions.edge_of[edge]] == other:
                        spans.setdefault(edge, []).extend(map(timetable.list_closed, closures))
        for edge, found in spans.items():
            closure[edge] = timetable.number_closures([timetable.get_closure(int(closure[edge])), *found])
        columns = timetable.work[junctions.edge_of], timetable.speed[junctions.edge_of]
        return cls(junctions, timetable, closure, timetable.closures, *columns)

    def find_arrival(self, time: int, edge: int, closure: int, share: float = 1.0) -> tuple[int, int]:
        """Return when a part of an edge is entered, and when its end is reached; `NEVER` if it never opens.

        Args:
            time: milliseconds after the departure.
            edge: the edge of the graph.
            closure: the pattern of closures.
            share: the share of its length.
        """
        table = self.timetable
        begun = find_opening(time, closure, self.closures.first, self.closures.one, self.closures.other)
        if begun >= NEVER:
            return NEVER, NEVER
        work, weight = (compute_partial_cost(int(each[edge]), share) for each in (table.work, table.weight))
        patterns = table.speeds
        end = find_arrival(begun, int(table.speed[edge]), work, weight, patterns.first, patterns.one, patterns.other)
        return begun, int(end)

    def make_problem(self, starts: Sequence[Place], goals: Sequence[Place], begin: int) -> TimedProblem:
        """Return the problem between places, of a start ``begin`` milliseconds after the departure."""
        junctions, split, table = self.junctions, self.junctions.split, self.timetable
        exits = []
        for place in starts:
            if place.edge < 0:
                exits.append((place.node, 0, -1))
            for edge, left in _list_parts(junctions, place, from_begin=False):
                end = self.find_arrival(begin, edge, int(table.closure[edge]), left)[1]
                if end < NEVER:
                    exits.append((int(junctions.arrival[edge]), end - begin, edge))
        entries = sorted(row for place in goals for row in self._list_entries(place))
        columns = np.array(entries, np.int64).reshape(-1, 6)
        located = len(junctions.graph.lat) > 0
        points = [list_unit_vectors(junctions.graph, places) for places in (goals, starts)]
        speeds, closures = table.speeds, self.closures
        return TimedProblem(
            split.first,
            split.head,
            split.weight,
            make_ends(exits),
            np.ascontiguousarray(columns[:, :3]),
            self.find_direct(starts, goals, begin),
            vectors=split.vectors if located else np.zeros((split.size, 3)),
            points=points[0],
            start_points=points[1],
            rate=split.rate if located and len(points[0]) else 0.0,
            offset=begin,
            work=self.work,
            speed=self.speed,
            closure=self.closure,
            speed_first=speeds.first,
            speed_since=speeds.one,
            speed_value=speeds.other,
            closure_first=closures.first,
            closure_begin=closures.one,
            closure_until=closures.other,
            entry_work=columns[:, 3].copy(),
            entry_speed=columns[:, 4].astype(np.int32),
            entry_closure=columns[:, 5].astype(np.int32),
        )

    def find_direct(self, starts: Sequence[Place], goals: Sequence[Place], begin: int) -> int:
        """Return the least time of a path on one edge; -1 if there is none."""
        found = [0 for start in starts for goal in goals if start == goal]
        for start in starts:
            for goal in goals:
                ends = dict(list_both_ways(self.junctions.graph, goal.edge, goal.share)) if goal.edge >= 0 else {}
                for edge, share in list_both_ways(self.junctions.graph, start.edge, start.share) if start.edge >= 0 else ():
                    if ends.get(edge, -1.0) >= share:
                        closure = int(self.timetable.closure[edge])
                        found.append(self.find_arrival(begin, edge, closure, ends[edge] - share)[1] - begin)
        return min((time for time in found if time + begin < NEVER), default=-1)

    def list_arrivals(self, goal: Place, tree: TreeArrays, begin: int) -> list[int]:
        """Return the times from a start to a goal, after a search from it to all states."""
        junctions = self.junctions
        if goal.edge < 0:
            states = junctions.find_states_at(goal.node)
            found: list[int] = tree.g[states[tree.settled[states]]].tolist()
            return found
        return [
            self.find_arrival(begin + int(tree.g[tail]), edge, int(self.closure[way]), done)[1] - begin
            for edge, done in _list_parts(junctions, goal, from_begin=True)
            for way in junctions.find_edges_for(edge).tolist()
            if tree.settled[tail := int(junctions.split.tail[way])]
        ]

    def _list_entries(self, place: Place) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Yield rows of a state, a least time, an edge, a work, and patterns of speeds and closures."""
        junctions, table = self.junctions, self.timetable
        if place.edge < 0:
            yield from ((int(state), 0, -1, 0, -1, -1) for state in junctions.find_states_at(place.node))
        for edge, done in _list_parts(junctions, place, from_begin=True):
            work, weight = (compute_partial_cost(int(each[edge]), done) for each in (table.work, table.weight))
            for way in junctions.find_edges_for(edge).tolist():
                yield int(junctions.split.tail[way]), weight, edge, work, int(table.speed[edge]), int(self.closure[way])


def _list_parts(junctions: Junctions, place: Place, *, from_begin: bool) -> list[tuple[int, float]]:
    """Return the edges on which a place lies, with the share before it, or after it; none at a node."""
    if place.edge < 0:
        return []
    share = place.share if from_begin else 1.0 - place.share
    return list_both_ways(junctions.graph, place.edge, share)
