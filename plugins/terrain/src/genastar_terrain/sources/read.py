"""What `TerrainWorld.read` takes: files, open datasets, arrays with coordinates, and plain arrays."""

from __future__ import annotations

from os import PathLike
from typing import Any, cast

import numpy as np
from attrs import evolve
from pyproj import CRS

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar_terrain.frame import Frame, parse_crs
from genastar_terrain.info import Options
from genastar_terrain.rasters import Raster
from genastar_terrain.rules.grounds import Layer, find_least
from genastar_terrain.sources.datasets import (
    check_cells,
    check_units,
    find_band,
    find_window,
    read_classes,
    read_dataset,
    silence_rasterio,
    to_transform,
    translate_classes,
)


def read_raster(source: object, options: Options) -> Raster:
    """Return the raster of a source.

    Args:
        source: a path; an open dataset of rasterio; an ``xarray.DataArray`` with rioxarray's coordinates; a `Raster`; or an
            array of shape (height, width), whose cells are then squares of a metre.
        options: how to read it.

    Raises:
        BadInput: the source is none of these, or cannot be read.
    """
    if isinstance(source, (Raster, np.ndarray, list)):
        find_band(options.band, [None], "the array")
    if isinstance(source, Raster):
        return source
    if hasattr(source, "rio") and hasattr(source, "values"):
        return _read_data_array(source, options)
    if hasattr(source, "read") and hasattr(source, "transform") and hasattr(source, "name"):
        return read_dataset(cast("Any", source).name, options)
    if isinstance(source, np.ndarray) or (isinstance(source, list) and source):
        return make_raster(np.asarray(source), options=options)
    if not isinstance(source, (str, bytes)) and not hasattr(source, "__fspath__"):
        raise BadInput(
            f"a terrain cannot be read from a {type(source).__name__}; give a path, an array, a DataArray of rioxarray, or "
            "make_raster(array, transform, crs)"
        )
    return read_dataset(cast("AnyPath", source), options)


def read_elevations(source: object, degrees: tuple[float, float, float, float], crs: str | None = None) -> Raster:
    """Return the raster of elevations around a map.

    Args:
        source: as for `read_raster`. Of a file, only the part around the map is read.
        degrees: west, south, east and north of the map in WGS84.
        crs: the reference system of a raster that names none.

    Raises:
        BadInput: the source cannot be read, names no reference system, or does not cover any of the map.
    """
    options = Options(slope="length", crs=crs)
    path = getattr(source, "name", source) if hasattr(source, "transform") and not hasattr(source, "rio") else source
    if isinstance(path, (str, PathLike)):
        options = evolve(options, window=find_window(path, degrees, options))
    raster = read_raster(source, options)
    if raster.frame.crs is None:
        raise BadInput(f"{raster.name}: it names no reference system, which a map needs; give --option crs=EPSG:NUMBER")
    check_elevations(raster)
    return raster


def check_elevations(raster: Raster) -> None:
    """Raise BadInput if the least elevation is none on Earth: a value of cells without data that was not declared."""
    least = find_least(raster.values)
    if least < -11_500 or least in (-9999, -32768, -32767):
        raise BadInput(
            f"{raster.name}: the elevations go down to {least:g}, which seems to mean no data; give --option nodata={least:g}"
        )


def make_raster(
    values: np.ndarray[Any, Any], transform: object = None, crs: object = None, *, nodata: float | None = None,
    options: Options | None = None, name: str = "the array",
) -> Raster:  # fmt: skip
    """Return a raster of an array.

    Args:
        values: numbers of shape (height, width), the first row in the north unless the transform says otherwise; cells that are
            NaN, masked or equal to ``nodata`` have no value.
        transform: columns and rows to coordinates, as rasterio's; by default cells are squares of a metre.
        crs: anything that pyproj reads, such as ``"EPSG:32633"``; ``None`` for a plane in metres.
        nodata: the number of cells without a value.
        options: limits and classes; by default those of the domain.
        name: the name of the raster in messages.

    Raises:
        BadInput: the array does not have two dimensions, or holds no numbers.
    """
    options = Options() if options is None else options
    if values.ndim != 2 or values.size == 0 or values.dtype.kind not in "buif":
        raise BadInput(f"{name}: shape {values.shape} of {values.dtype} is no raster; give numbers of shape (height, width)")
    height, width = values.shape
    check_cells(name, width, height, options)
    small = values.dtype.itemsize <= (4 if values.dtype.kind == "f" else 2)
    found = np.ma.filled(np.ma.asarray(values).astype(np.float32 if small else np.float64), np.nan)
    for missing in (nodata, options.nodata):
        if missing is not None:
            found[found == missing] = np.nan
    if options.classes is not None:
        found = translate_classes(found, read_classes(options.classes), name)
    try:
        system = CRS.from_user_input(crs) if crs is not None else parse_crs(options.crs)
    except Exception as error:
        raise BadInput(f"crs={format_value(crs)}: no reference system; give one such as EPSG:32633") from error
    placed = (1.0, 0.0, 0.0, 0.0, -1.0, float(height)) if transform is None else to_transform(transform)
    frame = Frame(width, height, placed, system)
    if transform is not None:
        check_units(name, frame, options if crs is None else Options(crs="none"))
    return Raster(name, frame, cast("Layer", found))


def _read_data_array(array: Any, options: Options) -> Raster:
    """Return the raster of an ``xarray.DataArray``, or of a variable of a ``Dataset``."""
    if hasattr(array, "data_vars"):
        known = [name for name, each in array.data_vars.items() if each.ndim > 1]
        if options.band not in known and (options.band != 1 or len(known) != 1):
            raise BadInput(
                f"the Dataset has no variable {format_value(options.band)}; name one with band=: {', '.join(map(str, known))}"
            )
        array, options = array[known[0] if options.band == 1 else options.band], evolve(options, band=1)
    name = str(array.name or "the DataArray")
    if array.ndim == 3:
        known = array.attrs.get("long_name")
        named = known if isinstance(known, (list, tuple)) and len(known) == len(array) else (None,) * len(array)
        array = array[find_band(options.band, list(named), name) - 1]
    elif options.band != 1:
        find_band(options.band, [None], name)
    if array.ndim != 2:
        raise BadInput(f"{name}: it has {array.ndim} dimensions; select one time or level, so that rows and columns are left")
    values = np.ma.masked_invalid(array.values) if array.dtype.kind == "f" else array.values
    with silence_rasterio():
        transform, crs, nodata = array.rio.transform(recalc=True), array.rio.crs, array.rio.nodata
    return make_raster(values, transform, crs and crs.to_wkt(), nodata=nodata, options=options, name=name)
