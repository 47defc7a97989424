"""Sides of roads: the edges that run along one road in one direction, and those that run the other way."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import frozen

from genastar_roads.graph.columns import Int32, Int64
from genastar_roads.graph.facts import EdgeFacts


@frozen(eq=False)
class RoadSides:
    """The sides of all roads, numbered from 0.

    Two edges are on one side if they lead from the same node to the same node and, if known, along the same OSM way with the
    same bends. Restrictions by ways make several edges of one side (`genastar_roads.osm.restrictions`).
    """

    of_edge: Int32
    """The side of each edge, shape (m,)."""
    opposite: Int32
    """The side in the opposite direction of each edge's road, shape (m,); -1 for a one-way street."""
    order: Int64
    """The edges by side, in ascending order within a side, shape (m,)."""
    first: Int64
    """Start of each side in ``order``, plus the end, shape (sides + 1,)."""

    @classmethod
    def of(cls, tail: Int32, head: Int32, facts: EdgeFacts | None) -> RoadSides:
        """Group the edges of a graph into sides.

        Args:
            tail: the node that each edge leaves, shape (m,).
            head: the node that each edge enters, shape (m,).
            facts: other facts about the edges. Without them, all edges between two nodes are one road.
        """
        edges = len(tail)
        low, high = np.minimum(tail, head).astype(np.int64), np.maximum(tail, head)
        way = shape = np.zeros(edges, np.int64)
        backward = tail > head
        if facts is not None:
            way, shape = facts.way, np.where(facts.shape < 0, ~facts.shape, facts.shape).astype(np.int64)
            backward |= (tail == head) & (facts.shape < 0)
        road = np.stack((low, high, way, shape))
        order = np.lexsort((backward, *road[::-1]))
        road, backward = road[:, order], backward[order]
        same_road = (road[:, 1:] == road[:, :-1]).all(axis=0)
        begins = np.flatnonzero(np.concatenate(([True], ~(same_road & (backward[1:] == backward[:-1]))))[:edges])
        side = np.cumsum(np.bincount(begins, minlength=edges)) - 1
        other = np.full(len(begins), -1, np.int32)
        paired = np.flatnonzero((road[:, begins[1:]] == road[:, begins[:-1]]).all(axis=0))
        other[paired], other[paired + 1] = paired + 1, paired
        of_edge = np.empty(edges, np.int32)
        of_edge[order] = side
        return cls(of_edge, other[of_edge], order, np.concatenate((begins, [edges])))

    @cached_property
    def least(self) -> Int32:
        """The smallest edge of each side, shape (sides,)."""
        return self.order[self.first[:-1]].astype(np.int32)

    @cached_property
    def twin(self) -> Int32:
        """The smallest edge on the opposite side of each edge, shape (m,); -1 for a one-way street."""
        return np.where(self.opposite < 0, np.int32(-1), self.least[self.opposite]) if len(self.opposite) else self.opposite

    @cached_property
    def road_edges(self) -> Int64:
        """One edge of each road, shape (k,)."""
        one = self.least[self.of_edge] == np.arange(len(self.of_edge))
        return np.flatnonzero(one & ((self.twin < 0) | (np.arange(len(self.twin)) <= self.twin)))

    def get_edges(self, side: int) -> Int64:
        """Return the edges of a side in ascending order; none for -1."""
        return self.order[self.first[side] : self.first[side + 1]] if side >= 0 else self.order[:0]
