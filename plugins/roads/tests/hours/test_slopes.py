"""Heights and a departure together: slopes count at all hours."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from towns import Tags, make_road, make_square, osm_file

from genastar import BadInput
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.search.preference import Preference
from genastar_terrain.sources.read import make_raster

NO_TAGS: Tags = MappingProxyType({})
WEST, NORTH, CELL = 23.99, 60.05, 0.0005


def read(path: Path, tags: Tags = NO_TAGS, *, depart: str | None = None, is_flat: bool = False) -> Roads:
    """Two equal roads, 4.5 % up from 11 to 21 and from 12 to 22, of which the first has these tags."""
    ways = [make_road(1, [11, 21], **dict(tags)), make_road(2, [12, 22])]
    roads = Roads.read(osm_file(path / "a.osm", make_square(), ways), Options(profile="bike", part="all"))
    roads = roads if depart is None else roads.with_depart(depart)
    lat = NORTH - CELL * (np.arange(100) + 0.5)
    heights = np.repeat(np.where(is_flat, 7.0, 5000 * (lat - 60))[:, None], 80, axis=1)
    return roads.with_heights(make_raster(heights, (CELL, 0, WEST, 0, -CELL, NORTH), "EPSG:4326"))


def ride(roads: Roads, start: str, goal: str) -> float:
    found = roads.find_tour([roads.parse(start), roads.parse(goal)], engine="interpreted")
    assert found is not None
    return found.seconds


@pytest.mark.parametrize("ends", [("11", "21"), ("21", "11")])
@pytest.mark.parametrize(
    "tags", [{"access:conditional": "no @ (Su)"}, {"maxspeed:conditional": "5 @ (22:00-23:00)"}, {"opening_hours": "Mo-Sa"}]
)
def test_a_road_with_hours_takes_the_time_of_its_slope(tmp_path: Path, tags: Tags, ends: tuple[str, str]) -> None:
    usual = ride(read(tmp_path, tags), *ends)
    roads = read(tmp_path, tags, depart="2026-11-28T09:00")
    assert ride(roads, *ends) == pytest.approx(usual, rel=1e-4)
    assert ride(roads, ends[0][0] + "2", ends[1][0] + "2") == pytest.approx(usual, rel=1e-3)


def test_a_slower_hour_on_a_slope(tmp_path: Path) -> None:
    """A limit by the hour is that of the flat, as `maxspeed` is."""
    roads = read(tmp_path, {"maxspeed:conditional": "5 @ (22:00-23:00)"}, depart="2026-11-28T22:10")
    always = read(tmp_path, {"maxspeed": "5"})
    for ends in (("11", "21"), ("21", "11")):
        assert ride(roads, *ends) == pytest.approx(ride(always, *ends), rel=1e-4)


def test_heights_after_a_departure_keep_it(tmp_path: Path) -> None:
    """The other order is refused, since the file is read again for a departure."""
    tags = {"access:conditional": "no @ (08:00-10:00)"}
    assert ride(read(tmp_path, tags, depart="2026-11-28T09:30"), "11", "21") > 1800
    again = read(tmp_path, tags, depart="2026-11-28T12:30").with_depart("2026-11-28T09:30")
    assert ride(again, "11", "21") > 1800
    with pytest.raises(BadInput, match="the departure first, then heights"):
        read(tmp_path, tags).with_depart("2026-11-28T09:30")


def test_changed_costs_of_a_saved_graph_are_no_times(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("road,12\n*,50%\n", encoding="utf-8")
    read(tmp_path).graph.save(tmp_path / "a.roads")
    saved = Roads.read(tmp_path / "a.roads", Options())
    with pytest.raises(BadInput, match="the departure first"):
        saved.with_preference(Preference("residential", factor=0.1)).with_depart("2026-11-28T09:00", tmp_path / "a.csv")


def test_what_leaves_a_departure_has_the_usual_times(tmp_path: Path) -> None:
    """The fastest hour of a table is an estimate for searches, and no time of a road."""
    (tmp_path / "a.csv").write_text("road,12,13\n*,50%,300%\n", encoding="utf-8")
    read(tmp_path).graph.save(tmp_path / "a.roads")
    saved = Roads.read(tmp_path / "a.roads", Options())
    timed = saved.with_depart("2026-11-28T09:00", tmp_path / "a.csv")
    timed.graph.save(tmp_path / "b.roads")
    assert Roads.read(tmp_path / "b.roads", Options()).graph.weight.tolist() == saved.graph.weight.tolist()
    frames = [roads.to_geodataframes()[1] for roads in (saved, timed, timed.with_preference(Preference("path")))]
    assert all(each["travel_time"].tolist() == frames[0]["travel_time"].tolist() for each in frames)


def test_what_a_departure_does_not_answer_says_so(tmp_path: Path) -> None:
    read(tmp_path, {"access:conditional": "no @ (07:00-09:00)"})
    roads, depart = Roads.read(tmp_path / "a.osm", Options(part="all")), "2026-11-28T09:00"
    ends = roads.make_node_place(0), roads.make_node_place(1)
    with pytest.raises(BadInput, match="alternatives with a departure are not computed"):
        roads.alternatives(*ends, 2, depart=depart)
    with pytest.raises(BadInput, match="isochrones with a departure are not computed"):
        roads.compute_isochrones([60.0], ends[0], depart=depart)
    with pytest.raises(BadInput, match="matches with a departure are not computed"):
        roads.match([(60.0, 24.0), (60.001, 24.0)], depart=depart)


@pytest.mark.parametrize(("speed", "usual"), [("50%", 0.5), ("100%", 1.0), ("8", None)])
def test_a_table_of_speeds_on_a_slope(tmp_path: Path, speed: str, usual: float | None) -> None:
    """A speed in km/h, too, is that on the flat."""
    (tmp_path / "a.csv").write_text(f"road,0-24\n*,{speed}\n", encoding="utf-8")
    depart, table = "2026-11-28T09:00", tmp_path / "a.csv"
    flat, hill = (read(tmp_path, is_flat=is_flat) for is_flat in (True, False))
    hill.graph.save(tmp_path / "a.roads")
    timed = [read(tmp_path, depart=depart, is_flat=is_flat).with_depart(depart, table) for is_flat in (True, False)]
    timed.append(Roads.read(tmp_path / "a.roads", Options()).with_depart(depart, table))
    for start, goal in (("11", "21"), ("21", "11")):
        slope = ride(hill, start, goal) / ride(flat, start, goal)
        level, *found = (ride(roads, start, goal) for roads in timed)
        assert found == pytest.approx([level * slope] * 2, rel=1e-3)
        assert usual is None or level == pytest.approx(ride(flat, start, goal) / usual, rel=1e-3)
