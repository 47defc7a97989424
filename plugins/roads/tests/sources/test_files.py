"""What files hold beside plain nodes and ways: deleted objects, histories, coordinates on ways, nodes after their ways."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from pathlib import Path

import osmium
import pytest
from towns import list_arcs, make_road, make_square, osm_file

from genastar import BadInput
from genastar_roads.info import Options
from genastar_roads.model import Roads

REPORTS = Path(__file__).parents[1] / "data" / "reports"

HEAD = '<?xml version="1.0"?><osm version="0.6">'
PLACES = {1: (50.0, 8.0), 2: (50.0, 8.004), 3: (50.002, 8.002)}
NODES = "".join(f'<node id="{number}" version="1" lat="{lat}" lon="{lon}"/>' for number, (lat, lon) in PLACES.items())
HIGHWAY = '<tag k="highway" v="residential"/>'
STRAIGHT = f'<way id="10" version="1"><nd ref="1"/><nd ref="2"/>{HIGHWAY}</way>'
AROUND = f'<way id="11" version="1"><nd ref="2"/><nd ref="3"/><nd ref="1"/>{HIGHWAY}</way>'
SHORT, LONG = 285.9, 528.74


def read(path: Path, **options: str) -> Roads:
    return Roads.read(path, Options(**({"part": "all", "metric": "distance"} | options)))  # type: ignore[arg-type]


def cost(path: Path, start: str, goal: str, **options: str) -> float:
    roads = read(path, **options)
    found = roads.search(roads.parse(start), [roads.parse(goal)], engine="interpreted")
    assert found.cost is not None
    return found.cost.travelled


@pytest.mark.parametrize(
    ("file", "start", "goal", "options", "right"),
    [
        ("c_backward.osm", "2", "1", {}, LONG),
        ("c_backward.osm", "1", "2", {}, SHORT),
        ("c_list.osm", "1", "2", {}, LONG),
        ("c_list_bike.osm", "1", "2", {"profile": "bike"}, LONG),
        ("c_bollard.osm", "1", "3", {}, SHORT),
        ("c_deleted.osm", "1", "2", {}, LONG),
        ("c_history.osm", "1", "2", {}, LONG),
        ("c_late.osm", "1", "2", {}, SHORT),
        ("c_ferry.osm", "1", "2", {"metric": "time"}, 1200.0),
        ("r22b.osm", "1", "4", {}, 425.7),
        ("r4a.osm", "1", "2", {}, SHORT),
        ("plow_only.osm.pbf", "1", "2", {}, SHORT),
    ],
)
def test_small_inputs_of_public_reports(file: str, start: str, goal: str, options: dict[str, str], right: float) -> None:
    assert cost(REPORTS / file, start, goal, **options) == pytest.approx(right, abs=0.01)


PACKINGS: dict[str, Callable[[bytes], bytes]] = {".osm": bytes, ".osm.gz": gzip.compress, ".osm.bz2": bz2.compress}


@pytest.mark.parametrize("suffix", PACKINGS)
@pytest.mark.parametrize("mark", ['action="delete"', "action='delete'", 'visible="false"', 'visible = "false"'])
@pytest.mark.parametrize("kind", ["node", "way", "relation"])
def test_deleted_objects_do_not_count(tmp_path: Path, suffix: str, mark: str, kind: str) -> None:
    roles = (("way", 10, "from"), ("node", 2, "via"), ("way", 11, "to"))
    members = "".join(f'<member type="{thing}" ref="{ref}" role="{role}"/>' for thing, ref, role in roles)
    tags = '<tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/>'
    relation = f'<relation id="1" version="1">{members}{tags}</relation>'
    block = '<node id="1" version="1" lat="50.0" lon="8.0"/>', STRAIGHT, relation
    place = ("node", "way", "relation").index(kind)
    text = f"{HEAD}{NODES}{STRAIGHT}{AROUND}{relation}</osm>"
    path = tmp_path / f"a{suffix}"
    path.write_bytes(
        PACKINGS[suffix](text.replace(block[place], block[place].replace('version="1"', f'version="1" {mark}', 1)).encode())
    )
    roads = read(path)
    assert "deleted objects, left out: 1" in roads.remark
    assert bool(len(roads.graph.turns)) is False
    assert len(list_arcs(roads.graph)) == {"node": 2, "way": 2, "relation": 2}[kind]
    assert ((1, 2) in list_arcs(roads.graph)) == (kind != "node")


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_of_two_versions_the_last_counts(tmp_path: Path, order: tuple[int, int]) -> None:
    versions = {1: STRAIGHT, 2: STRAIGHT.replace('version="1"', 'version="2"').replace("residential", "footway")}
    (tmp_path / "a.osm").write_text(f"{HEAD}{NODES}{versions[order[0]]}\n{versions[order[1]]}{AROUND}</osm>")
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(LONG, abs=0.01)
    assert read(tmp_path / "a.osm").remark == "superseded versions of objects, left out: 1 (way 10)"


def test_of_two_versions_of_a_node_the_last_counts(tmp_path: Path) -> None:
    moved = '<node id="2" version="2" lat="50" lon="8.008"/>'
    nodes = NODES.replace('<node id="3"', moved + '<node id="3"')
    (tmp_path / "a.osm").write_text(f"{HEAD}{nodes}{STRAIGHT}{AROUND}</osm>")
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(2 * SHORT, abs=0.1)


def test_versions_across_the_blocks_in_which_a_file_is_read(tmp_path: Path) -> None:
    nodes = "".join(f'<node id="{number}" version="1" lat="51" lon="9"/>\n' for number in range(100, 30_000))
    gone = '<way id="10" version="2"><nd ref="1"/><nd ref="2"/></way>'
    (tmp_path / "a.osm").write_text(f"{HEAD}{NODES}{nodes}{STRAIGHT}{gone}{AROUND}</osm>")
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(LONG, abs=0.01)


def test_a_history_in_pbf_is_refused_in_one_line(tmp_path: Path) -> None:
    writer = osmium.SimpleWriter(osmium.io.File(str(tmp_path / "a.osm.pbf"), "osh.pbf"))
    for version in (1, 2):
        writer.add_node(osmium.osm.mutable.Node(id=1, version=version, location=(8, 50)))
    writer.close()
    with pytest.raises(BadInput, match="a history, with several versions of its objects; expected one version") as caught:
        read(tmp_path / "a.osm.pbf")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("suffix", [".osm", ".osm.pbf"])
@pytest.mark.parametrize("numbers", [(1, 2, 3), (-1, -2, -3)])
def test_nodes_after_their_ways(tmp_path: Path, suffix: str, numbers: tuple[int, int, int]) -> None:
    writer = osmium.SimpleWriter(str(tmp_path / f"a{suffix}"))
    writer.add_way(osmium.osm.mutable.Way(id=1, nodes=list(numbers), tags={"highway": "residential"}))
    for place, number in enumerate(numbers):
        writer.add_node(osmium.osm.mutable.Node(id=number, location=(8 + 0.002 * place, 50)))
    writer.close()
    assert cost(tmp_path / f"a{suffix}", str(numbers[0]), str(numbers[2])) == pytest.approx(SHORT, abs=0.01)
    assert read(tmp_path / f"a{suffix}").remark == ""


def test_missing_nodes_are_counted_and_said(tmp_path: Path) -> None:
    nodes = {number: place for number, place in make_square().items() if number not in (12, 33)}
    osm_file(
        tmp_path / "a.osm",
        nodes,
        [
            make_road(1, [11, 21, 12, 13, 23]),
            make_road(2, [11, 12]),
            make_road(3, [23, 33]),
            make_road(4, [13, 99], highway="no"),
        ],
    )
    assert read(tmp_path / "a.osm").remark == "nodes of ways that are not in the file, where the ways are cut: 2 (node 12, 33)"


def test_coordinates_on_ways_and_members_are_used(tmp_path: Path) -> None:
    way = f'<way id="10"><nd ref="1" lat="50" lon="8"/><nd ref="2" lon="8.002" lat="50"/><nd ref="3"/>{HIGHWAY}</way>'
    inner = '<member type="way" ref="10" role="from"><nd lat="50" lon="8"/><nd lat="50" lon="8.002"/></member>'
    member = '<member type="node" ref="3" role="via" lat="50" lon="8.004"/>'
    (tmp_path / "a.osm").write_text(f'{HEAD}{way}<relation id="1">{inner}{member}</relation></osm>')
    assert cost(tmp_path / "a.osm", "1", "3") == pytest.approx(SHORT, abs=0.01)


def test_coordinates_on_ways_do_not_move_nodes(tmp_path: Path) -> None:
    way = f'<way id="10"><nd ref="1" lat="59" lon="8"/><nd ref="2" lat="50" lon="8"/>{HIGHWAY}</way>'
    (tmp_path / "a.osm").write_text(f"{HEAD}{NODES}{way}</osm>")
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(SHORT, abs=0.01)


@pytest.mark.parametrize("lat", [0.0, -16.85, 66.5])
def test_ways_meet_at_the_antimeridian(tmp_path: Path, lat: float) -> None:
    nodes = {1: (lat, 179.99), 2: (lat, 180.0), 3: (lat, -180.0), 4: (lat, -179.99), 5: (lat + 1, -180.0)}
    osm_file(tmp_path / "a.osm", nodes, [make_road(1, [1, 2]), make_road(2, [3, 4]), make_road(3, [4, 5])])
    graph = read(tmp_path / "a.osm").graph
    assert {(1, 2), (2, 4), (4, 5)} <= list_arcs(graph)
    osm_file(tmp_path / "b.osm", nodes, [make_road(1, [1, 2]), make_road(2, [3, 4])], node_tags={3: {"barrier": "wall"}})
    roads = read(tmp_path / "b.osm")
    assert list_arcs(roads.graph) >= {(1, 2), (2, 4)}
    assert not roads.search(roads.parse("1"), [roads.parse("4")], engine="interpreted").found


def test_a_way_that_crosses_the_antimeridian_is_short(tmp_path: Path) -> None:
    osm_file(tmp_path / "a.osm", {1: (0.0, 179.99), 2: (0.0, -179.99)}, [make_road(1, [1, 2])])
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(2224, abs=3)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{NODES}{STRAIGHT}<way",
        f"{HEAD}<node id='x' lat='1' lon='2' action='delete'/></osm>",
        f"{HEAD}<node id='1' version='new' lat='1' lon='2' visible='false'/><node id='1' version='2'/></osm>",
        f"{HEAD}<relation id='1'><member type='x' ref='1' role=''/></relation></osm>",
        f"{HEAD}<way id='1'><tag k='highway'/></way></osm>",
        f"{HEAD}<unknown/></osm>",
        "<?xml version='1.0'?><gpx/>",
        f"{HEAD}<node id='1' lat='north' lon='2'/></osm>",
    ],
)
def test_no_text_of_another_library_reaches_the_user(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.osm").write_text(text)
    with pytest.raises(BadInput) as caught:
        read(tmp_path / "a.osm")
    message = str(caught.value).removeprefix(f"{tmp_path / 'a.osm'}: ")
    assert message.startswith(("not a readable OpenStreetMap file: damaged", "no way is open"))
    assert len(message.splitlines()) == 1
    assert not any(word in message.lower() for word in ("xml", "osmium", "pbf", "opl", "exception", "syntax", "well-formed"))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("profile", ["foot", "car", "bike"])
def test_the_border_of_a_square_is_for_feet(tmp_path: Path, profile: str, sign: int) -> None:
    streets = [make_road(1, [31, 32], highway="service"), (sign * 5, [11, 12, 22, 21, 11], {}), (sign * 6, [13, 23, 33], {})]
    members = [("way", sign * 5, "outer"), ("way", sign * 6, "inner"), ("way", 1, "outer"), ("node", 5, "label")]
    tags = {"type": "multipolygon", "highway": "pedestrian", "name": "Plaza", "motor_vehicle": "yes", "bicycle": "yes"}
    osm_file(
        tmp_path / "a.osm", make_square(), streets, [(members, tags), (members, {"type": "multipolygon", "landuse": "grass"})]
    )
    graph = read(tmp_path / "a.osm", profile=profile).graph
    border = {(11, 11), (13, 33), (33, 13)} if profile == "foot" else set()
    assert list_arcs(graph) == {(31, 32), (32, 31)} | border
    assert graph.facts is not None
    assert [graph.facts.names[name] for name, way in zip(graph.facts.name, graph.facts.way, strict=True) if abs(way) == 5] == [
        "Plaza"
    ] * (2 if profile == "foot" else 0)


def test_a_closed_square_has_no_border(tmp_path: Path) -> None:
    tags = {"type": "multipolygon", "highway": "pedestrian", "foot": "no"}
    osm_file(
        tmp_path / "a.osm",
        make_square(),
        [make_road(1, [31, 32]), (5, [11, 12, 22, 21, 11], {})],
        [([("way", 5, "outer")], tags)],
    )
    assert list_arcs(read(tmp_path / "a.osm", profile="foot").graph) == {(31, 32), (32, 31)}


@pytest.mark.parametrize("suffix", [".osm", ".osm.pbf"])
def test_of_copies_in_merged_files_the_last_counts(tmp_path: Path, suffix: str) -> None:
    writer = osmium.SimpleWriter(str(tmp_path / f"a{suffix}"))
    for number, (lat, lon) in PLACES.items():
        writer.add_node(osmium.osm.mutable.Node(id=number, location=(lon, lat)))
    for number, nodes in ((10, [1, 2]), (11, [2, 3, 1]), (10, [1, 3, 2])):
        writer.add_way(osmium.osm.mutable.Way(id=number, nodes=nodes, tags={"highway": "residential"}))
    writer.close()
    assert cost(tmp_path / f"a{suffix}", "1", "2") == pytest.approx(LONG, abs=0.01)
    assert read(tmp_path / f"a{suffix}").remark == "copies of ways, left out: 1 (way 10)"


BOUNDS, CENTER = '<bounds minlat="50" minlon="8" maxlat="51" maxlon="9"/>', '<center lat="50" lon="8"/>'
OVERPASS = (
    '<?xml version="1.0"?><osm version="0.6" generator="Overpass API"><note>text</note><meta osm_base="2024-01-01T00:00:00Z"/>'
)


@pytest.mark.parametrize(
    "text",
    [
        f"{OVERPASS}{NODES}{STRAIGHT}</osm>",
        f"{OVERPASS}{NODES}{STRAIGHT.replace('<nd', BOUNDS + '<nd', 1)}</osm>",
        f"{OVERPASS}{STRAIGHT.replace('<nd', CENTER + '<nd', 1)}{NODES}</osm>",
        f'{OVERPASS}{NODES}{STRAIGHT}<area id="5"><tag k="name" v="A"/></area></osm>',
        f'<osm version="0.6"><bound box="49,7,51,9" origin="x"/>{NODES}{STRAIGHT}</osm>',
        f'<osm version="0.5">{NODES}{STRAIGHT}</osm>',
        f"<osm>{NODES}{STRAIGHT}</osm>",
        f"\ufeff{HEAD}{NODES}{STRAIGHT}</osm>",
        f'<osmChange version="0.6"><create>{NODES}</create><modify>{STRAIGHT}</modify></osmChange>',
    ],
)
def test_dialects_of_xml(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.osm").write_text(text, encoding="utf-8")
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(SHORT, abs=0.01)


def test_a_section_of_objects_to_delete(tmp_path: Path) -> None:
    created, deleted = f"<create>{NODES}{STRAIGHT}{AROUND}</create>", '<delete><way id="10" version="2"/></delete>'
    (tmp_path / "a.osm").write_text(f'<osmChange version="0.6">{created}{deleted}</osmChange>')
    assert cost(tmp_path / "a.osm", "1", "2") == pytest.approx(LONG, abs=0.01)


@pytest.mark.parametrize("text", ["<node lat='1' lon='2' action='delete'/>", "<way id='1'><nd lat='1' lon='2'/></way>"])
def test_an_attribute_that_is_missing(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.osm").write_text(f"{HEAD}{NODES}\n{text}</osm>")
    with pytest.raises(BadInput, match=r"line 2: an element lacks the attribute (id|ref)$"):
        read(tmp_path / "a.osm")
