"""Courses and lengths of edges."""

from __future__ import annotations

import numpy as np

from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.earth import RADIUS, compute_chords, compute_metres, compute_unit_vectors
from genastar_roads.graph.facts import STRAIGHT
from genastar_roads.graph.road_graph import RoadGraph


def list_lines(graph: RoadGraph, edges: Int64) -> tuple[Float64, Int64]:
    """Return the points of edges, latitude and longitude, shape (p, 2), and the start of each edge's points, plus the end."""
    ends = np.stack((graph.lat, graph.lon), axis=1)
    tail, head = ends[graph.tail[edges]], ends[graph.head[edges]]
    if graph.facts is None or not len(graph.facts.shapes.lat):
        return np.stack((tail, head), axis=1).reshape(-1, 2), np.arange(0, 2 * len(edges) + 1, 2)
    shapes, shape = graph.facts.shapes, graph.facts.shape[edges]
    number = np.where(shape == STRAIGHT, 0, np.where(shape < 0, ~shape, shape))
    bends = np.where(shape == STRAIGHT, 0, np.diff(shapes.first)[number])
    first = np.concatenate(([0], np.cumsum(bends + 2)))
    points = np.empty((int(first[-1]), 2))
    points[first[:-1]], points[first[1:] - 1] = tail, head
    within = np.arange(int(bends.sum())) - np.repeat(np.cumsum(bends) - bends, bends)
    along = np.where(np.repeat(shape < 0, bends), np.repeat(bends, bends) - 1 - within, within)
    source = np.repeat(shapes.first[number], bends) + along
    points[np.repeat(first[:-1], bends) + 1 + within] = np.stack((shapes.lat[source], shapes.lon[source]), axis=1)
    return points, first


def compute_edge_metres(graph: RoadGraph, edges: Int64) -> Float64:
    """Return lengths of edges in metres, shape (k,): along the road if known, otherwise straight; 0 if nothing is known."""
    if graph.facts is not None:
        return graph.facts.length[edges]
    if graph.unit == "cm":
        return graph.weight[edges] / 100.0
    if not len(graph.lat):
        return np.zeros(len(edges))
    chord = compute_chords(graph.vectors[graph.tail[edges]], graph.vectors[graph.head[edges]])
    return 2 * RADIUS * np.arcsin(np.minimum(chord / 2, 1.0))


def cut_line(line: Float64, begin: float, end: float) -> Float64:
    """Return a line from one share of its length to another, shape (k, 2)."""
    if (begin, end) == (0.0, 1.0):
        return line
    along = measure_along(line)
    first, last = begin * along[-1], end * along[-1]
    inside = line[(along > first) & (along < last)]
    return np.concatenate((_interpolate(line, along, first), inside, _interpolate(line, along, last)))


def locate_point(graph: RoadGraph, edge: int, share: float) -> tuple[float, float]:
    """Return the latitude and longitude of the point at a share of an edge's length."""
    line, _ = list_lines(graph, np.array([edge]))
    lat, lon = cut_line(line, share, share)[0]
    return float(lat), float(lon)


def measure_along(line: Float64) -> Float64:
    """Return the metres from the beginning of a line to each of its points, shape (k,)."""
    return np.concatenate(([0.0], np.cumsum(compute_metres(line[:-1, 0], line[:-1, 1], line[1:, 0], line[1:, 1]))))


def on_arc(begin: Float64, end: Float64, share: float) -> tuple[float, float]:
    """Return the latitude and longitude of a point on the great circle between two points of the unit sphere."""
    angle = 2 * float(np.arcsin(min(float(np.linalg.norm(begin - end)) / 2, 1.0)))
    if angle > 0:
        x, y, z = (begin * np.sin((1 - share) * angle) + end * np.sin(share * angle)) / np.sin(angle)
    else:
        x, y, z = begin
    return float(np.degrees(np.arctan2(z, np.hypot(x, y)))), float(np.degrees(np.arctan2(y, x)))


def unwrap_lines(points: Float64, first: Int64, middle: float) -> Float64:
    """Return lines with longitudes that run on past 180 degrees, so that none jumps; each begins near the middle of a map.

    Args:
        points: latitude and longitude, shape (p, 2).
        first: start of each line's points, plus the end.
        middle: longitude of the middle of the map.
    """
    lon = points[:, 1]
    turns = -np.rint(np.diff(lon, prepend=middle) / 360.0)
    begins = first[:-1]
    turns[begins] = -np.rint((lon[begins] - middle) / 360.0)
    before = np.cumsum(turns) - turns
    turns = np.cumsum(turns) - np.repeat(before[begins], np.diff(first))
    return np.stack((points[:, 0], lon + 360.0 * turns), axis=1)


def _interpolate(line: Float64, along: Float64, length: float) -> Float64:
    part = int(np.clip(np.searchsorted(along, length, "right") - 1, 0, len(line) - 2))
    size = along[part + 1] - along[part]
    vectors = compute_unit_vectors(line[part : part + 2, 0], line[part : part + 2, 1])
    return np.array([on_arc(vectors[0], vectors[1], (length - along[part]) / size if size > 0 else 0.0)])
