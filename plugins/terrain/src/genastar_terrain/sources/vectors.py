"""Vectors on a raster: barriers and cheap lines, from files and from GeoDataFrames."""

from __future__ import annotations

from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.features import rasterize

from genastar import BadInput
from genastar.errors import format_cause, make_missing_library_error
from genastar.files import check_regular_file, format_path
from genastar_terrain.frame import Frame
from genastar_terrain.sources.datasets import silence_rasterio


def read_shapes(source: object, frame: Frame) -> list[Any]:
    """Return the shapes of a vector file or a GeoDataFrame in the coordinates of a raster.

    Raises:
        BadInput: geopandas is not installed, the file cannot be read, or one of both names no reference system.
    """
    try:
        import geopandas
    except ImportError as error:
        raise make_missing_library_error(
            "a vector file or GeoDataFrame", "geopandas", error, "'genastar-terrain[vectors]'"
        ) from error
    if isinstance(source, geopandas.GeoDataFrame | geopandas.GeoSeries):
        name, table = "the GeoDataFrame", source
    else:
        name = format_path(check_regular_file(source))  # type: ignore[arg-type]  # which refuses what is no path
        try:
            table = geopandas.read_file(source)
        except Exception as error:
            raise BadInput(f"{name}: no shapes can be read from it: {format_cause(error)}") from error
    if (table.crs is None) != (frame.crs is None):
        which = name if table.crs is None else "the raster"
        raise BadInput(f"{which} names no reference system; the shapes and the raster need the same, or both one")
    if frame.crs is not None:
        table = table.to_crs(frame.crs)
    return [shape for shape in table.geometry if shape is not None and not shape.is_empty]


def find_touched(shapes: object, frame: Frame) -> NDArray[np.bool_]:
    """Return the cells that shapes touch. A line leaves no gap through which a diagonal step would pass.

    Args:
        shapes: a list of shapes in the coordinates of the frame; or as those of `read_shapes`.
        frame: the cells.

    Raises:
        BadInput: they cannot be read, or no shape touches the raster.
    """
    listed = list(shapes) if isinstance(shapes, (list, tuple)) else read_shapes(shapes, frame)
    if not listed:
        raise BadInput("there are no shapes; give at least one")
    placed = rasterio.Affine(*frame.transform)
    with silence_rasterio():
        found = rasterize(listed, (frame.height, frame.width), transform=placed, all_touched=True, fill=0, default_value=1)
    if not found.any():
        left, bottom, right, top = frame.bounds()
        raise BadInput(
            f"none of the {len(listed)} shapes touches the raster, which reaches from {left:.10g},{bottom:.10g} to "
            f"{right:.10g},{top:.10g}; are their coordinates in the reference system that they name?"
        )
    return found.astype(np.bool_)  # type: ignore[no-any-return]  # rasterio has no types
