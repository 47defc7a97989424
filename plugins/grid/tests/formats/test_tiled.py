"""Orthogonal, isometric and staggered maps of Tiled: every encoding, tilesets, objects, one-way tiles; and what is none."""

import base64
import gzip
import json
import struct
import zlib
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiled_maps import GIDS, TILES, ledge, load, tmj, tmx

from genastar import BadInput
from genastar_grid.info import Options
from genastar_grid.model import Grid

COSTS = [[1, 2.5, 0], [2.5, 0, 1]]


def packed(how):
    raw = struct.pack(f"<{len(GIDS)}I", *GIDS)
    return base64.b64encode({"zlib": zlib.compress, "gzip": gzip.compress, "": bytes, "zstd": raw_zstd}[how](raw)).decode()


def raw_zstd(raw):
    """One block that is not compressed."""
    return b"\x28\xb5\x2f\xfd\x20" + bytes([len(raw)]) + struct.pack("<I", 1 | len(raw) << 3)[:3] + raw


XML = {
    "tiles": "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in GIDS) + "</data>",
    "csv": None,
    "flips": f'<data encoding="csv">{",".join(str(gid | 0xE0000000) if gid else "0" for gid in GIDS)}</data>',
    **{
        how or "base64": f'<data encoding="base64" compression="{how}">{packed(how)}</data>'
        for how in ("", "zlib", "gzip", "zstd")
    },
}


def has_zstd():
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd  # noqa: F401
        except ImportError:
            return False
    return True


@pytest.mark.parametrize("how", XML)
@pytest.mark.parametrize("orientation", ["orthogonal", "isometric"])
def test_every_encoding_of_xml(tmp_path, how, orientation):
    if how == "zstd" and not has_zstd():
        with pytest.raises(BadInput, match=r"zstd needs Python 3.14, or: pip install backports.zstd"):
            load(tmp_path, tmx(XML[how]))
        return
    grid = load(tmp_path, tmx(XML[how], orientation=orientation))
    assert grid.world.costs.tolist() == COSTS
    assert grid.info.name == "grid"


@pytest.mark.parametrize("name", ["m.tmj", "m.json"])
@pytest.mark.parametrize("how", ["csv", "", "zlib", "gzip"])
def test_every_encoding_of_json(tmp_path, how, name):
    found = tmj() if how == "csv" else tmj(packed(how), encoding="base64", compression=how)
    assert load(tmp_path, found, name).world.costs.tolist() == COSTS


@pytest.mark.parametrize("kind", ["xml", "json"])
def test_an_infinite_map(tmp_path, kind):
    """Chunks lie where they say, left of 0 too; the remark says where the first cell is."""
    chunks = [(-2, 1, 2, 1, (1, 3)), (0, 0, 1, 2, (2, 1))]
    if kind == "xml":
        text = "".join(
            f'<chunk x="{x}" y="{y}" width="{w}" height="{h}">{",".join(map(str, gids))}</chunk>' for x, y, w, h, gids in chunks
        )
        grid = load(tmp_path, tmx(f'<data encoding="csv">{text}</data>', more='infinite="1"'))
    else:
        found = tmj(chunks=[{"x": x, "y": y, "width": w, "height": h, "data": list(gids)} for x, y, w, h, gids in chunks])
        del found["layers"][0]["data"]
        grid = load(tmp_path, found | {"infinite": True}, "m.tmj")
    assert grid.world.costs.tolist() == [[0, 0, 2.5], [1, 0, 1]]
    assert grid.remark == "the cell 0,0 is Tiled's tile -2,0"


def test_layers_tilesets_beside_and_groups(tmp_path):
    """A tile that says nothing covers nothing; a layer's own property prices its tiles; a tileset may be JSON."""
    tiles = [{"id": 0, "properties": [{"name": "cost", "type": "int", "value": 7}]}]
    (tmp_path / "more.tsj").write_text(json.dumps({"type": "tileset", "name": "more", "tiles": tiles}))
    (tmp_path / "deco.tsx").write_text('<tileset name="deco"><tile id="3"/></tileset>')
    after = (
        '<tileset firstgid="10" source="more.tsj"/><tileset firstgid="20" source="deco.tsx"/>'
        '<group><properties><property name="blocked" type="bool" value="true"/></properties>'
        '<layer name="solid" width="3" height="2"><data encoding="csv">0,0,0,0,0,23</data></layer></group>'
        '<layer name="up" width="3" height="2"><data encoding="csv">10,23,0,23,23,0</data></layer>'
    )
    grid = load(tmp_path, tmx(after=after))
    assert grid.world.costs.tolist() == [[7, 2.5, 0], [2.5, 1, 0]]


def test_a_table_by_number_class_and_tileset(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("tile,cost\n1,4\nwall,9\nt:1,0\n")
    assert load(tmp_path, tmx(), tiles=str(table)).world.costs.tolist() == [[4, 0, 9], [0, 0, 4]]
    missing = tmx(after='<tileset firstgid="10" source="../art/town.tsx"/>', data='<data encoding="csv">1,1,10,11,0,1</data>')
    with pytest.raises(BadInput, match=r"town\.tsx' is missing; put it there, or give the costs of its tiles in a table"):
        load(tmp_path, missing)
    table.write_text("tile,cost\n10,4\ntown:1,6\n")
    assert load(tmp_path, missing, tiles=str(table)).world.costs.tolist() == [[1, 1, 4], [6, 0, 1]]


def test_a_csv_of_numbers_of_tiles(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("tile,cost\n0,1\n5,2.5\n")
    assert load(tmp_path, "0,5,-1\n5,0,0\n", "m.csv", tiles=str(table)).world.costs.tolist() == [[1, 2.5, 0], [2.5, 1, 1]]
    with pytest.raises(BadInput, match=r"m\.csv: the table .*table\.csv has no cost for the tile 6; add a line: 6,1"):
        load(tmp_path, "0,6\n", "m.csv", tiles=str(table))
    with pytest.raises(BadInput, match=r"for numbers of tiles, give their costs in a table \(option tiles\)"):
        load(tmp_path, "0,-1\n", "m.csv")
    with pytest.raises(BadInput, match=r"the option tiles is for maps of Tiled and LDtk, and for .csv; leave it out"):
        load(tmp_path, "..\n", "m.txt", tiles=str(table))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the columns tile,cost"),
        ("tile;cost\n1;2\n", "line 1: expected the columns tile,cost"),
        ("tile,cost\n1,x\n", "line 2: 'x' is no cost; give 0 to block the tile, or a number up to 1,000,000"),
        ("tile,cost\n1,-1\n", "line 2: '-1' is no cost"),
        ("tile,cost\n1\n", "line 2: '' is no cost"),
        ("tile,cost\n1,nan\n", "'nan' is no cost"),
        ("tile,cost\n,1\n", "line 2: the tile '' is empty"),
        ("tile,cost\n1,1\n1,2\n", "line 3: the tile '1' is given twice"),
        ('tile,cost\n"1,2\n', "no valid CSV"),
    ],
)
def test_bad_tables(tmp_path, text, message):
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(BadInput) as refused:
        load(tmp_path, tmx(), tiles=str(tmp_path / "table.csv"))
    assert message in str(refused.value)
    assert "table.csv" in str(refused.value)


def objects(*lines):
    return (
        "<objectgroup>"
        + "".join(f'<object id="{number}" {line}</object>' for number, line in enumerate(lines))
        + "</objectgroup>"
    )


BLOCKED = '<properties><property name="blocked" type="bool" value="true"/></properties>'
OPEN = f'<data encoding="csv">{",".join(["1"] * 20)}</data>'


def test_ends_and_walls_of_objects(tmp_path):
    after = objects(
        'name="Start" x="1" y="1"><point/>',
        'class="goal" x="64" y="8" width="16" height="8">',
        f'x="20" y="1" width="4" height="14">{BLOCKED}',
        f'x="47" y="0">{BLOCKED}<polygon points="0,8 16,8 16,16"/>',
        f'x="0" y="28">{BLOCKED}<polyline points="0,0 30,0"/>',
        f'x="48" y="24" width="16" height="8">{BLOCKED}<ellipse/>',
        'x="0" y="0"><text>a note</text>',
    )
    grid = load(tmp_path, tmx(OPEN, size=(5, 4), after=after))
    assert grid.ends == (((0, 0),), ((4, 1),))
    assert (grid.world.costs > 0).astype(int).tolist() == [[1, 0, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1], [0, 0, 1, 0, 1]]
    assert grid.search().found
    isometric = load(
        tmp_path, tmx(OPEN, size=(5, 4), orientation="isometric", after=objects('name="start" x="36" y="12"><point/>'))
    )
    assert isometric.ends[0] == ((4, 1),)


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (objects('name="start" x="900" y="1"><point/>'), "object 0: the start is outside the map; move it to a tile"),
        (objects('name="goal" x="nan" y="1"><point/>'), "object 0: <object>: x is 'nan'; expected a number"),
        (objects(f'x="1" y="1">{BLOCKED}<polygon points="1,2 3"/>'), "object 0: its points are '1,2 3'; expected x,y of each"),
        (objects(f'x="1" y="1">{BLOCKED}<polygon points="1,2 1e99,3"/>'), "expected x,y of each"),
    ],
)
def test_bad_objects(tmp_path, after, message):
    with pytest.raises(BadInput) as refused:
        load(tmp_path, tmx(after=after))
    assert message in str(refused.value)


POINT = st.tuples(st.integers(-2, 12), st.integers(-2, 10)).map(lambda pair: (pair[0] / 2, pair[1] / 2))


@settings(max_examples=20, deadline=None)
@given(st.lists(POINT, min_size=3, max_size=5))
def test_outlines_cover_what_many_points_of_them_lie_in(points):
    """A cell is covered if one of many points inside it is inside the outline, by counting crossings."""
    from genastar_lattice.tiled.objects import cover_cells

    covered = np.zeros((4, 5), bool)
    where, found = cover_cells(np.array(points), True, 5, 4)
    covered[where] = found
    sample = (np.arange(8) + 0.5) / 8 + 0.0013
    for y in range(4):
        for x in range(5):
            inside = any(is_inside(points, x + dx, y + dy) for dx in sample for dy in sample)
            assert not inside or covered[y, x], (x, y)


@settings(max_examples=150, deadline=None)
@given(st.lists(POINT, min_size=3, max_size=3))
def test_triangles_cover_the_cells_that_share_area_with_them(points):
    from genastar_lattice.tiled.objects import cover_cells

    covered = np.zeros((4, 5), bool)
    where, found = cover_cells(np.array(points), True, 5, 4)
    covered[where] = found
    if area(points):
        for y in range(4):
            for x in range(5):
                assert covered[y, x] == (area(clip(points, x, y)) > 0), (x, y)


def area(points):
    """Twice the area of a convex outline, in fractions."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)))


def clip(points, x, y):
    """The part of a convex outline in a cell, by Sutherland and Hodgman, in fractions."""
    points = [(Fraction(px), Fraction(py)) for px, py in points]
    for axis, bound, sign in ((0, x, 1), (0, x + 1, -1), (1, y, 1), (1, y + 1, -1)):
        found = []
        for one, other in zip(points, points[1:] + points[:1], strict=True):
            near, far = sign * (one[axis] - bound), sign * (other[axis] - bound)
            if near >= 0:
                found.append(one)
            if near * far < 0:
                share = near / (near - far)
                found.append(tuple(a + share * (b - a) for a, b in zip(one, other, strict=True)))
        points = found
    return points


def is_inside(points, x, y):
    crossings = 0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


BOMB = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE map [<!ENTITY a "ha">]>' + tmx()[22:], "declares a document type"),
        (tmx()[:-30], "no well-formed XML"),
        (json.dumps(tmj())[:-30], "no valid JSON"),
        (tmx(f'<data encoding="base64" compression="zlib">{BOMB}</data>'), "unpacks to more than the 24 bytes"),
        (tmx(f'<data encoding="base64" compression="zlib">{packed("zlib")[:-8]}</data>'), "it has"),
        (tmx(size=(99_999, 99_999)), "exceed the limit of 100 million"),
        (
            tmx().replace("<tileset", '<tileset firstgid="50" source="no.tsx"/><tileset').replace("1,2,3", "1,2,50"),
            "is missing",
        ),
        (tmx().replace("1,2,3", "1,2,10"), "tile 10 is beyond the 9 tiles of the tileset 't'"),
        (tmx(tiles=ledge("enter", "up")).replace("1,2,3", "1,2,4"), "property 'enter' is 'up'; expected n, e, s, w"),
        (tmx(orientation="oblique"), "orientation is 'oblique', and the domain grid reads orthogonal, isometric, staggered"),
        (tmj() | {"layers": [3]}, "a layer has the type None"),
        (tmj() | {"tilesets": 3}, "tilesets is 3; expected a list"),
        (tmj() | {"layers": [{"type": "group", "layers": "x"}]}, "layers is 'x'; expected a list"),
        (tmj(data=3), "tiles; expected"),
        (tmj(data=("x",) * 6), "'x' is no tile number"),
        (tmx('<data encoding="csv">1,2,3 2,0,1</data>'), "it has 5 tiles; expected 6"),
        (tmx('<data encoding="csv">1,2,,2,0,1</data>'), "tile 3: '' is no tile number"),
        (tmx('<data encoding="csv">1,2,3,2,0,99999999999999999999</data>'), "tile 6: '99999999999999999999' is no tile number"),
        (tmj() | {"type": "tileset"}, "its type is 'tileset'; expected 'map'"),
    ],
)
def test_what_is_no_map(tmp_path, text, message):
    with pytest.raises(BadInput) as refused:
        load(tmp_path, text, "m.tmx" if isinstance(text, str) and text.startswith("<") else "m.tmj")
    assert message in str(refused.value)
    assert "m.tm" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.long
@pytest.mark.parametrize(("count", "lines"), [(1, 300_000), (5000, 4)])
def test_outlines_that_would_take_for_ever_are_refused(tmp_path, count, lines):
    raw = base64.b64encode(zlib.compress(np.ones((1500, 1500), "<u4").tobytes())).decode()
    points = " ".join(f"{number % 2 * 24000},{number % 3 * 6000}" for number in range(lines))
    outline = f'x="0" y="0">{BLOCKED}<polygon points="{points}"/>'
    data = f'<data encoding="base64" compression="zlib">{raw}</data>'
    with pytest.raises(BadInput, match=r"the walls up to here are too many, too large or too detailed; use tiles instead"):
        load(tmp_path, tmx(data, size=(1500, 1500), after=objects(*[outline] * count)))


def test_collision_shapes_are_remarked(tmp_path):
    shape = '<objectgroup><object id="1" x="0" y="0" width="16" height="8"/></objectgroup>'
    said = "collision shapes of tiles are not read; give these tiles the property blocked"
    assert load(tmp_path, tmx(tiles=f'{TILES}<tile id="0">{shape}</tile>')).remark == said
    found = tmj()
    found["tilesets"][0]["tiles"].append({"id": 0, "objectgroup": {"objects": [{"id": 1, "x": 0, "y": 0}]}})
    assert load(tmp_path, found, "m.tmj").remark == said


def test_a_template_is_remarked(tmp_path):
    grid = load(tmp_path, tmx(after=objects('name="x" template="door.tx" x="1" y="1">')))
    assert grid.remark == "objects from templates are read without what their template says"


def test_the_declaration_of_old_versions(tmp_path):
    old = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
    assert load(tmp_path, tmx().replace("?>\n", f"?>\n{old}\n")).world.costs.tolist() == COSTS
    with pytest.raises(BadInput, match="declares a document type"):
        load(tmp_path, tmx().replace("?>\n", f"?>\n{old}{old}\n"))


def test_each_domain_names_the_other(tmp_path):
    pytest.importorskip("genastar_hexmap")
    hexes = tmx(orientation="hexagonal")
    assert load(tmp_path, tmx(orientation="hexagonal", tiles="")).info.name == "hexmap"
    with pytest.raises(BadInput, match=r"'hexagonal', and the domain grid reads .*; read it with --domain hexmap"):
        load(tmp_path, hexes, domain="grid")
    with pytest.raises(BadInput, match=r"'orthogonal', and the domain hexmap reads hexagonal; read it with --domain grid"):
        load(tmp_path, tmx(), domain="hexmap")
    assert load(tmp_path, tmx()).info.name == "grid"


def test_walls_that_are_free_and_the_reverse_are_told(tmp_path):
    for name in ("m.tmx", "m.tmj"):
        grid = load(tmp_path, tmx(tiles="") if name == "m.tmx" else tmj() | {"tilesets": [{"firstgid": 1, "name": "t"}]}, name)
        assert "no tile has a property cost or blocked, so each costs 1" in grid.remark
        with pytest.raises(BadInput, match=r"is blocked; give a free cell; a cell without a tile, and a tile of cost 0, are"):
            grid.search((1, 1), [(0, 0)])


@pytest.mark.parametrize("seed", range(60))
def test_mutated_maps(tmp_path, seed):
    random = Random(seed)
    after = objects(f'x="20" y="1" width="4" height="14">{BLOCKED}', f'x="0" y="0">{BLOCKED}<polygon points="0,8 16,8 16,16"/>')
    text = random.choice([tmx(after=after), json.dumps(tmj()), tmx(XML["zlib"]), tmx(orientation="staggered")])
    name = "m.tmx" if text.startswith("<") else "m.tmj"
    data = bytearray(text.encode())
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data))
        match random.randrange(3):
            case 0:
                data[place] = random.randrange(256)
            case 1:
                data[place:place] = random.choice([b"9", b"-", b"<", b"\0", b'"', b"99999999", b"{}", b"[", b"null"])
            case 2:
                del data[place : place + random.choice([1, 7, 300])]
    (tmp_path / name).write_bytes(data)
    try:
        Grid.read(tmp_path / name, Options(megacells=1))
    except BadInput as error:
        assert str(error).startswith(str(tmp_path / name))  # noqa: PT017
        assert len(str(error).splitlines()) == 1  # noqa: PT017
