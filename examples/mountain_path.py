"""Walk over a mountain: the quickest path on foot, the path on a road of 12 percent, and where an hour leads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genastar import Trace
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.read import make_raster

PICTURE = Path("out/mountain_path.png")
START, GOAL = (500_200, 5_200_200), (505_800, 5_205_800)


def make_mountain() -> NDArray[np.float64]:
    """Heights of 120 by 120 cells of 50 metres: a peak, a ridge and a pass."""
    y, x = np.mgrid[0:120, 0:120] / 120
    peak = 700 * np.exp(-((x - 0.45) ** 2 + (y - 0.55) ** 2) / 0.02)
    ridge = 300 * np.exp(-((x + y - 1) ** 2) / 0.03) * (1 - 0.9 * np.exp(-((x - 0.75) ** 2) / 0.01))
    heights: NDArray[np.float64] = peak + ridge + 200
    return heights


def main() -> None:
    """Print the paths, and draw the first over the shaded mountain."""
    raster = make_raster(make_mountain(), (50, 0, 500_000, 0, -50, 5_206_000), "EPSG:32633")
    for slope in ("tobler", "naismith", "road"):
        mountain = TerrainWorld.read(raster, Options(slope=slope, neighbours=16))
        result = mountain.search(START, [GOAL])
        path = mountain.measure_path(result)
        unit = "m" if slope == "road" else "s"
        print(f"{slope}: {path.cost:.0f} {unit}, {path.length:.0f} m, {path.climb:.0f} m up and {path.descent:.0f} m down")
        if slope == "tobler":
            PICTURE.parent.mkdir(exist_ok=True)
            mountain.draw(result, Trace(), PICTURE)
    hour = TerrainWorld.read(raster, Options(slope="tobler")).accumulate(START, within=3600)
    print(f"within an hour on foot: {np.isfinite(hour.costs).sum() * 50 * 50 / 1e6:.1f} square kilometres")
    print(f"Picture: {PICTURE}")


if __name__ == "__main__":
    main()
