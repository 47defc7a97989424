"""Tracks: GPX files, GeoJSON, and lists of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final, cast
from xml.etree import ElementTree as Xml

import numpy as np

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import make_xml_error, parse_json, read_text
from genastar_roads.graph.columns import Float64

_LARGEST: Final = 100_000_000
"""Maximum size of a file in bytes."""


def read_track(source: object) -> list[Float64]:
    """Return the parts of a track, each with latitudes and longitudes, shape (k, 2). No road is sought between two parts.

    Args:
        source: the path of a ``.gpx`` file, whose segments are the parts (or, without any, its routes), or of a ``.geojson``
            file of lines; GeoJSON as a dictionary; or points (lat, lon), of which a third number, such as the time, is ignored.

    Raises:
        BadInput: the source cannot be read, has no two points, or a point is out of range.
    """
    name = str(source) if isinstance(source, (str, PathLike)) else "the track"
    parts: Sequence[object]
    if isinstance(source, (str, PathLike)):
        suffix = Path(source).suffix.lower()
        if suffix not in (".gpx", ".geojson", ".json"):
            raise BadInput(f"{name}: no track can be read from this kind of file; expected .gpx, .geojson or .json")
        text = read_text(source, _LARGEST, "a track has less")
        parts = _read_gpx(name, text) if suffix == ".gpx" else list(_iterate_lines(parse_json(name, text), name))
    elif isinstance(source, Mapping):
        parts = list(_iterate_lines(source, name))
    else:
        parts = [source]
    found: list[Float64] = []
    for number, part in enumerate(parts):
        try:
            points = np.array([tuple(point)[:2] for point in cast("Sequence[Sequence[float]]", part)], np.float64).reshape(
                -1, 2
            )
        except (TypeError, ValueError) as error:
            raise BadInput(f"{name}: part {number} is no list of points; expected pairs of latitude and longitude") from error
        bad = np.flatnonzero(~(np.abs(points) <= (90.0, 180.0)).all(axis=1))
        if len(bad):
            lat, lon = points[bad[0]]
            raise BadInput(f"{name}: point {bad[0]} is {lat:g},{lon:g}; expected latitude -90 to 90, longitude -180 to 180")
        found += [points] * bool(len(points))
    if sum(map(len, found)) < 2:
        raise BadInput(f"{name}: it has {sum(map(len, found))} points; expected a track of at least two")
    return found


def _read_gpx(name: str, text: str) -> list[list[tuple[float, float]]]:
    if "<!DOCTYPE" in text:
        raise BadInput(f"{name}: it declares a document type, which no GPX file needs; remove the line")
    try:
        root = Xml.fromstring(text.encode())
    except SyntaxError as error:
        raise make_xml_error(f"{name}: not a GPX file", error) from error
    for part, point in (("trkseg", "trkpt"), ("rte", "rtept")):
        lines = [list(each.iterfind(f"{{*}}{point}")) for each in root.iter() if each.tag.endswith(part)]
        if any(lines):
            try:
                return [[(float(row.attrib["lat"]), float(row.attrib["lon"])) for row in line] for line in lines]
            except (KeyError, ValueError) as error:
                raise BadInput(f"{name}: a {point} has no latitude or longitude in numbers: {error}") from error
    raise BadInput(f"{name}: it has no track; expected trkpt or rtept, as in a GPX file")


def _iterate_lines(found: Any, name: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of GeoJSON; points of ends, as this program writes them, are left out."""
    try:
        match found["type"]:
            case "FeatureCollection":
                for feature in found["features"]:
                    yield from _iterate_lines(feature, name)
            case "Feature":
                yield from _iterate_lines(found["geometry"], name)
            case "LineString":
                yield [(point[1], point[0]) for point in found["coordinates"]]
            case "MultiLineString":
                yield from ([(point[1], point[0]) for point in line] for line in found["coordinates"])
            case "Point":
                pass
            case other:
                raise BadInput(f"{name}: it has a {format_value(other)}; expected a LineString")
    except (KeyError, TypeError, IndexError) as error:
        raise BadInput(f"{name}: not GeoJSON of lines; expected a LineString, or features of them") from error
