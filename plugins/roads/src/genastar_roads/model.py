"""The roads domain: questions on a road graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import ClassVar, cast

import numpy as np
from attrs import Factory, evolve, field, frozen

from genastar import AStar, BadInput, Comparable, Cost, Domain
from genastar.algorithm import Algorithm
from genastar.algorithms import Dijkstra
from genastar.algorithms.astar import ASTAR
from genastar.authoring import DomainInfo, Example
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.values.arguments import expect, expect_number, match_text
from genastar.worlds.question import Choice, Question
from genastar_prepare.ground import Grounded
from genastar_roads.answers.places import list_states
from genastar_roads.answers.road_answers import RoadAnswers
from genastar_roads.answers.route import Route
from genastar_roads.examples import make_town
from genastar_roads.graph.columns import Bools
from genastar_roads.graph.earth import longitude_range, nearest_turn
from genastar_roads.graph.lines import locate_point
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.ground import KEPT, RoadGround
from genastar_roads.hours.speed_table import SpeedTable
from genastar_roads.hours.timed_network import start_timing
from genastar_roads.info import ASKED, DEFAULTS, INFO, Options
from genastar_roads.network import Network
from genastar_roads.places.place import Place, make_node_place
from genastar_roads.search.front_problem import make_front_problem
from genastar_roads.search.metrics import MAIN, OBJECTIVES
from genastar_roads.search.preference import Preference
from genastar_roads.sources.read import EXTRACTS, read_graph
from genastar_roads.view import NetworkView


@frozen(eq=False)
class Roads(RoadAnswers, Grounded):
    """A road graph. A position is a `Place`: a junction, or a point inside an edge.

    `search` gives costs in metres or seconds, or in the weights of the source. Problems and traces count in the graph's whole
    units, and their states are numbers; see `RoadProblem` and `junctions`.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """Name of the source in error messages."""
    graph: RoadGraph
    options: Options = field(factory=Options)
    network: Network = field(default=Factory(lambda self: Network(self.graph), takes_self=True), repr=False)

    @classmethod
    def read(cls, source: object, options: Options) -> Roads:
        """Read a graph from a file, from arrays, or from a graph of another library; see `read_graph`.

        Raises:
            BadInput: the source cannot be read.
        """
        name = str(Path(source)) if isinstance(source, (str, PathLike)) else "the graph"
        roads = cls(name, read_graph(source, options), options)
        if options.depart is not None:
            roads = roads.with_depart(options.depart, options.speeds)
        elif options.speeds is not None:
            raise BadInput("speeds by the hour need a departure; give depart, such as 2026-11-28T08:10")
        if (options.avoid, options.avoid_area, options.avoid_factor) != (DEFAULTS.avoid, None, None):
            roads = roads.with_preference(Preference(options.avoid, area=options.avoid_area, factor=options.avoid_factor))
        if options.prefer:
            roads = roads.with_preference(Preference(options.prefer, factor=options.prefer_factor))
        return roads

    @classmethod
    def examples(cls) -> Iterable[Example[Place]]:
        """Yield questions on a small town: between nodes, to places inside edges, along one-ways, to an unreachable node."""
        roads = cls("a town", make_town())
        yield Example(roads, roads.parse("10"), (roads.parse("33"),))
        yield Example(roads, roads.parse("10"), (roads.parse("60.1703,24.9421"), roads.parse("31")))
        yield Example(roads, roads.parse("33"), (roads.parse("40"),))

    def parse(self, text: str) -> Place:
        """Parse a place: ``60.17,24.94`` (latitude, longitude), a street, two streets that meet, or a number.

        A street is named in full, or by a part that no other name has; ``A / B`` is the junction of two. A number is that of a
        node in the source; ``#7`` is node 7 of the graph.

        Raises:
            BadInput: the text has none of these forms, there is no such node or street, or no road is near.
        """
        if found := match_text(
            r"\s*([-+]?[0-9]{1,3}(?:\.[0-9]{0,20})?)\s*[,;\s]\s*([-+]?[0-9]{1,3}(?:\.[0-9]{0,20})?)\s*", text
        ):
            try:
                return self.find_nearest(float(found[1]), float(found[2]))
            except BadInput:
                if self._are_nodes(found[1], found[2]):
                    raise BadInput(
                        f"{format_value(text)} names two nodes, and a place is one: give {found[1]} or {found[2]}, or lat,lon"
                    ) from None
                raise
        if found := match_text(r"\s*(#?)(-?[0-9]{1,19})\s*", text):
            return self.make_node_place(int(found[2])) if found[1] else self.find_by_number(int(found[2]))
        if spot := self.network.streets.find(text):
            return self.find_nearest(*spot)
        example = self.network.streets.example
        street = f"a street as {format_value(example)}, two streets that meet as A / B, " if example else ""
        raise BadInput(
            f"{format_value(text)} is not a place; give latitude and longitude as 60.17,24.94, {street}or a node number"
        )

    def _are_nodes(self, *texts: str) -> bool:
        """Return whether all texts are numbers of nodes of the source, as for an edge by its ends."""
        return all(text.isdecimal() and max(self.network.node_ids.find(int(text))) >= 0 for text in texts)

    def format(self, position: Place) -> str:
        """Format a place as `parse` reads it."""
        if self.check_place(position).known_as is not None:
            return str(position.known_as)
        if position.edge >= 0:
            lat, lon = position.requested_point or (position.lat, position.lon)
            return f"{lat:.7f},{lon:.7f}"
        number = int(self.graph.node_id[position.node])
        place, _ = self.network.node_ids.find(number)
        return str(number) if place == position.node else f"#{position.node}"

    def find_nearest(self, lat: float, lon: float) -> Place:
        """Return the place on any edge nearest to this latitude and longitude; ``away`` is its distance in metres.

        Raises:
            BadInput: latitude or longitude is out of range, the graph has no coordinates, or the nearest road is farther than
                the option ``snap``.
        """
        lat, lon = round(lat, 7), round(lon, 7)  # the precision of OpenStreetMap
        given = f"{lat:.10g},{lon:.10g}"
        if not (abs(lat) <= 90 and abs(lon) <= 180):
            raise BadInput(f"{given} is out of range; give latitude first, -90 to 90, then longitude, -180 to 180")
        place = self.network.snapper.snap(lat, lon)
        if place.away <= self.options.snap:
            return place
        mend = f"the option snap allows {self.options.snap:,.0f} m: increase it, or choose a place closer to a road"
        if self._is_nearby(lon, lat):
            mend = f"but {lon:.10g},{lat:.10g} is in the map; give latitude first, then longitude"
        raise BadInput(f"{given} is {place.away:,.0f} m from the nearest road of {self.name}; {mend}")

    def _is_nearby(self, lat: float, lon: float) -> bool:
        """Return whether a point lies between the nodes, or near a road."""
        graph = self.graph
        west, east = longitude_range(graph.lon)
        is_between = graph.lat.min() <= lat <= graph.lat.max() and west <= nearest_turn(lon, (west + east) / 2) <= east
        return bool(is_between) or (abs(lat) <= 90 and self.network.snapper.snap(lat, lon).away <= self.options.snap)

    def make_node_place(self, number: int) -> Place:
        """Return the node with this number in the graph.

        Raises:
            BadInput: there is no such node.
        """
        if not 0 <= number < self.graph.size:
            raise BadInput(f"{self.name} has no node #{number}; its nodes are #0 to #{self.graph.size - 1}")
        return make_node_place(self.graph, number)

    def find_by_number(self, number: int) -> Place:
        """Return the node with this number in the source: a junction, or a bend inside an edge.

        Raises:
            BadInput: there is no such node.
        """
        node, bend = self.network.node_ids.find(number)
        if node >= 0:
            return self.make_node_place(node)
        if bend >= 0 and (place := self.network.node_ids.locate_bend(bend, number)) is not None:
            return place
        raise BadInput(f"{self.name} has no node {number}{self._excuse()}")

    def _excuse(self) -> str:
        """Return why a node of the source may be missing, and what to do."""
        if self.name.lower().endswith(".roads"):
            return ", or it was left out when the graph was saved; give lat,lon"
        if not self.name.lower().endswith(EXTRACTS):
            return "; give the number of another node"
        closed = f", or no way at it is open to the profile {format_value(self.options.profile)}"
        if self.options.part == "all":
            return f"{closed}; give lat,lon, or another profile"
        return f"{closed}, or it was left out; try part=all, or give lat,lon"

    def problem(self, goals: tuple[Place, ...], starts: tuple[Place, ...] = ()) -> AStar[int, Cost[float]]:
        """Return the A* problem that ends at any of the goals. Pass starts that lie inside an edge."""
        starts, goals = tuple(map(self.check_place, starts)), tuple(map(self.check_place, goals))
        if self.objectives:
            return cast("AStar[int, Cost[float]]", make_front_problem(self.junctions, starts, goals))
        return cast("AStar[int, Cost[float]]", self.ground.make_problem(starts, goals))

    def to_state(self, position: Place) -> int:
        """Return the state of a place: its node, or for a place inside an edge the state that stands for all starts."""
        return position.node if self.check_place(position).edge < 0 else self.junctions.split.size + 1

    def to_positions(self, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
        """Return the places of a path: its nodes, and its ends inside edges."""
        return self.ground.list_places(states, question)

    def match_states(self, states: Sequence[int], path: Sequence[Place], question: Question[Place]) -> Sequence[int]:
        """Return the states that stand at the places, without those that only stand for ends."""
        return list_states(self.junctions, states, path)

    def price(self, cost: Cost[float], path: Sequence[Place]) -> Cost[float]:
        """Return a path's cost in metres or seconds, or in the weights of the source."""
        travelled = cost.travelled / self.scale
        return Cost(travelled, travelled, 0.0)

    def limit(self, cost: Comparable) -> Comparable | None:
        """Convert a cost limit from metres or seconds to units of the graph."""
        if not isinstance(cost, (int, float)):
            return cost
        try:
            return int(cost * self.scale + 1e-6)  # 4.35 m are 435 cm
        except OverflowError:
            return None if cost > 0 else -1

    def choose(self, question: Question[Place]) -> Choice:
        """Choose an algorithm that is prepared beside a saved graph; otherwise astar, or dijkstra without coordinates."""
        for method in KEPT:
            if self.ground.find_saved_file(method.name) is not None:
                return Choice(method(), f"a preparation is saved beside the graph: {method.prepares}")
        why = "costs were changed, so nothing prepared fits" if self.network.is_changed else "nothing is prepared"
        if len(self.graph.lat):
            return Choice(ASTAR, f"{why}, and coordinates allow an estimate")
        return Choice(Dijkstra(), f"{why}, and without coordinates there is no estimate")

    def default_starts(self) -> tuple[Place, ...]:
        """Return the place of the option ``origin``."""
        return super().default_starts() if self.options.origin is None else (self.parse(self.options.origin),)

    def default_goals(self) -> tuple[Place, ...]:
        """Return the place of the option ``target``."""
        return super().default_goals() if self.options.target is None else (self.parse(self.options.target),)

    def with_costs(self, costs: Mapping[tuple[Place, Place], float]) -> Roads:
        """Return the same roads with other costs of some edges, as by traffic.

        Args:
            costs: for the two ends of an edge, in the direction of travel, its cost in metres or seconds, or in the weights of
                the source. Parallel edges get the same cost.

        Raises:
            BadInput: a place is not a junction, no edge joins the two, or a cost is negative or too great.
        """
        if self.graph.facts is not None and MAIN.get(self.graph.unit) in self.graph.facts.metrics:
            raise BadInput(f"{self.name}: its costs are multiplied by factors; change them first, then prefer or avoid roads")
        weight = self.graph.weight.copy()
        expect("costs", costs, Mapping, "a dictionary of edges, each a pair of places, and their costs")
        for edge, cost in costs.items():
            if not (isinstance(edge, tuple) and len(edge) == 2 and all(isinstance(end, Place) for end in edge)):
                raise BadInput(
                    f"{self.name}: costs are given for {format_value(edge)}; expected the two places of an edge, such as "
                    "(roads.find_by_number(1), roads.find_by_number(2))"
                )
            one, other = edge
            if self.check_place(one).node < 0 or self.check_place(other).node < 0:
                raise BadInput(
                    f"{self.name}: costs belong to edges between junctions; give places with a node, as find_by_number does"
                )
            edges = self.graph.find_edges(one.node, other.node)
            if not len(edges):
                raise BadInput(f"{self.name}: no edge leads from {self.format(one)} to {self.format(other)}")
            if (units := expect_number("cost", cost, 0) * self.scale) > MOST:
                raise BadInput(f"{self.name}: cost={format_value(cost)} is too great; give at most {MOST / self.scale:,.0f}")
            weight[edges] = round(units)
        graph = evolve(self.graph, weight=weight)
        return evolve(self, graph=graph, network=self.network.change_weights(graph))

    def with_preference(self, preference: Preference) -> Roads:
        """Return the same roads for questions that avoid or prefer some. Places of the one are places of the other.

        Nothing prepared fits the changed costs, so questions are searches unless the new roads are prepared. Places are snapped
        to roads that may be used.

        Raises:
            BadInput: a class is unknown, or the graph lacks what the classes or the area need.
        """
        network = self.network.change(preference, self.name)
        return evolve(self, graph=network.graph, network=network)

    def with_heights(self, heights: object) -> Roads:
        """Return the same roads with the heights of a raster; `genastar_roads.heights.survey.add_heights` says how.

        Args:
            heights: a raster file; an open dataset of rasterio, a DataArray of rioxarray, a `Raster`, or a `TerrainWorld`.

        Raises:
            BadInput: the raster cannot be read or lies elsewhere, the roads have heights already or were saved, or
                genastar-terrain is not installed.
        """
        if self.name.lower().endswith(".roads"):
            raise BadInput(f"{self.name}: the profile of a saved graph is unknown; save its source with --option heights=FILE")
        network = self.network.add_heights(heights, self.options)
        return evolve(self, graph=network.graph, network=network)

    def with_depart(self, depart: datetime | str, speeds: SpeedTable | AnyPath | None = None) -> Roads:
        """Return the same roads for questions that depart at a time: their costs are seconds until the arrival.

        Routes wait until roads open; see ``docs/decisions/0050``. Coordinates are snapped to open roads. The file is read
        again, once.

        Args:
            depart: local date and time, such as ``2026-11-28T08:10``.
            speeds: a table of speeds by the hour of the day, or its file; see `SpeedTable.read`.

        Raises:
            BadInput: the departure or the table cannot be read; the costs are not times; or the source has no hours, and no
                table is given.
        """
        network = start_timing(self.network, self.name, self.options, depart, speeds)
        return self if network is self.network else evolve(self, graph=network.graph, network=network)

    def adopt_place(self, place: Place, graph: RoadGraph) -> Place:
        if graph.facts is self.graph.facts:
            return place
        if place.node >= 0:
            found = self.find_by_number(int(graph.node_id[place.node]))
        else:
            found = self.network.locate(*locate_point(graph, place.edge, place.share))
        return evolve(found, requested_point=place.requested_point, away=place.away, known_as=place.known_as)

    def go_on(self, route: Route) -> Roads:
        network = self.network.go_on(route)
        return self if network is self.network else evolve(self, network=network)

    def _problem_for(self, algorithm: Algorithm, problem: AStar[int, Cost[float]]) -> AStar[int, Cost[float]]:
        self.ground.check_algorithm(algorithm)
        return super()._problem_for(algorithm, problem)

    def find_changed_states(self, before: Domain[Place, Cost[float], Options, int]) -> list[int] | None:
        """Return the states from which an edge has another cost; ``None`` if the estimates may be less. See the base class."""
        roads = cast("Roads", before)
        was, split = roads.junctions.split, self.junctions.split
        if self.options != roads.options or split.rate < was.rate:
            return None
        if not (np.array_equal(split.first, was.first) and np.array_equal(split.head, was.head)):
            return None
        return cast("list[int]", np.unique(split.tail[split.weight != was.weight]).tolist())

    @cached_property
    def ground(self) -> RoadGround:
        """Return the ground of preparations. Roads that differ in their options alone share it, with what was prepared."""
        scale = OBJECTIVES["time"].scale if self.objectives else self.scale
        return self.network.get_ground(self, self.options.turn * scale, self.name)

    def combine(
        self, questions: Sequence[tuple[Place, tuple[Place, ...]]]
    ) -> tuple[AStar[int, Cost[float]], Sequence[int], Mapping[str, Sequence[object]]] | None:
        """Return one problem for all questions, which differ only in the rows of two tables; see `DomainHooks.combine`."""
        if any(not goals for _, goals in questions):
            return None
        asked = self.ground.combine(questions)
        if asked is None:
            return None
        problem = cast("AStar[int, Cost[float]]", asked.problem)
        return problem, [self.to_state(start) for start, _ in questions], asked.plain_fields

    def with_options(self, options: Options) -> Roads | None:
        """Return the same graph under other options, or ``None`` if they require the source to be read again."""
        if any(
            getattr(options, name) != getattr(self.options, name)
            for name in ("profile", "metric", "part", "u_turns", "heights", "heights_crs", *ASKED)
        ):
            return None
        return evolve(self, options=options)

    @property
    def remark(self) -> str:
        """Describe what the graph leaves out of its source (nodes, turn restrictions); empty if it leaves out nothing."""
        return self.graph.remark

    def view(self) -> NetworkView[Roads] | None:
        """Return the network to draw, in which junctions can be closed; ``None`` without coordinates."""
        if not len(self.graph.lat):
            return None
        network, closed = self.network.drawn or (self.network, np.zeros(self.graph.size, np.bool_))
        answers = self.get_node_at, self.alternatives, self.make_route
        return NetworkView(
            self.name, network.graph, self.scale, closed, *answers, self._close, partial(Roads, "the blank roads")
        )

    def _close(self, closed: Bools) -> Roads:
        network = self.network.close(closed, self.name)
        return evolve(self, graph=network.graph, network=network)

    @property
    def scale(self) -> float:
        """Units of the graph per metre, per second, or per unit of the source's weight."""
        return {"cm": 100.0, "ms": 1000.0, "weight": 1.0}[self.graph.unit]
