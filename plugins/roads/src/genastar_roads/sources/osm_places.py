"""Coordinates of nodes that osmium's table does not hold: new nodes, and nodes that stand after their ways."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import osmium
from osmium import osm
from osmium.filter import IdFilter

from genastar_roads.graph.columns import Float64, Int64


def find_places(path: Path, node: Int64) -> Float64:
    """Return id, latitude and longitude of these nodes as far as the file has them, sorted by id, shape (k, 3).

    Ids may be negative: editors give such ids to objects that are not yet uploaded.
    """
    wanted = np.unique(node)
    nodes = osmium.FileProcessor(str(path), osm.NODE)
    if len(wanted) and wanted[0] >= 0:  # the filter cannot hold negative ids
        nodes = nodes.with_filter(IdFilter(wanted.tolist()))
    rows = [(each.id, each.lat, each.lon) for each in nodes if isinstance(each, osm.Node) and each.location.valid()]
    found = np.array(rows, np.float64).reshape(-1, 3)
    return found[np.argsort(found[:, 0], kind="stable")]


def join_antimeridian(node: Int64, lat: Float64, lon: Float64) -> dict[int, int]:
    """Return the nodes at 180 degrees west that are the same place as a node at 180 degrees east, and that node."""
    east, west = (np.flatnonzero(lon == meridian) for meridian in (180.0, -180.0))
    by_lat = {float(lat[place]): int(node[place]) for place in east}
    return {int(node[place]): by_lat[float(lat[place])] for place in west if float(lat[place]) in by_lat}
