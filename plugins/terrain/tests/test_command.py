"""The command ``genastar surface``, and ``genastar solve`` with a raster."""

from __future__ import annotations

import json
import re
from pathlib import Path

import geopandas
import numpy as np
import pytest
import rasterio
import shapely

from genastar.cli import main
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.datasets import write_geotiff
from genastar_terrain.sources.read import make_raster

HILL = Path(__file__).parent / "data" / "hill.asc"


def test_a_surface_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "surface.tif"
    line = ["surface", str(HILL), "--from", "500015,5200065", "--from", "500085,5200005", "--option", "slope=tobler"]
    assert main([*line, "--out", str(out), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["reached"], facts["cells"]) == (62, 63)
    with rasterio.open(out) as file:
        assert np.nanmax(file.read(1)) == pytest.approx(facts["largest"])
    assert main([*line, "--out", str(out), "--within", "10"]) == 0
    assert "of 63 cells can be reached" in capsys.readouterr().out


def test_a_corridor_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, hill = tmp_path / "corridor.tif", TerrainWorld.read(str(HILL), Options(slope="tobler"))
    line = ["surface", str(HILL), "--from", "500015,5200065", "--to", "500085,5200005", "--option", "slope=tobler", "--json"]
    assert main([*line, "--share", "1.05", "--out", str(out)]) == 0
    facts = json.loads(capsys.readouterr().out)
    best = hill.search((500_015, 5_200_065), [(500_085, 5_200_005)], engine="interpreted").cost.travelled
    with rasterio.open(out) as file:
        found = file.read(1)
    assert np.nanmin(found) == pytest.approx(best)
    assert np.nanmax(found) == pytest.approx(facts["largest"])
    there = hill.accumulate((500_015, 5_200_065), engine="interpreted").costs
    back = hill.accumulate((500_085, 5_200_005), backwards=True, engine="interpreted").costs
    np.testing.assert_array_equal(np.isfinite(found), there + back <= best * 1.05)
    assert facts["reached"] == np.isfinite(found).sum()
    walled = (*line, "--option", "max_grade=0.01", "--share", "1.05", "--out", str(tmp_path / "none.tif"))
    assert main(list(walled)) == 1
    assert json.loads(capsys.readouterr().out) == {"reached": 0, "cells": 63, "largest": None, "out": None}
    assert main([each for each in walled if each != "--json"]) == 1
    assert "not found: no path leads" in capsys.readouterr().out
    assert not (tmp_path / "none.tif").exists()
    assert main([*line, "--out", str(out)]) == 2
    assert "a corridor needs both --to and --share" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("--from", "500015,5200065", "--out", "surface.png"), "expected a name that ends in .tif|.tif"),
        (("--from", "1,1", "--out", "surface.tif"), "is outside of the raster"),
        (("--from", "500015,5200065", "--out", "surface.tif", "--option", "slope"), "expected NAME=VALUE"),
        (("--from", "500015,5200065", "--out", str(HILL)), "would overwrite the source"),
    ],
)
def test_what_is_refused(line: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["surface", str(HILL), *line]) == 2
    error = capsys.readouterr().err
    assert any(part in error for part in told.split("|"))
    assert error.count("\n") == 1


def test_a_raster_is_solved_by_a_prepared_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    ends = ("--from", "500015,5200065", "--to", "500085,5200005", "--option", "slope=tobler", "--json")
    costs = []
    for name in ("astar", "hierarchy", "landmarks"):
        assert main(["solve", str(HILL), *ends, "--algorithm", name, "--engine", "interpreted"]) == 0
        costs.append(json.loads(capsys.readouterr().out)["cost"])
    assert costs == pytest.approx([costs[0]] * 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hill of 6 by 8 cells of 10 metres with a lake, the same without a reference system, and vectors."""
    folder, heights = tmp_path_factory.mktemp("uses"), np.arange(48.0).reshape(6, 8) % 5
    heights[2, 2] = np.nan
    for name, crs in (("hill", "EPSG:32633"), ("plane", None)):
        raster = make_raster(heights, (10.0, 0.0, 500_000.0, 0.0, -10.0, 5_200_060.0), crs)
        write_geotiff(heights, raster.frame, folder / f"{name}.tif", float("nan"))
    write_geotiff(np.nan_to_num(heights), raster.frame, folder / "land.tif", None)
    (folder / "classes.csv").write_text("class,cost\n0,1\n1,2\n")
    wall = geopandas.GeoDataFrame(geometry=[shapely.box(500_041, 5_200_001, 500_049, 5_200_059)], crs="EPSG:32633")
    wall.to_file(folder / "wall.gpkg")
    wall.set_crs(32632, allow_override=True).to_file(folder / "zone.gpkg")
    (folder / "empty.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    return folder


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hill slope=tobler --from 1,1 --to 500075,5200005", r"1,1 is outside of the raster, .* \(WGS 84 / UTM zone 33N\)"),
        ("hill slope=tobler --from 5200055,500005 --to 500075,5200005", "500005,5200055 would be inside"),
        ("hill slope=tobler --from 46.9537,15.0003 --to 500075,5200005", "with --option ends=latlon would be inside"),
        ("hill slope=tobler --from 15.0003,46.9537 --to 500075,5200005", "46.9537,15.0003 with --option ends=latlon would be"),
        ("hill slope=tobler --from 52.5,13.4 --to 500075,5200005", "as lat,lon with --option ends=latlon, such as 46.9"),
        ("hill slope=tobler ends=latlon --from 500005,5200055 --to 500075,5200005", "with --option ends=map would be inside"),
        ("hill slope=tobler --from 500025,5200035 --to 500075,5200005", "has no data or is blocked; the nearest that is open"),
        ("hill slope=tobbler ENDS", "expected one of none, tobler, naismith, walk"),
        ("hill band=9 ENDS", "there is no band 9; it has 1"),
        ("hill slope=tobler --from 500005,5200055", "names no goal; give goals= or --to x,y"),
        ("hill slope=tobler barriers=zone.gpkg ENDS", "zone.gpkg: no shape touches the raster, .* check the reference system"),
        ("hill slope=tobler barriers=empty.geojson ENDS", "empty.geojson: there is no shape; give at least one"),
        ("plane slope=tobler barriers=wall.gpkg ENDS", "but the raster names no reference system; give --option crs="),
        ("land classes=classes.csv ENDS", "the table of classes has no cost for class 2; give one"),
        ("hill slope=tobler max_grade=0 ENDS", "max_grade is 0.0; it must be a number from 0.01"),
        ("plane slope=tobler ENDS --out way.geojson", "names no reference system, .* GeoJSON .* crs=EPSG:NUMBER .* .gpkg"),
    ],
)
def test_wrong_uses(
    folder: Path, line: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    source, *words = line.replace("ENDS", "--from 500005,5200055 --to 500075,5200005").split()
    options = [part for word in words for part in (("--option", word) if "=" in word else (word,))]
    assert main(["solve", f"{source}.tif", "--domain", "terrain", "--engine", "interpreted", *options]) == 2
    error = capsys.readouterr().err
    assert re.search(told, error), error
    assert error.count("\n") == 1
    assert not (folder / "way.geojson").exists()
