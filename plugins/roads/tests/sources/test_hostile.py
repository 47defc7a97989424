"""Files that are damaged, or want to do harm: one clear line each, and memory that stays bounded."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from towns import make_road, make_square, osm_file

import genastar
from genastar import BadInput
from genastar_roads.info import Options
from genastar_roads.model import Roads

DATA = Path(__file__).parents[1] / "data"


def refused(path: Path, words: str, **options: object) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        Roads.read(path, Options(**options))  # type: ignore[arg-type]
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.count(str(path)) == 1 or "\0" in path.name  # not one refusal within another


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.999])
@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
def test_cut_off_extracts(tmp_path: Path, file: str, share: float) -> None:
    content = (DATA / file).read_bytes()
    (tmp_path / file).write_bytes(content[: int(len(content) * share)])
    refused(tmp_path / file, "cut off|not an? (readable )?OpenStreetMap")


def test_cut_off_xml(tmp_path: Path) -> None:
    whole = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12])]).read_bytes()
    for length in (0, 10, 60, len(whole) // 2, len(whole) - 3):
        (tmp_path / "b.osm").write_bytes(whole[:length])
        refused(tmp_path / "b.osm", "not an? (readable )?OpenStreetMap")


def test_flipped_bytes_of_a_pbf_are_refused_or_read(tmp_path: Path) -> None:
    content = (DATA / "kotka.osm.pbf").read_bytes()
    for place in range(0, len(content), len(content) // 60):
        (tmp_path / "a.osm.pbf").write_bytes(content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :])
        with suppress(BadInput):
            Roads.read(tmp_path / "a.osm.pbf", Options()).graph.check("it")


@pytest.mark.parametrize("suffix", [".osm.pbf", ".pbf", ".osm", ".osm.gz", ".osm.bz2", ".gr", ".gr.xz", ".roads", ".graphml"])
def test_200_megabytes_of_garbage(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with path.open("wb") as file:
        file.write(bytes(number * 197 % 256 for number in range(4096)))
        file.truncate(200_000_000)  # a hole, so that it costs no room
    tracemalloc.start()
    try:
        refused(path, "not an?|cut off|has more than 50,000,000 bytes", megabytes=50)
        assert tracemalloc.get_traced_memory()[1] < 120_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [(".osm.gz", gzip.compress), (".osm.bz2", bz2.compress), (".gr.xz", lzma.compress), (".graphml.gz", gzip.compress)],
)
def test_bombs(tmp_path: Path, suffix: str, pack: object) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(pack(b"<?xml version='1.0'?><osm>" + b" " * 20_000_000))  # type: ignore[operator]
    refused(path, "unpacks to more than 10 MB|more than 10,000,000 bytes", megabytes=10)


def test_a_pbf_that_says_it_is_large(tmp_path: Path) -> None:
    block = b"\x0a\x07OSMData\x18\x10"
    blob = b"\x10\xff\xff\xff\x0f\x1a\x08" + bytes(9)
    (tmp_path / "a.pbf").write_bytes((len(block).to_bytes(4, "big") + block + blob) * 400)
    refused(tmp_path / "a.pbf", "more than 100 MB", megabytes=100)


def test_entities_that_grow_are_not_unfolded(tmp_path: Path) -> None:
    lines = "".join(f'<!ENTITY a{number} "{f"&a{number - 1};" * 10}">' for number in range(1, 12))
    text = f'<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a0 "lol">{lines}]><osm version="0.6"><note>&a11;</note></osm>'
    (tmp_path / "a.osm").write_text(text)
    refused(tmp_path / "a.osm", "not an? (readable )?OpenStreetMap")
    (tmp_path / "a.graphml").write_text(text.replace("osm", "graphml"))
    refused(tmp_path / "a.graphml", "not a GraphML")


def test_restrictions_that_run_in_circles_and_name_themselves(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12]), make_road(2, [12, 22]), make_road(3, [22, 21]), make_road(4, [21, 11])]
    no = {"type": "restriction", "restriction": "no_left_turn"}
    circle = [([("way", 1, "from"), ("way", 2, "via"), ("way", 3, "via"), ("way", 4, "via"), ("way", 1, "to")], no)]
    chain = [([("way", a, "from"), ("way", a % 4 + 1, "via"), ("way", (a + 1) % 4 + 1, "to")], no) for a in (1, 2, 3, 4)]
    itself = [([("relation", 1, "via"), ("way", 1, "from"), ("way", 1, "to")], no), ([("way", 1, "from")] * 50, no)]
    osm_file(tmp_path / "a.osm", make_square(), ways, circle + chain + itself)
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    roads.graph.check("it")
    assert roads.search(roads.parse("11"), [roads.parse("12")], engine="interpreted").found
    assert len(roads.graph.turns)


def test_many_restrictions_of_one_way(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12]), make_road(2, [12, 22]), make_road(3, [22, 21]), make_road(4, [22, 23])]
    no = {"type": "restriction", "restriction": "no_left_turn"}
    members = [("way", 1, "from"), *(("way", number, "via") for number in (2, 3, 4) for _ in range(200)), ("way", 1, "to")]
    osm_file(tmp_path / "a.osm", make_square(), ways, [(members, no)] * 50)
    Roads.read(tmp_path / "a.osm", Options(part="all")).graph.check("it")


def test_nothing_that_can_be_used(tmp_path: Path) -> None:
    osm_file(tmp_path / "a.osm", make_square(), [])
    refused(tmp_path / "a.osm", "no way is open to the profile 'car'")
    osm_file(tmp_path / "b.osm", {}, [make_road(1, [11, 12])])
    refused(tmp_path / "b.osm", "no way has nodes with coordinates")
    osm_file(tmp_path / "c.osm", {11: (60.0, 24.0), 13: (60.0, 24.0)}, [make_road(1, [11, 12, 13])])
    refused(tmp_path / "c.osm", "two consecutive nodes with coordinates")
    osm_file(tmp_path / "d.osm", make_square(), [make_road(1, [11]), make_road(2, [])])
    refused(tmp_path / "d.osm", "no way is open")


@pytest.mark.parametrize("number", [2**53, 2**62, -(2**60)])
def test_ids_that_are_too_large(tmp_path: Path, number: int) -> None:
    osm_file(tmp_path / "a.osm", {number: (60.0, 24.0), 12: (60.0, 24.1), 13: (60.0, 24.2)}, [make_road(1, [number, 12, 13])])
    refused(tmp_path / "a.osm", r"expected less than 2\^53")


def test_coordinates_that_are_none(tmp_path: Path) -> None:
    for lat, lon in ((95.0, 24.0), (60.0, 181.0), (float("nan"), 24.0), (1e300, 24.0)):
        osm_file(tmp_path / "a.osm", {11: (lat, lon), 12: (60.0, 24.0)}, [make_road(1, [11, 12])])
        refused(tmp_path / "a.osm", "not an? (readable )?OpenStreetMap|two consecutive nodes with coordinates|degrees")


def test_names_that_are_no_files(tmp_path: Path) -> None:
    for suffix in (".osm", ".pbf", ".gr", ".roads", ".graphml"):
        refused(tmp_path / f"missing{suffix}", "cannot read this file")
        refused(tmp_path / f"x\0{suffix}", "no name of a file")
        (tmp_path / f"folder{suffix}").mkdir()
        refused(tmp_path / f"folder{suffix}", "cannot read this file")


def test_graphml_with_coordinates_beyond_all_numbers(tmp_path: Path) -> None:
    """Refused without a warning of numpy, which would be a second line."""
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph()
    graph.add_node(1, x=float("inf"), y=60.0)
    graph.add_node(2, x=24.0, y=60.0)
    graph.add_edge(1, 2, travel_time=5.0)
    graph.add_edge(2, 1, travel_time=5.0, geometry="LINESTRING (24 60, 1e400 60, 24 61)")
    nx.write_graphml(graph, tmp_path / "far.graphml")
    refused(tmp_path / "far.graphml", "lon 0 is inf; expected degrees")


STRANGE = ["nan", "inf", "-inf", "-5", "1e308", "9" * 5000, "5e-324"]


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("key", ["length", "travel_time", "weight"])
@pytest.mark.parametrize("metric", ["distance", "time"])
@pytest.mark.filterwarnings("error")
def test_weights_that_are_none(tmp_path: Path, value: str, key: str, metric: str) -> None:
    keys = f'<key id="d" for="edge" attr.name="{key}" attr.type="double"/>'
    edge = f'<node id="1"/><node id="2"/><edge source="1" target="2"><data key="d">{value}</data></edge>'
    space = 'xmlns="http://graphml.graphdrawing.org/xmlns"'
    (tmp_path / "a.graphml").write_text(f'<graphml {space}>{keys}<graph edgedefault="directed">{edge}</graph></graphml>')
    looked_at = key == "weight" or (key == "length") == (metric == "distance")
    if not looked_at or value != "5e-324" or key == "weight":
        refused(tmp_path / "a.graphml", "edge 0: (its|no weight for)", metric=metric)
    else:
        assert Roads.read(tmp_path / "a.graphml", Options(metric=metric)).graph.weight.tolist() == [1]
    (tmp_path / "a.gr").write_text(f"p sp 2 1\na 1 2 {value}\n")
    refused(tmp_path / "a.gr", "not a DIMACS file|is negative|more than")


@pytest.mark.parametrize("method", ["hierarchy", "landmarks", pytest.param("hub-labels", marks=pytest.mark.long)])
def test_what_is_no_place_is_refused_in_one_line(tmp_path: Path, method: str) -> None:
    roads: Any = Roads.read(osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12, 13])]), Options())
    prepared: Any = genastar.prepare(roads, method)
    place = roads.make_node_place(0)
    for ask in (
        lambda: prepared.distance(5, place),
        lambda: prepared.matrix([place], [5]),
        lambda: prepared.search(5, [place]),
        lambda: roads.matrix([place], [5]),
        lambda: roads.compute_costs_between([5], [place], algorithm="hierarchy"),
        lambda: roads.compute_costs_from(5),
        lambda: roads.compute_isochrones([5], 5),
    ):
        with pytest.raises(BadInput, match=r"^5 is no place of"):
            ask()
    with pytest.raises(BadInput, match=r"^starts=5: expected positions"):
        prepared.matrix(5, [place])
