"""The command ``genastar surface``, and ``genastar solve`` with a raster."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import rasterio

from genastar.cli import main
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld

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
