"""A bike ride over a hill: the fastest way there and back, its profile, and the same ride found again from a GPS track."""

from __future__ import annotations

from math import cos, radians
from pathlib import Path

import numpy as np

from genastar_picture.profile import draw_profile
from genastar_roads.answers.route import Route
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes
from genastar_terrain.rasters import Raster
from genastar_terrain.sources.read import make_raster

MAP = Path(__file__).parents[1] / "plugins/roads/tests/data/kotka.osm.pbf"
FOLDER = Path("out")
WEST, NORTH, CELL = 26.92, 60.55, 0.0002  # degrees


def make_hill() -> Raster:
    """Elevations of a hill of 60 metres. A real file is `heights="dem.tif"`."""
    lat = NORTH - CELL * (np.arange(200) + 0.5)
    lon = WEST + CELL * (np.arange(300) + 0.5)
    away = ((lat[:, None] - 60.530) / 0.004) ** 2 + ((lon[None, :] - 26.950) / 0.007) ** 2
    return make_raster(5 + 60 * np.exp(-away), (CELL, 0, WEST, 0, -CELL, NORTH), "EPSG:4326")


def main() -> None:
    """Print the rides, draw the first, and match a track of it."""
    level = Roads.read(MAP, Options(profile="bike"))
    hilly = level.with_heights(make_hill())
    home, beach = hilly.find_nearest(60.5251, 26.9402), hilly.find_nearest(60.5352, 26.9601)
    asked = (level, (home, beach)), (hilly, (home, beach)), (hilly, (beach, home))
    rides = [roads.find_tour(ends, engine="interpreted") for roads, ends in asked]
    short, there, back = (ride for ride in rides if ride is not None)
    straight = Route(hilly.graph, home, beach, short.legs)  # the ride that is quickest on the flat
    for name, ride in (("over the hill", straight), ("around it", there), ("back", back)):
        print(f"{name}: {ride.metres:.0f} m, {ride.seconds:.0f} s, {ride.climb:.0f} m up and {ride.descent:.0f} m down")
    FOLDER.mkdir(exist_ok=True)
    draw_routes([straight, there], hilly.graph, hilly.options, FOLDER / "hilly_ride.png")
    draw_profile(there.profile, FOLDER / "hilly_profile.png")
    noise = np.random.default_rng(1).normal(0, 5, there.points.shape) / (111_195 * np.array([1, cos(radians(60.53))]))
    found = hilly.match(there.points + noise, engine="interpreted")
    same = np.isin(there.edges, found.routes[0].edges)
    print(f"A track with 5 m of noise: {found.matched:.0%} of its points matched, {same.mean():.0%} of the roads found again")
    print(f"Pictures: {FOLDER / 'hilly_ride.png'}, {FOLDER / 'hilly_profile.png'}. Map: {hilly.graph.credit}")


if __name__ == "__main__":
    main()
