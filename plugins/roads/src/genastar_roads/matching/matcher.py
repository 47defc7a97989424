"""Map matching by a hidden Markov model (Newson and Krumm 2009, ACM SIGSPATIAL GIS, 336-343).

A state is a point of a road and a direction of travel. A point of the track is as far from its state as a Gaussian says. The
length of the shortest path between two states differs from the great circle between their points as an exponential says. The
most probable states are Viterbi's.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, log, pi, sqrt
from typing import Final

import numpy as np
from attrs import define, evolve, field, frozen

from genastar.authoring import check_cancelled
from genastar_roads.answers.route import Leg, Route
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.lines import locate_point
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.matching.match import Match
from genastar_roads.matching.surroundings import SCALE, Surroundings
from genastar_roads.places.place import Place, list_both_ways, make_node_place
from genastar_roads.places.snap import Snapper

_ROADS: Final = 12
"""Roads that are tried for a point, the nearest."""

_IMPROBABLE: Final = 20.0
"""States and paths that are less probable than the best by e to this power are tried only where there are no others."""

_DETOUR: Final = 500.0
"""A path between two points may be twice the great circle and these metres long."""

_TURN: Final = 50.0
"""Turning round counts as these metres, on a road or at its end."""

_AT_END: Final = 1e-9


@frozen
class State:
    """A point of a road, with the direction of travel."""

    edge: int
    """Edge of the surroundings."""
    share: float
    away: float
    """Metres from the track's point; of a way on from a state, the metres that it costs to turn round."""


Chain = list[tuple[int, State]]
"""Consecutive points by their rows, with their states."""


@define(eq=False)
class Matcher:
    """The model of a graph; its parameters are metres, see `RoadAnswers.match`."""

    graph: RoadGraph
    snapper: Snapper
    radius: float
    sigma: float
    beta: float
    engine: str
    roads: Surroundings = field(init=False)

    def match(self, parts: list[Float64]) -> Match:
        """Return the most probable path of a track, given in parts of latitudes and longitudes, shape (k, 2)."""
        parts = [self._thin_out(part) for part in parts]
        points, begins = np.concatenate(parts), np.cumsum([0, *map(len, parts)]).tolist()
        columns = self._list_states(points, begins)
        places: list[Place | None] = [None] * len(points)
        routes: list[Route] = []
        breaks: list[tuple[int, int]] = []
        total, last = 0.0, -1
        for first, end in pairwise(begins):
            for chain, likelihood in self._find_chains(points, columns, range(first, end)):
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

    def _list_states(self, points: Float64, begins: list[int]) -> list[list[State]]:
        """Return the states of each point, and keep the roads around them."""
        near = [self.snapper.find_within(float(point[0]), float(point[1]), self.radius)[:_ROADS] for point in points]
        used = np.array(sorted({edge for each in near for edge, _, _ in each}), np.int64)
        rows = [[row for row in range(*ends) if near[row]] for ends in pairwise(begins)]
        steps = [compute_metres(*points[each[:-1]].T, *points[each[1:]].T).max(initial=0.0) for each in rows]
        within = float(max(steps)) + _DETOUR / 2 + 2 * self.radius
        self.roads = Surroundings.of(self.graph, points, within, used)
        part, number = self.roads.junctions.graph, {int(edge): row for row, edge in enumerate(self.roads.edges)}
        return [
            [State(way, along, away) for edge, share, away in each for way, along in list_both_ways(part, number[edge], share)]
            for each in near
        ]

    def _find_chains(self, points: Float64, columns: list[list[State]], rows: range) -> list[tuple[Chain, float]]:
        """Return the most probable states of each stretch without a break, with their log-likelihoods."""
        found: list[tuple[Chain, float]] = []
        seen: list[tuple[int, list[int]]] = []
        scores = np.empty(0)

        def finish() -> None:
            if len(seen) > 1:  # a point without a path to a neighbour has no place
                best, chain = int(scores.argmax()), Chain()
                likelihood = float(scores[best])
                for row, before in reversed(seen):
                    chain.append((row, columns[row][best]))
                    best = before[best]
                found.append((chain[::-1], likelihood))
            seen.clear()

        for row in rows:
            check_cancelled()
            if not (states := columns[row]):
                continue
            own = np.array([-0.5 * (state.away / self.sigma) ** 2 - log(self.sigma * sqrt(2 * pi)) for state in states])
            before = [-1] * len(states)
            if seen:
                last = seen[-1][0]
                straight = float(compute_metres(*points[last], *points[row]))
                worst = scores.max() - _IMPROBABLE, -inf
                for likely, most in zip((scores > least for least in worst), self._list_bounds(straight), strict=True):
                    ways = np.full((len(scores), len(states)), inf)
                    starts = [columns[last][number] for number in np.flatnonzero(likely)]
                    ways[likely] = self.measure_paths(starts, states, most)
                    chances = scores[:, None] - np.abs(ways - straight) / self.beta - log(self.beta)
                    if chances.max() > -inf:
                        break
                if chances.max() > -inf:
                    before = chances.argmax(axis=0).tolist()
                    own += chances.max(axis=0)
                else:
                    finish()
            seen.append((row, before))
            scores = own
        finish()
        return found

    def measure_paths(self, starts: list[State], goals: list[State], most: float) -> Float64:
        """Return the metres of the shortest path from each state to each other, shape (k, l); infinite above ``most``."""
        entries = [self.roads.list_entries(goal.edge) for goal in goals]
        tails, first = np.concatenate(entries), np.cumsum([0, *map(len, entries[:-1])])
        lengths = self.roads.lengths
        inside = np.array([goal.share * lengths[goal.edge] for goal in goals])
        found, onwards = np.full((len(starts), len(goals)), inf), dict[int, Float64]()
        for row, start in enumerate(starts):
            for way in self._list_ways(start):
                if way.edge not in onwards:
                    tree = self.roads.search(way.edge, most, self.engine)
                    onwards[way.edge] = np.minimum.reduceat(np.where(tree.settled[tails], tree.g[tails], inf), first) / SCALE
                on_road = [self._measure_on_road(way, goal) for goal in goals]
                ahead = (1 - way.share) * lengths[way.edge] + onwards[way.edge] + inside
                found[row] = np.minimum(found[row], np.minimum(ahead, on_road) + way.away)
        return np.where(found <= most, found, inf)

    def _list_ways(self, start: State) -> list[State]:
        """Return a state, and the same place after turning round."""
        twin = int(self.roads.junctions.graph.twin[start.edge])
        turned = [State(twin, 1 - start.share, _TURN)] if twin >= 0 else []
        return [State(start.edge, start.share, 0.0), *turned]

    def _measure_on_road(self, way: State, goal: State) -> float:
        """Return the metres between two states of an edge: ahead, back by less than the noise, or before turning round."""
        ahead = (goal.share - way.share) * float(self.roads.lengths[way.edge])
        return abs(ahead) if goal.edge == way.edge and (ahead >= -4 * self.sigma or way.away > 0) else inf

    def _make_route(self, points: Float64, chain: Chain) -> Route:
        legs: list[Leg] = []
        for (row, start), (after, goal) in pairwise(chain):
            straight = float(compute_metres(*points[row], *points[after]))
            found = (self._list_legs(start, goal, most) for most in self._list_bounds(straight))
            for leg in next(legs for legs in found if legs is not None):
                if legs and legs[-1].edge == leg.edge and 0 < leg.begin <= legs[-1].end:  # back by noise, or further on
                    legs[-1] = Leg(leg.edge, legs[-1].begin, max(legs[-1].end, leg.end))
                else:
                    legs.append(leg)
        first, last = (self._place(state, points[row]) for row, state in (chain[0], chain[-1]))
        edges = self.roads.edges
        return Route(
            self.graph, first, last, tuple(Leg(int(edges[leg.edge]), leg.begin, leg.end) for leg in legs if leg.share > 0)
        )

    def _list_bounds(self, straight: float) -> tuple[float, float]:
        """Return the longest path to try between points this far apart, and the longest if there is no other."""
        return (probable := straight + _IMPROBABLE * self.beta), max(probable, 2 * straight + _DETOUR)

    def _list_legs(self, start: State, goal: State, most: float) -> list[Leg] | None:
        """Return the edges of the path that `measure_paths` measured; ``None`` if it found none."""
        lengths = self.roads.lengths
        best, legs = most, None
        for way in self._list_ways(start):
            tree, tails = self.roads.search(way.edge, most, self.engine), self.roads.list_entries(goal.edge)
            costs = np.where(tree.settled[tails], tree.g[tails], inf)
            ahead = (1 - way.share) * lengths[way.edge] + costs.min() / SCALE + goal.share * lengths[goal.edge]
            on_road = self._measure_on_road(way, goal)
            if min(ahead, on_road) + way.away > best - (legs is not None) * 1e-9:
                continue
            best = min(ahead, on_road) + way.away
            if on_road > ahead:
                path = map(Leg, self.roads.list_path(tree, int(tails[costs.argmin()])))
                legs = [Leg(way.edge, way.share), *path, Leg(goal.edge, 0.0, goal.share)]
            elif goal.share >= way.share:
                legs = [Leg(way.edge, way.share, goal.share)]
            else:  # it goes on and turns round at the goal, or it only seems to go back
                legs = [Leg(start.edge, start.share, 1 - goal.share)] if way.away else []
        return legs

    def _place(self, state: State, point: Float64) -> Place:
        graph, edge = self.graph, int(self.roads.edges[state.edge])
        asked, away = (float(point[0]), float(point[1])), state.away
        if state.share <= _AT_END or state.share >= 1 - _AT_END:
            node = int(graph.tail[edge] if state.share <= _AT_END else graph.head[edge])
            return evolve(make_node_place(graph, node), requested_point=asked, away=away)
        lat, lon = locate_point(graph, edge, state.share)
        return Place(
            edge=edge, share=state.share, lat=lat, lon=lon, requested_point=asked, away=away, numbering=graph.numbering
        )
