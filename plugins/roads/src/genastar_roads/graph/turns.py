"""Turn restrictions and turn costs: a graph in which the allowed turns depend on the edge of arrival.

A node with a forbidden turn is split. It gets a copy for each entering edge that not all leaving edges may follow, and only the
allowed edges leave that copy. If turns have a cost, it gets a copy for each entering edge. Where edges of an earlier stage
leave than enter (`genastar_roads.graph.stages`), it gets a copy for each later stage. This is the edge-based graph of the
literature (Winter, Modeling costs of turns in route planning, 2002), built only where it is needed. Searches on it are exact
without special treatment of turns.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import evolve, frozen

from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.graph.columns import Float64, Int32, Int64
from genastar_roads.graph.earth import bearings
from genastar_roads.graph.lines import list_lines
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.graph.stages import ARRIVING
from genastar_roads.graph.u_turns import find_needed_u_turns


@frozen(eq=False)
class Junctions:
    """A graph, and the same graph with split nodes. The original nodes come first, as starts or unsplit nodes."""

    graph: RoadGraph
    split: RoadGraph
    """The split graph; its nodes are the states of a search."""
    node_of: Int32
    """Node of each state, shape (states,)."""
    edge_of: Int32
    """Original edge of each edge of ``split``, shape (edges of split,)."""
    arrival: Int32
    """State after each edge, shape (m,)."""

    @classmethod
    def of(cls, graph: RoadGraph, price: float = 0.0, *, everywhere: bool = False) -> Junctions:
        """Split a graph at forbidden turns, including U-turns, or everywhere if turns have a cost.

        Args:
            graph: the graph.
            price: cost of a 90-degree turn in units of the weights (several metrics: milliseconds); others by their angle.
                0: no cost.
            everywhere: split all junctions, so that each state knows the edge of arrival, and all U-turns are excluded.
        """
        if isinstance(graph, GraphWithClosures):
            part, edges = cls.of(graph.open_part, price, everywhere=everywhere), graph.open_edges.astype(np.int32)
            arrival = np.full(graph.edges, -1, np.int32)
            arrival[edges] = part.arrival
            return cls(graph, part.split, part.node_of, edges[part.edge_of], arrival)
        # Which U-turns no cheapest path makes is known for one metric; of several, each state knows its edge instead.
        has_metrics = graph.facts is not None and len(graph.facts.metrics) > 0
        everywhere |= price > 0 or (has_metrics and graph.u_turns != "allowed" and len(graph.turns) > 0)
        forbidden = graph.turns if everywhere else np.concatenate((graph.turns, find_needed_u_turns(graph)))
        later = np.flatnonzero(graph.stage > _compute_least_stages(graph)[graph.head])
        if not len(forbidden) and not len(later) and not everywhere:
            numbers = np.arange(max(graph.size, graph.edges), dtype=np.int32)
            return cls(graph, graph, numbers[: graph.size], numbers[: graph.edges], graph.head)
        before = np.arange(graph.edges) if everywhere else np.unique(forbidden[:, 0]).astype(np.int64)
        later = later[np.isin(later, before, invert=True)]
        _, one, state = np.unique(graph.head[later] * 3 + graph.stage[later], return_index=True, return_inverse=True)
        arrival = graph.head.copy()
        arrival[before] = graph.size + np.arange(len(before))
        arrival[later] = graph.size + len(before) + state
        before = np.concatenate((before, later[one]))
        came, after = following_pairs(graph, before)
        allowed = ~np.isin(came * graph.edges + after, forbidden[:, 0].astype(np.int64) * graph.edges + forbidden[:, 1])
        allowed &= graph.stage[came] <= graph.stage[after]
        if everywhere:
            allowed &= graph.sides.of_edge[after] != graph.no_return[came]
        came, after = came[allowed], after[allowed]
        edge_of = np.concatenate((np.arange(graph.edges), after))
        tail = np.concatenate((graph.tail, arrival[came]))
        turns = np.zeros(len(edge_of), np.int64)
        if price:
            turns[graph.edges :] = np.rint(price * _compute_angles(graph, came, after) / 90)
        weight = graph.weight[edge_of] + (turns if not has_metrics or graph.unit == "ms" else 0)
        order = np.argsort(tail, kind="stable")
        facts = None if graph.facts is None else graph.facts.take_edges(edge_of[order])
        if facts is not None and "time" in facts.metrics:
            times = facts.more[:, facts.metrics.index("time")]
            times[:] = np.minimum(times + turns[order], MOST)
        node_of = np.concatenate((np.arange(graph.size, dtype=np.int32), graph.head[before]))
        states = RoadGraph.from_edges(
            tail[order],
            arrival[edge_of[order]],
            np.minimum(weight[order], MOST),
            graph.lat[node_of] if len(graph.lat) else (),
            graph.lon[node_of] if len(graph.lon) else (),
            node_id=graph.node_id[node_of],
            unit=graph.unit,
            facts=facts,
        )
        return cls(graph, states, node_of, edge_of[order].astype(np.int32), arrival)

    def find_states_at(self, node: int) -> Int64:
        """Return the states at a node, the node itself first."""
        if self.split is self.graph:
            return np.array([node])
        return _find_equal(self.node_of, self._by_node, node)

    def find_edges_for(self, edge: int) -> Int64:
        """Return the edges of ``split`` that represent this edge, one for each state in which it begins."""
        if self.split is self.graph:
            return np.array([edge])
        return _find_equal(self.edge_of, self._by_edge, edge)

    @cached_property
    def backward(self) -> RoadGraph:
        """``split`` with its edges reversed, without the facts that only results need."""
        return evolve(self.split, facts=None).reverse_edges()

    @cached_property
    def _by_node(self) -> Int64:
        return np.argsort(self.node_of, kind="stable")

    @cached_property
    def _by_edge(self) -> Int64:
        return np.argsort(self.edge_of, kind="stable")


def _find_equal(values: Int32, order: Int64, value: int) -> Int64:
    begin, end = (int(np.searchsorted(values, value, side, sorter=order)) for side in ("left", "right"))
    return order[begin:end]


def _compute_least_stages(graph: RoadGraph) -> Int32:
    """Return the least stage of the edges that leave each node, shape (n,)."""
    least = np.full(graph.size, ARRIVING, np.int32)
    np.minimum.at(least, graph.tail, graph.stage)
    return least


def following_pairs(graph: RoadGraph, before: Int64) -> tuple[Int64, Int64]:
    """Pair each of these edges with each edge that leaves the node it enters."""
    begin, end = graph.first[graph.head[before]], graph.first[graph.head[before] + 1]
    sizes = (end - begin).astype(np.int64)
    within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.repeat(before, sizes), np.repeat(begin, sizes) + within


def _compute_angles(graph: RoadGraph, came: Int64, after: Int64) -> Float64:
    """Return the angles of turns in degrees, 0 to 180; 0 if directions are unknown."""
    if not len(graph.lat):
        return np.zeros(len(came))
    points, first = list_lines(graph, np.arange(graph.edges))
    leaves = bearings(points[first[:-1]], points[first[:-1] + 1])
    enters = bearings(points[first[1:] - 2], points[first[1:] - 1])
    return np.abs((leaves[after] - enters[came] + 180) % 360 - 180)
