"""Small OpenStreetMap files, written by hand; and an oracle that knows nothing of the plugin."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads

Tags = Mapping[str, str]

NAMES = ("dijkstra", "astar", "both-ways", "landmarks", "hierarchy")
"""Algorithms that find the cheapest path on roads."""


def osm_file(
    path: Path,
    nodes: Mapping[int, tuple[float, float]],
    ways: Iterable[tuple[int, list[int], Tags]],
    relations: Iterable[tuple[list[tuple[str, int, str]], Tags]] = (),
    node_tags: Mapping[int, Tags] = {},
) -> Path:
    """Write nodes by id, (lat, lon); ways (id, nodes, tags); relations (members of type, id and role; tags)."""

    def tagged(tags: Tags) -> str:
        return "".join(f"<tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in tags.items())

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">']
    for number, (lat, lon) in nodes.items():
        lines.append(f'<node id="{number}" lat="{lat}" lon="{lon}" version="1">{tagged(node_tags.get(number, {}))}</node>')
    for number, refs, tags in ways:
        members = "".join(f'<nd ref="{ref}"/>' for ref in refs)
        lines.append(f'<way id="{number}" version="1">{members}{tagged(tags)}</way>')
    for number, (found, tags) in enumerate(relations, 1):
        members = "".join(f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in found)
        lines.append(f'<relation id="{number}" version="1">{members}{tagged(tags)}</relation>')
    path.write_text("\n".join([*lines, "</osm>"]), encoding="utf-8")
    return path


def make_square(spacing: float = 0.001) -> dict[int, tuple[float, float]]:
    """Nodes 11 to 33, row and column, about 111 m and 55 m apart at 60 degrees north."""
    return {10 * row + column: (60 + spacing * row, 24 + spacing * column) for row in (1, 2, 3) for column in (1, 2, 3)}


def make_road(number: int, refs: list[int], **tags: str) -> tuple[int, list[int], Tags]:
    """A residential way; the double underscore in a key stands for a colon."""
    named = {key.replace("__", ":"): value for key, value in tags.items()}
    return number, refs, {"highway": "residential"} | named


def make_town(path: Path, *ways: tuple[int, list[int], Tags], **options: object) -> Roads:
    """The square with these ways, all parts of it, by distance."""
    osm_file(path, make_square(), ways)
    return Roads.read(path, Options(**({"part": "all", "metric": "distance"} | options)))


def list_arcs(graph: RoadGraph) -> set[tuple[int, int]]:
    """The edges of a graph as pairs of the numbers of nodes."""
    return {(int(graph.node_id[tail]), int(graph.node_id[head])) for tail, head in zip(graph.tail, graph.head, strict=True)}


def compute_distances(graph: RoadGraph, start: int) -> dict[int, int]:
    """What all nodes cost from one, without a look at turns."""
    best: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if node in best:
            continue
        best[node] = cost
        for edge in range(graph.first[node], graph.first[node + 1]):
            heapq.heappush(queue, (cost + int(graph.weight[edge]), int(graph.head[edge])))
    return best


def compute_distance_with_turns(graph: RoadGraph, start: int, goal: int, price: int = 0) -> int | None:
    """What a way costs that takes no forbidden turn, and pays for turns; over edges, one after another."""
    forbidden = defaultdict(set)
    for before, after in graph.turns:
        forbidden[int(before)].add(int(after))
    best: dict[int, int] = {}
    queue = [(0, -1, start)]
    while queue:
        cost, edge, node = heapq.heappop(queue)
        if node == goal:
            return cost
        if edge in best:
            continue
        best[edge] = cost
        for after in range(graph.first[node], graph.first[node + 1]):
            if after not in forbidden[edge]:
                turn = round(price * compute_angle(graph, edge, after) / 90) if price and edge >= 0 else 0
                heapq.heappush(queue, (cost + turn + int(graph.weight[after]), after, int(graph.head[after])))
    return None


def compute_angle(graph: RoadGraph, before: int, after: int) -> float:
    """Degrees between two straight edges, 0 to 180; an edge without length points to the north."""

    def bearing(edge: int) -> float:
        begin, end = int(graph.tail[edge]), int(graph.head[edge])
        east = (graph.lon[end] - graph.lon[begin]) * math.cos(math.radians(graph.lat[begin]))
        return math.degrees(math.atan2(east, graph.lat[end] - graph.lat[begin]))

    around = abs(bearing(after) - bearing(before)) % 360
    return min(around, 360 - around)
