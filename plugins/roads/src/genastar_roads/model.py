"""The model: a road graph as a world to ask questions of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import ClassVar, Final, cast

import numpy as np
from attrs import Factory, evolve, field, frozen
from numpy.typing import NDArray

from genastar import (
    AStar,
    BadInput,
    CancelToken,
    Cost,
    Domain,
    DomainInfo,
    Example,
    Limits,
    Observer,
    Result,
    Trace,
    Workspace,
    check_cancelled,
)
from genastar.arguments import expect, expect_number, expect_whole, matched
from genastar.domain import positions_of
from genastar.errors import shown
from genastar.files import AnyPath
from genastar.result import result_of
from genastar_roads.alternatives import WANTED, alternatives_of
from genastar_roads.graph import Int64, RoadGraph, Unit
from genastar_roads.info import INFO, Options
from genastar_roads.many import RoadQuestions
from genastar_roads.network import Network
from genastar_roads.place import Place, node_place, node_places
from genastar_roads.prepared import Prepared
from genastar_roads.reach import NEVER, costs_from, isochrones_of, matrix_of, pairs_climbed, pairs_of
from genastar_roads.read import read_graph
from genastar_roads.route import Leg, Route
from genastar_roads.screen import NetworkView
from genastar_roads.search.question import RoadQuestion
from genastar_roads.turns import Junctions

NO_LIMITS = Limits()

SCALE: Final[dict[Unit, float]] = {"cm": 100.0, "ms": 1000.0, "weight": 1.0}
"""How many of a unit make a metre, a second, or what the source counts."""

STATES_A_QUERY: Final = 300
"""So many states does a search of all of them pass in the time of a query in a hierarchy."""


@frozen(eq=False)
class Roads(Domain[Place, Cost[float], Options, int]):
    """A road graph. A position is a `Place`: a junction, or a point inside an edge.

    `solve` gives costs in metres or seconds, or as the source weighs edges. The solvers, and so traces, count in whole units
    of the graph, and their states are numbers; see `RoadQuestion` and `junctions`.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """The source, in messages."""
    graph: RoadGraph
    options: Options = field(factory=Options)
    network: Network = field(default=Factory(lambda self: Network(self.graph), takes_self=True), repr=False)

    @classmethod
    def read(cls, source: object, options: Options) -> Roads:
        """A file, arrays, or a graph of another library; see `read_graph`.

        Raises:
            BadInput: it cannot be read.
        """
        name = str(Path(source)) if isinstance(source, (str, PathLike)) else "the graph"
        return cls(name, read_graph(source, options), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Place]]:
        """A few streets, by every kind of question: from nodes and to places inside edges, by one-ways, and to nowhere."""
        town = cls("a town", _town())
        yield Example(town, town.parse("10"), (town.parse("33"),))
        yield Example(town, town.parse("10"), (town.parse("60.1703,24.9421"), town.parse("31")))
        yield Example(town, town.parse("33"), (town.parse("40"),))

    def parse(self, text: str) -> Place:
        """``60.17,24.94``, latitude and longitude; the number of a node in the source; or ``#7``, a node's number in the graph.

        Raises:
            BadInput: it is none of these, there is no such node, or no road lies near.
        """
        if found := matched(r"\s*([-+]?[0-9]{1,3}(?:\.[0-9]{0,20})?)\s*[,;\s]\s*([-+]?[0-9]{1,3}(?:\.[0-9]{0,20})?)\s*", text):
            return self.near(float(found[1]), float(found[2]))
        if found := matched(r"\s*(#?)(-?[0-9]{1,19})\s*", text):
            return self.node(int(found[2])) if found[1] else self.named(int(found[2]))
        raise BadInput(f"{shown(text)} is no place; give latitude and longitude as 60.17,24.94, or the number of a node")

    def format(self, position: Place) -> str:
        """As `parse` reads it."""
        if position.known_as is not None:
            return str(position.known_as)
        if position.edge >= 0:
            lat, lon = position.asked or (position.lat, position.lon)
            return f"{lat:.7f},{lon:.7f}"
        number = int(self.graph.node_id[position.node])
        place, _ = self.network.names.find(number)
        return str(number) if place == position.node else f"#{position.node}"

    def near(self, lat: float, lon: float) -> Place:
        """The place on any edge that is nearest to these degrees; ``away`` tells how far that is.

        Raises:
            BadInput: these are no degrees; the graph has no coordinates; or the nearest road is farther than the option
                ``snap``.
        """
        lat, lon = round(lat, 7), round(lon, 7)  # OpenStreetMap knows no finer
        if not (abs(lat) <= 90 and abs(lon) <= 180):
            raise BadInput(
                f"{lat:g},{lon:g} is no place on earth; latitude comes first, -90 to 90, then longitude, -180 to 180"
            )
        place = self.network.snapper.snap(lat, lon)
        if place.away > self.options.snap:
            raise BadInput(
                f"{lat:g},{lon:g} is {place.away:,.0f} m from the nearest road of {self.name}; the option snap allows "
                f"{self.options.snap:,.0f} m"
            )
        return place

    def node(self, number: int) -> Place:
        """A node by its number in the graph.

        Raises:
            BadInput: there is none.
        """
        if not 0 <= number < self.graph.size:
            raise BadInput(f"{self.name} has no node #{number}; its nodes are #0 to #{self.graph.size - 1}")
        return node_place(self.graph, number)

    def named(self, number: int) -> Place:
        """A node by its number in the source: a junction, or a bend inside an edge.

        Raises:
            BadInput: there is none.
        """
        node, bend = self.network.names.find(number)
        if node >= 0:
            return self.node(node)
        if bend >= 0:
            return self.network.names.bend(bend, number)
        raise BadInput(f"{self.name} has no node {number}, or not in the part that is used; try part=all, or give lat,lon")

    def solver(self, goals: tuple[Place, ...], start: Place | None = None) -> AStar[int, Cost[float]]:
        """The solver that ends at any of these places. It must know the start if that lies inside an edge."""
        return cast("AStar[int, Cost[float]]", self.prepared.solver(self.options.search, self.question(goals, start)))

    def question(self, goals: tuple[Place, ...], start: Place | None = None) -> RoadQuestion:
        """The question as searches have it."""
        return RoadQuestion.of(self.junctions, () if start is None else (start,), goals)

    def start(self, position: Place) -> int:
        """The node; or of a place inside an edge, the state that stands for the start of a solver that was made for it."""
        return position.node if position.edge < 0 else self.junctions.split.size + 1

    def route(self, path: Sequence[int]) -> tuple[Place, ...]:
        """The nodes of a path. Its ends inside edges are known to `solve` alone."""
        states = np.array(path, np.int64)
        return node_places(self.graph, self.junctions.node_of[states[states < self.junctions.split.size]])

    def default_start(self) -> Place:
        """The option ``origin``."""
        return super().default_start() if self.options.origin is None else self.parse(self.options.origin)

    def default_goals(self) -> tuple[Place, ...]:
        """The option ``target``."""
        return super().default_goals() if self.options.target is None else (self.parse(self.options.target),)

    def solve(
        self,
        start: Place | None = None,
        goals: Iterable[Place] | None = None,
        *,
        engine: str = "auto",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[int, Cost[float]] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[Place, Cost[float]]:
        """The cheapest way; see `Domain.solve`. Its cost is in metres or seconds, and so is a limit on it."""
        origin = self.default_start() if start is None else start
        wanted = self.default_goals() if goals is None else positions_of(goals)
        if not wanted:
            raise BadInput("no goal was given; give at least one")
        expect("limits", limits, Limits)
        limits = limits.in_units(lambda cost: int(cost * self.scale))
        found = self.prepared.answer(
            self.options.search,
            self.question(wanted, origin),
            self.start(origin),
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=cast("Observer[int, Cost[int]] | None", observer),
            workspace=workspace,
        )
        return self.in_places(cast("Result[int, Cost[float]]", found), origin, wanted)

    def many(
        self, questions: Sequence[tuple[Place, tuple[Place, ...]]]
    ) -> tuple[AStar[int, Cost[float]], Sequence[int], Mapping[str, Sequence[object]]] | None:
        """One solver for all, by A*, Dijkstra or a hierarchy; see `Domain.many`."""
        if any(not goals for _, goals in questions):
            return None
        asked = RoadQuestions.of(self.junctions, questions)
        found = self.prepared.many(self.options.search, asked, [self.start(start) for start, _ in questions])
        return cast("tuple[AStar[int, Cost[float]], Sequence[int], Mapping[str, Sequence[object]]] | None", found)

    def told(self, found: Result[int, Cost[float]], start: Place, goals: tuple[Place, ...]) -> Result[Place, Cost[float]]:
        """A result of the solver of `many`, as `solve` gives it."""
        states = self.prepared.told(self.options.search, cast("Result[int, Cost[int]]", found), self.start(start))
        return self.in_places(cast("Result[int, Cost[float]]", states), start, goals)

    def in_places(self, found: Result[int, Cost[float]], start: Place, goals: tuple[Place, ...]) -> Result[Place, Cost[float]]:
        """A solver's result in places, and its cost in metres or seconds."""
        path = self._places(found.path, start, goals)
        nearest = path if found.path_to_closest == found.path else self._places(found.path_to_closest, start, goals)
        cost = None if found.cost is None else found.cost.travelled / self.scale
        return result_of(
            outcome=found.outcome,
            path=path,
            cost=None if cost is None else Cost(cost, cost, 0.0),
            closest=nearest[-1] if nearest else None,
            path_to_closest=nearest,
            expanded=found.expanded,
            generated=found.generated,
            reopened=found.reopened,
            peak_open=found.peak_open,
            seconds=found.seconds,
            engine=found.engine,
        )

    def tour(self, places: Sequence[Place], *, engine: str = "auto", workspace: Workspace | None = None) -> Route | None:
        """The cheapest way by all these places in this order; ``None`` where there is none.

        Raises:
            BadInput: there are fewer than two places.
        """
        if len(places) < 2:
            raise BadInput(f"a way needs two places at least, and {len(places)} was given")
        legs: list[Leg] = []
        for start, goal in pairwise(places):
            found = self.solve(start, [goal], engine=engine, workspace=workspace)
            check_cancelled()  # a cancelled search has no way, although there may be one
            if not found.found:
                return None
            legs += Route.of(self.graph, found.path).legs
        return Route(self.graph, places[0], places[-1], tuple(legs))

    def alternatives(self, start: Place, goal: Place, count: int, *, engine: str = "auto") -> tuple[Route, ...]:
        """Up to so many good ways, the cheapest first; see `genastar_roads.alternatives` for what is good.

        Raises:
            BadInput: ``count`` is less than 1.
        """
        count = expect_whole("count", count, 1)
        best = self.tour((start, goal), engine=engine)
        if best is None:
            return ()
        routes = [best]
        cheapest = self.matrix([start], [goal], engine=engine)[0, 0] * self.scale
        for path in alternatives_of(self.junctions, start, goal, round(float(cheapest)), engine=engine):
            if len(routes) >= count:
                break
            route = Route.of(self.graph, joined(start, self.route(path), goal))
            if route.legs and all(route.shared_with(other) <= WANTED.shared for other in routes):
                routes.append(route)
        return tuple(routes)

    def matrix(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto") -> NDArray[np.float64]:
        """What the cheapest ways cost from each start to each goal, shape (k, l), in metres or seconds; infinite for none."""
        if not self._climbs(len(goals)):
            return self._told(matrix_of(self.junctions, starts, goals, engine=engine))
        ends = [start for start in starts for _ in goals], [goal for _ in starts for goal in goals]
        return self.costs_between(*ends, engine=engine).reshape(len(starts), len(goals))

    def costs_between(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto") -> NDArray[np.float64]:
        """What the cheapest way costs from each start to the goal beside it, shape (q,), in metres or seconds.

        Infinite for none. With a hierarchy all pairs are asked in one go; without, pairs of one start share a search.

        Raises:
            BadInput: there are not as many goals as starts.
        """
        if len(starts) != len(goals):
            raise BadInput(f"{len(starts)} starts and {len(goals)} goals are no pairs; expected as many of each")
        if not self._climbs(1):
            return self._told(pairs_of(self.junctions, starts, goals, engine=engine))
        return self._told(pairs_climbed(self.junctions, self.prepared.hierarchy, starts, goals, engine=engine))

    def costs_from(self, *starts: Place, within: float | None = None, engine: str = "auto") -> NDArray[np.float64]:
        """What each node costs from the nearest of some places, shape (n,), in metres or seconds; infinite for none.

        Raises:
            BadInput: ``within`` is no number, NaN or negative.
        """
        if within is not None:
            expect_number("within", within, 0)
        bound = Limits(cost=within).in_units(lambda cost: int(cost * self.scale)).cost
        most = None if bound is None else int(cast(int, bound))
        return self._told(costs_from(self.junctions, starts, within=most, engine=engine))

    def isochrones(self, limits: Sequence[float], *starts: Place, engine: str = "auto") -> dict[str, object]:
        """How far one comes within these metres or seconds: GeoJSON, a feature of all reached roads for each limit.

        Raises:
            BadInput: the graph has no coordinates, or a limit is negative.
        """
        if any(not 0 <= limit < 1e12 for limit in limits):
            raise BadInput(f"a limit is {min(limits):g}; expected metres or seconds, 0 and more")
        features = isochrones_of(self.junctions, starts, limits, self.scale, engine=engine)
        found: dict[str, object] = {"type": "FeatureCollection", "features": features}
        return found | ({"attribution": self.graph.credit} if self.graph.credit else {})

    def configured(self, options: Options) -> Roads | None:
        """The same graph under other options; it is to be read again if they change who travels, or what of it is read."""
        if any(getattr(options, name) != getattr(self.options, name) for name in ("profile", "metric", "part", "u_turns")):
            return None
        return evolve(self, options=options)

    @property
    def remark(self) -> str:
        """What was left out of the source: nodes outside the largest part, and turn restrictions; empty if nothing was."""
        return self.graph.remark

    def view(self) -> NetworkView | None:
        """The network; ``None`` if it is not known where its nodes lie."""
        return NetworkView(self) if len(self.graph.lat) else None

    def draw(self, result: Result[Place, Cost[float]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """The route as ``.geojson`` or ``.gpx``; or a map of it, with what the search closed, as ``.png`` or ``.html``."""
        from genastar_roads.draw import draw

        closed = self.prepared.nodes_at(self.options.search, trace.closing_order())
        draw(Route.of(self.graph, result.path) if result.found else None, self.graph, closed, self.options, out)

    def _climbs(self, goals: int) -> bool:
        """Whether so many queries in a hierarchy take less than one search of the whole graph."""
        return self.prepared.chosen(self.options.search) == "ch" and goals * STATES_A_QUERY <= max(
            self.junctions.split.size, STATES_A_QUERY
        )

    def _told(self, costs: Int64) -> NDArray[np.float64]:
        """Units of the graph as metres or seconds; infinite for `NEVER`."""
        return np.where(costs == NEVER, np.inf, costs / self.scale)

    def _places(self, path: Sequence[int], start: Place, goals: tuple[Place, ...]) -> tuple[Place, ...]:
        """The places of a path of states. Of several goals it is the one that is reached at the least cost from its end."""
        nodes = list(self.route(path))
        if nodes and nodes[0] == start:
            nodes[0] = start  # it knows what was asked for
        elif path:
            nodes.insert(0, start)
        if path and path[-1] == self.junctions.split.size:
            goal = self._goal(nodes[-1], goals)
            if goal.edge < 0 and nodes[-1] == goal:
                nodes[-1] = goal
            elif len(nodes) > 1 or goal != nodes[-1]:
                nodes.append(goal)
        return tuple(nodes)

    def _goal(self, before: Place, goals: tuple[Place, ...]) -> Place:
        """The goal that is nearest after a place, which is next to it."""

        def cost(goal: Place) -> float:
            if goal == before:
                return -1.0
            legs = Route.of(self.graph, (before, goal)).legs
            return sum(float(self.graph.weight[leg.edge]) * leg.share for leg in legs) if legs else np.inf

        return min(goals, key=cost)

    @property
    def scale(self) -> float:
        """How many units of the graph make a metre, a second, or what the source counts."""
        return SCALE[self.graph.unit]

    @property
    def junctions(self) -> Junctions:
        """The graph as searches see it: split where turns are forbidden or have a price."""
        return self.prepared.junctions

    @property
    def prepared(self) -> Prepared:
        """Landmarks and hierarchy, made at first use, or opened if they were saved with the graph."""
        return self.network.prepared(self.options.turn * self.scale, self.name)


def joined(start: Place, nodes: Sequence[Place], goal: Place) -> tuple[Place, ...]:
    """The places of a way from its ends and the nodes between, which may be the ends themselves."""
    inner = list(nodes)
    return (start, *(inner[1:] if inner and inner[0] == start else inner)[: -1 if inner and inner[-1] == goal else None], goal)


def _town() -> RoadGraph:
    """Four by four junctions, 100 m and more apart, numbered by row and column; two streets are one-ways; 40 is cut off."""
    rows, columns = np.divmod(np.arange(16), 4)
    lat, lon = 60.17 + 0.001 * rows + 0.0001 * columns, 24.94 + 0.002 * columns
    ids = np.concatenate((10 * rows + columns, [40]))
    node = np.arange(16)
    right, up = node[columns < 3], node[rows < 3]
    pairs = np.concatenate((np.stack((right, right + 1), axis=1), np.stack((up, up + 4), axis=1)))
    both = np.concatenate((pairs, pairs[~np.isin(pairs[:, 0], (1, 9))][:, ::-1]))
    weight = 12_000 + 700 * (both.sum(axis=1) % 5)
    return RoadGraph.of_edges(
        both[:, 0], both[:, 1], weight, np.append(lat, 60.175), np.append(lon, 24.94), node_id=ids, unit="cm"
    )
