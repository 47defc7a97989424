"""Rasters: an array of values with its frame."""

from __future__ import annotations

from attrs import field, frozen

from genastar_terrain.frame import Frame
from genastar_terrain.rules.grounds import Layer


@frozen(eq=False)
class Raster:
    """The values of a raster, NaN where it has none."""

    name: str
    """Name of the source in messages."""
    frame: Frame
    values: Layer = field(repr=False)
    remark: str = ""
    """What was assumed when it was read."""
