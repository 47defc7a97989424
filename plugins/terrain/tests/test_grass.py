"""GRASS's r.walk and r.cost give the same surfaces, where GRASS is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import rasterio

from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.datasets import silence_rasterio

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("grass") is None, reason="GRASS is not installed"),
]

SCRIPT = """
set -e
r.in.gdal -o --q input=dem.tif output=dem
g.region raster=dem
r.mapcalc --q "none = 0"
r.walk --q elevation=dem friction=none output=walk start_coordinates=1050,7950 lambda=0
r.cost --q input=dem output=cost start_coordinates=1050,7950
r.out.gdal --q -f -c input=walk output=walk.tif type=Float64
r.out.gdal --q -f -c input=cost output=cost.tif type=Float64
"""


def make_elevation() -> np.ndarray:
    """A real model, the Jacksboro fault (USGS), where matplotlib is installed; otherwise random hills."""
    try:
        from matplotlib import cbook

        return np.asarray(cbook.get_sample_data("jacksboro_fault_dem.npz")["elevation"][:300, :300], np.float64)
    except ImportError:
        return 400 + np.random.default_rng(1).random((300, 300)).cumsum(axis=0)


def test_the_surfaces_of_grass(tmp_path: Path) -> None:
    heights = make_elevation()
    rows, columns = heights.shape
    with silence_rasterio(), rasterio.open(
        tmp_path / "dem.tif", "w", driver="GTiff", width=columns, height=rows, count=1, dtype="float64",
        transform=rasterio.Affine(30, 0, 0, 0, -30, rows * 30),
    ) as file:  # fmt: skip
        file.write(heights, 1)
    (tmp_path / "run.sh").write_text(SCRIPT)
    flags = ("--tmp-project", "--tmp-location")  # since GRASS 8.4, and before
    done = [
        subprocess.run(
            ["grass", flag, "XY", "--exec", "bash", "run.sh"], cwd=tmp_path, capture_output=True, check=False
        ).returncode
        for flag in flags
        if not (tmp_path / "cost.tif").exists()
    ]
    assert 0 in done
    for slope, name, unit in (("walk", "walk.tif", 1), ("none", "cost.tif", 30)):
        world = TerrainWorld.read(str(tmp_path / "dem.tif"), Options(slope=slope, crs="none"))
        with silence_rasterio(), rasterio.open(tmp_path / name) as file:
            theirs = file.read(1) * unit
        np.testing.assert_allclose(world.accumulate((1050, 7950), engine="interpreted").costs, theirs, rtol=1e-9)
