"""Read graphs of other libraries: networkx and OSMnx graphs, GraphML, GeoPandas edges, arrays by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, cast

import numpy as np
from attrs import define, field
from numpy.typing import ArrayLike

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath, make_xml_error
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts, Shapes
from genastar_roads.graph.road_graph import MOST, RoadGraph, Unit
from genastar_roads.osm.build import Metric
from genastar_roads.profiles.speed_limits import parse_limit
from genastar_roads.search.metrics import round_up
from genastar_roads.sources.packed import read_bytes

if TYPE_CHECKING:
    from networkx import Graph  # type: ignore[import-untyped]

Attributes = Mapping[str, object]
Point = tuple[float, float]
"""Longitude and latitude."""

_WEIGHTS: Final[dict[Metric, tuple[tuple[str, float, Unit], ...]]] = {
    "distance": (("length", 100.0, "cm"), ("weight", 1.0, "weight")),
    "time": (("travel_time", 1000.0, "ms"), ("weight", 1.0, "weight")),
}
"""Weight attributes, the factor of each, and the resulting unit. OSMnx uses metres and seconds."""


def read_graphml(path: AnyPath, metric: Metric, megabytes: int) -> RoadGraph:
    """Read a GraphML file by OSMnx or networkx, plain or ``.gz``.

    Raises:
        BadInput: the file cannot be read, its edges have no weights, or networkx is not installed.
    """
    try:
        from networkx import NetworkXError, parse_graphml
    except ImportError as error:
        raise BadInput(f"{path}: reading GraphML needs networkx; try: pip install 'genastar-roads[networkx]'") from error
    content = read_bytes(path, megabytes)
    try:
        graph = parse_graphml(content.decode("utf-8"), force_multigraph=True)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a GraphML file: byte {error.start} is not UTF-8; save it as UTF-8") from error
    except SyntaxError as error:
        raise make_xml_error(f"{path}: not a GraphML file", error) from error
    except (NetworkXError, ValueError, KeyError, StopIteration, TypeError) as error:
        raise BadInput(
            f"{path}: not a GraphML file: expected a <graph> of <node> and <edge>, with a <key> of a known type for each <data>"
        ) from error
    return from_networkx(graph, metric, str(path))


def from_networkx(graph: Graph, metric: Metric, name: str = "the graph") -> RoadGraph:
    """Convert a networkx graph. An undirected graph has each edge in both directions.

    Weights are ``length`` in metres or ``travel_time`` in seconds, as in OSMnx, or a whole ``weight``. Coordinates are ``y``,
    ``x`` or ``lat``, ``lon``.

    Raises:
        BadInput: an edge has no weight, a negative one or one too large; or only some nodes have coordinates.
    """
    nodes = list(graph.nodes)
    number = {node: place for place, node in enumerate(nodes)}
    table = _EdgeTable(name, metric, _read_coordinates(name, graph))
    for tail, head, facts in graph.edges(data=True):
        table.add(number[tail], number[head], facts)
        if not graph.is_directed() and tail != head:
            table.add(number[head], number[tail], facts)
    ids = [_parse_whole(node) for node in nodes]
    known = all(each is not None for each in ids) and len(set(ids)) == len(ids)
    return table.make_graph(len(nodes), cast("list[int]", ids) if known else list(range(len(nodes))))


class EdgeFrame(Protocol):
    """The part of a pandas frame that is used here."""

    def reset_index(self) -> EdgeFrame:
        """Return the frame with its index as columns."""

    def to_dict(self, orient: Literal["records"]) -> list[Attributes]:
        """Return its rows."""


def from_frame(edges: EdgeFrame, metric: Metric, nodes: EdgeFrame | None = None, name: str = "the edges") -> RoadGraph:
    """Convert a GeoPandas frame of edges. Edges end at ``u`` and ``v`` (columns or index) or at the ends of lines.

    Each row is one direction. Weights are as in `from_networkx`, or else the length of the line. Frames with another reference
    system are brought into degrees.

    Args:
        edges: the frame.
        metric: quantity that the weights measure.
        nodes: the nodes by number, with points, as OSMnx has them.
        name: name of the source in error messages.

    Raises:
        BadInput: the frame has neither ends nor lines, an end is no node, or all streets lead one way only.
    """
    edges, nodes = _reproject(edges), None if nodes is None else _reproject(nodes)
    number: dict[object, int] = {}
    points: dict[int, tuple[float, float]] = {}
    for row in () if nodes is None else nodes.reset_index().to_dict("records"):
        key, line = row.get("osmid", row.get("index")), _parse_line(row.get("geometry"))
        points[len(number)] = line[0] if line else (cast(float, row["x"]), cast(float, row["y"]))
        number[key] = len(number)
    ends: list[tuple[int, int, Attributes]] = []
    for row in edges.reset_index().to_dict("records"):
        line = _parse_line(row.get("geometry"))
        if "u" in row and "v" in row:
            keys: tuple[object, object] = (row["u"], row["v"])
        elif len(line) > 1:
            keys = (line[0], line[-1])
        else:
            raise BadInput(f"{name}: row {len(ends)} has neither columns u and v nor a line; give one of them")
        if nodes is not None and (missing := [key for key in keys if key not in number]):
            raise BadInput(
                f"{name}: row {len(ends)} ends at {format_value(missing[0])}, which the frame of nodes does not have"
            )
        tail, head = (number.setdefault(key, len(number)) for key in keys)
        if line and nodes is None:
            points[tail], points[head] = line[0], line[-1]
        ends.append((tail, head, row))
    _check_directions(name, ends)
    known = len(points) == len(number)
    lat, lon = ([points[node][axis] for node in range(len(number))] if known else [] for axis in (1, 0))
    table = _EdgeTable(name, metric, (lat, lon))
    for tail, head, row in ends:
        table.add(tail, head, row)
    ids = [_parse_whole(key) for key in number]
    return table.make_graph(len(number), list(range(len(number))) if None in ids else cast("list[int]", ids))


def _reproject(frame: EdgeFrame) -> EdgeFrame:
    """Return a frame in degrees; as it is, if it names no reference system."""
    found: Any = frame
    is_projected = getattr(frame, "crs", None) is not None and not found.crs.is_geographic
    return cast("EdgeFrame", found.to_crs(4326)) if is_projected else frame


def _check_directions(name: str, ends: Sequence[tuple[int, int, Attributes]]) -> None:
    """Raise `BadInput` if streets that are not one-way have no rows that lead back."""
    two_ways = [(tail, head) for tail, head, row in ends if row.get("oneway") is False and tail != head]
    arcs = {(tail, head) for tail, head, _ in ends}
    if two_ways and not any((head, tail) in arcs for tail, head in two_ways):
        raise BadInput(
            f"{name}: its streets are not one-way, but no row leads back; give a row for each direction, as OSMnx does"
        )


def from_arrays(source: Mapping[str, ArrayLike], name: str = "the arrays") -> RoadGraph:
    """Convert arrays by name: ``tail``, ``head``, ``weight``, and those that `RoadGraph.from_edges` takes besides.

    Raises:
        BadInput: an array is missing or unknown, or as for `RoadGraph.from_edges`.
    """
    needed, known = ("tail", "head", "weight"), ("tail", "head", "weight", "lat", "lon", "node_id", "turns", "no_through")
    wrong = [each for each in needed if each not in source] or [each for each in source if each not in known]
    if wrong:
        raise BadInput(f"{name}: {wrong[0]!r} is {'missing' if wrong[0] in needed else 'unknown'}; expected {', '.join(known)}")
    ids = source.get("node_id")
    return RoadGraph.from_edges(
        source["tail"],
        source["head"],
        source["weight"],
        source.get("lat", ()),
        source.get("lon", ()),
        node_id=ids,
        turns=source.get("turns", ()),
        no_through=source.get("no_through", ()),
        name=name,
    )


@define
class _EdgeTable:
    """A growing list of edges."""

    source: str
    metric: Metric
    places: tuple[list[float], list[float]]
    unit: Unit | None = None
    tail: list[int] = field(factory=list)
    head: list[int] = field(factory=list)
    weight: list[float] = field(factory=list)
    length: list[float] = field(factory=list)
    seconds: list[float] = field(factory=list)
    way: list[int] = field(factory=list)
    name: list[int] = field(factory=list)
    shape: list[int] = field(factory=list)
    no_through: list[bool] = field(factory=list)
    has_climbs: bool = False
    kind: list[int] = field(factory=list)
    kinds: dict[str, int] = field(factory=dict)
    names: dict[str, int] = field(factory=lambda: {"": 0})
    bends: dict[tuple[Point, ...], int] = field(factory=dict)

    def add(self, tail: int, head: int, facts: Attributes) -> None:
        """Add an edge. Without directions, a line that runs from head to tail serves both directions."""
        line = self._orient_line(_parse_line(facts.get("geometry")), tail)
        length = _parse_number(facts.get("length"))
        if length is None:
            points = line if len(line) > 1 else self._locate_ends(tail, head)
            length = _measure_line(points) if len(points) > 1 else None
        self.tail.append(tail)
        self.head.append(head)
        self.length.append(length if length is not None and 0 <= length < np.inf else 0.0)
        seconds = _find_seconds(facts, length)
        self.seconds.append(seconds if seconds is not None and 0 <= seconds * 1000 <= MOST else np.nan)
        self.weight.append(self._compute_weight(facts, length, seconds))
        self.no_through.append(facts.get("no_through") is True)
        self.has_climbs |= _parse_number(facts.get("climb")) is not None
        self.way.append(_parse_whole(_get_first(facts.get("osmid"))) or 0)
        self.name.append(self.names.setdefault(_get_text(facts.get("name")), len(self.names)))
        self.shape.append(self._index_shape(tuple(line[1:-1])))
        self.kind.append(self.kinds.setdefault(_get_text(facts.get("highway")), len(self.kinds)))

    def make_graph(self, nodes: int, ids: list[int]) -> RoadGraph:
        """Return all edges as a graph."""
        points = [point for bends in self.bends for point in bends]
        sizes = [len(bends) for bends in self.bends]
        lon, lat = np.array(points, np.float64).reshape(-1, 2).T
        shapes = Shapes(
            np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))), lat.copy(), lon.copy(), np.zeros(len(lat), np.int64)
        )
        facts = EdgeFacts(
            np.array(self.length, np.float64),
            np.array(self.seconds, np.float64),
            np.array(self.way, np.int64),
            np.array(self.name, np.int32),
            np.array(self.shape, np.int32),
            tuple(self.names),
            shapes,
            np.array(self.kind, np.int32),
            tuple(self.kinds),
            effort=np.ones(len(self.tail) if self.has_climbs else 0, np.float32),
        )
        if max(map(abs, ids), default=0) > 2**62:
            ids = list(range(nodes))
        return RoadGraph.from_edges(
            self.tail,
            self.head,
            round_up(np.array(self.weight, np.float64)),
            *self.places,
            size=nodes,
            node_id=ids,
            unit=self.unit or "weight",
            no_through=self.no_through,
            facts=facts,
            name=self.source,
        )

    def _compute_weight(self, facts: Attributes, length: float | None, seconds: float | None) -> float:
        where = f"{self.source}: edge {len(self.weight)}"
        for key, scale, unit in _WEIGHTS[self.metric]:
            value = _parse_number(facts.get(key))
            if value is None and key == "length" and facts.get("weight") is None:
                value = length
            if value is None and key == "travel_time" and facts.get("weight") is None:
                value = seconds
            if value is None or (self.unit is not None and unit != self.unit):
                continue
            self.unit = unit
            if not value >= 0 or value * scale > MOST:
                raise BadInput(f"{where}: its {key} is {value}; expected 0 to {MOST / scale:g}")
            if unit == "weight" and value != int(value):
                raise BadInput(
                    f"{where}: its weight is {value}; expected a whole number, or give {_WEIGHTS[self.metric][0][0]} instead"
                )
            return value * scale
        wanted = " or ".join(key for key, _, unit in _WEIGHTS[self.metric] if self.unit in (None, unit))
        other: Metric = "time" if self.metric == "distance" else "distance"
        key = _WEIGHTS[other][0][0]
        is_other = _parse_number(facts.get(key)) is not None  # OSMnx writes lengths always, and times only on request
        fix = f"; it has {key}: give metric={other}" if is_other else ""
        raise BadInput(f"{where}: no weight for metric={self.metric}; expected the attribute {wanted}{fix}")

    def _orient_line(self, line: list[Point], tail: int) -> list[Point]:
        """Return the line, reversed if its last point is nearer to the tail than its first."""
        lat, lon = self.places
        if len(line) < 2 or not lat:
            return line
        first, last = (abs(x - lon[tail]) + abs(y - lat[tail]) for x, y in (line[0], line[-1]))
        return line if first <= last else line[::-1]

    def _index_shape(self, bends: tuple[Point, ...]) -> int:
        """Return the index of a shape with these bends; the same bends reversed share it."""
        if not bends:
            return STRAIGHT
        if bends[::-1] in self.bends and bends not in self.bends:
            return ~self.bends[bends[::-1]]
        return self.bends.setdefault(bends, len(self.bends))

    def _locate_ends(self, tail: int, head: int) -> list[Point]:
        lat, lon = self.places
        return [(lon[tail], lat[tail]), (lon[head], lat[head])] if lat else []


def _read_coordinates(name: str, graph: Graph) -> tuple[list[float], list[float]]:
    """Return latitudes and longitudes of the nodes; empty if no node has them."""
    facts = [data for _, data in graph.nodes(data=True)]
    lat = [_parse_number(each.get("y", each.get("lat"))) for each in facts]
    lon = [_parse_number(each.get("x", each.get("lon"))) for each in facts]
    missing = [place for place, pair in enumerate(zip(lat, lon, strict=True)) if None in pair]
    if len(missing) == len(facts):
        return [], []
    if missing:
        node = list(graph.nodes)[missing[0]]
        raise BadInput(f"{name}: node {str(node)[:20]!r} has no coordinates x and y, but others have; give all or none")
    return cast("list[float]", lat), cast("list[float]", lon)


def _parse_line(geometry: object) -> list[Point]:
    """Return longitude and latitude along a line: a shapely LineString, or its text."""
    if isinstance(geometry, str):
        found = re.fullmatch(r"\s*LINESTRING\s*Z?\s*\(([-+0-9.eE,\s]*)\)\s*", geometry)
        pairs = [each.split() for each in found[1].split(",")] if found else []
        numbers = [[_parse_number(word) for word in pair] for pair in pairs]
        fits = all(len(pair) > 1 and None not in pair for pair in numbers)
        return [(cast(float, pair[0]), cast(float, pair[1])) for pair in numbers] if fits else []
    coordinates = getattr(geometry, "coords", ())
    return [(float(point[0]), float(point[1])) for point in coordinates]


def _measure_line(line: list[Point]) -> float:
    lon, lat = np.array(line, np.float64).T
    with np.errstate(invalid="ignore"):  # invalid degrees are refused later, with their node
        return float(compute_metres(lat[:-1], lon[:-1], lat[1:], lon[1:]).sum())


def _parse_number(value: object) -> float | None:
    try:
        return None if value is None or value == "" else float(cast(str, value))
    except (TypeError, ValueError):
        return None


def _parse_whole(value: object) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None


def _find_seconds(facts: Attributes, length: float | None) -> float | None:
    """Return the time of an edge: as given, or by OSMnx's ``speed_kph``, or by ``maxspeed``, the lowest of several."""
    if (seconds := _parse_number(facts.get("travel_time"))) is not None or length is None:
        return seconds
    limits = facts.get("maxspeed")
    speeds = [parse_limit(each) for each in (limits if isinstance(limits, list) else [limits]) if isinstance(each, str)]
    speed = _parse_number(facts.get("speed_kph")) or min(speeds, default=0.0)
    return length / speed * 3.6 if 0 < speed < np.inf else None


def _get_first(value: object) -> object:
    """Return the value, or the first of several; OSMnx writes lists as text."""
    if isinstance(value, str) and value.startswith("["):
        try:
            value = ast.literal_eval(value)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    return (value[0] if value else None) if isinstance(value, list) else value


def _get_text(value: object) -> str:
    found = _get_first(value)
    return found if isinstance(found, str) else ""
