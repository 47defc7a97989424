"""Rasters: genastar beside scikit-image, xarray-spatial and GRASS.

Each finds one path from corner to corner, or the whole surface of accumulated costs. Costs are compared before anything is
timed. GRASS is a process of its own, with files. The path search of xarray-spatial takes no costs, so it is left out.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import genastar
from benchmarks.measure import median_seconds, print_table
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld

Floats = NDArray[np.float64]
ROUNDS = 5
SIDE = 1000


def run() -> None:
    for name, costs in (("smooth costs of 1 to 10", make_smooth(SIDE)), ("random costs of 1 to 10", make_random(SIDE))):
        race(name, costs)


def make_smooth(side: int) -> Floats:
    """Costs that change slowly, as those of land do."""
    found = np.random.default_rng(0).random((side, side))
    for _ in range(40):
        for axis in (0, 1):
            found = (np.roll(found, 1, axis) + found + np.roll(found, -1, axis)) / 3
    least, most = float(found.min()), float(found.max())
    return 1 + 9 * (found - least) / (most - least)


def make_random(side: int) -> Floats:
    """Costs without any order."""
    return 1 + 9 * np.random.default_rng(1).random((side, side))


def race(name: str, costs: Floats) -> None:
    """Print the times of all contestants on one raster."""
    world = TerrainWorld.read(costs, Options())
    start, goal = (0.5, SIDE - 0.5), (SIDE - 0.5, 0.5)
    with tempfile.TemporaryDirectory() as folder:
        paths: dict[str, Callable[[], float]] = {"genastar": lambda: _get_cost(world.search(start, [goal], engine="compiled"))}
        surfaces: dict[str, Callable[[], Floats]] = {"genastar": lambda: world.accumulate(start, engine="compiled").costs}
        _add_scikit_image(costs, paths, surfaces)
        _add_xarray_spatial(costs, surfaces)
        _add_grass(costs, Path(folder), surfaces)
        wanted, field = paths["genastar"](), surfaces["genastar"]()
        for other, ask in paths.items():
            assert abs(ask() - wanted) < 1e-5 * wanted, other
        for other, spread in surfaces.items():
            np.testing.assert_allclose(spread(), field, rtol=1e-4, err_msg=other)
        print(f"{SIDE} × {SIDE} cells, {name}; one path of cost {wanted:.1f}, and the whole surface:\n")
        for what, contestants in (("path", paths), ("surface", surfaces)):
            taken = median_seconds(contestants, ROUNDS)
            mine = taken["genastar"]
            print_table(
                (what, "ms", "times genastar"), ((key, f"{t * 1e3:.0f}", f"{t / mine:.2f}") for key, t in taken.items())
            )


def _get_cost(result: genastar.Result[Any, Any]) -> float:
    assert result.cost is not None
    return float(result.cost.travelled)


def _add_scikit_image(costs: Floats, paths: dict[str, Any], surfaces: dict[str, Any]) -> None:
    if find_spec("skimage") is None:
        print("skipped: scikit-image, which is not installed\n")
        return
    from skimage.graph import MCP_Geometric

    def find_path() -> float:
        graph = MCP_Geometric(costs)
        found = graph.find_costs([(0, 0)], [(SIDE - 1, SIDE - 1)])[0]
        graph.traceback((SIDE - 1, SIDE - 1))
        return float(found[-1, -1])

    paths["scikit-image"] = find_path
    surfaces["scikit-image"] = lambda: MCP_Geometric(costs).find_costs([(0, 0)])[0]


def _add_xarray_spatial(costs: Floats, surfaces: dict[str, Any]) -> None:
    if find_spec("xrspatial") is None:
        print("skipped: xarray-spatial, which is not installed\n")
        return
    import xarray
    from xrspatial import cost_distance

    coords = {"y": np.arange(SIDE, dtype=float), "x": np.arange(SIDE, dtype=float)}
    friction = xarray.DataArray(costs, dims=("y", "x"), coords=coords)
    source = xarray.zeros_like(friction)
    source[0, 0] = 1
    surfaces["xarray-spatial"] = lambda: np.asarray(cost_distance(source, friction).data, np.float64)


def _add_grass(costs: Floats, folder: Path, surfaces: dict[str, Any]) -> None:
    if shutil.which("grass") is None:
        print("skipped: GRASS, which is not installed\n")
        return
    from genastar_terrain.sources.datasets import silence_rasterio, write_geotiff
    from genastar_terrain.sources.read import make_raster

    write_geotiff(costs, make_raster(costs).frame, folder / "costs.tif", None)
    (folder / "run.sh").write_text(
        f"r.in.gdal -o --o --q input=costs.tif output=c && g.region raster=c && r.cost --o --q input=c output=s "
        f"start_coordinates=0.5,{SIDE - 0.5} && r.out.gdal --o -f -c --q input=s output=s.tif type=Float64\n"
    )

    def spread() -> Floats:
        import rasterio

        subprocess.run(
            ["grass", "--tmp-location", "XY", "--exec", "bash", "run.sh"], cwd=folder, capture_output=True, check=True
        )
        with silence_rasterio(), rasterio.open(folder / "s.tif") as file:
            return np.asarray(file.read(1), np.float64)

    surfaces["GRASS r.cost, with its files"] = spread


if __name__ == "__main__":
    run()
