"""Lookup of nodes by their numbers in the source."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from genastar_roads.graph.columns import Int64
from genastar_roads.graph.facts import STRAIGHT, Shapes
from genastar_roads.graph.lines import list_lines, measure_along
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place


@frozen(eq=False)
class NodeIds:
    """Junctions and bends, each sorted by their numbers in the source."""

    graph: RoadGraph
    junctions: Int64
    bends: Int64

    @classmethod
    def of(cls, graph: RoadGraph) -> NodeIds:
        """Index the node numbers of a graph."""
        bends = np.empty(0, np.int64) if graph.facts is None else np.argsort(graph.facts.shapes.node_id, kind="stable")
        return cls(graph, np.argsort(graph.node_id, kind="stable"), bends)

    def find(self, number: int) -> tuple[int, int]:
        """Return the node with this number or -1, and the point of a shape or -1. Of several, return the first."""
        node = _find_first(self.graph.node_id, self.junctions, number)
        return node, -1 if self.graph.facts is None else _find_first(self.graph.facts.shapes.node_id, self.bends, number)

    def locate_bend(self, point: int, number: int) -> Place | None:
        """Return the place of a point of a shape, on the first edge with this shape; ``None`` if they were left out."""
        assert self.graph.facts is not None
        shapes: Shapes = self.graph.facts.shapes
        shape = int(np.searchsorted(shapes.first, point, "right")) - 1
        found = np.flatnonzero((self.graph.facts.shape == shape) | (self.graph.facts.shape == ~shape))
        found = found[self.graph.facts.shape[found] != STRAIGHT]
        if not len(found):
            return None
        edge = int(found[0])
        line, _ = list_lines(self.graph, found[:1])
        along = measure_along(line)
        within = point - int(shapes.first[shape])
        row = len(line) - 2 - within if self.graph.facts.shape[edge] < 0 else within + 1
        share = float(along[row] / along[-1]) if along[-1] > 0 else 0.0
        lat, lon = (float(each) for each in line[row])
        return Place(edge=edge, share=share, lat=lat, lon=lon, known_as=number, numbering=self.graph.numbering)


def _find_first(numbers: Int64, order: Int64, number: int) -> int:
    row = int(np.searchsorted(numbers, number, sorter=order)) if -(2**63) <= number < 2**63 else len(order)
    return int(order[row]) if row < len(order) and numbers[order[row]] == number else -1
