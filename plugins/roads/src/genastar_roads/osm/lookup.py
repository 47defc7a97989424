"""Look up objects of a file by their ids, after the first reading: nodes without coordinates, and borders of squares."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
import osmium
from osmium import osm
from osmium.filter import EntityFilter, IdFilter

from genastar.files import AnyPath
from genastar_roads.graph.columns import Float64, Int64


def find_places(path: AnyPath, node: Int64) -> Float64:
    """Return id, latitude and longitude of these nodes as far as the file has them, sorted by id, shape (k, 3)."""
    found = _filter_ids(osmium.FileProcessor(str(path), osm.NODE), np.unique(node).tolist())
    rows = [(each.id, each.lat, each.lon) for each in found if isinstance(each, osm.Node) and each.location.valid()]
    places = np.array(rows, np.float64).reshape(-1, 3)
    return places[np.argsort(places[:, 0], kind="stable")]


def find_borders(path: AnyPath, ways: Collection[int], has_places: bool) -> Iterator[tuple[int, str]]:
    """Yield number and nodes of these ways, the nodes as OPL writes them: ``n17x24.94y60.17,n18xy``.

    Args:
        path: the file.
        ways: numbers of ways.
        has_places: whether ways have coordinates already.
    """
    found = osmium.FileProcessor(str(path), osm.WAY if has_places else osm.NODE | osm.WAY)
    if not has_places:
        found = found.with_locations()
    for way in _filter_ids(found.with_filter(EntityFilter(osm.WAY)), sorted(ways)):
        if isinstance(way, osm.Way) and way.id in ways:
            yield way.id, ",".join(map(_format_node, way.nodes))


def _filter_ids(found: osmium.FileProcessor, ids: list[int]) -> osmium.FileProcessor:
    """Let few other objects through; the filter cannot hold the negative ids of objects that are not yet uploaded."""
    return found.with_filter(IdFilter(ids)) if ids and ids[0] >= 0 else found


def _format_node(node: osm.NodeRef) -> str:
    return f"n{node.ref}x{node.lon}y{node.lat}" if node.location.valid() else f"n{node.ref}xy"
