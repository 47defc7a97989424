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


def import_geopandas() -> Any:
    """Return the module.

    Raises:
        BadInput: geopandas is not installed.
    """
    try:
        import geopandas
    except ImportError as error:
        raise make_missing_library_error(
            "a vector file or GeoDataFrame", "geopandas", error, "'genastar-terrain[vectors]'"
        ) from error
    return geopandas


def find_touched(shapes: object, frame: Frame) -> NDArray[np.bool_]:
    """Return the cells that shapes touch. A line leaves no gap through which a diagonal step would pass.

    Args:
        shapes: a vector file, a GeoDataFrame, or a list of shapes of shapely in the coordinates of the frame.
        frame: the cells.

    Raises:
        BadInput: geopandas is not installed, the file cannot be read, it or the raster names no reference system, or no shape
            touches the raster.
    """
    name, listed = ("the shapes", list(shapes)) if isinstance(shapes, (list, tuple)) else _read_shapes(shapes, frame)
    if not listed:
        raise BadInput(f"{name}: there is no shape; give at least one")
    placed = rasterio.Affine(*frame.transform)
    with silence_rasterio():
        found = rasterize(listed, (frame.height, frame.width), transform=placed, all_touched=True, fill=0, default_value=1)
    if not found.any():
        x, y = listed[0].centroid.coords[0]
        raise BadInput(
            f"{name}: no shape touches the raster, which reaches from {frame.describe_bounds()}; the first lies at "
            f"{x:.10g},{y:.10g} there: check the reference system that its file names"
        )
    return found.astype(np.bool_)  # type: ignore[no-any-return]  # rasterio has no types


def _read_shapes(source: object, frame: Frame) -> tuple[str, list[Any]]:
    """Return the name and the shapes of a vector file or a GeoDataFrame in the coordinates of a raster."""
    geopandas = import_geopandas()
    if isinstance(source, geopandas.GeoDataFrame | geopandas.GeoSeries):
        name, table = "the GeoDataFrame", source
    else:
        name = format_path(check_regular_file(source))  # type: ignore[arg-type]  # which refuses what is no path
        try:
            table = geopandas.read_file(source)
        except Exception as error:
            raise BadInput(f"{name}: no shapes can be read from it: {format_cause(error)}") from error
    if frame.crs is None and table.crs is not None:
        raise BadInput(f"{name} is in {table.crs.name}, but the raster names no reference system; give --option crs=EPSG:…")
    if frame.crs is not None:
        if table.crs is None:
            raise BadInput(f"{name} names no reference system, but the raster is in {frame.crs.name}; write the system into it")
        table = table.to_crs(frame.crs)
    return name, [shape for shape in table.geometry if shape is not None and not shape.is_empty]
