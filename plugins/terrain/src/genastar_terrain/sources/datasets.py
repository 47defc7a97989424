"""Raster files, read by rasterio: GeoTIFF, ESRI ASCII grids, netCDF and others."""

from __future__ import annotations

import csv
import re
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from math import ceil, cos, floor, radians
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import rasterio
from attrs import evolve
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.windows import Window

from genastar import BadInput
from genastar.errors import format_cause, format_value
from genastar.files import AnyPath, check_regular_file, format_path, read_text, to_path
from genastar_terrain.frame import Frame, Transform, parse_crs
from genastar_terrain.info import Options
from genastar_terrain.rasters import Raster
from genastar_terrain.rules.grounds import Layer, iterate_rows

DRIVERS: Final = ("GTiff", "AAIGrid", "GRASSASCIIGrid", "netCDF", "HFA", "EHdr", "ENVI", "SRTMHGT", "USGSDEM")
"""Formats that hold their own values: a .vrt may name any file or address, so it is not read."""

_FEET: Final = ("ft", "us-ft", "foot", "feet", "us survey foot")
"""Names of a unit of elevations, which are taken for metres otherwise."""

_BLOCK: Final = 64_000_000
"""Rasters with more cells are kept in a file without a name, and not in memory."""


def read_dataset(path: AnyPath, options: Options) -> Raster:
    """Read a band of a raster file.

    Raises:
        BadInput: it is no raster of these formats, is too large, has no such band, or needs a table of classes.
    """
    name = format_path(check_regular_file(path))
    with _open(path, name, options.band) as (dataset, band):
        options = evolve(options, band=band)
        window = _find_window(dataset, options, name)
        if options.slope != "none" and str(dataset.units[band - 1]).lower() in _FEET:
            raise BadInput(f"{name}: its elevations are in feet; convert them to metres, as gdal_calc.py does")
        step = options.overview
        width, height = max(1, int(window.width) // step), max(1, int(window.height) // step)
        check_cells(name, width, height, options)
        a, b, c, d, e, f = to_transform(dataset.window_transform(window))
        if dataset.crs and tuple(dataset.transform)[:6] == (1, 0, 0, 0, 1, 0):
            raise BadInput(
                f"{name}: it names a reference system, but not where its cells lie; open it with rioxarray, or mend it"
            )
        across, down = window.width / width, window.height / height
        transform = (a * across, b * down, c, d * across, e * down, f)
        remark = (
            "" if dataset.crs or options.crs else "the raster names no reference system; its coordinates were taken for metres"
        )
        own = CRS.from_wkt(dataset.crs.to_wkt()) if dataset.crs else None
        crs = parse_crs(options.crs) if options.crs else own
        if own is not None and crs != own:
            raise BadInput(f"{name}: it names its reference system, {own.name}; leave out the option crs, or warp the raster")
        frame = Frame(width, height, transform, crs)
        check_units(name, frame, options)
        if options.classes is None and options.slope == "none":
            _refuse_classes(dataset, options, name)
        remark = remark or _describe_stretch(frame)
        values = _read_values(dataset, options, window, (height, width), name)
    return Raster(name, frame, values, remark)


def find_window(path: AnyPath, degrees: tuple[float, float, float, float], options: Options) -> str | None:
    """Return the option ``window`` for the part of a raster around a map; ``None`` for the whole.

    Args:
        path: the raster file.
        degrees: west, south, east and north of the map in WGS84; east may be more than 180.
        options: the reference system of a raster that names none.

    Raises:
        BadInput: the file is no raster, or does not cover any of the map.
    """
    name = format_path(check_regular_file(path))
    with _open(path, name, options.band) as (dataset, _):
        crs = CRS.from_wkt(dataset.crs.to_wkt()) if dataset.crs else parse_crs(options.crs)
        if crs is None or dataset.transform.b or dataset.transform.d:
            return None
        bounds = left, bottom, right, top = tuple(map(float, dataset.bounds))
        margin = 2 * max(abs(dataset.transform.a), abs(dataset.transform.e))
    change: Any = Transformer.from_crs(CRS(4326), crs, always_xy=True)
    west, south, east, north = change.transform_bounds(degrees[0], degrees[1], min(degrees[2], 180.0), degrees[3])
    if degrees[2] > 180 or right > 180.0 * crs.is_geographic > 0:
        west, east = left, right
    west, south, east, north = west - margin, south - margin, east + margin, north + margin
    if not (west < right and east > left and south < max(bottom, top) and north > min(bottom, top)):
        raise BadInput(
            f"{name}: it covers {', '.join(f'{each:.10g}' for each in bounds)} (left, bottom, right, top), and the map lies "
            f"outside, at {degrees[1]:.4f},{degrees[0]:.4f} (lat,lon); give a raster of the same place"
        )
    return ",".join(map(repr, (max(west, left), max(south, min(bottom, top)), min(east, right), min(north, max(bottom, top)))))


def find_band(band: int | str, names: Sequence[str | None], name: str) -> int:
    """Return the number of a band, from 1.

    Args:
        band: its number or its name.
        names: the names of all bands.
        name: the raster in messages.

    Raises:
        BadInput: there is no such band.
    """
    if isinstance(band, int) and 1 <= band <= len(names):
        return band
    if isinstance(band, str) and names.count(band) == 1:
        return names.index(band) + 1
    known = ", ".join(f"{number} ({each})" if each else f"{number}" for number, each in enumerate(names[:9], 1))
    hint = "" if isinstance(band, int) else "; name other files of a formula with rasters=FILE,FILE"
    raise BadInput(f"{name}: there is no band {format_value(band)}; it has {known}{', …' * (len(names) > 9)}{hint}")


@contextmanager
def _open(path: AnyPath, name: str, band: int | str) -> Iterator[tuple[Any, int]]:
    with silence_rasterio(), ExitStack() as stack:
        try:
            dataset = stack.enter_context(_open_by_any_driver(Path(path), name))
            if dataset.count == 0 and dataset.subdatasets:
                inner = {each.rsplit(":", 1)[-1]: each for each in dataset.subdatasets}
                if band not in inner:
                    raise BadInput(f"{name}: it holds several variables; name one with band=NAME: {', '.join(inner)}")
                dataset, band = stack.enter_context(rasterio.open(inner[str(band)], driver="netCDF")), 1
                if dataset.count > 1:
                    raise BadInput(f"{name}: {dataset.count} levels; select one with xarray, and give the DataArray")
            yield dataset, find_band(band, dataset.descriptions, name)
        except BadInput:
            raise
        except (RasterioError, OSError, ValueError) as error:
            raise BadInput(f"{name}: no raster can be read from it: {format_cause(error)}") from error


@contextmanager
def silence_rasterio() -> Iterator[None]:
    """Ignore warnings that concern rasterio alone: a missing transform, and its use of a newer affine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        yield


def _open_by_any_driver(path: Path, name: str) -> Any:
    """Open a file by the first driver that reads it."""
    for driver in DRIVERS:
        with suppress(RasterioError):
            return rasterio.open(path, driver=driver)
    raise BadInput(f"{name}: it is no raster of a known format, or it is damaged; expected one of {', '.join(DRIVERS)}")


def check_cells(name: str, width: int, height: int, options: Options) -> None:
    """Raise BadInput if a raster has more cells than the options allow, or none."""
    if width * height > options.megapixels * 1_000_000:
        raise BadInput(
            f"{name}: {width} x {height} cells are more than {options.megapixels} million; read a part with "
            "--option window=…, fewer cells with overview=2, or raise megapixels"
        )


def check_units(name: str, frame: Frame, options: Options) -> None:
    """Raise BadInput if degrees would be taken for metres, or the cells have no area."""
    a, b, _, d, e, _ = frame.transform
    if not np.isfinite(frame.transform).all() or a * e - b * d == 0:
        raise BadInput(f"{name}: the cells of transform {frame.transform} have no area")
    left, bottom, right, top = frame.bounds()
    looks = max(abs(left), abs(right)) <= 360 and max(abs(bottom), abs(top)) <= 90 and abs(a) + abs(b) < 0.5
    if frame.crs is None and options.crs is None and looks:
        raise BadInput(
            f"{name}: it names no reference system, and its coordinates look like degrees; give --option crs=EPSG:4326, or "
            "crs=none for metres"
        )
    if frame.is_geographic and (bottom < -90.0001 or top > 90.0001):
        raise BadInput(f"{name}: its latitudes reach from {bottom:g} to {top:g}; expected -90 to 90")


def _describe_stretch(frame: Frame) -> str:
    """Return a remark if the metres of a map are not those of the ground, as in the Mercator projection of web maps."""
    method = "" if frame.crs is None or frame.crs.coordinate_operation is None else frame.crs.coordinate_operation.method_name
    if "Mercator" not in method or "Transverse" in method or "Oblique" in method:
        return ""
    left, bottom, right, top = frame.bounds()
    latitude = float(frame.degrees(np.array([[(left + right) / 2, (bottom + top) / 2]]))[0, 1])
    return f"a metre of this projection is {cos(radians(latitude)):.2f} metres of the ground; warp the raster, such as to UTM"


def _find_window(dataset: Any, options: Options, name: str) -> Window:
    whole = Window(0, 0, dataset.width, dataset.height)
    if options.window is None:
        return whole
    parts = options.window.split(",")
    try:
        left, bottom, right, top = map(float, parts)
    except ValueError:
        raise BadInput(f"--option window={format_value(options.window)}: expected left,bottom,right,top in numbers") from None
    a, b, c, d, e, f = tuple(dataset.transform)[:6]
    if b or d:
        raise BadInput(f"{name}: a turned raster has no window; leave out the option window")
    columns, rows = sorted(((left - c) / a, (right - c) / a)), sorted(((bottom - f) / e, (top - f) / e))
    first, above = max(0, floor(columns[0])), max(0, floor(rows[0]))
    past, below = min(dataset.width, ceil(columns[1])), min(dataset.height, ceil(rows[1]))
    if first >= past or above >= below:
        raise BadInput(f"{name}: the window {options.window} lies outside of it; its bounds are {tuple(dataset.bounds)}")
    return Window(first, above, past - first, below - above)


def _refuse_classes(dataset: Any, options: Options, name: str) -> None:
    """Refuse a raster whose values are numbers of classes."""
    try:
        colours = dataset.colormap(options.band)
    except ValueError:
        colours = None
    if colours:
        raise BadInput(
            f"{name}: band {options.band} holds numbers of classes, which are no costs; give a table of their costs with "
            "--option classes=FILE.csv (columns class,cost)"
        )


def _read_values(dataset: Any, options: Options, window: Window, shape: tuple[int, int], name: str) -> Layer:
    """Return the values as floats: NaN for cells without data, scaled, and of classes by their table."""
    band = cast("int", options.band)
    small = np.dtype(dataset.dtypes[band - 1]).itemsize <= (4 if np.dtype(dataset.dtypes[band - 1]).kind == "f" else 2)
    costs = None if options.classes is None else read_classes(options.classes)
    scale, offset = dataset.scales[band - 1], dataset.offsets[band - 1]
    kind = np.float32 if small and (scale, offset) == (1.0, 0.0) and costs is None else np.float64
    values = make_layer(shape, kind)
    for top, down in iterate_rows(shape):
        share = window.height / shape[0]
        part = Window(window.col_off, window.row_off + top * share, window.width, down * share)
        read = dataset.read(band, window=part, out_shape=(down, shape[1]), masked=True)
        block = read.astype(kind if kind == np.float64 else np.float32).filled(np.nan)
        if options.nodata is not None:
            block[block == options.nodata] = np.nan
        if costs is not None:
            block = translate_classes(block, costs, name)
        values[top : top + down] = block if (scale, offset) == (1.0, 0.0) else block * scale + offset
    return values


def make_layer(shape: tuple[int, int], kind: type[np.floating[Any]] = np.float64) -> Layer:
    """Return an array for a layer; in a file without a name, as float32, if it is large."""
    if shape[0] * shape[1] <= _BLOCK:
        return np.empty(shape, kind)
    with tempfile.TemporaryFile() as file:  # which stays until the array is gone
        return np.memmap(file, np.float32, "w+", shape=shape)


def read_classes(path: AnyPath) -> dict[float, float]:
    """Return the cost of each class from a table with the columns ``class`` and ``cost``; NaN if the cost is empty.

    Raises:
        BadInput: the file is no such table.
    """
    name = format_path(path)
    head, *lines = read_text(path, 10_000_000).splitlines() or [""]
    rows = list(csv.DictReader([head.lower(), *lines], skipinitialspace=True))
    found: dict[float, float] = {}
    for line, row in enumerate(rows, 2):
        try:
            number, cost = row["class"], row["cost"]
            found[float(number)] = float(cost) if re.search(r"\S", cost or "") else float("nan")
        except (KeyError, TypeError, ValueError):
            raise BadInput(f"{name}: line {line}: expected the columns class,cost with numbers; an empty cost blocks") from None
    if not found:
        raise BadInput(f"{name}: the table is empty; expected the columns class,cost")
    return found


def translate_classes(classes: NDArray[Any], costs: dict[float, float], name: str) -> NDArray[np.float64]:
    """Return the cost of each cell of a raster of classes.

    Raises:
        BadInput: a class is not in the table.
    """
    known, which = np.unique(classes, return_inverse=True)
    missing = [each for each in known.tolist() if each == each and each not in costs]
    if missing:
        raise BadInput(
            f"{name}: the table of classes has no cost for class {missing[0]:g}; give one, or an empty cost to block"
        )
    table = np.array([costs.get(each, np.nan) for each in known.tolist()])
    return table[which].reshape(classes.shape)


def write_geotiff(values: NDArray[Any], frame: Frame, path: AnyPath, nodata: float | None, names: Sequence[str] = ()) -> None:
    """Write an array as a compressed GeoTIFF; shape (height, width) or (bands, height, width), with names of bands."""
    bands = values[None] if values.ndim == 2 else values
    profile = {
        "driver": "GTiff", "width": frame.width, "height": frame.height, "count": len(bands), "dtype": bands.dtype.name,
        "transform": rasterio.Affine(*frame.transform), "compress": "deflate", "nodata": nodata,
    }  # fmt: skip
    if frame.crs is not None:
        profile["crs"] = rasterio.CRS.from_wkt(frame.crs.to_wkt())
    with silence_rasterio(), rasterio.open(to_path(path), "w", **profile) as dataset:
        dataset.write(bands)
        for number, name in enumerate(names, 1):
            dataset.set_band_description(number, name)


def to_transform(transform: Any) -> Transform:
    """Return rasterio's or affine's transform as numbers."""
    a, b, c, d, e, f = map(float, tuple(transform)[:6])
    return a, b, c, d, e, f
