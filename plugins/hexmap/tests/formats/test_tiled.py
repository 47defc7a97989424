"""Hexagonal maps of Tiled: stagger, encodings, layers, properties; and what is no such map."""

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from random import Random

import pytest

import genastar
from genastar import BadInput
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap

DATA = Path(__file__).parents[1] / "data"
PIXELS = 'tilewidth="14" tileheight="12" hexsidelength="6"'
HEAD = f'<map orientation="hexagonal" width="3" height="2" {PIXELS} staggeraxis="y" staggerindex="odd"{{more}}>'
SET = '<tileset firstgid="1" name="t">{tiles}</tileset>'
LAYER = '<layer name="ground" width="3" height="2">{data}</layer>'
CSV = '<data encoding="csv">\n1,2,3,\n2,2,1\n</data>'
GIDS = (1, 2, 3, 2, 2, 1)


def tmx(data=CSV, tiles="", more="", head=HEAD, layer=LAYER, prolog='<?xml version="1.0" encoding="UTF-8"?>\n'):
    return prolog + head.format(more=more) + SET.format(tiles=tiles) + layer.format(data=data) + "</map>"


def write(folder, text):
    path = folder / "m.tmx"
    path.write_text(text, encoding="utf-8")
    return path


def names(path, **options):
    source = HexMap.read(path, Options(**options)).world.source
    return [[None if number < 0 else source.kinds[number].name for number in row] for row in source.terrain.tolist()]


def test_a_map_with_layers_properties_and_two_tilesets():
    """Costs by class (flat 1, forest 2), by property (4.5, blocked), of the second tileset (2); 0 is no hex; 7 says nothing."""
    world = genastar.load(DATA / "meadow.tmx")
    assert world.world.layout.name == "even-r"
    source = world.world.source
    costs = [[None if number < 0 else source.kinds[number].cost for number in row] for row in source.terrain.tolist()]
    assert costs == [[1, 1, 2, 2, 1, None], [1, 4.5, 4.5, 2, 1, 1], [1, 1, 2, 1, 1, 1], [2, 1, 1, 1, 1, 1]]
    assert source.terrain[0, 5] == -1
    assert world.search((0, 0), [(5, 3)], engine="interpreted").cost.travelled == 7
    with pytest.raises(BadInput, match="5,0 is not on the map"):
        world.parse("5,0")


def test_json_is_recognised_by_its_orientation(tmp_path):
    """Tiled writes the layers before the orientation."""
    layer = {"type": "tilelayer", "name": "g", "width": 40, "height": 40, "data": [1] * 1600}
    map_ = {"layers": [layer], "orientation": "hexagonal", "width": 40, "height": 40, "tilewidth": 9, "tileheight": 9}
    text = json.dumps(map_ | {"tilesets": [{"firstgid": 1, "name": "t"}], "type": "map"})
    for orientation, domain in (("hexagonal", "hexmap"), ("orthogonal", "grid"), ("staggered", "grid")):
        path = tmp_path / f"{orientation}.tmj"
        path.write_text(text.replace("hexagonal", orientation), encoding="utf-8")
        assert genastar.load(path).info.name == domain


@pytest.mark.parametrize(
    ("file", "layout", "size"),
    [
        ("finite_flat_top_even", "even-q", (20, 22)),
        ("finite_flat_top_odd", "odd-q", (20, 20)),
        ("finite_pointy_top_even", "even-r", (10, 10)),
        ("finite_pointy_top_odd", "odd-r", (20, 20)),
    ],
)
def test_maps_that_tiled_saved(tmp_path, file, layout, size):
    with pytest.raises(BadInput, match=r"tileset '.*\.tsx' is missing; put it there, or give the costs of tiles in a table"):
        genastar.load(DATA / f"{file}.tmx")
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"terrains": {str(gid): 1 + gid % 3 for gid in range(1, 64)}}))
    world = genastar.load(DATA / f"{file}.tmx", table=str(table))
    assert world.world.layout.name == layout
    assert world.world.source.terrain.shape[::-1] == size


def packed(how):
    raw = struct.pack("<6I", *GIDS)
    return base64.b64encode({"zlib": zlib.compress, "gzip": gzip.compress, "": bytes}[how](raw)).decode()


@pytest.mark.parametrize(
    "data",
    [
        CSV,
        f'<data encoding="base64">\n  {packed("")}\n</data>',
        f'<data encoding="base64" compression="zlib">{packed("zlib")}</data>',
        f'<data encoding="base64" compression="gzip">{packed("gzip")}</data>',
        "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in GIDS) + "</data>",
        f'<data encoding="csv">{",".join(str(gid | 0xF0000000) for gid in GIDS)}</data>',
    ],
    ids=["csv", "base64", "zlib", "gzip", "tiles", "flags"],
)
def test_every_encoding(tmp_path, data):
    assert names(write(tmp_path, tmx(data))) == [["tile 1", "tile 2", "tile 3"], ["tile 2", "tile 2", "tile 1"]]


def test_zstd_where_python_has_it(tmp_path):
    data = b"\x28\xb5\x2f\xfd\x20\x18\xc1\x00\x00" + struct.pack("<6I", *GIDS)  # one raw block
    path = write(tmp_path, tmx(f'<data encoding="base64" compression="zstd">{base64.b64encode(data).decode()}</data>'))
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd  # noqa: F401
        except ImportError:
            with pytest.raises(BadInput, match=r"zstd needs Python 3.14, or: pip install backports.zstd"):
                names(path)
            return
    assert names(path) == [["tile 1", "tile 2", "tile 3"], ["tile 2", "tile 2", "tile 1"]]


def test_a_class_that_nobody_knows_is_refused_and_named_in_a_table(tmp_path):
    path = write(tmp_path, tmx(tiles='<tile id="1" type="ooze"/>'))
    with pytest.raises(BadInput, match="tile 2: 'ooze': the terrain 'ooze' is unknown"):
        names(path)
    table = tmp_path / "t.json"
    table.write_text('{"terrains": {"ooze": 3}}')
    assert names(path, table=str(table))[0][1] == "ooze"


def test_another_property(tmp_path):
    tiles = '<tile id="1"><properties><property name="speed" value="3"/></properties></tile>'
    source = HexMap.read(write(tmp_path, tmx(tiles=tiles)), Options(cost_property="speed")).world.source
    assert [source.kinds[number].cost for number in source.terrain[0]] == [1, 3, 1]


BOMB = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
LAUGHS = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (tmx(prolog=LAUGHS), "declares a document type"),
        (tmx(prolog='<!DOCTYPE map SYSTEM "file:///etc/passwd">'), "declares a document type"),
        (tmx()[:-40], "no well-formed XML"),
        ("<map", "no well-formed XML"),
        ("<svg/>", "expected <map>, not <svg>"),
        (
            tmx(head=HEAD.replace("hexagonal", "isometric")),
            "orientation is 'isometric', and the domain hexmap reads hexagonal; read it with --domain grid",
        ),
        (tmx(more=' infinite="1"'), "layer 'ground': the map is infinite; expected its tiles in <chunk> elements"),
        (tmx(head=HEAD.replace('"odd"', '"both"')), "staggerindex='both'"),
        (tmx(head=HEAD.replace('width="3"', 'width="-3"')), "width is '-3'; expected a whole number"),
        (tmx(head=HEAD.replace('width="3"', "")), "width is missing"),
        (tmx(head=HEAD.replace('width="3"', 'width="0"')), "the map has no hexes"),
        (tmx(head=HEAD.replace('width="3" height="2"', 'width="9999999" height="9999999"')), "exceed the limit of 4 million"),
        (tmx(layer='<layer name="g" width="4" height="2">{data}</layer>'), "its size is 4 x 2, but the map's is 3 x 2"),
        (tmx(layer=""), "no tile layer"),
        (tmx(data=""), "no <data>"),
        (tmx('<data encoding="csv">1,2,3</data>'), "it has 3 tiles; expected 6"),
        (tmx('<data encoding="csv">1,2,3,4,5,x</data>'), "tile 6: 'x' is no tile number"),
        (tmx('<data encoding="csv">1,2,3,4,5,9999999999</data>'), "tile 6"),
        (tmx('<data encoding="morse">1</data>'), "encoding 'morse' is unknown"),
        (tmx('<data encoding="base64" compression="rar">AAAA</data>'), "compression 'rar' is unknown"),
        (tmx('<data encoding="base64">????</data>'), "no valid base64"),
        (tmx('<data encoding="base64">AAAA</data>'), "it has 3 bytes"),
        (tmx('<data encoding="base64" compression="zlib">AAAA</data>'), "its data is damaged"),
        (tmx('<data encoding="base64" compression="gzip">AAAA</data>'), "its data is damaged"),
        (tmx(f'<data encoding="base64" compression="zlib">{BOMB}</data>'), "unpacks to more than the 24 bytes"),
        (tmx(tiles='<tile id="x"/>'), "id is 'x'"),
        (tmx(tiles='<tile id="0"><properties><property name="cost" value="-4"/></properties></tile>'), "'-4' is no cost"),
        (tmx(tiles='<tile id="0"><properties><property name="cost" value="nan"/></properties></tile>'), "'nan' is no cost"),
        (
            tmx().replace(SET.format(tiles=""), '<tileset firstgid="1" source="/etc/passwd"/>'),
            "expected the name of a .tsx or .tsj file relative",
        ),
        (tmx().replace(SET.format(tiles=""), '<tileset firstgid="1" source="no.tsx"/>'), "'no.tsx' is missing"),
        (tmx().replace('firstgid="1"', 'firstgid="2"'), "tile 1 belongs to no tileset"),
        ("<map>" * 100_000, "XML"),
    ],
)
def test_what_is_no_map(tmp_path, text, message):
    with pytest.raises(BadInput) as refused:
        names(write(tmp_path, text))
    assert message in str(refused.value)
    assert "m.tmx" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def infinite(*layers, stagger=("y", "odd"), encoding="csv", compression=""):
    """An infinite map; each layer is a list of chunks, each x, y and rows of tiles."""
    axis, index = stagger
    text = (
        f'<map orientation="hexagonal" infinite="1" width="9" height="9" {PIXELS} staggeraxis="{axis}" staggerindex="{index}">'
    )
    text += SET.format(tiles='<tile id="1"><properties><property name="cost" value="3"/></properties></tile>')
    for layer in layers:
        text += f'<layer name="ground" width="9" height="9"><data encoding="{encoding}" compression="{compression}">'
        for x, y, rows in layer:
            gids = [gid for row in rows for gid in row]
            raw = struct.pack(f"<{len(gids)}I", *gids)
            packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}[compression]
            body = {"csv": ",".join(map(str, gids)), "base64": base64.b64encode(packed).decode()}.get(encoding)
            body = "".join(f'<tile gid="{gid}"/>' for gid in gids) if body is None else body
            text += f'<chunk x="{x}" y="{y}" width="{len(rows[0])}" height="{len(rows)}">{body}</chunk>'
        text += "</data></layer>"
    return (text + "</map>").replace(' encoding="" compression=""', "").replace(' compression=""', "")


CHUNKS = (
    [(-4, -3, [[1, 2], [0, 1], [1, 1]]), (-2, -3, [[1, 1], [1, 0], [1, 1]]), (5, 3, [[1]])],
    [(-3, -1, [[2]]), (7, 7, [[0]])],
)


@pytest.mark.parametrize("stagger", [("y", "odd"), ("y", "even"), ("x", "odd"), ("x", "even")])
@pytest.mark.parametrize(
    ("encoding", "compression"), [("csv", ""), ("", ""), ("base64", ""), ("base64", "zlib"), ("base64", "gzip")]
)
def test_an_infinite_map(tmp_path, encoding, compression, stagger):
    """Chunks lie where they say, left of and above 0 too, and rows or columns are shoved as their own numbers say."""
    path = write(tmp_path, infinite(*CHUNKS, stagger=stagger, encoding=encoding, compression=compression))
    world = genastar.load(path)
    source = world.world.source
    assert source.origin == (-4, -3)
    there = {(-4, -3): 1, (-3, -3): 3, (-3, -2): 1, (-4, -1): 1, (-3, -1): 3, (5, 3): 1}
    there |= dict.fromkeys([(-2, -3), (-1, -3), (-2, -2), (-2, -1), (-1, -1)], 1)
    found = {}
    for y in range(-3, 8):
        for x in range(-4, 8):
            if source.get_kind_at((x, y)) >= 0:
                found[x, y] = source.kinds[source.get_kind_at((x, y))].cost
    assert found == there
    layout = world.world.layout
    assert layout.name == {"y": f"{stagger[1]}-r", "x": f"{stagger[1]}-q"}[stagger[0]]
    moved = genastar.load(  # the same hexes, at coordinates that are even and not negative
        {"layout": layout.name, "cells": [[x + 4, y + 4, cost] for (x, y), cost in there.items() if (x, y) != (5, 3)]}, "hexmap"
    )
    for goal in set(there) - {(5, 3)}:
        same = moved.search((0, 1), [(goal[0] + 4, goal[1] + 4)], engine="interpreted")
        result = world.search((-4, -3), [goal], engine="interpreted")
        assert [(x + 4, y + 4) for x, y in result.path] == list(same.path)
        assert result.cost == same.cost
    assert not world.search((-4, -3), [(5, 3)], engine="interpreted").found
    assert world.parse("-4,-3") == (-4, -3)
    world.view().save(tmp_path / "again.hex.json", (-4, -3), [(-1, -1)])
    again = genastar.load(tmp_path / "again.hex.json")
    assert again.search(engine="interpreted").cost == world.search((-4, -3), [(-1, -1)], engine="interpreted").cost


def chunk(x="0", y="0", width="1", height="1", body="1", again=""):
    one = f'<chunk x="{x}" y="{y}" width="{width}" height="{height}">{body}</chunk>{again}'
    return infinite([(0, 0, [[1]])]).replace('<chunk x="0" y="0" width="1" height="1">1</chunk>', one)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (chunk(x="1" * 8), "chunk 1: 1 x 1 tiles at 11111111,0; expected numbers up to 1,000,000"),
        (chunk(x="1000001"), "chunk 1: 1 x 1 tiles at 1000001,0; expected numbers up to 1,000,000"),
        (chunk(y="-1000001"), "expected numbers up to 1,000,000"),
        (chunk(y="1e3"), "y is '1e3'"),
        (chunk(width="-1"), "width is '-1'"),
        (chunk(width="0"), "0 x 1 tiles at 0,0"),
        (chunk(width="9999999"), "expected numbers up to 1,000,000"),
        (chunk(width="1000000", height="1000000"), "exceed the limit of 4 million"),
        (
            chunk(x="999999", again='<chunk x="-999999" y="999999" width="1" height="1">1</chunk>'),
            "exceed the limit of 4 million",
        ),
        (chunk(again='<chunk x="0" y="0" width="1" height="1">1</chunk>'), "chunk 2: another chunk has the same place, 0,0"),
        (chunk(body="1,1"), "chunk 1: it has 2 tiles; expected 1"),
        (chunk(body="x"), "tile 1: 'x' is no tile number"),
        (chunk(body="5").replace('firstgid="1"', 'firstgid="9"'), "tile 5 belongs to no tileset"),
        (infinite([]), "the map has no hexes"),
        (infinite([(0, 0, [[0]])]), "the map has no hexes"),
        (infinite(), "no tile layer"),
    ],
)
def test_what_is_no_infinite_map(tmp_path, text, message):
    with pytest.raises(BadInput) as refused:
        names(write(tmp_path, text))
    assert message in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_layers_are_bounded_before_a_tile_is_unpacked(tmp_path):
    """Chunks that lie over one another, or layers, would unpack to any number of tiles."""
    packed = base64.b64encode(zlib.compress(bytes(4 * 980 * 999))).decode()
    one = f'<chunk x="{{x}}" y="0" width="980" height="999">{packed}</chunk>'
    data = '<data encoding="base64" compression="zlib">' + "".join(one.format(x=x) for x in range(18)) + "</data>"
    path = write(tmp_path, tmx(more=' infinite="1"').replace(CSV, data))
    with pytest.raises(BadInput, match=r"the tiles of all layers exceed the limit of 16 million; if you trust it, raise"):
        names(path, megahexes=1)
    layer = f'<layer width="1000" height="1000"><data encoding="csv">{",".join(["1"] * 100)}</data></layer>'
    head = HEAD.replace('width="3" height="2"', 'width="1000" height="1000"')
    with pytest.raises(BadInput, match="exceed the limit of 16 million"):
        names(write(tmp_path, tmx(head=head, layer=layer * 17)), megahexes=1)


MAPS = [
    tmx(),
    tmx(f'<data encoding="base64" compression="zlib">{packed("zlib")}</data>'),
    infinite(*CHUNKS),
    infinite(*CHUNKS, encoding="base64", compression="gzip"),
    infinite(*CHUNKS, encoding="", stagger=("x", "even")),
]


@pytest.mark.parametrize("seed", range(120))
def test_mutated_maps(tmp_path, seed):
    """A map, or one line that begins with its name."""
    random = Random(seed)
    data = bytearray(random.choice(MAPS).encode())
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data))
        match random.randrange(3):
            case 0:
                data[place] = random.randrange(256)
            case 1:
                data[place:place] = random.choice([b"9", b"-", b"<", b"\0", b'"', b"99999999", b"<chunk/>"])
            case 2:
                del data[place : place + random.choice([1, 7, 300])]
    path = tmp_path / "m.tmx"
    path.write_bytes(data)
    try:
        HexMap.read(path, Options(megahexes=1))
    except BadInput as error:
        assert str(error).startswith(str(path))  # noqa: PT017
        assert len(str(error).splitlines()) == 1  # noqa: PT017


def test_another_encoding_hides_no_entities(tmp_path):
    path = tmp_path / "m.tmx"
    path.write_bytes(tmx(prolog=f'<?xml version="1.0" encoding="UTF-16"?>{LAUGHS}').encode("utf-16"))
    with pytest.raises(BadInput, match="not UTF-8"):
        names(path)
    (tmp_path / "evil.tsx").write_text(f"{LAUGHS}<tileset/>")
    path.write_text(tmx().replace(SET.format(tiles=""), '<tileset firstgid="1" source="evil.tsx"/>'))
    with pytest.raises(BadInput, match=r"evil.tsx: it declares a document type"):
        names(path)
