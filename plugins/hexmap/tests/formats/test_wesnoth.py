"""Maps of Battle for Wesnoth: what codes cost, places, the border, and the game's own maps where they are at hand."""

import csv
import gzip
import json
import lzma
import os
from pathlib import Path
from random import Random

import pytest

import genastar
from genastar import BadInput
from genastar.cli.app import run as main
from genastar.worlds.domain_registry import guess_domain
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.terrains.terrain import TerrainTable, make_terrains
from genastar_hexmap.terrains.wesnoth_terrain import CODES, MOVEMENT

DATA = Path(__file__).parents[1] / "data"
FORD = DATA / "ford.map"


def cost(code, movement="smallfoot"):
    found = make_terrains(TerrainTable(), movement).find_kind(code).cost
    return None if found is None else int(found)


@pytest.mark.parametrize(
    ("code", "foot", "elf", "merman"),
    [
        ("Gg", 1, 1, 2),
        ("Gs^Fp", 2, 1, 5),  # worst of base and forest
        ("Hh^Fp", 2, 2, 5),
        ("Aa^Fpa", 3, 2, 5),  # worst of base, frozen and forest
        ("Ha", 3, 2, 5),  # worst of frozen and hills
        ("Wwf", 1, 1, 1),  # a ford: the best of flat and shallow water
        ("Wo", None, None, 1),
        ("Ww^Bw/", 1, 1, 1),  # a bridge: the best of base and flat
        ("Qxu^Bs|", 2, 3, 3),  # over a chasm: the best of cave and base
        ("Qxu", None, None, None),
        ("Mm^Xm", None, None, None),  # impassable, whatever the mountain costs
        ("Gg^Xo", None, None, None),
        ("Ww^Vm", 3, 3, 1),
        ("Gg^Ve", 1, 1, 1),
        ("Uu^Tf", 2, 3, 3),
        ("Khw", 1, 1, 1),
        ("Xv", None, None, None),
        ("_off^_usr", None, None, None),
        ("Gg^_fme", None, None, None),
    ],
)
def test_what_codes_cost(code, foot, elf, merman):
    assert (cost(code), cost(code, "woodland"), cost(code, "swimmer")) == (foot, elf, merman)


@pytest.mark.parametrize("movement", MOVEMENT)
def test_every_code_has_a_cost_for_every_movement(movement):
    terrains = make_terrains(TerrainTable(), movement)
    for code in CODES:
        kind = terrains.find_kind(f"Gg{code}" if code.startswith("^") else code)
        assert kind.cost is None or 1 <= kind.cost <= 5
        assert kind.colour is not None


def test_places_and_positions():
    world = genastar.load(FORD)
    assert world.info.name == "hexmap"
    assert (world.default_starts()[0], world.default_goals()) == ((1, 2), ((7, 4),))
    assert (world.parse("1"), world.parse("2"), world.parse(" 3 , 2 ")) == ((1, 2), (7, 4), (3, 2))
    assert world.format((3, 2)) == "3,2"
    result = world.search(engine="interpreted")
    assert result.cost.travelled == 6
    assert (4, 3) in result.path  # over the bridge
    for text in ("3", "4,2", "0,0", "8,2", "99,99", "1,2,-3"):  # no place; deep water; the border; outside
        with pytest.raises(BadInput):
            world.parse(text)


def test_the_border_is_closed_unless_it_is_opened(tmp_path):
    path = tmp_path / "open.map"
    path.write_text("Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n")
    with pytest.raises(BadInput, match="cannot be entered"):
        HexMap.read(path, Options()).parse("0,1")
    assert HexMap.read(path, Options(border=True)).parse("0,1") == (0, 1)


def test_other_movement_and_other_tables(tmp_path):
    merman = HexMap.read(FORD, Options(movement="swimmer"))
    assert merman.search((4, 1), [(4, 5)], engine="interpreted").cost.travelled == 4
    path = tmp_path / "table.json"
    path.write_text(json.dumps({"movement": {"smallfoot": {"flat": 4}, "boat": {"deep_water": 1, "shallow_water": "1.5"}}}))
    heavy = HexMap.read(FORD, Options(table=str(path)))
    assert (
        heavy.search((3, 3), [(4, 3)], engine="interpreted").cost.travelled == 3
    )  # shallow water below the bridge is best now
    boat = HexMap.read(FORD, Options(table=str(path), movement="boat"))
    assert boat.search((4, 1), [(4, 5)], engine="interpreted").cost.travelled == 5.5
    with pytest.raises(BadInput, match="movement='tank' is unknown; use one of: armoredfoot"):
        HexMap.read(FORD, Options(movement="tank"))
    path.write_text(json.dumps({"terrains": {"Xu": "flat", "^Bw/": "impassable", "Ww": 9}}))
    changed = HexMap.read(FORD, Options(table=str(path), border=True))
    assert changed.parse("0,0") == (0, 0)
    with pytest.raises(BadInput, match=r"'Ww\^Bw/', which cannot be entered"):
        changed.parse("4,3")


def test_a_header_of_older_files(tmp_path):
    path = tmp_path / "old.map"
    path.write_text("border_size=1\nusage=map\n\n" + FORD.read_text())
    assert genastar.load(path).default_starts()[0] == (1, 2)
    packed = tmp_path / "ford.map.gz"
    packed.write_bytes(gzip.compress(FORD.read_bytes()))
    assert genastar.load(packed, domain="hexmap").default_starts()[0] == (1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Gg, Gg\nGg, Zz\n", r"line 2, column 5: 'Zz': the terrain 'Zz' is unknown; give its cost in a table"),
        ("Gg, Gg\nGg, Gg^Qq\n", r"line 2, column 5: 'Gg\^Qq': the terrain '\^Qq' is unknown"),
        ("Gg, Gg\nGg\n", "line 2 has 1 hexes, but the first line has 2"),
        ("Gg, , Gg\n", "line 1, column 5: '' is no terrain code"),
        ("Gg, ^Fp\n", r"line 1, column 5: '\^Fp' is no terrain code"),
        ("1 Gg, 1 Gg\n", "line 1, column 7: the place '1' appears twice"),
        ("", "the map has no hexes"),
        ("border_size=1\n", "the map has no hexes"),
        ("Gg, Gg!\n", "line 1, column 5: 'Gg!' is no terrain code"),
    ],
)
def test_what_is_no_map(tmp_path, text, message):
    path = tmp_path / "bad.map"
    path.write_text(text)
    with pytest.raises(BadInput, match=f"bad.map.*{message}"):
        HexMap.read(path, Options(unknown_cost=None))


CAMPAIGN = """\
Gg, Gg,    Gg,     Gg,  Gg
Gg, 1 Gg,  Cyd,    Gg,  Gg
Gg, Cyd,   Mm^Yl,  Xu^Yl, Cyd
Gg, Gg,    Gg^Wyc, 2 Gg, Gg
Gg, Gg,    Gg,     Gg,  Gg
"""


def costs(world):
    source = world.world.source
    return [[None if source.kinds[n].cost is None else float(source.kinds[n].cost) for n in row] for row in source.terrain]


def test_codes_of_campaigns_that_nobody_knows(tmp_path):
    """They cost what the option says; below an unknown overlay the base counts if it costs more: a wall stays a wall."""
    path = tmp_path / "campaign.map"
    path.write_text(CAMPAIGN)
    world = genastar.load(path)
    assert [row[1:4] for row in costs(world)[1:4]] == [[1, 1, 1], [1, 3, None], [1, 1, 1]]
    assert world.remark == (
        "5 hexes have unknown terrain codes and cost 1 (option unknown_cost), or the cost of their base if that is higher: "
        "Cyd (2), Mm^Yl (1), Xu^Yl (1), Gg^Wyc (1)"
    )
    assert "cost 5 " in genastar.load(path, unknown_cost=5).remark
    assert [row[1:4] for row in costs(genastar.load(path, unknown_cost=5))[1:4]] == [[1, 5, 1], [5, 5, None], [1, 5, 1]]
    assert [row[1:4] for row in costs(genastar.load(path, unknown_cost=0))[1:4]] == [[1, None, 1], [None] * 3, [1, None, 1]]
    assert "Cyd (3)" in genastar.load(path, border=True).remark
    assert genastar.load(FORD).remark == ""
    table = tmp_path / "table.json"
    table.write_text('{"terrains": {"Cyd": "castle", "^Yl": "base", "^Wyc": "shallow_water"}}')
    assert genastar.load(path, table=str(table)).remark == ""


def test_other_options_read_unknown_codes_anew(tmp_path):
    path = tmp_path / "campaign.map"
    path.write_text(CAMPAIGN)
    world = genastar.load(path)
    assert world.with_options(Options(unknown_cost=2)) is None
    assert world.with_options(Options(movement="mounted")) is None  # what lies below an unknown overlay costs something else
    assert world.with_options(Options(moves=5)).remark == world.remark


def test_unknown_codes_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "campaign.map"
    path.write_text(CAMPAIGN)
    assert main(["solve", str(path)]) == 0
    assert "  note: 5 hexes have unknown terrain codes and cost 1 (option unknown_cost)" in capsys.readouterr().out
    assert main(["solve", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["remark"].startswith("5 hexes have unknown")
    assert main(["solve", str(path), "--option", "unknown_cost=none"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "line 2, column 12: 'Cyd': the terrain 'Cyd' is unknown" in captured.err


@pytest.mark.parametrize("seed", range(80))
def test_mutated_maps(tmp_path, seed):
    """A map, or one line that begins with its name."""
    random = Random(seed)
    data = bytearray(random.choice([CAMPAIGN, FORD.read_text(), "border_size=1\nusage=map\n\n" + CAMPAIGN]).encode())
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data))
        match random.randrange(3):
            case 0:
                data[place] = random.randrange(256)
            case 1:
                data[place:place] = random.choice([b",", b"\n", b"^", b"1 ", b"\0", b"A" * 300])
            case 2:
                del data[place : place + random.choice([1, 5, 60])]
    path = tmp_path / "m.map"
    path.write_bytes(data)
    try:
        assert len(genastar.load(path, domain="hexmap").remark.splitlines()) <= 1
    except BadInput as error:
        assert str(error).startswith(str(path))  # noqa: PT017
        assert len(str(error).splitlines()) == 1  # noqa: PT017


@pytest.mark.parametrize("first", ["Gg", "Cyd", "1 Kh", " Xu", "_off^_usr", "Gs^Fp", "Gg^Yl"])
def test_a_map_is_told_from_a_square_grid_by_its_content(tmp_path, first):
    """Both kinds are called .map; what is packed is looked into."""
    for name, pack in (("a.map", bytes), ("a.map.gz", gzip.compress), ("a.map.xz", lzma.compress)):
        (tmp_path / name).write_bytes(pack(f"{first}, Gg\nGg, Gg\n".encode()))
        assert genastar.load(tmp_path / name).info.name == "hexmap"
        (tmp_path / name).write_bytes(pack(b"type octile\nheight 1\nwidth 2\nmap\n..\n"))
        assert guess_domain(tmp_path / name) == "grid"


HOPS = {
    "movement": {"hop": dict.fromkeys({name for row in MOVEMENT.values() for name in row} - {"unwalkable"}, 1)},
    "terrains": {code: "base" for code in CODES if code.startswith("^")}
    | {code: code.partition("^")[0] for code in CODES if "^" in code[1:] and not code.startswith("_")},
}
"""Every hex costs 1 and overlays change nothing, as the table of expected costs has it."""


def _folder():
    named = os.environ.get("GENASTAR_DATA")
    found = sorted(Path(named).rglob("EXPECTED-hex.csv")) if named else []
    if not found:
        pytest.skip("GENASTAR_DATA does not name a folder with EXPECTED-hex.csv")
    return found[0].parent


def test_the_games_maps_and_the_expected_hops(tmp_path):
    folder = _folder()
    table = tmp_path / "hops.json"
    table.write_text(json.dumps(HOPS))
    worlds = {}
    with (folder / "EXPECTED-hex.csv").open() as file:
        for row in csv.DictReader(file):
            if row["file"] not in worlds:
                path = folder / row["file"]
                worlds[row["file"]] = genastar.load(path, domain="hexmap", table=str(table), movement="hop", border=True)
                genastar.load(path)
            world = worlds[row["file"]]
            (y, x), (to_y, to_x) = (map(int, row[end].split()) for end in ("start_row_col", "goal_row_col"))
            result = world.search((x, y), [(to_x, to_y)], engine="interpreted")
            assert (result.cost.travelled if result.found else -1) == int(row["hops"]), row
    assert len(worlds) == 54


def test_the_games_maps_have_the_expected_sizes(tmp_path):
    folder = _folder()
    table = tmp_path / "hops.json"
    table.write_text(json.dumps(HOPS))
    with (folder / "EXPECTED-hex_dims.csv").open() as file:
        for row in csv.DictReader(file):
            source = HexMap.read(folder / row["file"], Options(table=str(table), movement="hop", border=True)).world.source
            free = sum(source.kinds[number].cost is not None for number in source.terrain.ravel())
            assert (*source.terrain.shape[::-1], free) == (int(row["cols"]), int(row["rows"]), int(row["passable"])), row
