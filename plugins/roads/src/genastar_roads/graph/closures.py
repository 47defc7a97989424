"""Road graphs with closed edges: the edges that a question avoids."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import field, fields, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar_prepare.graph.rows import compute_first
from genastar_roads.graph.columns import Int32, Int64
from genastar_roads.graph.road_graph import RoadGraph, renumber_turns


@frozen(eq=False)
class GraphWithClosures(RoadGraph):
    """A road graph with edges that no route may use. Nodes and edges keep their numbers, so places keep their meaning.

    The rules of turns are those of `open_part`: where all roads ahead are closed is a dead end.
    """

    closed: NDArray[np.bool_] = field(kw_only=True, repr=False)
    """Whether an edge is closed, shape (m,)."""

    @classmethod
    def of(cls, graph: RoadGraph, closed: NDArray[np.bool_]) -> GraphWithClosures:
        """Close edges of a graph, besides those that are closed already."""
        if isinstance(graph, GraphWithClosures):
            closed = closed | graph.closed
        return cls(**{each.name: getattr(graph, each.name) for each in fields(RoadGraph)}, closed=closed)

    @cached_property
    def open_edges(self) -> Int64:
        """The edges that are not closed, shape (k,)."""
        return np.flatnonzero(~self.closed)

    @cached_property
    def open_part(self) -> RoadGraph:
        """The graph of all nodes and the open edges; its edge ``e`` is edge ``open_edges[e]`` of this graph."""
        edges = self.open_edges
        values = {each.name: getattr(self, each.name) for each in fields(RoadGraph)}
        values |= {name: values[name][edges] for name in ("head", "weight", "stage")}
        values["first"] = compute_first(self.tail[edges], self.size)
        values["turns"] = renumber_turns(self.turns, edges, self.edges)
        values["facts"] = None if self.facts is None else self.facts.take_edges(edges)
        return RoadGraph(**values)

    @cached_property
    def no_return(self) -> Int32:
        """See `RoadGraph.no_return`; by the rules of the open part."""
        sides, part = self.sides.of_edge, self.open_part
        found = np.full(self.edges, -1, np.int32)
        bound = np.flatnonzero(part.no_return >= 0)
        found[self.open_edges[bound]] = sides[self.open_edges[part.sides.least[part.no_return[bound]]]]
        return found

    def find_copies(self, edge: int) -> Int64:
        """Return the open ones of an edge and its copies; none if all are closed."""
        found = super().find_copies(edge)
        return found[~self.closed[found]]

    def find_edges(self, tail: int, head: int) -> Int64:
        """Return the open edges from a node to another, shape (k,)."""
        found = super().find_edges(tail, head)
        return found[~self.closed[found]]

    def list_roads(self) -> Int64:
        """Return one edge of each open road, shape (k,)."""
        found = super().list_roads()
        return found[~self.closed[found]]

    def save(self, path: AnyPath) -> None:
        """Refuse to write the graph, because a file does not hold what a question avoids."""
        raise BadInput(f"{path}: a graph in which roads are avoided is not saved; save the whole graph")
