"""Sources: files of every kind, arrays with coordinates, coordinates of every kind, and what is refused."""

from __future__ import annotations

import json
import pickle
from math import cos, radians
from pathlib import Path

import geopandas
import numpy as np
import pytest
import rasterio
import rioxarray  # noqa: F401  # the attribute rio
import shapely
import xarray
from PIL import Image
from pyproj import CRS, Geod

import genastar
from genastar import BadInput
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.datasets import silence_rasterio, write_geotiff
from genastar_terrain.sources.read import make_raster

DATA = Path(__file__).parent / "data"
COSTS = np.random.default_rng(2).random((6, 8)).astype(np.float32) + 0.5
UTM = (10.0, 0.0, 500_000.0, 0.0, -10.0, 5_200_060.0)


def write(
    path: Path, values: np.ndarray, transform: tuple[float, ...] = UTM, crs: str | None = "EPSG:32633", **more: object
) -> str:
    """A GeoTIFF."""
    bands = values[None] if values.ndim == 2 else values
    with silence_rasterio(), rasterio.open(
        path, "w", driver="GTiff", width=bands.shape[2], height=bands.shape[1], count=len(bands), dtype=bands.dtype.name,
        transform=rasterio.Affine(*transform), crs=crs, **more,
    ) as file:  # fmt: skip
        file.write(bands)
    return str(path)


def test_a_geotiff_answers_in_its_coordinates(tmp_path: Path) -> None:
    terrain = genastar.load(write(tmp_path / "costs.tif", COSTS), domain="terrain")
    result = terrain.search((500_005, 5_200_055), [(500_075, 5_200_005)], engine="interpreted")
    assert result.path[0] == (500_005.0, 5_200_055.0)
    assert result.path[-1] == (500_075.0, 5_200_005.0)
    plain = TerrainWorld.read(COSTS, Options()).search((0.5, 5.5), [(7.5, 0.5)], engine="interpreted")
    assert result.cost is not None
    assert plain.cost is not None
    assert result.cost.travelled == pytest.approx(plain.cost.travelled * 10)


def test_nodata_scale_offset_and_bands(tmp_path: Path) -> None:
    values = np.array([[[1, 2, 3]], [[10, 255, 30]]], np.uint8)
    path = write(tmp_path / "bands.tif", values, nodata=255)
    with silence_rasterio(), rasterio.open(path, "r+") as file:
        file.scales, file.offsets = (1.0, 0.5), (0.0, 100.0)
    second = TerrainWorld.read(path, Options(band=2))
    assert second.layers.friction is not None
    np.testing.assert_array_equal(second.layers.friction, [[105.0, np.nan, 115.0]])
    with pytest.raises(BadInput, match="no band 3; it has 1, 2"):
        TerrainWorld.read(path, Options(band=3))


def test_an_ascii_grid() -> None:
    hill = genastar.load(DATA / "hill.asc", slope="tobler")
    assert hill.info.name == "terrain"
    assert "names no reference system" in hill.remark
    with pytest.raises(BadInput, match="has no data or is blocked"):
        hill.parse("500005,5200065")
    assert hill.search((500_015, 5_200_065), [(500_085, 5_200_005)], engine="interpreted").found


def test_netcdf_and_data_arrays(tmp_path: Path) -> None:
    coords = {"y": 5_200_055.0 - 10 * np.arange(6), "x": 500_005.0 + 10 * np.arange(8)}
    plain = xarray.DataArray(COSTS.astype(np.float64), dims=("y", "x"), coords=coords, name="friction")
    with silence_rasterio():
        array = plain.rio.write_crs(32633)
        array.rio.write_coordinate_system().to_netcdf(tmp_path / "friction.nc")
    plain.rio.write_crs(32633).to_netcdf(tmp_path / "nowhere.nc")
    with pytest.raises(BadInput, match="not where its cells lie"):
        TerrainWorld.read(str(tmp_path / "nowhere.nc"), Options())
    wanted = TerrainWorld.read(make_raster(COSTS, UTM, "EPSG:32633"), Options())
    for source in (array, str(tmp_path / "friction.nc")):
        found = TerrainWorld.read(source, Options())
        assert found.frame.transform == wanted.frame.transform
        assert found.frame.crs == CRS(32633)
        np.testing.assert_allclose(found.layers.friction, COSTS)


def test_windows_and_overviews(tmp_path: Path) -> None:
    path = write(tmp_path / "costs.tif", COSTS)
    part = TerrainWorld.read(path, Options(window="500020,5200000,500060,5200040"))
    np.testing.assert_array_equal(part.layers.friction, COSTS[2:6, 2:6])
    assert part.frame.bounds() == (500_020, 5_200_000, 500_060, 5_200_040)
    half = TerrainWorld.read(path, Options(overview=2))
    assert (half.frame.width, half.frame.height) == (4, 3)
    assert half.frame.bounds() == (500_000, 5_200_000, 500_080, 5_200_060)
    with pytest.raises(BadInput, match="lies outside of it"):
        TerrainWorld.read(path, Options(window="0,0,10,10"))
    with pytest.raises(BadInput, match="expected left,bottom,right,top"):
        TerrainWorld.read(path, Options(window="1,2,3"))


@pytest.mark.parametrize(
    "transform",
    [
        (10.0, 0.0, 500_000.0, 0.0, 10.0, 5_200_000.0),  # south up
        (8.0, -6.0, 500_000.0, -6.0, -8.0, 5_200_060.0),  # turned
        (10.0, 0.0, 500_000.0, 0.0, -25.0, 5_200_060.0),  # cells that are no squares
    ],
)
def test_transforms_of_every_kind(transform: tuple[float, float, float, float, float, float]) -> None:
    terrain = TerrainWorld.read(make_raster(COSTS, transform, "EPSG:32633"), Options())
    for cell in ((0, 0), (7, 5), (3, 2)):
        assert terrain.frame.find_cell(terrain.frame.centre(cell)) == cell
    start, goal = terrain.frame.centre((0, 0)), terrain.frame.centre((7, 5))
    guided, blind = (terrain.search(start, [goal], algorithm=name, engine="interpreted").cost for name in ("astar", "dijkstra"))
    assert guided is not None
    assert blind is not None
    assert guided.travelled == pytest.approx(blind.travelled, rel=1e-12)
    route = terrain.measure_path(terrain.search(start, [goal], engine="interpreted"))
    legs = np.diff(route.points, axis=0)
    assert route.length == pytest.approx(np.hypot(legs[:, 0], legs[:, 1]).sum())


@pytest.mark.parametrize("top", [80.3, 45.0, 0.15, -60.0])
@pytest.mark.parametrize("left", [10.0, 179.7])
def test_degrees_are_measured_on_the_ellipsoid(top: float, left: float) -> None:
    raster = make_raster(np.ones((6, 8)), (0.1, 0, left, 0, -0.1, top), "EPSG:4326")
    terrain = TerrainWorld.read(raster, Options())
    start, goal = terrain.frame.centre((0, 5)), terrain.frame.centre((7, 5))
    row = terrain.search(start, [goal], engine="interpreted")
    assert row.cost is not None
    assert row.cost.travelled <= Geod(ellps="WGS84").line_length([start[0], goal[0]], [start[1], goal[1]]) * 1.02
    steps = [Geod(ellps="WGS84").inv(*a, *b)[2] for a, b in zip(row.path, row.path[1:], strict=False)]
    assert row.cost.travelled == pytest.approx(sum(steps))
    assert terrain.measure_path(row).length == pytest.approx(sum(steps))
    for name in ("dijkstra", "both-ways"):
        other = terrain.search(start, [goal], algorithm=name, engine="interpreted").cost
        assert other is not None
        assert other.travelled == pytest.approx(row.cost.travelled, rel=1e-12)
    assert terrain.to_state((goal[0] - 360, goal[1])) == terrain.to_state(goal)
    assert 0.09 < steps[0] / (111_320 * cos(radians(top - 0.55))) < 0.11 or len(row.path) != 8


def test_a_line_across_the_180th_meridian_is_cut(tmp_path: Path) -> None:
    terrain = TerrainWorld.read(make_raster(np.ones((3, 8)), (0.1, 0, 179.6, 0, -0.1, 10), "EPSG:4326"), Options())
    result = terrain.search((179.65, 9.85), [(180.35, 9.85)], engine="interpreted")
    geometry = terrain.measure_path(result).to_geojson()["geometry"]
    assert isinstance(geometry, dict)
    assert geometry["type"] == "MultiLineString"
    first, second = geometry["coordinates"]
    assert first[-1][0] == 180.0
    assert second[0][0] == -180.0
    assert all(-180 <= x <= 180 for part in geometry["coordinates"] for x, _ in part)


def test_ends_in_degrees(tmp_path: Path) -> None:
    path = write(tmp_path / "costs.tif", COSTS)
    terrain = genastar.load(path, domain="terrain", ends="latlon")
    lon, lat = TerrainWorld.read(path, Options()).frame.degrees(np.array([[500_005.0, 5_200_055.0]]))[0]
    assert terrain.to_state((lat, lon)) == 0
    found = terrain.parse(f"{lat},{lon}")
    assert found == pytest.approx((lat, lon), abs=1e-6)
    assert terrain.parse(terrain.format(found)) == found
    with pytest.raises(BadInput, match="outside of the raster"):
        terrain.parse("46.9,3.0")


def test_degrees_are_not_taken_for_metres(tmp_path: Path) -> None:
    path = write(tmp_path / "no.tif", COSTS, (0.001, 0, 15.0, 0, -0.001, 47.0), None)
    with pytest.raises(BadInput, match="look like degrees; give --option crs=EPSG:4326"):
        TerrainWorld.read(path, Options())
    assert TerrainWorld.read(path, Options(crs="EPSG:4326")).frame.is_geographic
    assert not TerrainWorld.read(path, Options(crs="none")).frame.is_geographic


def test_layers_that_do_not_fit(tmp_path: Path) -> None:
    heights = write(tmp_path / "heights.tif", COSTS)
    for name, values, transform, crs, told in (
        ("small.tif", COSTS[:, :4], UTM, "EPSG:32633", "it has 4 x 6 cells"),
        ("moved.tif", COSTS, (10.0, 0.0, 500_010.0, 0.0, -10.0, 5_200_060.0), "EPSG:32633", "it covers"),
        ("zone.tif", COSTS, UTM, "EPSG:32634", "its reference system is EPSG:32634"),
    ):
        with pytest.raises(BadInput, match=told):
            TerrainWorld.read(heights, Options(slope="tobler", friction=write(tmp_path / name, values, transform, crs)))


def test_classes_need_a_table(tmp_path: Path) -> None:
    path, table = write(tmp_path / "land.tif", np.array([[1, 2, 3]], np.uint8)), tmp_path / "classes.csv"
    with silence_rasterio(), rasterio.open(path, "r+") as file:
        file.write_colormap(1, {1: (0, 255, 0), 2: (0, 0, 255), 3: (9, 9, 9)})
    with pytest.raises(BadInput, match="holds numbers of classes"):
        TerrainWorld.read(path, Options())
    table.write_text("class,cost\n1,1.5\n2,\n3,4\n")
    np.testing.assert_array_equal(TerrainWorld.read(path, Options(classes=str(table))).layers.friction, [[1.5, np.nan, 4.0]])
    table.write_text("class,cost\n1,1.5\n")
    with pytest.raises(BadInput, match="no cost for class 2"):
        TerrainWorld.read(path, Options(classes=str(table)))
    table.write_text("klass,cost\n1,1.5\n")
    with pytest.raises(BadInput, match="line 2: expected the columns class,cost"):
        TerrainWorld.read(path, Options(classes=str(table)))


def test_barriers_and_cheap_lines(tmp_path: Path) -> None:
    terrain = TerrainWorld.read(make_raster(np.ones((9, 9)), (10, 0, 0, 0, -10, 90), "EPSG:32633"), Options())
    wall = geopandas.GeoDataFrame(geometry=[shapely.LineString([(3, 87), (87, 3)])], crs="EPSG:32633")
    ends = (85.0, 85.0), [(5.0, 5.0)]
    assert not terrain.with_barriers(wall).search(*ends, engine="interpreted").found  # no diagonal step slips through
    wall.to_crs(4326).to_file(tmp_path / "wall.geojson")
    closed = TerrainWorld.read(
        make_raster(np.ones((9, 9)), (10, 0, 0, 0, -10, 90), "EPSG:32633"), Options(barriers=str(tmp_path / "wall.geojson"))
    )
    assert not closed.search(*ends, engine="interpreted").found
    road = terrain.with_lines([shapely.box(0, 0, 10, 90), shapely.box(0, 80, 90, 90)], 0.1).search(*ends, engine="interpreted")
    assert road.cost is not None
    assert road.cost.travelled < 20
    with pytest.raises(
        BadInput, match="is in WGS 84 / UTM zone 33N, but the raster names no reference system; give --option crs="
    ):
        TerrainWorld.read(np.ones((9, 9)), Options()).with_barriers(wall)


def test_routes_for_other_programs(tmp_path: Path) -> None:
    heights = np.arange(48.0).reshape(6, 8) % 5
    terrain = TerrainWorld.read(make_raster(heights, UTM, "EPSG:32633"), Options(slope="tobler"))
    result = terrain.search((500_005, 5_200_055), [(500_075, 5_200_005)], engine="interpreted")
    route = terrain.measure_path(result)
    assert route.heights is not None
    assert route.climb == pytest.approx(np.maximum(np.diff(route.heights), 0).sum())
    assert route.costs[-1] == pytest.approx(route.cost)
    terrain.draw(result, genastar.Trace(), tmp_path / "way.geojson")
    feature = json.loads((tmp_path / "way.geojson").read_text())["features"][0]
    lon, lat, height = feature["geometry"]["coordinates"][0]
    assert (lon, lat) == pytest.approx((15.0, 46.95), abs=0.01)
    assert height == heights[0, 0]
    assert feature["properties"]["length"] == pytest.approx(route.length)
    terrain.draw(result, genastar.Trace(), tmp_path / "way.gpkg")
    table = geopandas.read_file(tmp_path / "way.gpkg")
    assert table.crs == CRS(32633)
    assert table.geometry.iloc[0].length == pytest.approx(route.length)
    ended = terrain.search((500_005, 5_200_055), [(500_075, 5_200_005)], limits=genastar.Limits(expansions=1))
    with pytest.raises(BadInput, match="there is no route"):
        terrain.measure_path(ended)


def test_surfaces(tmp_path: Path) -> None:
    terrain = TerrainWorld.read(make_raster(COSTS, UTM, "EPSG:32633"), Options())
    one, other = (500_005, 5_200_055), (500_075, 5_200_005)
    both = terrain.accumulate(one, other)
    apart = [terrain.accumulate(each) for each in (one, other)]
    np.testing.assert_allclose(both.costs, np.minimum(apart[0].costs, apart[1].costs))
    allocated = both.allocate()
    np.testing.assert_array_equal(allocated == 0, apart[0].costs <= apart[1].costs)
    assert set(np.unique(terrain.accumulate(other, one, other).allocate())) == {0, 1}
    corridor = apart[0].corridor(apart[1], 1.0 + 1e-9)
    cells = {terrain.to_state(each) for each in terrain.search(one, [other], engine="interpreted").path}
    assert set(np.flatnonzero(np.isfinite(corridor))) == cells
    assert corridor[np.isfinite(corridor)] == pytest.approx(apart[0].costs[-1, -1])
    assert np.isinf(terrain.accumulate(one, within=10.0).costs[-1, -1])
    both.write(tmp_path / "surface.tif")
    with rasterio.open(tmp_path / "surface.tif") as file:
        np.testing.assert_allclose(file.read(1), both.costs)
        np.testing.assert_array_equal(file.read(3), allocated)
        assert file.descriptions == ("cost", "back", "source")
        assert file.crs == rasterio.CRS.from_epsg(32633)
    for values in (corridor, allocated):
        both.write(tmp_path / "values.tif", values)
        with rasterio.open(tmp_path / "values.tif") as file:
            np.testing.assert_array_equal(file.read(1), np.where(np.isfinite(values), values, np.nan))
    with pytest.raises(BadInput, match=r"shape \(2, 2\) does not lie on the surface of shape \(6, 8\)"):
        both.write(tmp_path / "values.tif", np.ones((2, 2)))


def test_a_raster_that_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar_terrain.sources.datasets._BLOCK", 10)
    monkeypatch.setattr("genastar_terrain.model._DENSE", 10)
    path, ends = write(tmp_path / "costs.tif", COSTS), ((500_005, 5_200_055), [(500_075, 5_200_005)])
    large = TerrainWorld.read(path, Options())
    assert isinstance(large.layers.friction, np.memmap)
    monkeypatch.undo()
    for engine in ("interpreted", "compiled"):
        assert large.search(*ends, engine=engine).cost == TerrainWorld.read(path, Options()).search(*ends, engine=engine).cost


def test_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.asc").write_bytes(bytes(range(256)))
    with pytest.raises(BadInput, match="it is no raster of a known format"):
        TerrainWorld.read(str(tmp_path / "noise.asc"), Options())
    with pytest.raises(BadInput, match="are more than 1 million"):
        TerrainWorld.read(np.ones((2000, 1001)), Options(megapixels=1))
    for options, told in (
        (Options(max_grade=5.0), "max_grade needs elevations"),
        (Options(friction="x.tif"), "friction=FILE joins the cost of slopes"),
    ):
        with pytest.raises(BadInput, match=told):
            TerrainWorld.read(COSTS, options)
    with pytest.raises(BadInput, match="no reference system"):
        TerrainWorld.read(write(tmp_path / "costs.tif", COSTS), Options(crs="EPSG:999999"))
    with pytest.raises(BadInput, match="cannot be read from a int"):
        TerrainWorld.read(3, Options())
    with pytest.raises(BadInput, match="is no raster"):
        TerrainWorld.read(np.ones((2, 2, 2)), Options())


def test_a_terrain_is_pickled() -> None:
    terrain = TerrainWorld.read(make_raster(COSTS, UTM, "EPSG:32633"), Options())
    twin = pickle.loads(pickle.dumps(terrain))
    assert twin.frame.bounds() == terrain.frame.bounds()


def test_a_geotiff_of_ours_is_read_back(tmp_path: Path) -> None:
    frame = make_raster(COSTS, UTM, "EPSG:32633").frame
    write_geotiff(COSTS, frame, tmp_path / "out.tif", None)
    found = TerrainWorld.read(str(tmp_path / "out.tif"), Options())
    np.testing.assert_array_equal(found.layers.friction, COSTS)
    assert found.frame.transform == frame.transform


def test_what_would_be_wrong_without_a_word(tmp_path: Path) -> None:
    path = write(tmp_path / "heights.tif", COSTS)
    with pytest.raises(BadInput, match="it names its reference system, WGS 84 / UTM zone 33N; leave out the option crs"):
        TerrainWorld.read(path, Options(crs="EPSG:32632"))
    holes = COSTS.copy()
    holes[2, 2] = -9999
    undeclared = write(tmp_path / "holes.tif", holes)
    with pytest.raises(BadInput, match=r"go down to -9999, .* give --option nodata=-9999"):
        TerrainWorld.read(undeclared, Options(slope="tobler"))
    declared = TerrainWorld.read(undeclared, Options(slope="tobler", nodata=-9999.0))
    assert np.isnan(declared.layers.heights).sum() == 1
    (tmp_path / "classes.csv").write_text("Class,Cost\n1,2\n")
    with pytest.raises(BadInput, match="classes=FILE is for costs"):
        TerrainWorld.read(path, Options(slope="tobler", classes=str(tmp_path / "classes.csv")))
    land = write(tmp_path / "land.tif", np.ones((6, 8), np.uint8))
    over = TerrainWorld.read(path, Options(slope="length", friction=land, classes=str(tmp_path / "classes.csv")))
    assert over.layers.least_friction == 2


def test_shapes_that_miss_the_raster(tmp_path: Path) -> None:
    terrain = TerrainWorld.read(make_raster(COSTS, UTM, "EPSG:32633"), Options())
    for change in (terrain.with_barriers, lambda shapes: terrain.with_lines(shapes, 0.5)):
        with pytest.raises(
            BadInput, match=r"no shape touches the raster, which reaches from .*; the first lies at 46.95,15.05"
        ):
            change([shapely.box(46.9, 15.0, 47.0, 15.1)])
        with pytest.raises(BadInput, match="there is no shape"):
            change([])


def test_a_corridor_needs_both_directions() -> None:
    hills = TerrainWorld.read(make_raster(COSTS * 10, UTM, "EPSG:32633"), Options(slope="tobler"))
    one, other = (500_005, 5_200_055), (500_075, 5_200_005)
    there, back = hills.accumulate(one), hills.accumulate(other, backwards=True)
    assert there.corridor(back, 1.1).any()
    with pytest.raises(BadInput, match="backwards=True"):
        there.corridor(hills.accumulate(other), 1.1)


def test_metres_of_web_maps_are_told(tmp_path: Path) -> None:
    path = write(tmp_path / "web.tif", COSTS, (10.0, 0.0, 900_000.0, 0.0, -10.0, 8_400_000.0), "EPSG:3857")
    assert "a metre of this projection is 0.50 metres of the ground" in TerrainWorld.read(path, Options()).remark


def test_a_cliff_is_no_fault() -> None:
    cliff = TerrainWorld.read(np.array([[0.0, 5000.0]]), Options(slope="tobler"))
    assert cliff.search((0.5, 0.5), [(1.5, 0.5)], engine="interpreted").cost is not None


def test_pictures_have_the_north_at_the_top(tmp_path: Path) -> None:
    values = np.ones((4, 6))
    values[0] = np.nan  # no way
    pixels = []
    for name, rows, transform in (
        ("north.png", values, (1.0, 0.0, 0.0, 0.0, -1.0, 4.0)),
        ("south.png", values[::-1], (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)),
    ):
        world = TerrainWorld.read(make_raster(rows, transform, "EPSG:32633"), Options(scale=1))
        world.draw(world.search((0.5, 2.5), [(5.5, 0.5)], engine="interpreted"), genastar.Trace(), tmp_path / name)
        with Image.open(tmp_path / name) as picture:
            pixels.append(np.asarray(picture.convert("RGB")))
    np.testing.assert_array_equal(*pixels)
