"""Routes: their edges, lengths, coordinates and street names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar_roads.answers.places import join_places
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.lines import compute_edge_metres, cut_line, list_lines, measure_along
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place, compute_partial_cost, list_both_ways, make_node_places
from genastar_roads.search.metrics import list_weights


@frozen
class Leg:
    """An edge, or a part of one."""

    edge: int
    begin: float = 0.0
    """Share of the edge's length before the leg begins."""
    end: float = 1.0

    @property
    def share(self) -> float:
        """Share of the edge's length that the leg covers."""
        return self.end - self.begin


@frozen(eq=False)
class Route:
    """A path through a graph, from place to place."""

    graph: RoadGraph = field(repr=False)
    start: Place
    goal: Place
    legs: tuple[Leg, ...] = field(repr=False)

    @classmethod
    def of(cls, graph: RoadGraph, places: Sequence[Place], costs: Float64 | None = None) -> Route:
        """Return the route through consecutive places, as a search gives them: nodes, and places inside edges at the ends.

        Of parallel edges, the cheapest that obey the turn restrictions are used. If none do, the route has no legs.

        Args:
            graph: the graph.
            places: the places.
            costs: the costs between them by several metrics; those of parallel edges are used whose costs are nearest.
        """
        choices = [list_legs(graph, a, b) for a, b in pairwise(places)]
        prices = _price_legs(graph, choices) if costs is None else _compare_legs(graph, choices, costs)
        return cls(
            graph, places[0], places[-1], _choose_cheapest(graph, choices, prices, _find_forbidden_turns(graph, choices))
        )

    @property
    def cost(self) -> int:
        """Sum of the weights, in units of the graph; parts of edges by their share."""
        return sum(round(int(self.graph.weight[leg.edge]) * leg.share) for leg in self.legs)

    def measure_share(self, other: Route) -> float:
        """Return the share of this route's cost on roads of the other route, 0 to 1."""
        side = self.graph.sides.of_edge
        roads = {side[leg.edge] for leg in other.legs}
        price = {leg: float(self.graph.weight[leg.edge]) * leg.share for leg in self.legs}
        return sum(each for leg, each in price.items() if side[leg.edge] in roads) / (sum(price.values()) or 1.0)

    @property
    def metres(self) -> float:
        """Length in metres."""
        length = compute_edge_metres(self.graph, self.edges)
        return float((length * self._shares).sum())

    @property
    def seconds(self) -> float:
        """Duration in seconds; NaN if the graph has no times."""
        if self.graph.facts is not None:
            return float((self.graph.facts.seconds[self.edges] * self._shares).sum())
        if self.graph.unit == "ms":
            return float((self.graph.weight[self.edges] * self._shares).sum()) / 1000
        return float("nan")

    def join(self, others: Sequence[Route], goal: Place) -> Route:
        """Return this route and those that follow it as one."""
        return evolve(self, goal=goal, legs=sum((each.legs for each in others), self.legs))

    @property
    def waits(self) -> Mapping[int, float]:
        """Seconds of waiting before legs, by the number of the leg; none without a departure."""
        return {}

    def describe_times(self) -> dict[str, str]:
        """Return the local times of departure and arrival, for JSON; empty without a departure."""
        return {}

    @property
    def edges(self) -> NDArray[np.int64]:
        """Edges along the route, whole or in part, shape (k,)."""
        return np.array([leg.edge for leg in self.legs], np.int64)

    @property
    def nodes(self) -> NDArray[np.int64]:
        """Nodes along the route, by their numbers in the graph, shape (k,)."""
        if not self.legs:
            return np.array([self.start.node] if self.start.node >= 0 else [], np.int64)
        tails = [int(self.graph.tail[leg.edge]) for leg in self.legs if leg.begin == 0.0]
        last = self.legs[-1]
        return np.array(tails + [int(self.graph.head[last.edge])] * (last.end == 1.0), np.int64)

    @property
    def places(self) -> tuple[Place, ...]:
        """Places along the route, as `Route.of` takes them: its ends, and the nodes between."""
        if self.start == self.goal:
            return (self.start,)
        return join_places(self.start, make_node_places(self.graph, self.nodes.tolist()), self.goal)

    @property
    def points(self) -> Float64:
        """Latitudes and longitudes along the route, shape (k, 2); empty if the graph has no coordinates."""
        if not len(self.graph.lat):
            return np.empty((0, 2))
        if not self.legs:
            return np.array([[self.start.lat, self.start.lon], [self.goal.lat, self.goal.lon]])
        parts = [list_points(self.graph, leg) for leg in self.legs]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])

    @property
    def profile(self) -> Float64:
        """Metres from the start, and heights in metres, shape (k, 2); empty if the graph has no heights."""
        facts = self.graph.facts
        if facts is None or not len(facts.profile) or not self.legs:
            return np.empty((0, 2))
        parts: list[Float64] = []
        travelled = 0.0
        for leg in self.legs:
            part = facts.relief.cut_profile(int(facts.profile[leg.edge]), leg.begin, leg.end)
            length = float(facts.length[leg.edge])
            parts.append(np.stack((travelled + (part[:, 0] - leg.begin) * length, part[:, 1]), axis=1)[bool(parts) :])
            travelled += leg.share * length
        return np.concatenate(parts)

    @property
    def heights(self) -> Float64:
        """Heights in metres at the points along the route, shape (k,); empty if the graph has no heights."""
        profile = self.profile
        if not len(profile):
            return np.empty(0)
        along = [np.zeros(1)]
        for leg, length in zip(self.legs, compute_edge_metres(self.graph, self.edges) * self._shares, strict=True):
            metres = measure_along(list_points(self.graph, leg))
            along.append(along[-1][-1] + metres[1:] * (length / metres[-1] if metres[-1] > 0 else 0.0))
        return np.asarray(np.interp(np.concatenate(along), profile[:, 0], profile[:, 1]))

    @property
    def climb(self) -> float:
        """Sum of all ascents in metres; NaN if the graph has no heights."""
        return self._sum_rises(1.0)

    @property
    def descent(self) -> float:
        """Sum of all descents in metres; NaN if the graph has no heights."""
        return self._sum_rises(-1.0)

    def _sum_rises(self, sign: float) -> float:
        profile = self.profile
        return float(np.maximum(sign * np.diff(profile[:, 1]), 0.0).sum()) if len(profile) else float("nan")

    @property
    def streets(self) -> tuple[tuple[str, float], ...]:
        """Street names in order, empty for unnamed streets, each with the metres along it."""
        found: list[tuple[str, float]] = []
        for leg, length in zip(self.legs, compute_edge_metres(self.graph, self.edges) * self._shares, strict=True):
            name = name_of(self.graph, leg.edge)
            if found and found[-1][0] == name:
                found[-1] = name, found[-1][1] + float(length)
            else:
                found.append((name, float(length)))
        return tuple(found)

    @property
    def _shares(self) -> Float64:
        return np.array([leg.share for leg in self.legs], np.float64)


def name_of(graph: RoadGraph, edge: int) -> str:
    """Return the street name of an edge; empty if it has none."""
    return "" if graph.facts is None else graph.facts.names[int(graph.facts.name[edge])]


def list_points(graph: RoadGraph, leg: Leg) -> Float64:
    """Return latitudes and longitudes along a leg, ends included, shape (k, 2)."""
    line, _ = list_lines(graph, np.array([leg.edge]))
    return cut_line(line, leg.begin, leg.end)


def list_legs(graph: RoadGraph, a: Place, b: Place) -> list[Leg]:
    """Return the edges from a place to the next, cheapest first."""
    if a.edge < 0 and b.edge < 0:
        found = graph.find_edges(a.node, b.node)
        if len(found) > 1:
            found = found[np.argsort(graph.weight[found], kind="stable")]
        return [Leg(edge) for edge in found.tolist()]
    if a.edge < 0:
        return [Leg(edge, end=end) for edge, end in list_both_ways(graph, b.edge, b.share) if graph.tail[edge] == a.node]
    starts = list_both_ways(graph, a.edge, a.share)
    if b.edge < 0:
        return [Leg(edge, begin) for edge, begin in starts if graph.head[edge] == b.node]
    ends = dict(list_both_ways(graph, b.edge, b.share))
    return [Leg(edge, begin, ends[edge]) for edge, begin in starts if ends.get(edge, -1.0) >= begin]


def _find_forbidden_turns(graph: RoadGraph, choices: list[list[Leg]]) -> set[tuple[int, int]]:
    """Return the forbidden turns among these edges."""
    edges = [leg.edge for legs in choices for leg in legs]
    return {(int(a), int(b)) for a, b in graph.turns[np.isin(graph.turns[:, 0], edges)]}


def _price_legs(graph: RoadGraph, choices: list[list[Leg]]) -> list[list[float]]:
    return [[float(graph.weight[leg.edge]) * leg.share for leg in legs] for legs in choices]


def _compare_legs(graph: RoadGraph, choices: list[list[Leg]], costs: Float64) -> list[list[float]]:
    """Return how far the costs of each leg are from the wanted ones. Times, which may hold a turn, count last."""
    assert graph.facts is not None
    factors = np.array([1e-6 if each in ("ms", "time") else 1.0 for each in (graph.unit, *graph.facts.metrics)])
    weights, found = list_weights(graph), []
    for legs, wanted in zip(choices, costs, strict=True):
        parts = [[compute_partial_cost(each, leg.share) for each in weights[leg.edge].tolist()] for leg in legs]
        found.append([float((np.abs(each - wanted) * factors).sum()) for each in parts])
    return found


def _choose_cheapest(
    graph: RoadGraph, choices: list[list[Leg]], prices: list[list[float]], forbidden: set[tuple[int, int]]
) -> tuple[Leg, ...]:
    """Return one leg of each list with the least sum of prices and without a forbidden turn (Viterbi 1967)."""
    side, no_return, stage = graph.sides.of_edge, graph.no_return, graph.stage
    best: list[tuple[float, int, Leg]] = []
    columns: list[list[tuple[float, int, Leg]]] = []
    for legs, priced in zip(choices, prices, strict=True):
        column: list[tuple[float, int, Leg]] = []
        for leg, price in zip(legs, priced, strict=True):
            ways = [
                (cost, row)
                for row, (cost, _, last) in enumerate(best)
                if stage[last.edge] <= stage[leg.edge]
                and (last.edge, leg.edge) not in forbidden
                and side[leg.edge] != no_return[last.edge]
            ]
            if ways or not columns:
                cost, row = min(ways, default=(0.0, -1))
                column.append((cost + price, row, leg))
        columns.append(column)
        best = column
    if not columns or not best:
        return ()
    path: list[Leg] = []
    row = min(range(len(best)), key=lambda number: best[number][0])
    for column in reversed(columns):
        _, row, leg = column[row]
        path.append(leg)
    return tuple(reversed(path))
