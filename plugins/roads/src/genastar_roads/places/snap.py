"""Snapping: find the nearest point of any edge to a latitude and longitude."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve, frozen
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from genastar import BadInput
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.earth import RADIUS, compute_chords, compute_unit_vectors
from genastar_roads.graph.lines import list_lines, on_arc
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place, make_node_place

_SPREAD: Final = 4.0
"""Segments longer than this many mean lengths are split."""

_AT_END: Final = 1e-9


@frozen(eq=False)
class Segments:
    """The straight parts of all edges on the unit sphere, in one direction per road."""

    edge: Int64
    """Edge of each segment, shape (s,)."""
    begin: Float64
    """Begin of each segment, shape (s, 3)."""
    end: Float64
    before: Float64
    """Length of the edge before the segment, shape (s,)."""
    length: Float64
    whole: Float64
    """Length of the whole edge, shape (s,)."""

    @classmethod
    def of(cls, graph: RoadGraph) -> Segments:
        """Return the segments of a graph that has coordinates."""
        edges = graph.list_roads()
        points, first = list_lines(graph, edges)
        vectors = compute_unit_vectors(points[:, 0], points[:, 1])
        begin = np.delete(np.arange(len(points)), first[1:] - 1)  # all but the last point of each line
        length = 2 * np.arcsin(np.minimum(compute_chords(vectors[begin], vectors[begin + 1]) / 2, 1.0))
        parts = np.diff(first) - 1
        rows = np.repeat(np.arange(len(edges)), parts)
        total = np.concatenate(([0.0], np.cumsum(length)))
        starts = np.concatenate(([0], np.cumsum(parts)))
        before = total[:-1] - total[starts[rows]]
        whole = (total[starts[1:]] - total[starts[:-1]])[rows]
        return cls(edges[rows], vectors[begin], vectors[begin + 1], before, length, whole)


@frozen(eq=False)
class Snapper:
    """An index of segments: a tree over their middles, with long segments split.

    The nearest middle bounds the distance of the nearest segment. Every segment that may be nearer has a middle within that
    bound plus half the longest part. These segments are measured exactly.
    """

    graph: RoadGraph
    segments: Segments
    tree: cKDTree
    part_of: Int64
    """Segment of each middle."""
    half: float
    """Half the length of the longest part."""

    @classmethod
    def of(cls, graph: RoadGraph) -> Snapper:
        """Index a graph.

        Raises:
            BadInput: the graph has no coordinates, or no edges.
        """
        if not len(graph.lat) or not len(graph.list_roads()):
            missing = "roads that may be used" if len(graph.lat) else "coordinates"
            raise BadInput(f"this graph has no {missing}, so a latitude and longitude cannot be snapped; give node numbers")
        segments = Segments.of(graph)
        longest = max(_SPREAD * float(segments.length.mean()), 1e-9)
        parts = np.maximum(np.ceil(segments.length / longest), 1).astype(np.int64)
        part_of = np.repeat(np.arange(len(parts)), parts)
        number = np.arange(len(part_of)) - np.repeat(np.cumsum(parts) - parts, parts)
        along = ((number + 0.5) / parts[part_of])[:, None]
        middles = segments.begin[part_of] * (1 - along) + segments.end[part_of] * along
        half = float((compute_chords(segments.begin, segments.end) / parts).max()) / 2
        return cls(graph, segments, cKDTree(middles), part_of, half)

    def snap(self, lat: float, lon: float) -> Place:
        """Return the nearest place on any edge, with its distance. Of equally near places, return that on the smallest edge."""
        point = compute_unit_vectors(lat, lon)
        bound = float(self.tree.query(point)[0]) + self.half
        near = np.unique(self.part_of[self.tree.query_ball_point(point, bound * (1 + 1e-9))])
        share, gap = self._measure(point, near)
        order = np.lexsort((self.segments.edge[near], gap > gap.min() * (1 + 1e-9) + 1e-15))
        best = int(order[0])
        away = 2 * RADIUS * float(np.arcsin(min(gap[best] / 2, 1.0)))
        return self._place(int(near[best]), float(share[best]), (lat, lon), away)

    def find_within(self, lat: float, lon: float, metres: float) -> list[tuple[int, float, float]]:
        """Return the nearest point of each road within this distance, nearest first: edge, share of its length, metres away."""
        point = compute_unit_vectors(lat, lon)
        near = np.unique(self.part_of[self.tree.query_ball_point(point, metres / RADIUS + self.half)])
        share, gap = self._measure(point, near)
        away = 2 * RADIUS * np.arcsin(np.minimum(gap / 2, 1.0))
        found: dict[int, tuple[int, float, float]] = {}
        for row in np.argsort(away, kind="stable").tolist():
            if away[row] <= metres:
                edge, along = self._find_share(int(near[row]), float(share[row]))
                found.setdefault(edge, (edge, along, float(away[row])))
        return list(found.values())

    def _measure(self, point: Float64, segments: Int64) -> tuple[Float64, Float64]:
        """Return where the nearest point of each segment lies, 0 to 1, and its chord to a point."""
        begin, along = self.segments.begin[segments], self.segments.end[segments] - self.segments.begin[segments]
        squared = (along**2).sum(axis=1)
        share = ((point - begin) * along).sum(axis=1) / np.where(squared > 0, squared, 1.0)
        share = np.where(squared > 0, np.clip(share, 0.0, 1.0), 0.0)
        return share, compute_chords(begin + share[:, None] * along, point)

    def _find_share(self, segment: int, along: float) -> tuple[int, float]:
        """Return the edge of a segment, and the share of the edge's length before a point of the segment."""
        found = self.segments
        whole = float(found.whole[segment])
        share = (float(found.before[segment]) + along * float(found.length[segment])) / whole if whole > 0 else 0.0
        return int(found.edge[segment]), min(share, 1.0)

    def _place(self, segment: int, along: float, asked: tuple[float, float], away: float) -> Place:
        edge, share = self._find_share(segment, along)
        if share <= _AT_END or share >= 1 - _AT_END:
            node = int(self.graph.tail[edge] if share <= _AT_END else self.graph.head[edge])
            return evolve(make_node_place(self.graph, node), requested_point=asked, away=away)
        lat, lon = on_arc(self.segments.begin[segment], self.segments.end[segment], along)
        return Place(edge=edge, share=share, lat=lat, lon=lon, requested_point=asked, away=away, numbering=self.graph.numbering)
