"""Lengths, bearings and longitudes of places given in degrees, with the earth as a sphere."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from genastar_roads.graph.columns import Float64

RADIUS: Final = 6_371_008.8
"""Earth radius in metres: the mean radius R1 of the ellipsoid WGS 84 (Moritz, Geodetic Reference System 1980)."""


def compute_unit_vectors(lat: ArrayLike, lon: ArrayLike) -> Float64:
    """Return places as points on the unit sphere, shape (n, 3)."""
    up, along = np.radians(lat, dtype=np.float64), np.radians(lon, dtype=np.float64)
    return np.stack((np.cos(up) * np.cos(along), np.cos(up) * np.sin(along), np.sin(up)), axis=-1)


def compute_chords(a: Float64, b: Float64) -> Float64:
    """Return the lengths of straight lines between points of the unit sphere, in radii, shape (n,)."""
    return np.asarray(np.sqrt(((a - b) ** 2).sum(axis=-1)))


def compute_metres(lat_a: ArrayLike, lon_a: ArrayLike, lat_b: ArrayLike, lon_b: ArrayLike) -> Float64:
    """Return great-circle lengths in metres by the haversine formula, which is exact for near places too (Sinnott 1984)."""
    a, b = np.radians(lat_a, dtype=np.float64), np.radians(lat_b, dtype=np.float64)
    across = np.radians(np.asarray(lon_b, np.float64) - np.asarray(lon_a, np.float64))
    half = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(across / 2) ** 2
    return np.asarray(2 * RADIUS * np.arcsin(np.sqrt(np.minimum(half, 1.0))))


def bearings(begin: Float64, end: Float64) -> Float64:
    """Return the bearings from places (latitude, longitude) to near ones in degrees clockwise from north, -180 to 180."""
    north, east = end[..., 0] - begin[..., 0], nearest_turn(end[..., 1] - begin[..., 1])
    return np.asarray(np.degrees(np.arctan2(east * np.cos(np.radians(begin[..., 0])), north)))


def nearest_turn(lon: ArrayLike, middle: float = 0.0) -> Float64:
    """Return longitudes as they are written nearest to a middle, at most 180 degrees from it."""
    degrees = np.asarray(lon, np.float64)
    return np.asarray(degrees - 360.0 * np.rint((degrees - middle) / 360.0))


def longitude_range(lon: Float64) -> tuple[float, float]:
    """Return the ends of the shortest range of longitudes that holds all of these; the east one may be more than 180."""
    found = np.unique(lon)
    widest = int(np.argmax(np.diff(found, append=found[0] + 360.0)))
    west, east = float(found[(widest + 1) % len(found)]), float(found[widest])
    return west, east + 360.0 * (east < west)
