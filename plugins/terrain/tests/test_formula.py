"""Formulas over bands and rasters, costs beside slopes, and cheap lines: held against a naive Dijkstra and values by hand."""

from __future__ import annotations

from math import exp, hypot
from pathlib import Path

import geopandas
import numpy as np
import pytest
import rasterio
import rioxarray  # noqa: F401  # the attribute rio
import shapely
import xarray
from hypothesis import given
from hypothesis import strategies as st
from naive_terrain import price_friction, search

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.rules.formula import Formula
from genastar_terrain.sources.datasets import silence_rasterio, write_geotiff
from genastar_terrain.sources.read import make_raster

UTM = (10.0, 0.0, 500_000.0, 0.0, -10.0, 5_200_060.0)
RANDOM = np.random.default_rng(7)
BANDS = RANDOM.random((2, 6, 8)) + 0.5
SOIL = RANDOM.integers(1, 4, (6, 8)).astype(np.float64)
ENDS = (500_005, 5_200_055), [(500_075, 5_200_005)]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A raster of two bands, the second named wet, and another on the same cells, with a cell without data."""
    soil = SOIL.copy()
    soil[3, 3] = np.nan
    frame = make_raster(SOIL, UTM, "EPSG:32633").frame
    write_geotiff(BANDS, frame, tmp_path / "bands.tif", None)
    write_geotiff(soil, frame, tmp_path / "top-soil.tif", float("nan"))
    with silence_rasterio(), rasterio.open(tmp_path / "bands.tif", "r+") as file:
        file.set_band_description(2, "wet")
    return str(tmp_path / "bands.tif"), str(tmp_path / "top-soil.tif")


def cheapest(costs: np.ndarray) -> float:
    """The cost of the cheapest path from corner to corner over cells of 10 metres."""
    return float(search((6, 8), (0, 0), price_friction(costs), 8)[5, 7]) * 10


def test_a_formula_over_bands_and_rasters(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, soil = files
    world = genastar.load(path, domain="terrain", formula="b1 + 2*max(top_soil - 1, wet)", rasters=soil)
    wanted = BANDS[0] + 2 * np.maximum(SOIL - 1, BANDS[1])
    wanted[3, 3] = np.nan
    np.testing.assert_allclose(world.layers.friction, wanted)
    result = world.search(*ENDS, engine="interpreted")
    assert result.cost.travelled == pytest.approx(cheapest(wanted))
    assert "taken for costs" not in world.remark
    line = [
        "solve",
        path,
        "--domain",
        "terrain",
        "--option",
        "formula=b1 + 2*max(top_soil - 1, wet)",
        "--option",
        f"rasters={soil}",
    ]
    assert main([*line, "--from", "500005,5200055", "--to", "500075,5200005", "--engine", "interpreted"]) == 0
    assert f"found, cost {result.cost.travelled:.6f}"[:18] in capsys.readouterr().out


def test_bands_by_name(files: tuple[str, str], tmp_path: Path) -> None:
    path, _ = files
    np.testing.assert_allclose(TerrainWorld.read(path, Options(band="wet")).layers.friction, BANDS[1])
    with pytest.raises(BadInput, match=r"no band 'dry'; it has 1, 2 \(wet\); name other files of a formula with rasters="):
        TerrainWorld.read(path, Options(band="dry"))
    coords = {"y": 5_200_055.0 - 10 * np.arange(6), "x": 500_005.0 + 10 * np.arange(8)}
    parts = {name: (("y", "x"), band) for name, band in zip(("dry", "wet"), BANDS, strict=True)}
    data = xarray.Dataset(parts, coords).rio.write_crs(32633)
    with silence_rasterio():
        data.rio.write_coordinate_system().to_netcdf(tmp_path / "both.nc")
    for source in (data, str(tmp_path / "both.nc")):
        np.testing.assert_allclose(TerrainWorld.read(source, Options(band="wet")).layers.friction, BANDS[1])
        both = TerrainWorld.read(source, Options(formula="dry / wet"))
        np.testing.assert_allclose(both.layers.friction, BANDS[0] / BANDS[1])
        with pytest.raises(BadInput, match=r"band=.*dry, wet"):
            TerrainWorld.read(source, Options())


@pytest.mark.long
def test_a_formula_multiplies_slopes_or_is_added(files: tuple[str, str]) -> None:
    path, soil = files
    for joins in ("multiply", "add"):
        options = Options(slope="tobler", formula="top_soil", rasters=soil, joins=joins)
        world = TerrainWorld.read(path, options)

        def price(row: int, column: int, to_row: int, to_column: int, joins: str = joins) -> float:
            run = 10 * hypot(to_row - row, to_column - column)
            seconds = 0.6 * run * exp(3.5 * abs((BANDS[0][to_row, to_column] - BANDS[0][row, column]) / run + 0.05))
            if 3 == row == column or 3 == to_row == to_column:
                return float("nan")
            mean = (SOIL[row, column] + SOIL[to_row, to_column]) / 2
            return seconds * mean if joins == "multiply" else seconds + run * mean

        wanted = search((6, 8), (0, 0), price, 8)[5, 7]
        for engine in ("interpreted", "compiled"):
            for algorithm in ("astar", "dijkstra", "both-ways"):
                assert world.search(*ENDS, algorithm=algorithm, engine=engine).cost.travelled == pytest.approx(wanted), joins
        back = world.accumulate(ENDS[1][0], backwards=True, engine="interpreted").costs
        assert back[0, 0] == pytest.approx(wanted)
    bridge = world.with_lines([shapely.Point(world.frame.centre((3, 3)))], cost=1.0)
    assert bridge.layers.is_open((3, 3))
    assert not world.layers.is_open((3, 3))
    half = world.with_lines([shapely.box(*world.frame.bounds())], 0.5)  # of the whole cost
    assert half.search(*ENDS, engine="interpreted").cost.travelled == pytest.approx(wanted / 2)


@given(st.sampled_from(["+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!=", "and", "or"]), *[st.floats(-5, 5)] * 3)
def test_formulas_compute_as_python(operator: str, one: float, other: float, third: float) -> None:
    text = f"where(b1 {operator} b2, 2, 3) - min(b1, b2, 1) ** 2 * abs(-b2)"
    found = Formula.parse(text).evaluate({"b1": np.array([one]), "b2": np.array([other])})[0]
    try:
        truth = eval(f"one {operator} other")  # of the words above
    except ZeroDivisionError:
        return
    assert found == pytest.approx((2 if truth else 3) - min(one, other, 1) ** 2 * abs(other))


def test_what_formulas_mean() -> None:
    layers = {"b1": np.array([1.0, 2.0, np.nan, 0.0]), "b2": np.array([4.0, np.nan, 1.0, 0.0])}
    for text, wanted in {
        "(b1 > 0) + (b1 < 2) + (not b2)": [2, np.nan, np.nan, 2],  # truths are numbers
        "0 < b1 < 2": [1, 0, np.nan, 0],
        "where(b2 > 3, 7, 8)": [7, np.nan, 8, 8],
        "where(b1 > 0, 7, nodata) + 0*b2": [7, np.nan, np.nan, np.nan],
        "b1 + b2 + 9**9**9": [np.inf, np.nan, np.nan, np.inf],  # no number of a million digits
        "sqrt(b2) + exp(0*b1) + log(1 + 0*b1)": [3, np.nan, np.nan, 1],
    }.items():
        np.testing.assert_allclose(Formula.parse(text).evaluate(layers), wanted, err_msg=text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b1 +", "it is no expression"),
        ("3", "it names no layer"),
        ("b1 ^ 2", r"b1 \^ 2 cannot be used"),
        ("b1 & 1", "b1 & 1 cannot be used"),
        ("__import__('os').system('true') + b1", "cannot be used"),
        ("b1.__class__()", r"b1.__class__\(\) cannot be used"),
        ("[b1 for b1 in b1]", "cannot be used"),
        ("where(b1, 2)", "where has 2 arguments; expected 3"),
        ("min(b1)", "min has 1 arguments; expected 2 or more"),
        ("classes(b1)", "needs a table; expected --option classes=FILE.csv"),
        ("+".join(["b1"] * 200), "parts; expected at most 300"),
        ("-" * 10_000 + "b1", "formula="),
        ("(" * 10_000 + "b1", "formula="),
        ("b1 * 1" + "0" * 400, "cannot be used"),
        ("b1 * True", "cannot be used"),
        ("b1\0", "it is no expression"),
    ],
)
def test_what_is_no_formula(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        Formula.parse(text)
    assert "\n" not in str(caught.value)


def test_formulas_that_contradict_other_options(files: tuple[str, str], tmp_path: Path) -> None:
    path, soil = files
    for values, transform, crs, told in (
        (SOIL[:, :4], UTM, "EPSG:32633", "other.tif does not lie on .*bands.tif: it has 4 x 6 cells"),
        (SOIL, (10.0, 0.0, 500_010.0, 0.0, -10.0, 5_200_060.0), "EPSG:32633", "it covers"),
        (SOIL, UTM, "EPSG:32634", "its reference system is EPSG:32634"),
    ):
        write_geotiff(values, make_raster(values, transform, crs).frame, tmp_path / "other.tif", None)
        for slope in ("none", "tobler"):
            with pytest.raises(BadInput, match=told):
                TerrainWorld.read(path, Options(slope=slope, formula="b1 + other", rasters=str(tmp_path / "other.tif")))
    for options, told in (
        (Options(formula="b1", rasters=soil), "does not name top_soil of rasters="),
        (Options(rasters=soil), "rasters=FILES are for a formula"),
        (Options(formula="top_soil", rasters=soil), "names no band of the raster itself"),
        (Options(formula="b1 + b3"), "there is no band 3; it has 1, 2"),
        (Options(formula="b1 + top_soil"), "no band 'top_soil'.* rasters=FILE"),
        (Options(formula="b1 + top_soil.b2", rasters=soil), "there is no band 2; it has 1"),
        (Options(formula="b1 + top_soil", rasters=f"{soil},{soil}"), "rename the file"),
        (Options(formula="b1", friction=soil), "are both costs"),
        (Options(formula="b1 - 9"), "a metre cannot cost -"),
        (Options(slope="tobler", joins="add"), "joins=add adds friction or a formula to slopes"),
        (Options(joins="add"), "joins=add adds friction or a formula to slopes"),
    ):
        with pytest.raises(BadInput, match=told):
            TerrainWorld.read(path, options)
    assert "no value in 2 cells" in TerrainWorld.read(np.array([[0.0, 1, 2, 0]]), Options(formula="1/b1")).remark


def test_classes_in_a_formula(files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "classes.csv").write_text("class,cost\n1,10\n2,\n3,30\n")
    world = TerrainWorld.read(
        files[0], Options(formula="classes(top_soil) + b1", rasters=files[1], classes=str(tmp_path / "classes.csv"))
    )
    table = np.array([np.nan, 10, np.nan, 30])
    wanted = table[SOIL.astype(int)] + BANDS[0]
    wanted[3, 3] = np.nan
    np.testing.assert_allclose(world.layers.friction, wanted)
    (tmp_path / "classes.csv").write_text("class,cost\n1,10\n")
    with pytest.raises(BadInput, match="the formula: the table of classes has no cost for class 2"):
        TerrainWorld.read(files[0], world.options)


def test_lines_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_geotiff(np.ones((6, 8)), make_raster(np.ones((6, 8)), UTM, "EPSG:32633").frame, tmp_path / "flat.tif", None)
    road = geopandas.GeoDataFrame(geometry=[shapely.box(500_001, 5_200_051, 500_079, 5_200_059)], crs="EPSG:32633")
    wall = geopandas.GeoDataFrame(geometry=[shapely.box(500_041, 5_200_001, 500_049, 5_200_059)], crs="EPSG:32633")
    for name, shapes in (("road", road), ("wall", wall)):
        shapes.to_crs(4326).to_file(tmp_path / f"{name}.geojson")
    line = ["solve", str(tmp_path / "flat.tif"), "--domain", "terrain", "--from", "500005,5200055", "--to", "500075,5200055"]
    line += ["--engine", "interpreted", "--option", f"lines={tmp_path / 'road.geojson'}"]
    for options, told in (
        (("line_factor=0.5",), "found, cost 35.0,"),
        (("line_cost=0.25",), "found, cost 17.5,"),
        (("line_factor=0.5", f"barriers={tmp_path / 'wall.geojson'}"), "not found"),
        (("line_cost=0.25", f"barriers={tmp_path / 'wall.geojson'}"), "found, cost 17.5,"),  # a bridge
    ):
        main([*line, *(part for each in options for part in ("--option", each))])
        assert told in capsys.readouterr().out
    for options, told in (
        ((), "or line_cost=1\n"),
        (("line_factor=0.5", "line_cost=1"), "or line_cost=1; not both\n"),
        (("line_factor=0",), "line_factor is 0.0; it must be"),
    ):
        assert main([*line, *(part for each in options for part in ("--option", each))]) == 2
        assert told in capsys.readouterr().err
    with pytest.raises(BadInput, match="line_factor and line_cost are for lines"):
        TerrainWorld.read(np.ones((2, 2)), Options(line_factor=0.5))
    with pytest.raises(BadInput, match=r"a cost from 0, such as .* not -1$"):
        TerrainWorld.read(np.ones((2, 2)), Options()).with_lines([shapely.box(0, 0, 1, 1)], cost=-1)


def test_windows_and_large_rasters(files: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    path, soil = files
    options = Options(formula="b2 * top_soil", rasters=soil, window="500020,5200000,500060,5200040")
    wanted = (BANDS[1] * SOIL)[2:6, 2:6]
    wanted[1, 1] = np.nan
    np.testing.assert_allclose(TerrainWorld.read(path, options).layers.friction, wanted)
    monkeypatch.setattr("genastar_terrain.sources.datasets._BLOCK", 10)
    large = TerrainWorld.read(path, options).layers.friction
    assert isinstance(large, np.memmap)
    np.testing.assert_allclose(large, wanted, rtol=1e-6)


@given(st.text(alphabet="b12 soil+-*/%<>=!()[].,_:'lambda", max_size=40))
def test_any_text_is_a_formula_or_one_line(text: str) -> None:
    told = ""
    try:
        Formula.parse(text)
    except BadInput as error:
        told = str(error)
    assert "\n" not in told
