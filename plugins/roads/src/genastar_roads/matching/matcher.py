"""Map matching by a hidden Markov model (Newson and Krumm 2009, ACM SIGSPATIAL GIS, 336-343).

A state is a point of a road and a direction of travel. A point of the track is as far from its state as a Gaussian says. The
length of the cheapest path between two states differs from the great circle between their points as an exponential says. The
most probable states are Viterbi's.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, log, pi, sqrt
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from genastar import check_cancelled
from genastar.contracts.tree import TreeArrays
from genastar_roads.answers.route import Leg, Route
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.lines import compute_edge_metres, locate_point
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.matching.match import Match
from genastar_roads.places.place import Place, list_both_ways
from genastar_roads.places.snap import Snapper
from genastar_roads.search.tree import search_tree

_ROADS: Final = 12
"""Roads that are tried for a point, the nearest."""

_DETOUR: Final = 500.0
"""A path between two points may be twice the great circle and these metres long."""

_TURN: Final = 50.0
"""Turning round counts as these metres, on a road or at its end."""

_SCALE: Final = 100.0
"""Units of paths for a metre."""

_AT_END: Final = 1e-9


@frozen
class State:
    """A point of a road, with the direction of travel."""

    edge: int
    share: float
    away: float
    """Metres from the track's point."""


@frozen(eq=False)
class Matcher:
    """The model: roads, and its parameters in metres."""

    junctions: Junctions
    snapper: Snapper
    radius: float
    """Roads farther from a point are no states of it."""
    sigma: float
    """Standard deviation of points from their roads."""
    beta: float
    """Mean difference between a path and the great circle."""
    engine: str
    lengths: Float64 = field(init=False)
    """Metres of each edge of the graph."""
    rows: RoadGraph = field(init=False)
    """The split graph, weighed by lengths."""

    def __attrs_post_init__(self) -> None:
        split = self.junctions.split
        metres = compute_edge_metres(split, np.arange(split.edges))
        object.__setattr__(self, "rows", evolve(split, weight=np.ceil(metres * _SCALE).astype(np.int32)))
        object.__setattr__(self, "lengths", compute_edge_metres(self.junctions.graph, np.arange(self.junctions.graph.edges)))

    def match(self, parts: list[Float64]) -> Match:
        """Return the most probable path of a track, given in parts of latitudes and longitudes, shape (k, 2)."""
        parts = [self._thin_out(part) for part in parts]
        points, begins = np.concatenate(parts), set(np.cumsum([len(part) for part in parts]).tolist())
        places: list[Place | None] = [None] * len(points)
        routes: list[Route] = []
        breaks: list[tuple[int, int]] = []
        total, last = 0.0, -1
        for chain, likelihood in self._find_chains(points, begins):
            if last >= 0:
                breaks.append((last, chain[0][0]))
            last = chain[-1][0]
            for row, state in chain:
                places[row] = self._place(state, points[row])
            routes.append(self._make_route(points, chain))
            total += likelihood
        count = sum(place is not None for place in places)
        return Match(points, tuple(places), tuple(routes), tuple(breaks), total / count if count else -inf)

    def _thin_out(self, part: Float64) -> Float64:
        """Return the points that are at least two standard deviations from the one before, and the last."""
        kept = [0]
        for row in range(1, len(part)):
            if compute_metres(*part[kept[-1]], *part[row]) >= 2 * self.sigma or row == len(part) - 1:
                kept.append(row)
        return part[kept]

    def _find_chains(self, points: Float64, begins: set[int]) -> list[tuple[list[tuple[int, State]], float]]:
        """Return the most probable states of each part without a break, by rows of the points, with their log-likelihoods."""
        found: list[tuple[list[tuple[int, State]], float]] = []
        columns: list[tuple[int, list[State], list[int]]] = []
        scores = np.empty(0)

        def finish() -> None:
            if len(columns) > 1:  # a point without a path to any neighbour is no part
                best, chain = int(scores.argmax()), []
                likelihood = float(scores[best])
                for row, states, before in reversed(columns):
                    chain.append((row, states[best]))
                    best = before[best]
                found.append((chain[::-1], likelihood))
            columns.clear()

        for row, point in enumerate(points):
            check_cancelled()
            if row in begins:
                finish()
            if not (states := self._list_states(point)):
                continue
            own = np.array([-0.5 * (state.away / self.sigma) ** 2 - log(self.sigma * sqrt(2 * pi)) for state in states])
            before = [-1] * len(states)
            if columns:
                straight = float(compute_metres(*points[columns[-1][0]], *point))
                ways = self.measure_paths(columns[-1][1], states, straight)
                chances = scores[:, None] - np.abs(ways - straight) / self.beta - log(self.beta)
                if np.isfinite(chances.max()):
                    before = chances.argmax(axis=0).tolist()
                    own += chances.max(axis=0)
                else:
                    finish()
            columns.append((row, states, before))
            scores = own
        finish()
        return found

    def _list_states(self, point: Float64) -> list[State]:
        near = self.snapper.find_within(*point.tolist(), self.radius)[:_ROADS]
        graph = self.junctions.graph
        return [State(way, along, away) for edge, share, away in near for way, along in list_both_ways(graph, edge, share)]

    def measure_paths(self, starts: list[State], goals: list[State], straight: float) -> Float64:
        """Return the metres of the shortest path from each state to each other, shape (k, l); infinite beyond the bound."""
        entries = [self.junctions.split.tail[self.junctions.find_edges_for(goal.edge)] for goal in goals]
        tails, first = np.concatenate(entries), np.cumsum([0, *map(len, entries[:-1])])
        most, inside = 2 * straight + _DETOUR, np.array([goal.share * self.lengths[goal.edge] for goal in goals])
        found, onwards = np.full((len(starts), len(goals)), inf), dict[int, Float64]()
        for row, start in enumerate(starts):
            for way in self._list_ways(start):
                if way.edge not in onwards:
                    tree = self._search(way.edge, most)
                    onwards[way.edge] = np.minimum.reduceat(np.where(tree.settled[tails], tree.g[tails], inf), first) / _SCALE
                on_road = [self._measure_on_road(way, goal) for goal in goals]
                ahead = (1 - way.share) * self.lengths[way.edge] + onwards[way.edge] + inside
                found[row] = np.minimum(found[row], np.minimum(ahead, on_road) + way.away)
        return np.where(found <= most, found, inf)

    def _list_ways(self, start: State) -> list[State]:
        """Return a state, and the same place after turning round, each with what that costs."""
        twin = int(self.junctions.graph.twin[start.edge])
        turned = [State(twin, 1 - start.share, _TURN)] if twin >= 0 else []
        return [State(start.edge, start.share, 0.0), *turned]

    def _measure_on_road(self, way: State, goal: State) -> float:
        """Return the metres between two states of an edge: ahead, back by less than the noise, or before turning round."""
        ahead = (goal.share - way.share) * float(self.lengths[way.edge])
        return abs(ahead) if goal.edge == way.edge and (ahead >= -4 * self.sigma or way.away > 0) else inf

    def _search(self, edge: int, metres: float) -> TreeArrays:
        """Return the tree of shortest paths from the end of an edge."""
        start = np.array([[int(self.junctions.arrival[edge]), 0, -1]])
        return search_tree(self.rows, start, within=int(metres * _SCALE), engine=self.engine)

    def _make_route(self, points: Float64, chain: list[tuple[int, State]]) -> Route:
        legs: list[Leg] = []
        for (row, start), (after, goal) in pairwise(chain):
            straight = float(compute_metres(*points[row], *points[after]))
            for leg in self._list_legs(start, goal, 2 * straight + _DETOUR):
                if legs and legs[-1].edge == leg.edge and 0 < leg.begin <= legs[-1].end:  # back by noise, or further on
                    legs[-1] = Leg(leg.edge, legs[-1].begin, max(legs[-1].end, leg.end))
                else:
                    legs.append(leg)
        ends = (self._place(state, points[row]) for row, state in (chain[0], chain[-1]))
        return Route(self.junctions.graph, *ends, tuple(leg for leg in legs if leg.share > 0))

    def _list_legs(self, start: State, goal: State, most: float) -> list[Leg]:
        """Return the edges of the path that `measure_paths` measured."""
        best, legs = inf, list[Leg]()
        for way in self._list_ways(start):
            tree, split = self._search(way.edge, most), self.junctions.split
            tails = split.tail[self.junctions.find_edges_for(goal.edge)]
            costs = np.where(tree.settled[tails], tree.g[tails], inf)
            ahead = (1 - way.share) * self.lengths[way.edge] + costs.min() / _SCALE + goal.share * self.lengths[goal.edge]
            on_road = self._measure_on_road(way, goal)
            if min(ahead, on_road) + way.away >= best:
                continue
            best = min(ahead, on_road) + way.away
            if on_road <= ahead:
                is_back = goal.share < way.share
                legs = [] if is_back and not way.away else [Leg(way.edge, way.share, goal.share)]
                if is_back and way.away:  # it turns round at the goal
                    legs = [Leg(start.edge, start.share, 1 - goal.share)]
                continue
            state, legs = int(tails[costs.argmin()]), [Leg(goal.edge, 0.0, goal.share)]
            while (before := int(tree.parent[state])) >= 0:
                ways = self.rows.find_edges(before, state)
                legs.append(Leg(int(self.junctions.edge_of[ways[self.rows.weight[ways].argmin()]])))
                state = before
            legs = [Leg(way.edge, way.share), *legs[::-1]]
        return legs

    def _place(self, state: State, point: Float64) -> Place:
        graph, asked = self.junctions.graph, (float(point[0]), float(point[1]))
        if state.share <= _AT_END or state.share >= 1 - _AT_END:
            node = int(graph.tail[state.edge] if state.share <= _AT_END else graph.head[state.edge])
            return Place(node, lat=float(graph.lat[node]), lon=float(graph.lon[node]), requested_point=asked, away=state.away)
        lat, lon = locate_point(graph, state.edge, state.share)
        return Place(edge=state.edge, share=state.share, lat=lat, lon=lon, requested_point=asked, away=state.away)
