"""Roads after a departure: questions whose costs are arrival times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Workspace, check_cancelled
from genastar.algorithm import AUTO, Algorithm
from genastar.algorithms import Dijkstra
from genastar.algorithms.astar import ASTAR
from genastar.contracts.tree import TreeArrays
from genastar.files import AnyPath
from genastar.values.arguments import expect_number
from genastar.worlds.question import Choice, Question
from genastar_roads.answers.places import list_places
from genastar_roads.answers.route import Leg, Route
from genastar_roads.answers.timed_route import LegTimes, TimedRoute, make_timed_route
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.lines import locate_point
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.ground import RoadGround
from genastar_roads.hours.calendar import Calendar, read_departure
from genastar_roads.hours.speed_table import SpeedTable
from genastar_roads.hours.timed_problem import ONE_WAY, TimedJunctions
from genastar_roads.hours.timetable import NEVER, Timetable
from genastar_roads.model import Roads
from genastar_roads.network import Network
from genastar_roads.places.place import Place
from genastar_roads.search.preference import Preference
from genastar_roads.sources.read import EXTRACTS, read_graph

_ORDINARY: Final = (
    "anytime anytime-weighted astar beam breadth-first breadth-first-heuristic convex deepening depth-first dijkstra "
    "dynamic-potential focal greedy ida-star partial-expansion restarting weighted"
)
"""Algorithms that expand positions from the start, with the cost travelled. Others take a step to cost the same at any time."""


@frozen(eq=False)
class TimedRoads(Roads):
    """The same roads for questions that depart at a time. Costs are seconds from the start to the arrival."""

    timed: TimedJunctions = field(kw_only=True, repr=False)
    """The junctions with their timetable."""
    table: SpeedTable | None = field(kw_only=True, repr=False)
    offset: int = field(default=0, kw_only=True)
    """Milliseconds from the departure to the start of a question, which may be a stop of a tour."""

    @classmethod
    def of(cls, roads: Roads, depart: datetime | str, speeds: SpeedTable | AnyPath | None = None) -> TimedRoads:
        """Return roads at a departure. Errors are those of `Roads.with_depart`."""
        when = read_departure(depart)
        if roads.options.metric != "time" or roads.graph.unit != "ms" or roads.options.turn:
            raise BadInput("a departure needs times as costs; give metric=time, a source with times, and no costs of turns")
        table = SpeedTable.read(speeds) if isinstance(speeds, (str, Path)) else cast("SpeedTable | None", speeds)
        if isinstance(roads, TimedRoads):
            table = roads.table if table is None else table
        graph = roads.graph if isinstance(roads, TimedRoads) else _read_with_hours(roads, when, table)
        place = (float(graph.lat.mean()), float(graph.lon.mean())) if len(graph.lat) else (0.0, 0.0)
        timetable = Timetable.of(graph, Calendar(when, place), table)
        graph = evolve(graph, weight=timetable.weight)
        network = Network(graph, is_changed=True)
        return cls(roads.name, graph, roads.options, network, timed=TimedJunctions.of(graph, timetable), table=table)

    @property
    def junctions(self) -> Junctions:
        return self.timed.junctions

    @property
    def ground(self) -> RoadGround:
        raise BadInput("costs that depend on the time are not prepared; use astar or dijkstra, or leave out the departure")

    def problem(self, goals: tuple[Place, ...], starts: tuple[Place, ...] = ()) -> AStar[int, Cost[float]]:
        starts, goals = tuple(map(self.check_place, starts)), tuple(map(self.check_place, goals))
        return cast("AStar[int, Cost[float]]", self.timed.make_problem(starts, goals, self.offset))

    def combine(self, questions: Sequence[tuple[Place, tuple[Place, ...]]]) -> None:
        """Answer questions one by one."""

    def choose(self, question: Question[Place]) -> Choice:
        """Choose astar; or dijkstra without coordinates."""
        return Choice(ASTAR if len(self.graph.lat) else Dijkstra(), "nothing can be prepared for costs that depend on the time")

    def _problem_for(self, algorithm: Algorithm, problem: AStar[int, Cost[float]]) -> AStar[int, Cost[float]]:
        if algorithm.name not in _ORDINARY.split():
            raise BadInput(f"algorithm {algorithm.name!r} takes a road to cost the same at all times; use astar or dijkstra")
        return problem

    def to_positions(self, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
        found = list_places(self.junctions, states, question)
        if len(question.starts) * len(question.goals) == 1 or not found:
            return found
        ends = [Question((start,), (goal,)) for start in question.starts for goal in question.goals]
        ways = [list_places(self.junctions, states, each) for each in ends]
        timed = [(route.cost, way) for way in ways if (route := make_timed_route(self.timed, way, self.offset)) is not None]
        return min(timed, key=lambda each: each[0], default=(0, found))[1]

    def with_depart(self, depart: datetime | str, speeds: SpeedTable | AnyPath | None = None) -> TimedRoads:
        return self if speeds is None and read_departure(depart) == self.departure else TimedRoads.of(self, depart, speeds)

    def with_preference(self, preference: Preference) -> TimedRoads:
        if preference.factor is not None:
            raise BadInput("a factor changes costs, and a departure asks for times; avoid without a factor, or leave one out")
        network = self.network.change(preference, self.name)
        timed = TimedJunctions.of(network.graph, self.timed.timetable)
        return evolve(self, graph=network.graph, network=network, timed=timed)

    def with_costs(self, costs: Mapping[tuple[Place, Place], float]) -> Roads:
        raise BadInput("costs by the hour are not changed one by one; give a table of speeds, or leave out the departure")

    @property
    def departure(self) -> datetime:
        """Local time of the departure."""
        return self.timed.timetable.calendar.departure

    def make_route(self, places: Sequence[Place]) -> Route:
        found = make_timed_route(self.timed, places, self.offset)
        return Route(self.graph, places[0], places[-1], ()) if found is None else found

    def find_tour(
        self,
        places: Sequence[Place],
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        workspace: Workspace | None = None,
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> Route | None:
        """Return the route with the earliest arrival at each stop in turn; see the base class."""
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.find_tour(places, algorithm=algorithm, engine=engine, workspace=workspace)
        if len(places) < 2:
            return super().find_tour(places)
        offset = self.offset
        legs: list[Leg] = []
        times: list[LegTimes] = []
        for start, goal in pairwise(places):
            roads = evolve(self, offset=offset)
            found = roads.search(start, [goal], algorithm=algorithm, engine=engine, workspace=workspace)
            check_cancelled()
            if not found.found:
                return None
            route = roads.make_route(found.path)
            if isinstance(route, TimedRoute) and route.times:
                legs += route.legs
                times += route.times
                offset = times[-1].left
        return TimedRoute(self.graph, places[0], places[-1], tuple(legs), self.departure, tuple(times))

    def matrix(
        self,
        starts: Sequence[Place],
        goals: Sequence[Place],
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> NDArray[np.float64]:
        """Return the seconds from each start to each goal, shape (k, l); infinite without a path. See the base class."""
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.matrix(starts, goals, algorithm=algorithm, engine=engine)
        starts, goals = self._check_places(starts, "starts"), self._check_places(goals, "goals")
        self._expect_dijkstra(algorithm)
        found = np.full((len(starts), len(goals)), np.inf)
        for row, start in enumerate(starts):
            tree = self._explore((start,), None, engine)
            for column, goal in enumerate(goals):
                times = [self.timed.find_direct((start,), (goal,), self.offset)]
                times += self.timed.list_arrivals(goal, tree, self.offset)
                found[row, column] = min((time / 1000 for time in times if 0 <= time < NEVER - self.offset), default=np.inf)
        return found

    def compute_costs_between(
        self,
        starts: Sequence[Place],
        goals: Sequence[Place],
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> NDArray[np.float64]:
        """Return the seconds from each start to the goal in the same row, shape (q,). See the base class."""
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.compute_costs_between(starts, goals, algorithm=algorithm, engine=engine)
        if len(starts) != len(goals):
            return super().compute_costs_between(starts, goals)
        costs = {start: self.matrix([start], goals, algorithm=algorithm, engine=engine)[0] for start in dict.fromkeys(starts)}
        return np.array([costs[start][row] for row, start in enumerate(starts)], np.float64)

    def compute_costs_from(
        self,
        *starts: Place,
        within: float | None = None,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> NDArray[np.float64]:
        """Return the seconds from the nearest start to each node, shape (n,). See the base class."""
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.compute_costs_from(*starts, within=within, engine=engine)
        most = None if within is None else cast("int | None", self.limit(expect_number("within", within, 0)))
        tree = self._explore(self._check_places(starts, "starts"), most, engine)
        found: Float64 = np.full(self.graph.size, np.inf)
        np.minimum.at(found, self.junctions.node_of[tree.settled], tree.g[tree.settled] / 1000)
        return found

    def _explore(self, starts: Sequence[Place], within: int | None, engine: str) -> TreeArrays:
        problem = self.timed.make_problem(starts, (), self.offset)
        found = problem.explore(problem.goal + 1, within=within, engine=engine).to_arrays()
        check_cancelled()
        size = self.junctions.split.size
        return TreeArrays(found.g[:size], found.parent[:size], found.settled[:size])

    def _expect_dijkstra(self, algorithm: Algorithm | str) -> None:
        name = algorithm.name if isinstance(algorithm, Algorithm) else algorithm
        if name not in (AUTO, Dijkstra.name):
            raise BadInput(f"algorithm {name!r} does not compute many arrival times; use dijkstra or auto")

    def adopt_place(self, place: Place, graph: RoadGraph) -> Place:
        if graph.facts is self.graph.facts:
            return place
        if place.node >= 0:
            found = self.find_by_number(int(graph.node_id[place.node]))
        else:
            found = self.network.snapper.snap(*locate_point(graph, place.edge, place.share))
        return evolve(found, requested_point=place.requested_point, away=place.away, known_as=place.known_as)

    def alternatives(self, *ends: Any, **settings: Any) -> tuple[Route, ...]:
        """Refuse the question."""
        raise BadInput(f"alternatives: {ONE_WAY}")

    def compute_isochrones(self, *limits: Any, **settings: Any) -> dict[str, object]:
        """Refuse the question."""
        raise BadInput("isochrones have no departure; ask for a matrix, or leave it out")


_READ: Final[WeakKeyDictionary[Network, RoadGraph]] = WeakKeyDictionary()
"""Graphs that were read with hours, by the network that was read without."""


def _read_with_hours(roads: Roads, when: datetime, table: SpeedTable | None) -> RoadGraph:
    """Return the graph of roads with what holds at some hours, which is read again from its file if need be."""
    if roads.options.depart is not None:
        return roads.graph
    is_extract = roads.name.lower().endswith(EXTRACTS)
    if is_extract and roads.network.is_changed:
        raise BadInput(f"{roads.name}: its costs were changed; choose the departure first, then what to avoid")
    if not is_extract:
        if table is None:
            raise BadInput(f"{roads.name}: it has no hours; read an OpenStreetMap extract, or give a table of speeds")
        return roads.graph
    if (found := _READ.get(roads.network)) is None:
        found = _READ[roads.network] = read_graph(roads.name, evolve(roads.options, depart=when.isoformat()))
    return found
