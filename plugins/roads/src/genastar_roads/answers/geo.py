"""Routes for other programs: GeoJSON (RFC 7946) and GPX 1.1."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isnan
from xml.etree import ElementTree as Xml

import numpy as np

from genastar import BadInput
from genastar.files import AnyPath, format_path, replace_file, write_text
from genastar_picture.writers.geojson import split_at_antimeridian
from genastar_roads.answers.guide import make_steps
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place

Feature = dict[str, object]

_DIGITS = 7
"""Digits of degrees: the precision of OpenStreetMap."""


def make_geojson(routes: Iterable[Route], graph: RoadGraph) -> dict[str, object]:
    """Return a FeatureCollection: each route as a line with its facts, and its ends as points."""
    features = [feature for route in routes for feature in (_make_line(route), *map(_make_point, (route.start, route.goal)))]
    found: dict[str, object] = {"type": "FeatureCollection", "features": features}
    return found | ({"attribution": graph.credit} if graph.credit else {})


def list_facts(route: Route) -> dict[str, object]:
    """Return the facts of a route, for JSON."""
    graph, edges = route.graph, route.edges
    return {
        "cost": route.cost,
        "unit": graph.unit,
        "metres": round(route.metres, 2),
        "seconds": None if isnan(route.seconds) else round(route.seconds, 1),
        "climb": None if isnan(route.climb) else round(route.climb, 1),
        "descent": None if isnan(route.descent) else round(route.descent, 1),
        "profile": np.round(route.profile, 1).tolist(),
        "nodes": [int(graph.node_id[node]) for node in route.nodes],
        "edges": [int(edge) for edge in edges],
        "ways": [] if graph.facts is None else [int(way) for way in graph.facts.way[edges]],
        "streets": [{"name": name, "metres": round(metres, 1)} for name, metres in route.streets],
        **route.describe_times(),
        "steps": [{"text": step.text, "metres": round(step.metres, 1)} for step in make_steps(route)],
    }


def write_geojson(out: AnyPath, found: dict[str, object]) -> None:
    """Write GeoJSON as text, atomically.

    Raises:
        BadInput: the file cannot be written.
    """
    write_text(out, json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")


def write_gpx(out: AnyPath, routes: Iterable[Route], graph: RoadGraph) -> None:
    """Write routes as tracks, each with a route whose points contain the directions.

    Raises:
        BadInput: the file cannot be written, or the graph has no coordinates.
    """
    if not len(graph.lat):
        raise BadInput(f"{format_path(out)}: this graph has no coordinates, which a GPX file needs; write .geojson")
    names = {"xmlns": "http://www.topografix.com/GPX/1/1", "version": "1.1", "creator": "genastar-roads"}
    root = Xml.Element("gpx", names)
    if graph.credit:
        Xml.SubElement(Xml.SubElement(root, "metadata"), "copyright", author=graph.credit)
    found = list(routes)
    for route in found:
        guide = Xml.SubElement(root, "rte")
        for step in make_steps(route):
            point = Xml.SubElement(guide, "rtept", lat=_format_degrees(step.lat), lon=_format_degrees(step.lon))
            Xml.SubElement(point, "desc").text = step.text
    for route in found:
        track, heights = Xml.SubElement(root, "trk"), route.heights
        for part in split_at_antimeridian(np.column_stack((route.points, heights)) if len(heights) else route.points, 1):
            segment = Xml.SubElement(track, "trkseg")
            for lat, lon, *height in part:
                point = Xml.SubElement(segment, "trkpt", lat=_format_degrees(lat), lon=_format_degrees(lon))
                for metres in height:
                    Xml.SubElement(point, "ele").text = f"{metres:.1f}"
    Xml.indent(root)
    with replace_file(out) as beside:
        Xml.ElementTree(root).write(beside, "utf-8", xml_declaration=True)


def coordinates_of(line: Float64) -> list[list[list[float]]]:
    """Return the coordinates of a line for GeoJSON, in parts where it crosses the 180th meridian."""
    return [np.round(part[:, ::-1], _DIGITS).tolist() for part in split_at_antimeridian(line, 1)]


def _make_line(route: Route) -> Feature:
    lines = coordinates_of(route.points)
    kind, coordinates = ("MultiLineString", lines) if len(lines) > 1 else ("LineString", lines[0])
    geometry = {"type": kind, "coordinates": coordinates} if coordinates else None
    return {"type": "Feature", "geometry": geometry, "properties": {"kind": "route"} | list_facts(route)}


def _make_point(place: Place) -> Feature:
    known = not isnan(place.lat)
    geometry = {"type": "Point", "coordinates": [round(place.lon, _DIGITS), round(place.lat, _DIGITS)]} if known else None
    facts = {"kind": "end", "asked": place.requested_point, "metres_away": round(place.away, 2)}
    return {"type": "Feature", "geometry": geometry, "properties": facts}


def _format_degrees(value: float) -> str:
    return f"{value:.{_DIGITS}f}"
