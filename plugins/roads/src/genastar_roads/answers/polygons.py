"""Polygons around lines, for isochrones.

Each piece of a line is buffered in a projection of its own: longitudes shrink by the cosine of the latitude of its middle.
Pieces are short, so the buffer is as wide as it should be to one percent. The union is computed in degrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from genastar.authoring import check_cancelled
from genastar.errors import make_missing_library_error
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import RADIUS, compute_unit_vectors
from genastar_roads.graph.lines import measure_along, on_arc, unwrap_lines

_LONGEST: Final = 2000.0
"""Maximum length of a straight part in metres; longer ones follow the great circle in parts, each a piece of its own."""

_DEGREE: Final = RADIUS * np.pi / 180
"""Metres of a degree of latitude."""

_GRID: Final = 1e-7
"""Precision of coordinates in degrees: that of OpenStreetMap."""

_CORNERS: Final = 8
"""Corners of a quarter of a circle."""


def list_polygons(lines: Mapping[float, Sequence[Float64]], metres: float) -> dict[float, dict[str, object]]:
    """Return polygons around the lines of each limit as GeoJSON, each within those of greater limits.

    Args:
        lines: by the limit, lines of latitude and longitude, each of shape (k, 2).
        metres: distance of the border from the lines.

    Raises:
        BadInput: shapely is not installed.
    """
    try:
        import shapely
    except ImportError as error:
        raise make_missing_library_error("an isochrone of polygons", "shapely", error, "'genastar-roads[vectors]'") from error
    found, inner = {}, shapely.MultiPolygon()
    for limit in sorted(lines):
        check_cancelled()
        if lines[limit]:
            inner = shapely.union_all([inner, *_make_buffers(lines[limit], metres, float(lines[limit][0][0, 1]))])
        found[limit] = shapely.geometry.mapping(_split_at_antimeridian(inner))
    return found


def _make_buffers(lines: Sequence[Float64], metres: float, middle: float) -> Any:
    """Return buffers around lines, shape (k,), whose longitudes are near a middle and run on past 180 degrees."""
    import shapely

    pieces = [piece for line in lines for piece in _cut_long(line)]
    sizes = np.array([len(piece) for piece in pieces])
    first = np.concatenate(([0], np.cumsum(sizes)))
    points = unwrap_lines(np.concatenate(pieces), first, middle)
    row = np.repeat(np.arange(len(pieces)), sizes)
    narrow = np.maximum(np.cos(np.radians(points[first[:-1] + sizes // 2, 0])), 1e-4)
    flat = np.stack((points[:, 1] * narrow[row], points[:, 0]), axis=1) * _DEGREE
    buffers = shapely.buffer(shapely.linestrings(flat, indices=row), metres, quad_segs=_CORNERS)
    corners, of = shapely.get_coordinates(buffers, return_index=True)
    return shapely.set_coordinates(buffers, corners / _DEGREE / np.stack((narrow[of], np.ones(len(of))), axis=1))


def _split_at_antimeridian(polygons: Any) -> Any:
    """Return polygons within 180 degrees, as GeoJSON asks, in whole units of the precision."""
    import shapely

    if polygons.is_empty:
        return polygons
    west, _, east, _ = shapely.bounds(polygons)
    turns = 360.0 * np.arange(np.floor((west + 180.0) / 360.0), np.floor((east + 180.0) / 360.0) + 1)
    parts = [shapely.transform(polygons, partial(np.add, (-turn, 0.0))) for turn in turns.tolist()]
    inside = shapely.union_all(shapely.intersection(parts, shapely.box(-180.0, -90.0, 180.0, 90.0)))
    return shapely.set_precision(inside, _GRID)


def _cut_long(line: Float64) -> Iterator[Float64]:
    """Yield a line, or its parts if it has a long one."""
    along = measure_along(line)
    lengths = np.diff(along)
    if along[-1] <= _LONGEST:
        yield line
        return
    vectors = compute_unit_vectors(line[:, 0], line[:, 1])
    for number, length in enumerate(lengths.tolist()):
        count = max(int(np.ceil(length / _LONGEST)), 1)
        inner = [on_arc(vectors[number], vectors[number + 1], part / count) for part in range(1, count)]
        points = np.array([line[number], *inner, line[number + 1]])
        for part in range(count):
            yield points[part : part + 2]
