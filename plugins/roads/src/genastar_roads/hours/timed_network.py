"""Roads after a departure: a network whose costs are arrival times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakKeyDictionary

import numpy as np
from attrs import evolve, field, frozen

from genastar import BadInput, Domain
from genastar.algorithm import Algorithm
from genastar.authoring import check_cancelled
from genastar.contracts.tree import TreeArrays
from genastar.files import AnyPath
from genastar.worlds.question import Question
from genastar_prepare.graph.rows import RowGraph
from genastar_roads.answers.places import list_places
from genastar_roads.answers.route import Route
from genastar_roads.answers.timed_route import TimedRoute, make_timed_route
from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.ground import RoadGround
from genastar_roads.hours.calendar import Calendar, read_departure
from genastar_roads.hours.speed_table import SpeedTable
from genastar_roads.hours.timed_problem import TimedJunctions, TimedProblem
from genastar_roads.hours.timetable import NEVER, Timetable
from genastar_roads.info import Options
from genastar_roads.network import Network
from genastar_roads.places.place import Place
from genastar_roads.places.snap import Snapper
from genastar_roads.search.tree import NEVER as NO_PATH
from genastar_roads.sources.read import EXTRACTS, add_heights_of, read_graph

if TYPE_CHECKING:
    from genastar_roads.search.preference import ClosedJunctions, Preference

_ORDINARY: Final = (
    "anytime anytime-weighted astar beam breadth-first breadth-first-heuristic convex deepening depth-first dijkstra "
    "dynamic-potential focal greedy ida-star partial-expansion restarting weighted"
)
"""Algorithms that expand positions from the start, with the cost travelled. Others take a step to cost the same at any time."""


@frozen(eq=False)
class TimedGround(RoadGround):
    """Questions with a departure: nothing is prepared, and costs are milliseconds from the start to the arrival."""

    timed: TimedJunctions = field(kw_only=True)
    offset: int = field(kw_only=True)
    """Milliseconds from the departure to the start of a question, which may be a stop of a tour."""

    @property
    def rows(self) -> RowGraph:
        raise BadInput("costs that depend on the time are not prepared; use astar or dijkstra, or leave out the departure")

    def expect_constant_costs(self, what: str) -> None:
        raise BadInput(f"{what} with a departure are not computed, because costs depend on the time; leave out the departure")

    def check_algorithm(self, algorithm: Algorithm) -> None:
        if algorithm.name not in _ORDINARY.split():
            raise BadInput(f"algorithm {algorithm.name!r} takes a road to cost the same at all times; use astar or dijkstra")

    def make_problem(self, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> TimedProblem:
        return self.timed.make_problem(starts, goals, self.offset)

    def combine(self, questions: Sequence[tuple[Place, tuple[Place, ...]]]) -> None:
        return None  # each question is a search of its own

    def list_places(self, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
        found = list_places(self.junctions, states, question)
        if len(question.starts) * len(question.goals) == 1 or not found:
            return found
        ends = [Question((start,), (goal,)) for start in question.starts for goal in question.goals]
        ways = [list_places(self.junctions, states, each) for each in ends]
        timed = [(route.cost, way) for way in ways if (route := make_timed_route(self.timed, way, self.offset)) is not None]
        return min(timed, key=lambda each: each[0], default=(0, found))[1]

    def make_route(self, places: Sequence[Place]) -> Route:
        found = make_timed_route(self.timed, places, self.offset)
        return Route(self.junctions.graph, places[0], places[-1], ()) if found is None else found

    def compute_costs_from(self, starts: tuple[Place, ...], *, within: int | None, engine: str) -> Int64:
        tree = self._explore(starts, within, engine)
        found = np.full(self.junctions.graph.size, NEVER)
        np.minimum.at(found, self.junctions.node_of[tree.settled], tree.g[tree.settled])
        return np.where(found == NEVER, NO_PATH, found)

    def compute_matrix(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str) -> Int64:
        found = np.full((len(starts), len(goals)), NO_PATH, np.int64)
        for row, start in enumerate(starts):
            tree = self._explore((start,), None, engine)
            for column, goal in enumerate(goals):
                times = [self.timed.find_direct((start,), (goal,), self.offset)]
                times += self.timed.list_arrivals(goal, tree, self.offset)
                found[row, column] = min((time for time in times if 0 <= time < NEVER - self.offset), default=NO_PATH)
        return found

    def compute_pairs(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str) -> Int64:
        costs = {start: self.compute_matrix([start], goals, engine=engine)[0] for start in dict.fromkeys(starts)}
        return np.array([costs[start][row] for row, start in enumerate(starts)], np.int64)

    def _explore(self, starts: Sequence[Place], within: int | None, engine: str) -> TreeArrays:
        problem = self.timed.make_problem(starts, (), self.offset)
        found = problem.explore(problem.goal + 1, within=within, engine=engine).to_arrays()
        check_cancelled()
        size = self.junctions.split.size
        return TreeArrays(found.g[:size], found.parent[:size], found.settled[:size])


@frozen(eq=False)
class TimedNetwork(Network):
    """A network at a departure."""

    timed: TimedJunctions = field(kw_only=True)
    table: SpeedTable | None = field(kw_only=True)
    offset: int = field(default=0, kw_only=True)
    """See `TimedGround`."""

    @classmethod
    def of(cls, graph: RoadGraph, when: datetime, table: SpeedTable | None, known: Junctions | None = None) -> TimedNetwork:
        """Return the network of a graph at a departure. Errors are those of `Timetable.of`; see `TimedJunctions.of`."""
        place = (float(graph.lat.mean()), float(graph.lon.mean())) if len(graph.lat) else (0.0, 0.0)
        timetable = Timetable.of(graph, Calendar(when, place), table)
        return cls(graph, is_changed=True, timed=TimedJunctions.of(graph, timetable, known), table=table)

    def start_again(self, when: datetime, table: SpeedTable | None) -> TimedNetwork:
        """Return the network at another departure."""
        return self.of(self.graph, when, table, self.timed.junctions)

    @property
    def departure(self) -> datetime:
        """Local time of the departure."""
        return self.timed.timetable.calendar.departure

    @cached_property
    def snapper(self) -> Snapper:
        """Index of the roads that are open at the departure, by location. Nobody is snapped to a road to wait on."""
        table, sides = self.timed.timetable, self.graph.sides
        closed = np.array([bool(spans) and spans[0][0] == 0 for spans in (*table.list_patterns(), ())])[table.closure]
        is_open = np.zeros(len(sides.least) + 1, np.bool_)  # the last is the side that a one-way street lacks
        is_open[sides.of_edge[~closed]] = True
        is_open[-1] = False
        shut = ~(is_open[sides.of_edge] | is_open[sides.opposite])
        return Snapper.of(GraphWithClosures.of(self.graph, shut) if shut.any() and not shut.all() else self.graph)

    @cached_property
    def _all_roads(self) -> Snapper:
        return Snapper.of(self.graph)

    def locate(self, lat: float, lon: float) -> Place:
        return self._all_roads.snap(lat, lon)

    def get_ground(self, roads: Domain[Any, Any, Any, Any], turn: float, source: str) -> TimedGround:
        return TimedGround(
            roads, cast("Any", None), [], roads.revision, self.timed.junctions, None, timed=self.timed, offset=self.offset
        )

    def change(self, preference: Preference | ClosedJunctions, source: str) -> TimedNetwork:
        if preference.factor is not None:
            raise BadInput("a factor changes costs, and a departure asks for times; avoid without a factor, or leave one out")
        graph = super().change(preference, source).graph
        return evolve(self, graph=graph, timed=TimedJunctions.of(graph, self.timed.timetable))

    def change_weights(self, graph: RoadGraph) -> Network:
        raise BadInput("costs by the hour are not changed one by one; give a table of speeds, or leave out the departure")

    def add_heights(self, heights: object, options: Options) -> TimedNetwork:
        graph = add_heights_of(self.graph, heights, options)
        return self.of(graph, self.departure, self.table)

    def go_on(self, route: Route) -> TimedNetwork:
        is_timed = isinstance(route, TimedRoute) and route.times
        return evolve(self, offset=cast(TimedRoute, route).times[-1].left) if is_timed else self


_READ: Final[WeakKeyDictionary[Network, TimedNetwork]] = WeakKeyDictionary()
"""Networks that were read with hours, by the network that was read without."""


def start_timing(
    network: Network, name: str, options: Options, depart: datetime | str, speeds: SpeedTable | AnyPath | None
) -> Network:
    """Return a network at a departure, with what holds at some hours, for which its file is read again if need be.

    Args:
        network: the network.
        name: the name of its source, or of its file.
        options: the options with which it was read.
        depart: local date and time.
        speeds: a table of speeds, or its file.

    Raises:
        BadInput: see `Roads.with_depart`.
    """
    when = read_departure(depart)
    if options.metric != "time" or network.graph.unit != "ms" or options.turn:
        raise BadInput("a departure needs times as costs; give metric=time, a source with times, and no costs of turns")
    table = SpeedTable.read(speeds) if isinstance(speeds, (str, PathLike)) else speeds
    if isinstance(network, TimedNetwork):
        if speeds is None and when == network.departure:
            return network
        return network.start_again(when, network.table if table is None else table)
    if network.is_changed:
        raise BadInput(f"{name}: its costs were changed; choose the departure first, then heights and what to avoid")
    if not name.lower().endswith(EXTRACTS):
        if table is None:
            raise BadInput(f"{name}: it has no hours; read an OpenStreetMap extract, or give a table of speeds")
        return TimedNetwork.of(network.graph, when, table)
    if options.depart is not None:  # the file was read with hours
        return TimedNetwork.of(network.graph, when, table)
    if (known := _READ.get(network)) is None:
        graph = read_graph(name, evolve(options, depart=when.isoformat()))
        known = _READ[network] = TimedNetwork.of(graph, when, table)
        return known
    return known.start_again(when, table)
