"""Answers of roads beyond a path: tours, alternative routes, tables of costs, isochrones and GeoJSON."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput, Cost, Result, Workspace
from genastar.algorithm import AUTO, Algorithm
from genastar.algorithms import Dijkstra
from genastar.authoring import check_cancelled
from genastar.errors import format_value
from genastar.values.arguments import expect_number, expect_whole, to_positions_tuple
from genastar.worlds.translation import translate_result
from genastar_prepare.methods import HierarchyMethod
from genastar_roads.answers.alternatives import find_alternatives
from genastar_roads.answers.front_routes import FrontAnswers
from genastar_roads.answers.geo import make_geojson
from genastar_roads.answers.reach import (
    compute_isochrones,
    compute_pairs_by_hierarchy,
)
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.matching.match import Match
from genastar_roads.matching.matcher import Matcher
from genastar_roads.matching.track import read_track
from genastar_roads.network import Network
from genastar_roads.places.place import Place
from genastar_roads.search.preference import Preference, join_changes
from genastar_roads.search.tree import NEVER

STATES_A_QUERY: Final = 300
"""States that a search of the whole graph expands in the time of one query in a hierarchy."""


_MEND: Final = "get one by its find_nearest(lat, lon), find_by_number(number) or parse(text)"

_WIDEST: Final = 10_000.0
"""Maximum buffer and radius in metres."""


class RoadAnswers(FrontAnswers):
    """A road graph that answers more than the questions of every domain."""

    name: str
    """Name of the source in error messages."""
    graph: RoadGraph
    network: Network

    @abstractmethod
    def with_preference(self, preference: Preference) -> RoadAnswers:
        """Return the same roads for questions that avoid or prefer some of them."""

    @abstractmethod
    def with_depart(self, depart: datetime | str) -> RoadAnswers:
        """Return the same roads for questions that depart at a time."""

    def make_route(self, places: Sequence[Place]) -> Route:
        """Return the route through consecutive places, as a search gives them."""
        return self.ground.make_route(self._check_places(places, "places"))

    @abstractmethod
    def adopt_place(self, place: Place, graph: RoadGraph) -> Place:
        """Return a place of the same roads in another graph as a place of these."""

    @abstractmethod
    def go_on(self, route: Route) -> RoadAnswers:
        """Return the roads for the next route of a tour, which begins when this one ends."""

    @property
    @abstractmethod
    def scale(self) -> float:
        """Units of the graph per metre, per second, or per unit of the source's weight."""

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
        """Return the cheapest route through these places in this order, or ``None`` if there is none.

        Args:
            places: the start, stops, and the destination.
            algorithm: see `search`.
            engine: see `AStar.search`.
            workspace: memory to reuse.
            avoid: roads that the route avoids. A factor counts in the route's cost, not in its metres and seconds.
            prefer: roads that the route prefers, with a factor less than 1.
            depart: local date and time at which the route begins; it then arrives as early as can be; see `with_depart`.

        Raises:
            BadInput: fewer than two places are given; or as `Preference.change_graph`.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.find_tour(self._move(places, changed), algorithm=algorithm, engine=engine, workspace=workspace)
        if len(places) < 2:
            raise BadInput(f"a route needs at least two places; got {len(places)}")
        roads: RoadAnswers = self
        routes: list[Route] = []
        for start, goal in pairwise(places):
            found = roads.search(start, [goal], algorithm=algorithm, engine=engine, workspace=workspace)
            check_cancelled()  # a cancelled search returns no path even where one exists
            if not found.found:
                return None
            routes.append(roads.make_route(found.path))
            roads = roads.go_on(routes[-1])
        return routes[0].join(routes[1:], places[-1])

    def alternatives(
        self,
        start: Place,
        goal: Place,
        count: int,
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> tuple[Route, ...]:
        """Return up to ``count`` good routes, cheapest first; `genastar_roads.answers.alternatives` defines a good route.

        Args:
            start: where the routes begin.
            goal: where the routes end.
            count: maximum number of routes.
            algorithm: finds the cheapest route.
            engine: see `AStar.search`.
            avoid: roads that the routes avoid; see `find_tour`.
            prefer: roads that they prefer.
            depart: refused, as roads with a departure are: costs depend on the time.

        Raises:
            BadInput: ``count`` is less than 1, or the algorithm does not guarantee the cheapest path.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.alternatives(start, goal, count, algorithm=algorithm, engine=engine)
        self.ground.expect_constant_costs("alternatives")
        self._expect_one_metric("alternatives")
        count = expect_whole("count", count, 1)
        chosen, request, question = self.make_request(start, (goal,), algorithm=algorithm, engine=engine)
        if request.bound != 1:
            raise BadInput(
                f"algorithm {request.algorithm!r} does not guarantee the cheapest path, which alternatives are compared with; "
                "use astar, landmarks or hierarchy"
            )
        found = chosen.search(request)
        check_cancelled()
        if found.cost is None:
            return ()
        first = Route.of(self.graph, translate_result(self, found, question).path)
        return find_alternatives(self.junctions, first, start, goal, round(found.cost.travelled), count, engine=engine)

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
        """Return the cheapest cost from each start to each goal in metres or seconds, shape (k, l); infinite without a path.

        Args:
            starts: where the paths begin.
            goals: where the paths end.
            algorithm: ``hierarchy``: one query in a hierarchy for each pair, unless searches of the whole graph are cheaper;
                ``dijkstra``: one search of the whole graph for each start; ``auto``: hierarchy if one is saved with the graph.
            engine: see `AStar.search`.
            avoid: roads that the paths avoid; the costs include a factor.
            prefer: roads that they prefer.
            depart: local date and time at which the paths begin.

        Raises:
            BadInput: the algorithm is none of these, or a start or goal is no place of these roads.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.matrix(*(self._move(each, changed) for each in (starts, goals)), algorithm=algorithm, engine=engine)
        self._expect_one_metric("matrices")
        starts, goals = self._check_places(starts, "starts"), self._check_places(goals, "goals")
        if not self._should_climb(algorithm, len(goals)):
            return self._to_user_units(self.ground.compute_matrix(starts, goals, engine=engine))
        ends = [start for start in starts for _ in goals], [goal for _ in starts for goal in goals]
        return self.compute_costs_between(*ends, algorithm=algorithm, engine=engine).reshape(len(starts), len(goals))

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
        """Return the cheapest cost from each start to the goal in the same row, in metres or seconds, shape (q,).

        Infinite if there is no path. A hierarchy answers all pairs in one batch; without one, pairs with the same start share a
        search. The arguments are those of `matrix`.

        Raises:
            BadInput: there are not as many goals as starts, the algorithm is unknown, or a start or goal is no place of these
                roads.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.compute_costs_between(
                *(self._move(each, changed) for each in (starts, goals)), algorithm=algorithm, engine=engine
            )
        starts, goals = self._check_places(starts, "starts"), self._check_places(goals, "goals")
        if len(starts) != len(goals):
            raise BadInput(f"{len(starts)} starts and {len(goals)} goals do not form pairs; give equally many of each")
        if not self._should_climb(algorithm, 1):
            return self._to_user_units(self.ground.compute_pairs(starts, goals, engine=engine))
        return self._to_user_units(
            compute_pairs_by_hierarchy(self.junctions, self.ground.hierarchy, starts, goals, engine=engine)
        )

    def compute_costs_from(
        self,
        *starts: Place,
        within: float | None = None,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> NDArray[np.float64]:
        """Return each node's cost from the nearest start in metres or seconds, shape (n,); infinite if there is no path.

        Raises:
            BadInput: ``within`` is not a number, NaN or negative; or a start is no place of these roads.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.compute_costs_from(*self._move(starts, changed), within=within, engine=engine)
        self._expect_one_metric("costs from places")
        starts = self._check_places(starts, "starts")
        if within is not None:
            expect_number("within", within, 0)
        most = None if within is None else cast("int | None", self.limit(within))
        return self._to_user_units(self.ground.compute_costs_from(starts, within=most, engine=engine))

    def compute_isochrones(
        self,
        limits: Sequence[float],
        *starts: Place,
        buffer: float | None = None,
        engine: str = "auto",
        avoid: Preference | None = None,
        prefer: Preference | None = None,
        depart: datetime | str | None = None,
    ) -> dict[str, object]:
        """Return the roads reached within each limit as GeoJSON, one feature per limit, in the order of the limits.

        Args:
            limits: seconds or metres.
            starts: where the paths begin.
            buffer: metres; with it, each feature has polygons instead of lines: the union of buffers of this width around the
                reached parts of roads and the starts, with its holes. Polygons of a limit contain those of smaller limits.
            engine: see `AStar.search`.
            avoid: roads that the paths avoid; the costs include a factor.
            prefer: roads that they prefer.
            depart: refused, as for `alternatives`.

        Raises:
            BadInput: the graph has no coordinates, a limit is negative, the buffer is not positive, or a start is no place of
                these roads.
        """
        if (changed := self._change(avoid, prefer, depart)) is not self:
            return changed.compute_isochrones(limits, *starts, buffer=buffer, engine=engine)
        self.ground.expect_constant_costs("isochrones")
        self._expect_one_metric("isochrones")
        starts = self._check_places(starts, "starts")
        if any(not 0 <= limit < 1e12 for limit in limits):
            raise BadInput(f"limit {min(limits):g} is negative; give seconds or metres, 0 or more")
        if buffer is not None and not 0 < expect_number("buffer", buffer, 0) <= _WIDEST:
            raise BadInput(f"buffer={buffer:g} is out of range; give metres, more than 0 and at most {_WIDEST:,.0f}")
        features = compute_isochrones(self.junctions, starts, limits, self.scale, buffer=buffer, engine=engine)
        found: dict[str, object] = {"type": "FeatureCollection", "features": features}
        return found | ({"attribution": self.graph.credit} if self.graph.credit else {})

    def match(
        self,
        track: object,
        *,
        radius: float = 50.0,
        sigma: float = 10.0,
        beta: float = 5.0,
        engine: str = "auto",
        depart: datetime | str | None = None,
    ) -> Match:
        """Return the most probable path of a track, by a hidden Markov model; see `genastar_roads.matching.matcher`.

        Args:
            track: a ``.gpx`` or ``.geojson`` file, GeoJSON of lines, or points (lat, lon); see `read_track`. Points nearer than
                two ``sigma`` to the one before are left out.
            radius: metres from a point to the farthest road that it may belong to.
            sigma: standard deviation of the points from their roads in metres.
            beta: mean difference between the path and the great circle from point to point in metres.
            engine: see `AStar.search`.
            depart: refused, as for `alternatives`.

        Raises:
            BadInput: the track cannot be read, a number is out of range, the graph has no coordinates, or there is a
                departure.
        """
        self._change(None, None, depart).ground.expect_constant_costs("matches")
        parts = read_track(track)
        for name, value in (("radius", radius), ("sigma", sigma), ("beta", beta)):
            if not 0.1 <= expect_number(name, value, 0) <= _WIDEST:
                raise BadInput(f"{name}={value:g} is out of range; give metres, 0.1 to {_WIDEST:,.0f}")
        return Matcher(self.graph, self.network.snapper, radius, sigma, beta, engine).match(parts)

    def to_geojson(self, *found: Result[Place, Cost[float]] | Route) -> dict[str, object]:
        """Return routes as GeoJSON: a line each, with its cost, metres, streets and steps, and its ends as points.

        Args:
            found: results of `search`, and routes of `find_tour` and `alternatives`.

        Raises:
            BadInput: a result has no path.
        """
        routes: list[Route] = []
        for each in found:
            if not isinstance(each, Route) and not each.found:
                raise BadInput(f"a result without a path ({each.outcome.value}) cannot be written as GeoJSON; leave it out")
            routes.append(each if isinstance(each, Route) else self.make_route_of(each))
        return make_geojson(routes, self.graph)

    def check_place(self, position: object) -> Place:
        """Return a place of these roads, after checking that it is one.

        Raises:
            BadInput: the value is no place, or a place of other roads.
        """
        if not isinstance(position, Place):
            raise BadInput(f"{format_value(position)} is no place of {self.name}; {_MEND}")
        graph = self.graph
        if (
            position.numbering not in (None, graph.numbering)
            or not (position.node < graph.size and position.edge < len(graph.head))
            or position.node < 0 > position.edge
        ):
            raise BadInput(f"{format_value(position)} is a place of other roads than {self.name}; {_MEND}")
        return position

    def _change(self, avoid: Preference | None, prefer: Preference | None, depart: datetime | str | None = None) -> RoadAnswers:
        roads: RoadAnswers = self if depart is None else self.with_depart(depart)
        for each in join_changes(avoid, prefer):
            roads = roads.with_preference(each)
        return roads

    def _move(self, places: Sequence[Place], roads: RoadAnswers) -> list[Place]:
        return [roads.adopt_place(self.check_place(each), self.graph) for each in places]

    def _expect_one_metric(self, what: str) -> None:
        if self.objectives:
            raise BadInput(f"{what} have one metric, and these roads have several; give one, such as metric=time")

    def _check_places(self, positions: Iterable[Place], name: str) -> tuple[Place, ...]:
        return tuple(map(self.check_place, to_positions_tuple(positions, name)))

    def _should_climb(self, algorithm: Algorithm | str, goals: int) -> bool:
        """Return whether a hierarchy should compute the costs: unless so many queries cost more than one full search."""
        name = algorithm.name if isinstance(algorithm, Algorithm) else algorithm
        if name not in (AUTO, HierarchyMethod.name, Dijkstra.name):
            raise BadInput(f"algorithm {format_value(name)} does not compute many costs; use hierarchy, dijkstra or auto")
        climbs = self.ground.find_saved_file(HierarchyMethod.name) is not None if name == AUTO else name == HierarchyMethod.name
        return climbs and goals * STATES_A_QUERY <= max(self.junctions.split.size, STATES_A_QUERY)

    def _to_user_units(self, costs: Int64) -> NDArray[np.float64]:
        """Convert units of the graph to metres or seconds; `NEVER` becomes infinity."""
        return np.where(costs == NEVER, np.inf, costs / self.scale)
