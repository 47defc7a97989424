"""An index of roads by the areas that they meet."""

from __future__ import annotations

from functools import partial

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray
from shapely import STRtree

from genastar_roads.graph.columns import Int64
from genastar_roads.graph.lines import list_lines, unwrap_lines
from genastar_roads.graph.road_graph import RoadGraph

_TURN = 360.0
"""Degrees of longitude around the earth."""


@frozen(eq=False)
class RoadIndex:
    """The lines of all roads of a graph, in degrees. Lines across the 180th meridian run on past it."""

    edges: Int64
    """One edge of each road, shape (k,)."""
    tree: STRtree
    """The lines."""

    @classmethod
    def of(cls, graph: RoadGraph) -> RoadIndex:
        """Index the roads of a graph that has coordinates."""
        edges = graph.sides.road_edges
        points, first = list_lines(graph, edges)
        points = unwrap_lines(points, first, 0.0)
        lines = shapely.linestrings(points[:, ::-1], indices=np.repeat(np.arange(len(edges)), np.diff(first)))
        return cls(edges, STRtree(lines))

    def find_met(self, polygons: NDArray[np.object_]) -> Int64:
        """Return the roads that meet any of these polygons, by their edges in ``edges``, shape (k,)."""
        turned = [shapely.transform(polygons, partial(np.add, (by, 0.0))) for by in (-_TURN, 0.0, _TURN)]
        rows = self.tree.query(np.concatenate(turned), predicate="intersects")[1]
        found: Int64 = self.edges[np.unique(rows)]
        return found
